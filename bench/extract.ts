import { findStatements } from '../src/extraction/statements';
import { type ExtractionCase, TUNED_STATEMENTS } from './labelled/extraction-cases';
import { FRESH_STATEMENTS } from './labelled/fresh-statements';
import type { Judged } from './labelled/label-figures';
import { labelTable } from './support/label-table';
import { flag, readOptions } from './support/options';

// How well the rules find what is worth keeping in what people say, on the labelled sentences in bench/labelled:
//   npm run bench -- extract [--misses]
// `--misses` also lists the sentences that were judged wrongly.

const SETS = { tuned: TUNED_STATEMENTS, fresh: FRESH_STATEMENTS };

function judge({ role, text, expected }: ExtractionCase): Judged & { text: string } {
  const { candidates } = findStatements({ role, content: text });
  return { expected, found: candidates[0]?.type ?? null, text };
}

export function main(): Promise<number> {
  const { misses } = readOptions({ misses: flag });
  const judged = Object.entries(SETS).map(([name, cases]) => [name, cases.map(judge)] as const);
  console.log(labelTable({ ...Object.fromEntries(judged), all: judged.flatMap(([, cases]) => cases) }));
  if (misses) {
    for (const [name, cases] of judged) {
      for (const { expected, found, text } of cases.filter((each) => each.expected !== each.found))
        console.log(`${name}: ${text}: ${found ?? 'nothing'}, expected ${expected ?? 'nothing'}`);
    }
  }
  return Promise.resolve(0);
}
