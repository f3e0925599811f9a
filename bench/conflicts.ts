import { type ConflictCase, FRESH_PAIRS, HELD_OUT_PAIRS, TUNED_PAIRS } from './labelled/conflict-pairs';
import type { Judged } from './labelled/label-figures';
import { reportsJudge } from './support/judge/judges';
import { labelTable } from './support/label-table';
import { flag, readOptions } from './support/options';

// How well the judge of reports tells conflicting memories from similar ones, on the labelled pairs in bench/labelled:
//   npm run bench -- conflicts [--misses]
// `--misses` also lists the tuned and fresh pairs that were judged wrongly. The tuned and fresh pairs are among those on
// which the judge was trained.

const SETS = { tuned: TUNED_PAIRS, 'held out': HELD_OUT_PAIRS, fresh: FRESH_PAIRS };
const judgeOf = reportsJudge();

async function judge({ older, newer, expected }: ConflictCase): Promise<Judged & { text: string }> {
  const { kind } = await judgeOf(older, newer, 'english');
  return { expected, found: kind === 'none' ? null : kind, text: `${older} | ${newer}` };
}

export async function main(): Promise<number> {
  const { misses } = readOptions({ misses: flag });
  const judged: [string, (Judged & { text: string })[]][] = [];
  for (const [name, pairs] of Object.entries(SETS)) judged.push([name, await Promise.all(pairs.map(judge))]);
  console.log(labelTable({ ...Object.fromEntries(judged), all: judged.flatMap(([, pairs]) => pairs) }));
  if (misses) {
    for (const [name, pairs] of judged.filter(([set]) => set !== 'held out')) {
      for (const { expected, found, text } of pairs.filter((pair) => pair.expected !== pair.found))
        console.log(`${name}: ${text}: ${found ?? 'nothing'}, expected ${expected ?? 'nothing'}`);
    }
  }
  return 0;
}
