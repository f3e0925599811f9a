import type { Language } from '../../../src/common/languages';
import type { PairKind } from '../../../src/links/judge/said';
import { CHANGE_PAIRS, type ChangeUse, useOf } from '../../labelled/changes/change-pair';
import { HELD_OUT_PAIRS } from '../../labelled/conflict-pairs';
import { commandLine } from '../command-line';
import { readDataset } from '../dataset';
import { textTable } from '../text-table';
import type { Embed } from '../truth/baselines';
import type { TruthFacts } from '../truth/facts';
import { beamChats, beamRows } from './beam';
import type { Contestant, Rows } from './contestant';
import { factHalves, type FactHalf, renamed } from './fact-stores';
import { type Judged, judgedPairs, learnedJudge, NOT_LINKED, overlapJudge, reportsJudge } from './judges';
import { storesWithUpdates } from './stores-with-updates';
import { candidatesOf, foundAmong, type StoredText } from './pair-store';
import { languageOf } from './samples';

export interface ReportOptions {
  facts: TruthFacts | null;
  chats: string | null;
  dataset: string | null;
  embed: Embed | null;
  misses: boolean;
}

interface LabelledPair {
  older: string;
  newer: string;
  language: Language;
  label: PairKind;
}

export async function report(options: ReportOptions): Promise<number> {
  const { embed, misses } = options;
  const log = misses ? (line: string): void => console.log(line) : null;
  const contestants: Record<string, Contestant> = {
    'by words': { judge: learnedJudge(), embed: null, log },
    'in reports': { judge: reportsJudge(), embed: null, log: null },
    ...(embed === null ? {} : { 'with the model': { judge: learnedJudge(), embed, log } }),
    'word overlap': { judge: overlapJudge(), embed: null, log: null },
  };
  const rows = new Map<string, Map<string, number>>();
  for (const [name, contestant] of Object.entries(contestants)) {
    console.error(`Asking ${name}`);
    for (const [row, value] of Object.entries(await allRows(options, contestant))) {
      rows.set(row, (rows.get(row) ?? new Map<string, number>()).set(name, value));
    }
  }
  const names = Object.keys(contestants);
  const table = [...rows].map(([row, values]) => [
    row,
    ...names.map((name) => values.get(name)?.toFixed(3) ?? ''),
  ]);
  console.log(
    [`$ ${commandLine()}`, `Node ${process.version}`, '', textTable(['', ...names], table)].join('\n'),
  );
  return 0;
}

async function allRows({ facts, chats, dataset }: ReportOptions, contestant: Contestant): Promise<Rows> {
  const changesFor = (use: ChangeUse) =>
    CHANGE_PAIRS.filter((pair) => useOf(pair) === use).map((pair) => ({
      ...pair,
      language: languageOf(pair),
    }));
  const changes = changesFor('test');
  const heldOut = HELD_OUT_PAIRS.map((pair) => ({
    ...pair,
    label: pair.expected ?? ('none' as const),
    language: 'english' as const,
  }));
  return {
    ...(await pairRows('changes, test cells', changes, contestant)),
    ...(await pairRows(
      'German test pairs',
      changes.filter(({ language }) => language === 'german'),
      contestant,
    )),
    ...(await pairRows('held-out pairs', heldOut, contestant)),
    ...(await pairRows('held-out plain notes', changesFor('held out'), contestant)),
    ...(await heldOutRows(contestant)),
    ...(facts === null ? {} : await factRows(facts, contestant)),
    ...(chats === null ? {} : await beamRows(await beamChats(chats), contestant)),
    ...(dataset === null ? {} : await talkRows(dataset, contestant)),
  };
}

async function pairRows(
  name: string,
  pairs: readonly LabelledPair[],
  { judge, embed, log }: Contestant,
): Promise<Rows> {
  let [related, linked, right, wrong] = [0, 0, 0, 0];
  const judged = new Map<LabelledPair, Judged>();
  for (const language of new Set(pairs.map((pair) => pair.language))) {
    const asked = pairs.filter((pair) => pair.language === language);
    const founds = await foundAmong(asked, language, embed);
    asked.forEach((pair, at) => {
      const found = founds[at];
      if (found) judged.set(pair, judge(pair.older, pair.newer, { language, found }));
    });
  }
  for (const pair of pairs) {
    const { older, newer, label } = pair;
    // One that the search does not find is not judged.
    const { kind, certainty } = judged.get(pair) ?? NOT_LINKED;
    if (label !== 'none') related++;
    if (label !== 'none' && kind !== 'none') linked++;
    if (label !== 'none' && kind === label) right++;
    if (label === 'none' && kind !== 'none') wrong++;
    if (kind !== label)
      log?.(`${name}: ${older} | ${newer}: ${kind} (${certainty.toFixed(2)}), labelled ${label}`);
  }
  return {
    [`${name}: linked of ${related}`]: linked / related,
    [`${name}: of the linked, right kind`]: linked === 0 ? 0 : right / linked,
    [`${name}: linked wrongly of ${pairs.length - related}`]: wrong / (pairs.length - related),
  };
}

