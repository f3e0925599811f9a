import type { RecalledMemory } from '../data/client.ts';

type Explanation = NonNullable<RecalledMemory['explain']>;

const PARTS: readonly [string, (explain: Explanation) => number | null][] = [
  ['Words', ({ lexical }) => lexical?.score ?? null],
  ['Vector', ({ vector }) => vector?.score ?? null],
  ['Neighbours', ({ neighbours }) => neighbours],
  ['Time', ({ time }) => time],
  ['Speaker', ({ speaker }) => speaker],
];

/** What the score of a recalled memory is made of. */
export function ScoreBars({ score, explain }: { score: number; explain: Explanation }) {
  const parts = PARTS.map(([name, read]) => ({ name, value: read(explain) })).filter(
    ({ name, value }) => name === 'Words' || name === 'Vector' || (value ?? 0) !== 0,
  );
  return (
    <dl class="bars">
      <Bar name="Score" value={score} isTotal />
      {parts.map(({ name, value }) => (
        <Bar key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function Bar({ name, value, isTotal = false }: { name: string; value: number | null; isTotal?: boolean }) {
  const share = Math.max(0, Math.min(1, value ?? 0));
  return (
    <div class={isTotal ? 'bar total' : 'bar'}>
      <dt>{name}</dt>
      <dd>
        <span class="track" aria-hidden="true">
          <span class="fill" style={{ width: `${share * 100}%` }} />
        </span>
        <span class="number">{value === null ? 'none' : value.toFixed(2)}</span>
      </dd>
    </div>
  );
}
