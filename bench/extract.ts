import { readFile } from 'node:fs/promises';
import { heard } from '../src/extraction/conversation';
import { findStatements } from '../src/extraction/statements';
import { type ExtractionCase, TUNED_STATEMENTS } from './labelled/extraction-cases';
import { FRESH_STATEMENTS } from './labelled/fresh-statements';
import type { Judged } from './labelled/label-figures';
import { LABELLED_TURNS } from './labelled/turns/read-turns';
import { labelTable } from './support/label-table';
import { flag, readOptions, text } from './support/options';
import {
  contentsOf,
  everySentence,
  type Finder,
  lacksSubject,
  turnFigures,
  turnMisses,
  turnTable,
} from './support/turn-figures';

// How well the rules find what is worth keeping in what people say, on the labelled sentences and conversations in
// bench/labelled:
//   npm run bench -- extract [--misses] [--chats FILE]
// `--misses` also lists what was judged wrongly, except in the test conversations. `--chats` counts what is found in the
// turns of a file in the form that `bench recall` reads.

const SETS = { tuned: TUNED_STATEMENTS, fresh: FRESH_STATEMENTS };

function judge({ role, text, expected }: ExtractionCase): Judged & { text: string } {
  const { candidates } = findStatements({ role, content: text });
  return { expected, found: candidates[0]?.type ?? null, text };
}

const byRules: Finder = ({ messages }) =>
  heard(messages, false).flatMap((message) => contentsOf(findStatements(message).candidates));

const TURN = /^\[[^\]]*\] ([^:]{1,50}): (.*)$/s;

/** Candidates per 1,000 turns of chats between two people, and how many of them lack a subject. */
async function chats(file: string): Promise<string> {
  const conversations = JSON.parse(await readFile(file, 'utf8')) as { memories: { content: string }[] }[];
  const turns = conversations.flatMap(({ memories }) =>
    memories.flatMap(({ content }) => {
      const [, role, said] = TURN.exec(content) ?? [];
      return role === undefined || said === undefined ? [] : [{ role, content: said }];
    }),
  );
  const found = turns.flatMap((turn) => contentsOf(findStatements(turn).candidates));
  const without = found.filter(lacksSubject).length;
  return `Chats: ${turns.length} turns, ${found.length} candidates, ${without} without a subject`;
}

export async function main(): Promise<number> {
  const { misses, chats: file } = readOptions({ misses: flag, chats: text });
  const judged = Object.entries(SETS).map(([name, cases]) => [name, cases.map(judge)] as const);
  console.log(labelTable({ ...Object.fromEntries(judged), all: judged.flatMap(([, cases]) => cases) }));
  const rows = Object.entries(LABELLED_TURNS).flatMap(([name, cases]) => [
    [`${name}, every sentence of a person`, turnFigures(cases, everySentence)] as const,
    [`${name}, rules`, turnFigures(cases, byRules)] as const,
  ]);
  console.log(turnTable(rows));
  if (file !== null) console.log(await chats(file));
  if (misses) {
    for (const [name, cases] of judged) {
      for (const { expected, found, text } of cases.filter((each) => each.expected !== each.found))
        console.log(`${name}: ${text}: ${found ?? 'nothing'}, expected ${expected ?? 'nothing'}`);
    }
    for (const miss of turnMisses(LABELLED_TURNS.dev, byRules)) console.log(`dev: ${miss}`);
  }
  return 0;
}
