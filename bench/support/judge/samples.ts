import type { Language } from '../../../src/common/languages';
import { featuresOf, readMemory, type ReadMemory } from '../../../src/links/judge/features';
import type { Found, PairKind, Said } from '../../../src/links/judge/said';
import {
  type ConflictCase,
  FRESH_PAIRS,
  SINGLE_VALUE_PAIRS,
  TUNED_PAIRS,
} from '../../labelled/conflict-pairs';
import { CHANGE_PAIRS, type ChangePair, useOf } from '../../labelled/changes/change-pair';
import { TUNED_STATEMENTS } from '../../labelled/extraction-cases';
import { FRESH_STATEMENTS } from '../../labelled/fresh-statements';
import type { Embed } from '../truth/baselines';
import { type FactHalf, renamed } from './fact-stores';
import type { LabelledStore } from './stores-with-updates';
import { type CandidatePair, candidatesAmong, candidatesOf, foundAlone, foundAmong } from './pair-store';

/** A pair to train on. */
export interface Sample {
  older: string;
  newer: string;
  language: Language;
  /** How the newer one finds the older one. Pairs that a search does not find are no samples. */
  found: Found;
  /** Null: related, but labelled by another convention. */
  kind: PairKind | null;
  isRelated: boolean;
  weight: number;
  /** Samples of one group stay in one fold. */
  group: string;
  /** Whether it is a candidate among consistent facts, by which the thresholds are chosen. */
  isConsistent: boolean;
  /** Whether it was found in a store. Labelled pairs by themselves say nothing of how many candidates are related. */
  isFromStore: boolean;
}

export const languageOf = ({ author }: ChangePair): Language =>
  author.startsWith('german-') ? 'german' : 'english';

export function saidOf(content: string, day = 1): Said {
  const created_at = new Date(Date.UTC(2026, 0, day));
  return { content, type: 'fact', created_at, valid_from: null, names: [], key: null };
}

/** Pairs of this repository: training cells of the labelled changes, and the older labelled pairs. */
export async function labelledSamples(embed: Embed | null): Promise<Sample[]> {
  const cases = await caseSamples([...TUNED_PAIRS, ...FRESH_PAIRS], embed);
  // There, two values without a word of change are a contradiction.
  const asLinks = cases.map(({ kind, ...rest }) => ({
    ...rest,
    kind: kind === 'contradiction' ? null : kind,
    weight: rest.weight / 4,
  }));
  return [...(await changeSamples(embed)), ...asLinks];
}

/** As `labelledSamples`, for reports: there, two values without a word of change are a contradiction. */
export async function reportSamples(): Promise<Sample[]> {
  const changes = await changeSamples(null);
  const cases = await caseSamples([...TUNED_PAIRS, ...FRESH_PAIRS, ...SINGLE_VALUE_PAIRS], null);
  return [...changes.map((sample) => ({ ...sample, kind: sample.isRelated ? null : sample.kind })), ...cases];
}

async function caseSamples(cases: readonly ConflictCase[], embed: Embed | null): Promise<Sample[]> {
  const founds = [
    await foundAmong(cases, 'english', embed),
    ...(embed === null ? [await foundAlone(cases, 'english')] : []),
  ];
  const sampleOf = ({ older, newer, expected }: ConflictCase, found: Found, at: number): Sample => ({
    older,
    newer,
    language: 'english',
    found,
    kind: expected ?? 'none',
    isRelated: expected !== null,
    weight: 2 / founds.length,
    group: `case ${at}`,
    isConsistent: false,
    isFromStore: false,
  });
  return founds.flatMap((found) =>
    cases.flatMap((each, at) => (found[at] ? [sampleOf(each, found[at], at)] : [])),
  );
}

/** The training cells of the labelled changes, and what a newer one finds of another kind: it is about something else. */
async function changeSamples(embed: Embed | null): Promise<Sample[]> {
  const changes = CHANGE_PAIRS.filter((pair) => useOf(pair) === 'trained');
  const samples: Sample[] = [];
  for (const author of new Set(changes.map((pair) => pair.author)))
    samples.push(
      ...(await samplesOf(
        changes.filter((pair) => pair.author === author),
        embed,
      )),
    );
  return samples;
}

