import type { Language } from '../../../src/common/languages';
import { MemoryIndex } from '../../../src/retrieval/memory-index';
import { cosine, quantize, type VectorSpace } from '../../../src/retrieval/vectors';
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

const FIELDS = {
  version: 1,
  group: null,
  isThread: false,
  type: 'fact',
  tags: [],
  source: 'agent',
  status: 'active',
  names: [],
  key: null,
  validFrom: null,
  validTo: null,
  isPast: false,
  isSuperseded: false,
  sourceRef: null,
} as const;
const FILTER = {
  types: null,
  tags: null,
  sources: null,
  createdAfter: null,
  createdBefore: null,
  status: 'active',
} as const;
const OPTIONS = {
  minScore: 0,
  neighbours: 'off',
  times: [],
  explain: false,
  explainIds: [],
  filter: FILTER,
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
    const hits = index.search({ ...OPTIONS, text, limit: 2 * MOST_CANDIDATES, vector }).hits;
    const others = hits
      .map(({ id }) => Number(id))
      .filter((at) => thread === null || store[at]?.thread !== thread);
    pairs.push(...others.slice(0, MOST_CANDIDATES).map((older) => ({ older, newer })));
    const own = { id: String(newer), order: newer, createdAt: newer, text };
    index.upsert({ ...FIELDS, ...own, vector: values === undefined ? null : quantize(values) });
  });
  return pairs;
}
