import { useEffect, useRef } from 'preact/hooks';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface Point {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  reads: number;
  writes: number;
}

const HEIGHT = 220;
const COLOURS = { reads: '--accent', writes: '--accent-2', text: '--quiet', line: '--line' } as const;
const DAY = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;

/** Reads and writes of each day. The same numbers stand in a table for people who do not see the chart. */
export function Chart({ points }: { points: readonly Point[] }) {
  const box = useRef<HTMLDivElement>(null);
  // After the page is painted: the box has its height already.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    let chart = draw(element, points);
    const redraw = () => {
      chart.destroy();
      chart = draw(element, points);
    };
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    scheme.addEventListener('change', redraw);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', redraw);
      chart.destroy();
    };
  }, [points]);
  return (
    <>
      <div ref={box} class="chart" aria-hidden="true" />
      <details>
        <summary>As a table</summary>
        <div class="scroll" tabIndex={0} role="region" aria-label="Reads and writes per day">
          <table>
            <thead>
              <tr>
                <th scope="col">Day (UTC)</th>
                <th scope="col">Reads</th>
                <th scope="col">Writes</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ day, reads, writes }) => (
                <tr key={day}>
                  <th scope="row">{day}</th>
                  <td>{reads.toLocaleString()}</td>
                  <td>{writes.toLocaleString()}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

function draw(element: HTMLElement, points: readonly Point[]): UPlot {
  const style = getComputedStyle(element);
  // A canvas does not know the function `light-dark`, but the colour of an element is computed.
  const colour = (name: keyof typeof COLOURS) => {
    element.style.color = `var(${COLOURS[name]})`;
    return style.color;
  };
  const bars = UPlot.paths.bars;
  const axis = {
    stroke: colour('text'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { stroke: colour('line') },
  };
  const series = (['reads', 'writes'] as const).map((name, place) => ({
    label: name === 'reads' ? 'Reads' : 'Writes',
    // Of the day under the pointer, else of all days.
    value: (_: UPlot, value: number | null) =>
      (value ?? points.reduce((sum, point) => sum + point[name], 0)).toLocaleString(),
    stroke: colour(name),
    fill: colour(name),
    width: 0,
    points: { show: false },
    ...(bars && { paths: bars({ size: [0.35, 40], align: place === 0 ? -1 : 1 }) }),
  }));
  element.style.color = '';
  return new UPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      series: [
        {
          label: 'Day (UTC)',
          value: (_, seconds: number | null) => (seconds === null ? 'all' : dayOf(seconds)),
        },
        ...series,
      ],
      axes: [
        {
          ...axis,
          space: 60,
          incrs: [1, 2, 7, 14].map((days) => days * 86_400),
          values: (_, days) => days.map(dayOf),
        },
        { ...axis, size: 50 },
      ],
      scales: { x: { time: true, range: (_, min, max) => [min - 43_200, max + 43_200] } },
      tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), 'UTC'),
      cursor: { drag: { x: false, y: false } },
    },
    [
      points.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 1_000),
      points.map(({ reads }) => reads),
      points.map(({ writes }) => writes),
    ],
    element,
  );
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1_000).toLocaleDateString(undefined, DAY);
}