/** By words each labelled pair is judged among others and alone. */
async function samplesOf(pairs: readonly ChangePair[], embed: Embed | null): Promise<Sample[]> {
  const language = languageOf(pairs[0]!);
  const olders = [...new Set(pairs.map(({ older }) => older))];
  const newers = pairs.map(({ newer }) => newer);
  const candidates = await candidatesAmong(olders, newers, language, embed);
  const alone = embed === null ? await foundAlone(pairs, language) : [];
  const times = embed === null ? 2 : 1;
  const labelled = (pair: ChangePair, found: Found): Sample => ({
    older: pair.older,
    newer: pair.newer,
    language,
    found,
    kind: pair.label,
    isRelated: pair.label !== 'none',
    weight: (pair.doubtful ? 1 : 4) / times,
    group: `${pair.author} ${pair.kind}`,
    isConsistent: false,
    isFromStore: false,
  });
  const among = candidates.flatMap(({ older, newer, found }): Sample[] => {
    const [text, pair] = [olders[older]!, pairs[newer]!];
    if (pair.older === text) return [labelled(pair, found)];
    const isOfKind = pairs.some((each) => each.older === text && each.kind === pair.kind);
    const isLabelled = pairs.some((each) => each.older === text && each.newer === pair.newer);
    if (isOfKind || isLabelled) return [];
    return [{ ...labelled(pair, found), older: text, kind: 'none', isRelated: false, weight: 0.2 }];
  });
  return [...among, ...alone.flatMap((found, at) => (found ? [labelled(pairs[at]!, found)] : []))];
}

/** As `storeSamples`, with a copy of the consistent facts about others. */
export async function factSamples(half: FactHalf, embed: Embed | null): Promise<Sample[]> {
  const all = [...half.facts, ...renamed(half.facts, 1)];
  return [...(await apartSamples(all, groupOf, embed)), ...(await replacingSamples(half, groupOf, embed))];
}

/** The candidates of the consistent facts of one author, and those of the facts that replace one. */
export async function storeSamples(store: LabelledStore, embed: Embed | null): Promise<Sample[]> {
  const groupOfStore = (): string => store.name;
  return [
    ...(await apartSamples(store.facts, groupOfStore, embed)),
    ...(await replacingSamples(store, groupOfStore, embed)),
  ];
}

/** A candidate of a store that is unrelated. */
const APART = {
  language: 'english',
  kind: 'none',
  isRelated: false,
  weight: 0.3,
  isFromStore: true,
} as const;

async function apartSamples(
  facts: FactHalf['facts'],
  groupOfKey: (key: string) => string,
  embed: Embed | null,
): Promise<Sample[]> {
  const texts = facts.map(({ content }) => ({ text: content, thread: null }));
  return (await candidatesOf(texts, 'english', embed)).map(({ older, newer, found }): Sample => ({
    ...APART,
    found,
    older: facts[older]!.content,
    newer: facts[newer]!.content,
    group: groupOfKey(facts[newer]!.key),
    isConsistent: true,
  }));
}

/** Replacing facts with what they replace, and with what they leave as it is. */
async function replacingSamples(
  { facts, updates }: FactHalf,
  groupOfKey: (key: string) => string,
  embed: Embed | null,
): Promise<Sample[]> {
  const texts = [...facts.map(({ content }) => content), ...updates.map((update) => update.new)];
  const pairs = await candidatesOf(
    texts.map((text) => ({ text, thread: null })),
    'english',
    embed,
  );
  return pairs.flatMap(({ older, newer, found }: CandidatePair): Sample[] => {
    const update = updates[newer - facts.length];
    const fact = facts[older];
    if (update === undefined || fact === undefined) return [];
    const group = groupOfKey(update.old[0]!);
    const common = { ...APART, found, older: fact.content, newer: update.new, group, isConsistent: false };
    if (!update.old.includes(fact.key)) return [common];
    const isDenied = /\bnever\b|\bnot\b|\bno\b/.test(update.new);
    return [{ ...common, kind: isDenied ? null : 'update', isRelated: true, weight: 2 / update.old.length }];
  });
}

/** Candidates among what users say in the labelled sentences of extraction, of which none is about another. */
export async function unrelatedSamples(embed: Embed | null): Promise<Sample[]> {
  const sentences = [...TUNED_STATEMENTS, ...FRESH_STATEMENTS].filter(({ role }) => role === 'user');
  const texts = sentences.map(({ text }) => ({ text, thread: null }));
  return (await candidatesOf(texts, 'english', embed)).map(({ older, newer, found }): Sample => ({
    ...APART,
    found,
    weight: 0.2,
    older: texts[older]!.text,
    newer: texts[newer]!.text,
    group: `apart ${newer}`,
    isConsistent: false,
    isFromStore: false,
  }));
}

const groupOf = (key: string): string => /^g\d+/.exec(key)?.[0] ?? key;

/** A sample with its features; null where the two share nothing. */
export interface ReadSample extends Sample {
  values: Float64Array | null;
}

export function readSamples(samples: readonly Sample[]): ReadSample[] {
  const known = new Map<string, ReadMemory>();
  const memoryOf = (text: string, day: number, language: Language): ReadMemory => {
    const id = `${day} ${language} ${text}`;
    const memory = known.get(id) ?? readMemory(saidOf(text, day), language);
    known.set(id, memory);
    return memory;
  };
  return samples.map((sample) => {
    const { language, found } = sample;
    const [older, newer] = [memoryOf(sample.older, 1, language), memoryOf(sample.newer, 60, language)];
    return { ...sample, values: featuresOf(older, newer, { language, found })?.values ?? null };
  });
}
