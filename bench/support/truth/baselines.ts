import MiniSearch from 'minisearch';
import { SentenceModel } from '../../../src/inference/sentence-model';
import type { BenchMemory } from '../dataset';
import type { RankerOf } from './rankers';

/** Tokens for one run of the model. */
const RUN_TOKENS = 2048;
/** Of each list, in reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
const FUSED = 100;
const FUSION = 60;

export interface Baselines {
  bm25: RankerOf;
  /** Null without a model, as is `fused`. */
  vectors: RankerOf | null;
  fused: RankerOf | null;
}

/** Plain BM25 of a library, plain cosines of the model's vectors, and both fused by rank. */
export async function baselinesOf(folder: string | null): Promise<Baselines> {
  const bm25: RankerOf = async (memories) => ({ find: wordsOf(memories), judge: null });
  if (folder === null) return { bm25, vectors: null, fused: null };
  const embed = await embedderOf(folder);
  const vectors: RankerOf = async (memories) => ({ find: await similarTo(memories, embed), judge: null });
  const fused: RankerOf = async (memories) => {
    const [byWords, byVectors] = [wordsOf(memories), await similarTo(memories, embed)];
    const find = async (query: string): Promise<string[]> =>
      fusedByRank([await byWords(query), await byVectors(query)]);
    return { find, judge: null };
  };
  return { bm25, vectors, fused };
}

function wordsOf(memories: readonly BenchMemory[]): (query: string) => Promise<string[]> {
  const index = new MiniSearch<BenchMemory>({ fields: ['content'] });
  index.addAll([...memories]);
  return async (query) => index.search(query).map(({ id }) => id as string);
}

export type Embed = (texts: readonly string[]) => Promise<Float32Array[]>;

/** The vectors of texts; those of texts seen before are kept. */
export async function embedderOf(folder: string): Promise<Embed> {
  const model = await SentenceModel.load(folder, 1);
  const known = new Map<string, Float32Array>();
  return async (texts) => {
    const missing = [...new Set(texts)].filter((text) => !known.has(text));
    missing.sort((a, b) => a.length - b.length);
    for (let at = 0; at < missing.length;) {
      const { vectors } = await model.embed(missing.slice(at), RUN_TOKENS);
      vectors.forEach((vector, n) => known.set(missing[at + n] ?? '', vector));
      at += vectors.length;
    }
    return texts.map((text) => known.get(text) ?? new Float32Array());
  };
}

async function similarTo(
  memories: readonly BenchMemory[],
  embed: Embed,
): Promise<(query: string) => Promise<string[]>> {
  const vectors = await embed(memories.map(({ content }) => content));
  return async (query) => {
    const [asked = new Float32Array()] = await embed([query]);
    const scored = memories.map(({ id }, at) => ({ id, score: product(asked, vectors[at] ?? asked) }));
    return scored.sort((a, b) => b.score - a.score).map(({ id }) => id);
  };
}

/** The cosine of two vectors of length 1. */
export function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * other[at]!;
  return sum;
}

function fusedByRank(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>();
  for (const list of lists) {
    list.slice(0, FUSED).forEach((id, at) => scores.set(id, (scores.get(id) ?? 0) + 1 / (FUSION + at + 1)));
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
}
