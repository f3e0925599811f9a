import type { GroupOrder } from './group-order';
import type { QueryTerm } from './lexical-scores';
import type { Postings } from './postings';
import type { Tokenizer } from './tokens';
import { speakerOf } from './turns';

/** No term of a text contains a space. */
function fieldTerm(term: string): string {
  return `speaker ${term}`;
}

/** The terms of the field that holds a text's speaker; none without one. */
export function speakerTerms(text: string, tokenizer: Tokenizer): string[] {
  const speaker = speakerOf(text);
  return speaker === null ? [] : tokenizer.tokenize(speaker).terms.map(fieldTerm);
}

/**
 * The test whether a document is a turn of a speaker that the query names; null when the query names none. The label
 * of a fact that stands alone (`Deadline: Friday`) is no speaker.
 */
export function compileSpeakers(
  terms: readonly QueryTerm[],
  postings: Postings,
  places: GroupOrder,
): ((ordinal: number) => boolean) | null {
  const lists = terms.map(({ term }) => postings.find(fieldTerm(term))).filter((list) => list !== null);
  return lists.length === 0
    ? null
    : (ordinal) => places.isTurn(ordinal) && lists.some((list) => list.has(ordinal));
}