/** The stores that no weights are trained on; those of one set together. */
async function heldOutRows(contestant: Contestant): Promise<Rows> {
  const rows: Rows = {};
  const { measured } = await storesWithUpdates();
  for (const set of new Set(measured.map((store) => store.set))) {
    const stores = measured.filter((store) => store.set === set);
    Object.assign(rows, await updateRows(`${set}, replacing facts`, stores, contestant));
    const texts = stores.map(({ facts }) => textsOf(facts));
    Object.assign(rows, await storeRows(`${set}, consistent facts`, texts, contestant));
  }
  return rows;
}

async function factRows(data: TruthFacts, contestant: Contestant): Promise<Rows> {
  const { report: half } = factHalves(data);
  const own = textsOf(half.facts);
  const copies = [1, 2, 3, 4].flatMap((copy) => textsOf(renamed(half.facts, copy)));
  return {
    ...(await updateRows('replacing facts', [half], contestant)),
    ...(await storeRows('consistent facts', [[...own, ...copies]], contestant)),
    ...(await storeRows('consistent facts, without copies', [own], contestant)),
  };
}

function textsOf(facts: FactHalf['facts']): StoredText[] {
  return facts.map(({ content }) => ({ text: content, thread: null }));
}

async function updateRows(name: string, stores: readonly FactHalf[], contestant: Contestant): Promise<Rows> {
  const all: ReadUpdate[] = [];
  for (const store of stores) all.push(...(await readUpdates(name, store, contestant)));
  const share = (of: (update: ReadUpdate) => boolean): number => all.filter(of).length / all.length;
  const others = all.reduce((sum, update) => sum + update.others, 0);
  return {
    [`${name}: among the candidates, of ${all.length}`]: share(({ isFound }) => isFound),
    [`${name}: linked`]: share(({ verdicts }) => verdicts.some(({ kind }) => kind !== 'none')),
    [`${name}: as an update`]: share(({ verdicts }) => verdicts.some(({ kind }) => kind === 'update')),
    [`${name}: applied with auto`]: share(({ verdicts }) =>
      verdicts.some(({ strength }) => strength === 'auto'),
    ),
    [`${name}: other facts linked, each`]: others / all.length,
  };
}

interface ReadUpdate {
  /** Whether what it replaces is among its candidates. */
  isFound: boolean;
  /** Of the pairs with what it replaces. */
  verdicts: readonly Judged[];
  /** Facts that are linked with it and that it does not replace. */
  others: number;
}

async function readUpdates(
  name: string,
  { facts, updates }: FactHalf,
  { judge, embed, log }: Contestant,
): Promise<ReadUpdate[]> {
  const store = [...textsOf(facts), ...updates.map((update) => ({ text: update.new, thread: null }))];
  const texts = store.map(({ text }) => text);
  const pairs = await candidatesOf(store, 'english', embed);
  return updates.map(({ old }, at) => {
    const newer = facts.length + at;
    const isOld = ({ older }: { older: number }): boolean => old.includes(facts[older]?.key ?? '');
    const candidates = pairs.filter((pair) => pair.newer === newer && pair.older < facts.length);
    const judged = judgedPairs(judge, texts, candidates);
    for (const pair of judged) {
      const { older, kind, certainty } = pair;
      if ((kind !== 'none') !== isOld(pair))
        log?.(`${name}: ${texts[older]} | ${texts[newer]}: ${kind} (${certainty.toFixed(2)})`);
    }
    return {
      isFound: candidates.some(isOld),
      verdicts: judged.filter(isOld),
      others: judged.filter((pair) => pair.kind !== 'none' && !isOld(pair)).length,
    };
  });
}

/** Links per 1,000 memories of stores in which no link is right. */
async function storeRows(
  name: string,
  stores: readonly (readonly StoredText[])[],
  { judge, embed, log }: Contestant,
): Promise<Rows> {
  let [links, applied] = [0, 0];
  for (const store of stores) {
    const texts = store.map(({ text }) => text);
    for (const pair of judgedPairs(judge, texts, await candidatesOf(store, 'english', embed))) {
      const { older, newer, kind, strength, certainty } = pair;
      if (kind === 'none') continue;
      links++;
      if (strength === 'auto') applied++;
      log?.(`${name}: ${texts[older]} | ${texts[newer]}: ${kind} ${strength} (${certainty.toFixed(2)})`);
    }
  }
  const count = stores.reduce((sum, store) => sum + store.length, 0);
  const thousands = count / 1000;
  return {
    [`${name}: links per 1,000 of ${count}`]: links / thousands,
    [`${name}: applied with auto per 2,000`]: (2 * applied) / thousands,
  };
}

/** Turns of one session are one thread. No pair is real. */
async function talkRows(file: string, contestant: Contestant): Promise<Rows> {
  const talks = await readDataset(file);
  const stores = talks.map(({ memories }) =>
    memories.map(({ content, session }) => ({ text: content, thread: session })),
  );
  return storeRows('chat turns', stores, contestant);
}
