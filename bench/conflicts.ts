import { deriveTitle } from '../src/backend/memory';
import { judgeByRules } from '../src/conflicts/detection/rules-judge';
import type { JudgedMemory } from '../src/conflicts/detection/verdict';
import { type ConflictCase, FRESH_PAIRS, HELD_OUT_PAIRS, TUNED_PAIRS } from './labelled/conflict-pairs';
import type { Judged } from './labelled/label-figures';
import { labelTable } from './support/label-table';
import { flag, readOptions } from './support/options';

// How well the rules tell conflicting memories from similar ones, on the labelled pairs in bench/labelled:
//   npm run bench -- conflicts [--misses]
// `--misses` also lists the tuned and fresh pairs that were judged wrongly.

const SETS = { tuned: TUNED_PAIRS, 'held out': HELD_OUT_PAIRS, fresh: FRESH_PAIRS };

function memory(content: string, day: string): JudgedMemory {
  return { content, title: deriveTitle(content), type: 'fact', createdAt: new Date(`${day}T10:00:00Z`) };
}

function judge({ older, newer, expected }: ConflictCase): Judged & { text: string } {
  const verdict = judgeByRules(memory(older, '2026-03-01'), memory(newer, '2026-05-10'));
  return { expected, found: verdict?.type ?? null, text: `${older} | ${newer}` };
}

export function main(): Promise<number> {
  const { misses } = readOptions({ misses: flag });
  const judged = Object.entries(SETS).map(([name, pairs]) => [name, pairs.map(judge)] as const);
  console.log(labelTable({ ...Object.fromEntries(judged), all: judged.flatMap(([, pairs]) => pairs) }));
  if (misses) {
    for (const [name, pairs] of judged.filter(([set]) => set !== 'held out')) {
      for (const { expected, found, text } of pairs.filter((pair) => pair.expected !== pair.found))
        console.log(`${name}: ${text}: ${found ?? 'nothing'}, expected ${expected ?? 'nothing'}`);
    }
  }
  return Promise.resolve(0);
}
