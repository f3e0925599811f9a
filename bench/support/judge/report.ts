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

/** The stores that no weights are trained on. */
async function heldOutRows(contestant: Contestant): Promise<Rows> {
  const rows: Rows = {};
  for (const store of (await storesWithUpdates()).measured) {
    Object.assign(rows, await updateRows(`${store.name}, replacing facts`, store, contestant));
    const texts = store.facts.map(({ content }) => content);
    Object.assign(rows, await consistentRows(`${store.name}, consistent facts`, texts, contestant));
  }
  return rows;
}

async function factRows(data: TruthFacts, contestant: Contestant): Promise<Rows> {
  const { report: half } = factHalves(data);
  const own = half.facts.map(({ content }) => content);
  const copies = [1, 2, 3, 4].flatMap((copy) => renamed(half.facts, copy).map(({ content }) => content));
  return {
    ...(await updateRows('replacing facts', half, contestant)),
    ...(await consistentRows('consistent facts', [own, copies].flat(), contestant)),
    ...(await consistentRows('consistent facts, without copies', own, contestant)),
  };
}

async function updateRows(name: string, half: FactHalf, { judge, embed, log }: Contestant): Promise<Rows> {
  const store = [...half.facts.map(({ content }) => content), ...half.updates.map((update) => update.new)];
  const pairs = await candidatesOf(
    store.map((text) => ({ text, thread: null })),
    'english',
    embed,
  );
  let [linked, found, others, updates, applied] = [0, 0, 0, 0, 0];
  for (const [at, { old }] of half.updates.entries()) {
    const newer = half.facts.length + at;
    const candidates = pairs.filter((pair) => pair.newer === newer && pair.older < half.facts.length);
    const isOld = (older: number): boolean => old.includes(half.facts[older]?.key ?? '');
    if (candidates.some(({ older }) => isOld(older))) found++;
    let [isLinked, isUpdate, isApplied] = [false, false, false];
    for (const { older, kind, strength, certainty } of judgedPairs(judge, store, candidates)) {
      if (kind !== 'none' && !isOld(older)) others++;
      if (kind !== 'none' && isOld(older)) isLinked = true;
      if (kind === 'update' && isOld(older)) isUpdate = true;
      if (strength === 'auto' && isOld(older)) isApplied = true;
      if ((kind !== 'none') !== isOld(older))
        log?.(`${name}: ${store[older]} | ${store[newer]}: ${kind} (${certainty.toFixed(2)})`);
    }
    if (isLinked) linked++;
    if (isUpdate) updates++;
    if (isApplied) applied++;
  }
  const count = half.updates.length;
  return {
    [`${name}: among the candidates, of ${count}`]: found / count,
    [`${name}: linked`]: linked / count,
    [`${name}: as an update`]: updates / count,
    [`${name}: applied with auto`]: applied / count,
    [`${name}: other facts linked, each`]: others / count,
  };
}

async function consistentRows(name: string, texts: readonly string[], contestant: Contestant): Promise<Rows> {
  return storeRows(
    name,
    texts.map((text) => ({ text, thread: null })),
    contestant,
    texts.length,
  );
}

/** Links per 1,000 memories in which no link is right. */
async function storeRows(
  name: string,
  store: readonly StoredText[],
  { judge, embed, log }: Contestant,
  count: number,
): Promise<Rows> {
  let [links, applied] = [0, 0];
  const texts = store.map(({ text }) => text);
  for (const pair of judgedPairs(judge, texts, await candidatesOf(store, 'english', embed))) {
    const { older, newer, kind, strength, certainty } = pair;
    if (kind === 'none') continue;
    links++;
    if (strength === 'auto') applied++;
    log?.(`${name}: ${texts[older]} | ${texts[newer]}: ${kind} ${strength} (${certainty.toFixed(2)})`);
  }
  const thousands = count / 1000;
  return {
    [`${name}: links per 1,000 of ${count}`]: links / thousands,
    [`${name}: applied with auto per 2,000`]: (2 * applied) / thousands,
  };
}

/** Turns of one session are one thread. No pair is real. */
async function talkRows(file: string, contestant: Contestant): Promise<Rows> {
  const talks = await readDataset(file);
  const all: Rows[] = [];
  for (const { memories } of talks) {
    const store = memories.map(({ content, session }) => ({ text: content, thread: session }));
    all.push(await storeRows('chat turns', store, contestant, 1000));
  }
  const turns = talks.reduce((sum, { memories }) => sum + memories.length, 0);
  const total = (start: string): number =>
    all.reduce(
      (sum, rows) => sum + (Object.entries(rows).find(([row]) => row.startsWith(start))?.[1] ?? 0),
      0,
    );
  return {
    [`chat turns: links per 1,000 of ${turns}`]: (1000 * total('chat turns: links')) / turns,
    'chat turns: applied with auto per 2,000': (1000 * total('chat turns: applied')) / turns,
  };
}
