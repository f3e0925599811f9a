import { ACTIVE, DEAD, EXPIRED, type DocumentTable } from './document-table';
import type { Interner } from './interner';
import type { SearchFilter } from './search-query';

/** The filter as a test of one document; dead documents never pass. */
export function compileFilter(filter: SearchFilter, table: DocumentTable): (ordinal: number) => boolean {
  const types = numbersOf(filter.types, table.types);
  const sources = numbersOf(filter.sources, table.sources);
  const tags = numbersOf(filter.tags, table.tags);
  const from = filter.createdAfter ?? -Infinity;
  const to = filter.createdBefore ?? Infinity;
  return (ordinal) =>
    hasStatus(table.state[ordinal]!, filter.status) &&
    table.createdAt[ordinal]! >= from &&
    table.createdAt[ordinal]! <= to &&
    (types === null || types.has(table.type[ordinal]!)) &&
    (sources === null || sources.has(table.source[ordinal]!)) &&
    (tags === null || table.hasAnyTag(ordinal, tags));
}

function hasStatus(state: number, wanted: SearchFilter['status']): boolean {
  switch (wanted) {
    case 'active':
      return state === ACTIVE;
    case 'expired':
      return state === EXPIRED;
    case 'all':
      return state !== DEAD;
    default:
      return wanted satisfies never;
  }
}

/** Strings that the index has never met drop out: no document holds them. */
function numbersOf(wanted: readonly string[] | null, known: Interner): ReadonlySet<number> | null {
  if (wanted === null) return null;
  return new Set(wanted.map((text) => known.find(text)).filter((number) => number !== null));
}
