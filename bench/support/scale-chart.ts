import { crowdPair, type CaseFigures, type ScaleFigures } from './scale-targets';

const WIDTH = 720;
const HEIGHT = 400;
const PLOT = { left: 64, right: 700, top: 56, bottom: 330 } as const;
const GRID_LINES = 5;

/** The colours change with the reader's scheme, also where the picture stands in a page of its own. */
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #333 }
  .title { font-size: 16px; font-weight: 600 }
  .grid { stroke: #ccc }
  .line, .crowd { fill: none; stroke-width: 2.5 }
  .p50 { stroke: #0969da } .p50.mark { fill: #0969da }
  .p99 { stroke: #bc4c00 } .p99.mark { fill: #bc4c00 } .p99.line { stroke-dasharray: 6 4 }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd }
    .grid { stroke: #444 }
    .p50 { stroke: #58a6ff } .p50.mark { fill: #58a6ff }
    .p99 { stroke: #f0883e } .p99.mark { fill: #f0883e }
  }`;

interface Scales {
  /** Of a number of memories. */
  x: (memories: number) => number;
  /** Of milliseconds. */
  y: (milliseconds: number) => number;
  /** Milliseconds at the top line. */
  top: number;
}

type Percentile = 'p50' | 'p99';

/** An SVG picture: p50 and p99 of recall over the memories in the agent, whose axis is logarithmic. */
export function scaleChart(figures: ScaleFigures, database: string): string {
  const plain = figures.cases.filter(({ size }) => size.crowd === 0);
  const scales = scalesOf(figures.cases);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Recall times">`,
    `<style>${STYLE}\n</style>`,
    label(PLOT.left, 24, 'title', 'start', 'Recall over HTTP, one connection, 10 results'),
    label(PLOT.left, 44, '', 'start', `milliseconds; ${withoutPackage(database)}`),
    ...grid(scales),
    ...plain.map(({ size }) =>
      label(scales.x(size.memories), PLOT.bottom + 22, '', 'middle', size.memories.toLocaleString('en')),
    ),
    label((PLOT.left + PLOT.right) / 2, PLOT.bottom + 44, '', 'middle', 'memories in the agent'),
    ...series(plain, 'p99', scales),
    ...series(plain, 'p50', scales),
    ...crowdMarks(figures, scales),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

function scalesOf(cases: readonly CaseFigures[]): Scales {
  const sizes = cases.map(({ size }) => Math.log10(size.memories));
  const [first, last] = [Math.min(...sizes), Math.max(...sizes)];
  const top = roundTop(Math.max(...cases.map(({ p99 }) => p99)));
  const inset = 30;
  return {
    top,
    x: (memories) =>
      PLOT.left +
      inset +
      ((Math.log10(memories) - first) / (last - first || 1)) * (PLOT.right - PLOT.left - 2 * inset),
    y: (milliseconds) => PLOT.bottom - (milliseconds / top) * (PLOT.bottom - PLOT.top),
  };
}

/** The next of 1, 2, 2.5, 5 times a power of ten that is at least `value`. */
function roundTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value);
  return (step ?? 10) * power;
}

function grid({ y, top }: Scales): string[] {
  return Array.from({ length: GRID_LINES + 1 }, (_, at) => (top * at) / GRID_LINES).flatMap((value) => [
    `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${at(y(value))}" y2="${at(y(value))}"/>`,
    label(PLOT.left - 8, y(value) + 4, '', 'end', String(Number(value.toPrecision(3)))),
  ]);
}

function series(cases: readonly CaseFigures[], percentile: Percentile, { x, y }: Scales): string[] {
  const points = cases.map((one) => [at(x(one.size.memories)), at(y(one[percentile]))] as const);
  const last = cases.at(-1);
  if (last === undefined) return [];
  return [
    `<polyline class="line ${percentile}" points="${points.map((point) => point.join(',')).join(' ')}"/>`,
    ...points.map(([left, up]) => `<circle class="${percentile} mark" cx="${left}" cy="${up}" r="4"/>`),
    label(x(last.size.memories), y(last[percentile]) - 10, '', 'middle', percentile),
  ];
}

/** Rings around where the same agent stands with other agents beside it. */
function crowdMarks(figures: ScaleFigures, { x, y }: Scales): string[] {
  const pair = crowdPair(figures);
  if (pair === null) return [];
  const { size } = pair.crowd;
  const rings = (['p50', 'p99'] as const).map(
    (percentile) =>
      `<circle class="${percentile} crowd" cx="${at(x(size.memories))}" cy="${at(y(pair.crowd[percentile]))}" r="7"/>`,
  );
  const legend = `rings: beside ${size.crowd.toLocaleString('en')} memories of ${size.crowdAgents.toLocaleString('en')} other agents`;
  return [...rings, label(PLOT.right, 44, '', 'end', legend)];
}

function label(x: number, y: number, style: string, anchor: string, text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const named = style === '' ? '' : ` class="${style}"`;
  return `<text${named} x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${escaped}</text>`;
}

function at(value: number): string {
  return value.toFixed(1);
}

/** `PostgreSQL 16.4` of `PostgreSQL 16.4 (Debian 16.4-1)`. */
function withoutPackage(database: string): string {
  return database.replace(/ \(.*\)$/, '');
}
