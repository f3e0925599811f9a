import type { Language } from '../../../src/common/languages';
import { featuresOf, readMemory } from '../../../src/links/judge/features';
import type { PairKind, Said } from '../../../src/links/judge/said';
import { cosine } from '../../../src/retrieval/vectors';
import {
  type ConflictCase,
  FRESH_PAIRS,
  SINGLE_VALUE_PAIRS,
  TUNED_PAIRS,
} from '../../labelled/conflict-pairs';
import { CHANGE_PAIRS, type ChangePair, isForTest } from '../../labelled/changes/change-pair';
import { TUNED_STATEMENTS } from '../../labelled/extraction-cases';
import { FRESH_STATEMENTS } from '../../labelled/fresh-statements';
import type { Embed } from '../truth/baselines';
import { type FactHalf, renamed } from './fact-stores';
import { candidatesOf } from './pair-store';

/** A pair to train on. */
export interface Sample {
  older: string;
  newer: string;
  language: Language;
  /** Null: related, but labelled by another convention. */
  kind: PairKind | null;
  isRelated: boolean;
  weight: number;
  /** Samples of one group stay in one fold. */
  group: string;
  /** Whether it is a candidate among consistent facts, by which the thresholds are chosen. */
  isConsistent: boolean;
}

export const languageOf = ({ author }: ChangePair): Language =>
  author.startsWith('german-') ? 'german' : 'english';

export function saidOf(content: string, day = 1): Said {
  const created_at = new Date(Date.UTC(2026, 0, day));
  return { content, type: 'fact', created_at, valid_from: null, names: [], key: null };
}

/** Pairs of this repository: training cells of the labelled changes, and the older labelled pairs. */
export function labelledSamples(): Sample[] {
  const changes = CHANGE_PAIRS.filter((pair) => !isForTest(pair)).map((pair): Sample => ({
    ...pair,
    language: languageOf(pair),
    kind: pair.label,
    isRelated: pair.label !== 'none',
    weight: pair.doubtful ? 1 : 4,
    group: `${pair.author} ${pair.kind}`,
    isConsistent: false,
  }));
  return [...changes, ...[...TUNED_PAIRS, ...FRESH_PAIRS].map(sampleOfCase)];
}

function sampleOfCase({ older, newer, expected }: ConflictCase, at: number): Sample {
  // There, two values without a word of change are a contradiction.
  const kind = expected === 'contradiction' ? null : (expected ?? 'none');
  const isRelated = expected !== null;
  return {
    older,
    newer,
    language: 'english',
    kind,
    isRelated,
    weight: 0.5,
    group: `case ${at}`,
    isConsistent: false,
  };
}

/** As `labelledSamples`, for reports: there, two values without a word of change are a contradiction. */
export function reportSamples(): Sample[] {
  const isCase = ({ group }: Sample): boolean => group.startsWith('case ');
  const changes = labelledSamples().filter((sample) => !isCase(sample));
  const cases = [...TUNED_PAIRS, ...FRESH_PAIRS, ...SINGLE_VALUE_PAIRS].map((pair, at): Sample => ({
    ...sampleOfCase(pair, at),
    kind: pair.expected ?? 'none',
    weight: 2,
  }));
  return [
    ...changes.map((sample): Sample => ({ ...sample, kind: sample.isRelated ? null : 'none' })),
    ...cases,
  ];
}

/** Replacing facts with what they replace, and the candidates of the consistent facts, with a copy about others. */
export async function factSamples({ facts, updates }: FactHalf, embed: Embed | null): Promise<Sample[]> {
  const texts = new Map(facts.map(({ key, content }) => [key, content]));
  const common = { language: 'english', isConsistent: false } as const;
  const related = updates.flatMap(({ old, new: newer }) =>
    old.map((key): Sample => {
      const isDenied = /\bnever\b|\bnot\b|\bno\b/.test(newer);
      const kind = isDenied ? null : 'update';
      const weight = 2 / old.length;
      return {
        ...common,
        older: texts.get(key) ?? '',
        newer,
        kind,
        isRelated: true,
        weight,
        group: groupOf(key),
      };
    }),
  );
  const all = [...facts, ...renamed(facts, 1)];
  const pairs = await candidatesOf(
    all.map(({ content }) => ({ text: content, thread: null })),
    'english',
    embed,
  );
  const apart = pairs.map(({ older, newer }): Sample => {
    const [one, other] = [all[older]!, all[newer]!];
    const texts = { older: one.content, newer: other.content };
    const rest = {
      kind: 'none',
      isRelated: false,
      weight: 0.3,
      group: groupOf(other.key),
      isConsistent: true,
    } as const;
    return { ...common, ...texts, ...rest };
  });
  return [...related, ...apart];
}

/**
 * Candidates among what users say in the labelled sentences of extraction, and among texts of the changes of one author
 * but two kinds: what has words of change and still is about something else.
 */
export async function unrelatedSamples(embed: Embed | null): Promise<Sample[]> {
  const sentences = [...TUNED_STATEMENTS, ...FRESH_STATEMENTS].filter(({ role }) => role === 'user');
  const changes = CHANGE_PAIRS.filter((pair) => !isForTest(pair) && languageOf(pair) !== 'german');
  const texts = [
    ...sentences.map(({ text }) => ({ text, thread: null, author: 'sentence' })),
    ...changes.flatMap((pair) =>
      [pair.older, pair.newer].map((text) => ({ text, thread: pair.kind, author: pair.author })),
    ),
  ];
  const common = {
    language: 'english',
    kind: 'none',
    isRelated: false,
    weight: 0.2,
    isConsistent: false,
  } as const;
  return (await candidatesOf(texts, 'english', embed)).flatMap(({ older, newer }): Sample[] => {
    const [one, other] = [texts[older]!, texts[newer]!];
    if (one.author !== other.author) return [];
    return [{ ...common, older: one.text, newer: other.text, group: `apart ${newer}` }];
  });
}

const groupOf = (key: string): string => /^g\d+/.exec(key)?.[0] ?? key;

/** A sample with its features; null where the two share nothing. */
export interface ReadSample extends Sample {
  values: Float64Array | null;
}

export async function readSamples(samples: readonly Sample[], embed: Embed | null): Promise<ReadSample[]> {
  const texts = [...new Set(samples.flatMap(({ older, newer }) => [older, newer]))];
  const vectors = embed === null ? null : await embed(texts);
  const vectorOf = new Map(texts.map((text, at) => [text, vectors?.[at] ?? null]));
  return samples.map((sample) => {
    const [one, other] = [vectorOf.get(sample.older) ?? null, vectorOf.get(sample.newer) ?? null];
    const similarity = one === null || other === null ? null : cosine(one, other);
    const { language } = sample;
    const features = featuresOf(
      readMemory(saidOf(sample.older), language),
      readMemory(saidOf(sample.newer, 60), language),
      { language, similarity },
    );
    return { ...sample, values: features?.values ?? null };
  });
}
