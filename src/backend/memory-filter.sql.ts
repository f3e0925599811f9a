// SQL: conditions that listings of both adapters share.
import { sql, type Sql } from '../database/sql';
import type { MemoryFilter } from './memory-filter';

/** A filter as a condition on the columns of `m`; starts with AND where there is any. */
export function matching(filter: MemoryFilter): Sql {
  return sql`${matchingStatus(filter)} ${matchingFields(filter)}`;
}

function matchingStatus(filter: Pick<MemoryFilter, 'status'>): Sql {
  return filter.status === 'all' ? sql`` : sql`AND m.status = ${filter.status}`;
}

/** Everything but the status, which a listing of the past judges by itself. */
export function matchingFields(filter: Omit<MemoryFilter, 'status'>): Sql {
  return sql`
    ${filter.types ? sql`AND m.type = ANY(${filter.types}::text[])` : sql``}
    ${filter.tags ? sql`AND m.tags && ${filter.tags}::text[]` : sql``}
    ${filter.sources ? sql`AND m.source = ANY(${filter.sources}::text[])` : sql``}
    ${filter.sourceRefs ? sql`AND m.source_ref = ANY(${filter.sourceRefs}::text[])` : sql``}
    ${filter.createdAfter ? sql`AND m.created_at >= ${filter.createdAfter}::timestamptz` : sql``}
    ${filter.createdBefore ? sql`AND m.created_at <= ${filter.createdBefore}::timestamptz` : sql``}`;
}
