import { turnsOfRole } from './document-filter';
import type { DocumentTable } from './document-table';
import { NO_NEIGHBOUR } from './links';
import type { PostingList, Postings } from './postings';

/** A message of the user and the assistant's reply right after it. */
export const HALVES = 2;

/** The user's message stands for an exchange if it scores this part of what the reply does, which repeats it at length. */
export const ASKERS_PART = 0.7;

/** The other half of the exchange that a document is a half of, and which half that is. */
interface OtherHalf {
  ordinal: number;
  isAsker: boolean;
}

/** Null for a document that is no half of an exchange. */
export type OtherHalfOf = (ordinal: number) => OtherHalf | null;

/** Null when the index holds no chat with an assistant. */
export function exchangesOf({
  postings,
  table,
}: {
  postings: Postings;
  table: DocumentTable;
}): OtherHalfOf | null {
  const [askers, helpers] = [turnsOfRole('asker', postings), turnsOfRole('helper', postings)];
  if (askers === null || helpers === null) return null;
  const { before, after } = table.places.inThread;
  const ifIn = (list: PostingList, ordinal: number): OtherHalf | null =>
    ordinal !== NO_NEIGHBOUR && list.has(ordinal) ? { ordinal, isAsker: list === askers } : null;
  return (ordinal) => {
    if (askers.has(ordinal)) return ifIn(helpers, after[ordinal]!);
    return helpers.has(ordinal) ? ifIn(askers, before[ordinal]!) : null;
  };
}

/** What a repetition of an exchange has less than its score, so that it is behind all other documents of all indexes. */
const BEHIND_ALL = 1;

/**
 * The documents, best first, each with the score by which it has its place. One half of each exchange is behind all others:
 * both halves speak of the same. The better half is kept, or the user's message where it speaks for a better reply
 * (`speaksFor`), even one that is not ranked.
 */
export function onceAnExchange(
  ranked: readonly number[],
  otherHalfOf: OtherHalfOf,
  speaksFor: (asker: number, reply: number) => boolean,
  scores: Float64Array,
): Map<number, number> {
  const [kept, repeats] = [new Map<number, number>(), new Map<number, number>()];
  for (const ordinal of ranked) {
    const other = otherHalfOf(ordinal);
    const score = scores[ordinal]!;
    if (kept.has(ordinal)) continue;
    if (other === null) kept.set(ordinal, score);
    else if (kept.has(other.ordinal)) repeats.set(ordinal, score - BEHIND_ALL);
    else if (other.isAsker && speaksFor(other.ordinal, ordinal)) {
      kept.set(other.ordinal, score);
      repeats.set(ordinal, score - BEHIND_ALL);
    } else kept.set(ordinal, score);
  }
  return new Map([...kept, ...repeats]);
}
