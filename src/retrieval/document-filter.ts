import type { Language } from '../common/languages';
import { SUMMARY_SOURCE, SUMMARY_TAG } from '../common/session-summary';
import { Choices } from './choices';
import { ACTIVE, DEAD, EXPIRED, type DocumentTable } from './document-table';
import type { Interner } from './columns';
import type { SearchFilter } from './search-query';
import { dayOf, type DayRange } from './time-range';
import type { QueryTerm } from './query-terms';
import type { PostingList, Postings } from './postings';
import type { Tokenizer } from './tokens';
import { ASKER_BONUS, SPEAKER_BONUS } from './score-formulas';
import { chatRoleOf, isAboutAsker, speakerOf, type ChatRole } from './turns';

/** The state that a status stands for; null for any but dead. */
const STATES: Record<SearchFilter['status'], number | null> = { active: ACTIVE, expired: EXPIRED, all: null };

/** The filter as a test of one document; dead documents never pass. */
export function compileFilter(
  filter: SearchFilter,
  table: DocumentTable,
  choices = Choices.of(filter, table),
): (ordinal: number) => boolean {
  const types = numbersOf(filter.types, table.types);
  const sources = numbersOf(filter.sources, table.sources);
  const from = filter.createdAfter?.getTime() ?? -Infinity;
  const to = filter.createdBefore?.getTime() ?? Infinity;
  const { state, createdAt } = table;
  const status = STATES[filter.status];
  const rest = restOf(filter, table, choices);
  return (ordinal) =>
    (status === null ? state[ordinal] !== DEAD : state[ordinal] === status) &&
    createdAt[ordinal]! >= from &&
    createdAt[ordinal]! <= to &&
    (types === null || types.has(table.type[ordinal]!)) &&
    (sources === null || sources.has(table.source[ordinal]!)) &&
    rest(ordinal);
}

type Test = (ordinal: number) => boolean;

/** The test of the conditions that few filters have. */
function restOf(filter: SearchFilter, table: DocumentTable, choices: Choices | null): Test {
  const holds = filter.validAt ? table.validity.test(filter.validAt, table) : null;
  const isSummary = filter.hidesSummaries ? summaryTest(table) : null;
  const tests = [
    ...(choices === null ? [] : [(ordinal: number) => choices.passes(ordinal)]),
    ...(isSummary === null ? [] : [(ordinal: number) => !isSummary(ordinal)]),
    ...(holds === null ? [] : [holds]),
  ];
  const [first = () => true, ...others] = tests;
  if (others.length === 0) return first;
  return (ordinal) => first(ordinal) && others.every((test) => test(ordinal));
}

/** Null when the index holds no session summary. */
function summaryTest(table: DocumentTable): Test | null {
  const source = table.sources.find(SUMMARY_SOURCE);
  const tag = table.tags.find(SUMMARY_TAG);
  if (source === null || tag === null) return null;
  const tags = new Set([tag]);
  return (ordinal) => table.source[ordinal] === source && table.tags.hasAny(ordinal, tags);
}

/** Strings that the index has never met drop out: no document holds them. */
function numbersOf(wanted: readonly string[] | null, known: Interner): ReadonlySet<number> | null {
  if (wanted === null) return null;
  return new Set(wanted.map((text) => known.find(text)).filter((number) => number !== null));
}

/** The test whether a document was created in one of the times, or its text speaks of one. */
export function compileTimes(times: readonly DayRange[], table: DocumentTable): (ordinal: number) => boolean {
  const { createdAt, spokenFrom, spokenTo } = table;
  return (ordinal) => {
    const created = dayOf(createdAt[ordinal]!);
    return times.some(
      ({ from, to }) =>
        (created >= from && created <= to) || (spokenFrom[ordinal]! <= to && spokenTo[ordinal]! >= from),
    );
  };
}

/** No term of a text contains a space. */
function fieldTerm(term: string): string {
  return `speaker ${term}`;
}

/** The terms of the field that holds a text's speaker; none without one. */
export function speakerTerms(text: string, tokenizer: Tokenizer): string[] {
  const speaker = speakerOf(text);
  const role = chatRoleOf(text);
  const terms = speaker === null ? [] : tokenizer.tokenize(speaker).terms.map(fieldTerm);
  return role === null ? terms : [...terms, roleTerm(role)];
}

function roleTerm(role: ChatRole): string {
  return `role ${role}`;
}

/** The documents that are turns of one side of chats with an assistant; null when there are none. */
export function turnsOfRole(role: ChatRole, postings: Postings): PostingList | null {
  return postings.find(roleTerm(role));
}

/** How much more evidence counts in some documents, see `withBonus`. */
export interface Bonus {
  /** Of one document; 0 for most. */
  of: (ordinal: number) => number;
  /** No document has more. */
  most: number;
}

/**
 * The bonus of turns of a speaker that the query names, and of the user's turns in chats with an assistant when the query
 * is about its asker; null when it is about no speaker. The label of a fact that stands alone (`Deadline: Friday`) is no
 * speaker.
 */
export function speakerBonus(
  { table, postings, language }: { table: DocumentTable; postings: Postings; language: Language },
  terms: readonly QueryTerm[],
  query: string,
): Bonus | null {
  const named = terms.map(({ term }) => postings.find(fieldTerm(term))).filter((list) => list !== null);
  const asker = isAboutAsker(query, language) ? turnsOfRole('asker', postings) : null;
  if (named.length === 0 && asker === null) return null;
  const { places } = table;
  return {
    most: asker === null ? SPEAKER_BONUS : ASKER_BONUS,
    of: (ordinal) => {
      if (asker?.has(ordinal) === true) return ASKER_BONUS;
      return places.isTurn(ordinal) && named.some((list) => list.has(ordinal)) ? SPEAKER_BONUS : 0;
    },
  };
}
