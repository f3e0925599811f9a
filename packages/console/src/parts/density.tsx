import { useRef } from 'preact/hooks';
import type { Counts } from '../data/counts.ts';
import { startOf, sumsOf } from '../data/time-parts.ts';
import { fullOf } from './time.tsx';

const HEIGHT = 100;

export interface Span {
  from: Date;
  to: Date;
}

interface DensityProps {
  /** Undefined while it is loaded: the room is there already. */
  counts: Counts | undefined;
  parts: number;
  /** The place in it from which on nothing is known, 0 to `parts`. */
  at: number;
  /** The places of what is chosen. */
  brush: { from: number; to: number } | null;
  choose: (from: number, to: number) => void;
}

/** How many memories were created when. Drag over it to choose a span; the sliders below do the same by keyboard. */
export function Density({ counts, parts, at, brush, choose }: DensityProps) {
  const box = useRef<SVGSVGElement>(null);
  const start = useRef<number | null>(null);
  const sums = counts ? sumsOf(counts.groups, parts) : [];
  const most = Math.max(1, ...sums);
  const placeOf = ({ clientX }: PointerEvent) => {
    const { left, width, right } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1, right: 1 };
    const isReversed = box.current !== null && getComputedStyle(box.current).direction === 'rtl';
    const share = (isReversed ? right - clientX : clientX - left) / width;
    return Math.max(0, Math.min(parts, share * parts));
  };
  const drag = (event: PointerEvent) => {
    if (start.current === null) return;
    const place = placeOf(event);
    const [from, to] = [
      Math.floor(Math.min(start.current, place)),
      Math.ceil(Math.max(start.current, place)),
    ];
    if (to - from > 1) choose(from, to);
  };
  return (
    <svg
      ref={box}
      class="density"
      viewBox={`0 0 ${parts} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerDown={(event) => {
        start.current = placeOf(event);
        box.current?.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={() => (start.current = null)}
      onPointerCancel={() => (start.current = null)}
    >
      {brush && <rect class="brush" x={brush.from} y={0} width={brush.to - brush.from} height={HEIGHT} />}
      {sums.map((sum, place) =>
        sum === 0 ? null : (
          <rect
            key={place}
            class={place < at ? 'bar-known' : 'bar-later'}
            x={place + 0.1}
            width={0.8}
            // A few among many are seen too.
            y={HEIGHT - Math.max(4, (sum / most) * HEIGHT)}
            height={Math.max(4, (sum / most) * HEIGHT)}
          />
        ),
      )}
    </svg>
  );
}

/** The numbers of a chart, for people who do not see it. */
export function CountTable({ name, counts, parts }: { name: string; counts: Counts; parts: number }) {
  const rows = Array.from({ length: parts }, (_, place) => place).filter((place) =>
    counts.groups.some((group) => (group.counts?.[place] ?? 0) > 0),
  );
  return (
    <details>
      <summary>As a table</summary>
      <div class="scroll tall" tabIndex={0} role="region" aria-label={name}>
        <table>
          <thead>
            <tr>
              <th scope="col">From</th>
              {counts.groups.map((group) => (
                <th key={group.name} scope="col">
                  {group.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((place) => (
              <tr key={place}>
                <th scope="row">{fullOf(startOf(counts, place, parts))}</th>
                {counts.groups.map((group) => (
                  <td key={group.name} class="count">
                    {(group.counts?.[place] ?? 0).toLocaleString()}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
