import type { Language } from '../../../src/common/languages';
import type { IndexDocument } from '../../../src/retrieval/change-feed';
import { MemoryIndex } from '../../../src/retrieval/memory-index';
import { cosine, quantize, type VectorSpace } from '../../../src/retrieval/vectors';
import { ACTIVE, document } from '../../../test/support/index-samples';
import type { Embed } from '../truth/baselines';

/** A memory of a measured store. */
export interface StoredText {
  text: string;
  /** Turns of one thread are no candidates of each other; null: of none. */
  thread: string | null;
}

/** Two memories of a store, by their places, of which the newer finds the older. */
export interface CandidatePair {
  older: number;
  newer: number;
}

export const MOST_CANDIDATES = 20;

/** How the best candidates are searched. */
export const SEARCH = {
  minScore: 0,
  neighbours: 'off',
  times: [],
  explain: false,
  explainIds: [],
  filter: ACTIVE,
} as const;
const LONGEST = 2000;

/** The space of the vectors, from the similarities of texts far apart in the list. */
export function spaceOf(vectors: readonly Float32Array[]): VectorSpace {
  const half = Math.floor(vectors.length / 2);
  const similarities = vectors
    .slice(0, half)
    .map((vector, at) => cosine(vector, vectors[at + half] ?? vector));
  const mean = similarities.reduce((sum, each) => sum + each, 0) / half;
  const variance = similarities.reduce((sum, each) => sum + (each - mean) ** 2, 0) / half;
  return { id: 1, dimensions: vectors[0]?.length ?? 0, mean, deviation: Math.sqrt(variance) };
}

/** A text as the index of a measured store has it; `order`: its place, by which it is dated too. */
export function storedDocument(
  { id, text }: { id: string; text: string },
  order: number,
  vector: Float32Array | undefined,
): IndexDocument {
  const stored = { id, text, order, createdAt: order, source: 'agent' };
  return document({ ...stored, vector: vector === undefined ? null : quantize(vector) });
}

/** For each memory, in the order of the store: its best candidates among those before it. */
export async function candidatesOf(
  store: readonly StoredText[],
  language: Language,
  embed: Embed | null,
): Promise<CandidatePair[]> {
  const texts = store.map(({ text }) => text.slice(0, LONGEST));
  const vectors = embed === null ? null : await embed(texts);
  const index = new MemoryIndex(language, vectors === null ? null : spaceOf(vectors));
  const pairs: CandidatePair[] = [];
  store.forEach(({ thread }, newer) => {
    const text = texts[newer] ?? '';
    const values = vectors?.[newer];
    const vector = values === undefined ? null : { spaceId: 1, values };
    const hits = index.search({ ...SEARCH, text, limit: 2 * MOST_CANDIDATES, vector }).hits;
    const others = hits
      .map(({ id }) => Number(id))
      .filter((at) => thread === null || store[at]?.thread !== thread);
    pairs.push(...others.slice(0, MOST_CANDIDATES).map((older) => ({ older, newer })));
    index.upsert(storedDocument({ id: String(newer), text }, newer, values));
  });
  return pairs;
}
