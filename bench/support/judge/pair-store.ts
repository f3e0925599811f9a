import { calibrate, QUESTIONS, STATEMENTS } from '../../../src/backend/embedded/embeddings/calibration';
import type { Language } from '../../../src/common/languages';
import type { Found } from '../../../src/links/judge/said';
import type { IndexDocument } from '../../../src/retrieval/change-feed';
import { MemoryIndex } from '../../../src/retrieval/memory-index';
import { quantize, type VectorSpace } from '../../../src/retrieval/vectors';
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
  found: Found;
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

/** As the service makes it of a model. */
export async function spaceOf(embed: Embed): Promise<VectorSpace> {
  const questions = await embed(QUESTIONS);
  const scale = calibrate(questions, await embed(STATEMENTS));
  return { id: 1, dimensions: questions[0]?.length ?? 0, ...scale };
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
  const index = new MemoryIndex(language, embed === null ? null : await spaceOf(embed));
  const pairs: CandidatePair[] = [];
  store.forEach(({ thread }, newer) => {
    const text = texts[newer] ?? '';
    const values = vectors?.[newer];
    // As in the service, it is stored before it is compared.
    index.upsert(storedDocument({ id: String(newer), text }, newer, values));
    const hits = hitsOf(index, text, values).filter(
      ({ place }) => place !== newer && (thread === null || store[place]?.thread !== thread),
    );
    for (const { place, found } of hits.slice(0, MOST_CANDIDATES)) pairs.push({ older: place, newer, found });
  });
  return pairs;
}

/** For each of the newer texts: its best candidates among the older ones, of which the store consists. */
export async function candidatesAmong(
  olders: readonly string[],
  newers: readonly string[],
  language: Language,
  embed: Embed | null,
): Promise<CandidatePair[]> {
  const vectorsOf = (texts: readonly string[]) => (embed === null ? null : embed(texts));
  const stored = await vectorsOf(olders);
  const asked = await vectorsOf(newers);
  const index = new MemoryIndex(language, embed === null ? null : await spaceOf(embed));
  olders.forEach((text, at) => index.upsert(storedDocument({ id: String(at), text }, at, stored?.[at])));
  const own = olders.length;
  return newers.flatMap((text, newer) => {
    index.upsert(storedDocument({ id: String(own), text }, own, asked?.[newer]));
    return hitsOf(index, text, asked?.[newer])
      .filter(({ place }) => place !== own)
      .slice(0, MOST_CANDIDATES)
      .map(({ place, found }) => ({ older: place, newer, found }));
  });
}

/** How the newer text of each pair finds the older one among the older texts of all; null where it does not. */
export async function foundAmong(
  pairs: readonly { older: string; newer: string }[],
  language: Language,
  embed: Embed | null,
): Promise<(Found | null)[]> {
  const olders = [...new Set(pairs.map(({ older }) => older))];
  const newers = pairs.map(({ newer }) => newer);
  const found: (Found | null)[] = pairs.map(() => null);
  for (const candidate of await candidatesAmong(olders, newers, language, embed))
    if (pairs[candidate.newer]?.older === olders[candidate.older]) found[candidate.newer] = candidate.found;
  return found;
}

/** As `foundAmong`, each pair as the only one of a store. By words: there its shared words are not rare. */
export async function foundAlone(
  pairs: readonly { older: string; newer: string }[],
  language: Language,
): Promise<(Found | null)[]> {
  return (await Promise.all(pairs.map((pair) => foundAmong([pair], language, null)))).flat();
}

function hitsOf(
  index: MemoryIndex,
  text: string,
  values: Float32Array | undefined,
): { place: number; found: Found }[] {
  const vector = values === undefined ? null : { spaceId: 1, values };
  const { hits } = index.search({ ...SEARCH, text, limit: 2 * MOST_CANDIDATES, vector });
  return hits.map((hit) => ({
    place: Number(hit.id),
    found: { words: hit.lexical?.score ?? 0, vectors: hit.vector?.score ?? null },
  }));
}
