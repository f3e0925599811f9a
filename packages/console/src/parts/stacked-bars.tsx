import type { CountGroup } from '../data/counts.ts';
import { sumsOf } from '../data/time-parts.ts';

const HEIGHT = 100;
/** Groups with a colour of their own; the rest have the last one together. */
const COLOURS = 5;

/** Groups over time, one above the other, and what each colour means. The same numbers stand in a table beside it. */
export function StackedBars({ groups, parts }: { groups: readonly CountGroup[]; parts: number }) {
  const most = Math.max(1, ...sumsOf(groups, parts));
  const first = groups.slice(0, COLOURS - 1);
  const others = groups.slice(COLOURS - 1);
  const rest = {
    name: others.length === 1 ? (others[0]?.name ?? '') : `${others.length} others`,
    count: others.reduce((sum, { count }) => sum + count, 0),
    counts: sumsOf(others, parts),
    memories: null,
  };
  const layers = others.length === 0 ? first : [...first, rest];
  return (
    <>
      <svg class="stack" viewBox={`0 0 ${parts} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {layers.map((layer, place) =>
          (layer.counts ?? []).map((count, part) => {
            if (count === 0) return null;
            const below = sumsOf(layers.slice(0, place), parts)[part] ?? 0;
            const height = (count / most) * HEIGHT;
            return (
              <rect
                key={`${layer.name} ${part}`}
                class={`layer-${place}`}
                x={part + 0.1}
                width={0.8}
                y={HEIGHT - (below / most) * HEIGHT - height}
                height={height}
              />
            );
          }),
        )}
      </svg>
      <ul role="list" class="legend">
        {layers.map(({ name, count }, place) => (
          <li key={name}>
            <span class={`swatch layer-${place}`} />
            <bdi>{name}</bdi> <span class="count">{count.toLocaleString()}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
