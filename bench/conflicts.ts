import { type ConflictCase, FRESH_PAIRS, HELD_OUT_PAIRS, TUNED_PAIRS } from './labelled/conflict-pairs';
import type { Judged } from './labelled/label-figures';
import { reportsJudge } from './support/judge/judges';
import { foundAmong } from './support/judge/pair-store';
import { labelTable } from './support/label-table';
import { flag, readOptions } from './support/options';

// How well the judge of reports tells conflicting memories from similar ones, on the labelled pairs in bench/labelled:
//   npm run bench -- conflicts [--misses]
// `--misses` also lists the tuned and fresh pairs that were judged wrongly. The tuned and fresh pairs are among those on
// which the judge was trained.

const SETS = { tuned: TUNED_PAIRS, 'held out': HELD_OUT_PAIRS, fresh: FRESH_PAIRS };
const judgeOf = reportsJudge();

type JudgedCase = Judged & { text: string };

/** Each pair as the newer memory finds the older one among the older ones of all; what it does not find is no conflict. */
async function judged(pairs: readonly ConflictCase[]): Promise<JudgedCase[]> {
  const founds = await foundAmong(pairs, 'english', null);
  return pairs.map(({ older, newer, expected }, at) => {
    const found = founds[at];
    const kind = found ? judgeOf(older, newer, { language: 'english', found }).kind : 'none';
    return { expected, found: kind === 'none' ? null : kind, text: `${older} | ${newer}` };
  });
}

export async function main(): Promise<number> {
  const { misses } = readOptions({ misses: flag });
  const sets: [string, JudgedCase[]][] = [];
  for (const [name, pairs] of Object.entries(SETS)) sets.push([name, await judged(pairs)]);
  console.log(labelTable({ ...Object.fromEntries(sets), all: sets.flatMap(([, pairs]) => pairs) }));
  if (misses) {
    for (const [name, pairs] of sets.filter(([set]) => set !== 'held out')) {
      for (const { expected, found, text } of pairs.filter((pair) => pair.expected !== pair.found))
        console.log(`${name}: ${text}: ${found ?? 'nothing'}, expected ${expected ?? 'nothing'}`);
    }
  }
  return 0;
}
