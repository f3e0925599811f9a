import { SUMMARY_SOURCE, SUMMARY_TAG } from '../common/session-summary';
import { ACTIVE, DEAD, EXPIRED, type DocumentTable } from './document-table';
import type { Interner } from './columns';
import type { SearchFilter } from './search-query';
import { dayOf, type DayRange } from './time-range';

/** The state that a status stands for; null for any but dead. */
const STATES: Record<SearchFilter['status'], number | null> = { active: ACTIVE, expired: EXPIRED, all: null };

/** The filter as a test of one document; dead documents never pass. */
export function compileFilter(filter: SearchFilter, table: DocumentTable): (ordinal: number) => boolean {
  const types = numbersOf(filter.types, table.types);
  const sources = numbersOf(filter.sources, table.sources);
  const tags = numbersOf(filter.tags, table.tags);
  const from = filter.createdAfter?.getTime() ?? -Infinity;
  const to = filter.createdBefore?.getTime() ?? Infinity;
  const { state, createdAt } = table;
  const status = STATES[filter.status];
  const isSummary = filter.hidesSummaries ? summaryTest(table) : null;
  return (ordinal) =>
    (status === null ? state[ordinal] !== DEAD : state[ordinal] === status) &&
    createdAt[ordinal]! >= from &&
    createdAt[ordinal]! <= to &&
    (types === null || types.has(table.type[ordinal]!)) &&
    (sources === null || sources.has(table.source[ordinal]!)) &&
    (tags === null || table.hasAnyTag(ordinal, tags)) &&
    isSummary?.(ordinal) !== true;
}

/** Null when the index holds no session summary. */
function summaryTest(table: DocumentTable): ((ordinal: number) => boolean) | null {
  const source = table.sources.find(SUMMARY_SOURCE);
  const tag = table.tags.find(SUMMARY_TAG);
  if (source === null || tag === null) return null;
  const tags = new Set([tag]);
  return (ordinal) => table.source[ordinal] === source && table.hasAnyTag(ordinal, tags);
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
