// SQL: conditions that listings of both adapters share.
import type { MetadataFilter } from '../common/metadata';
import { sql, type Sql } from '../database/sql';
import { PLANNED_AHEAD, type ValidMoment } from '../retrieval/valid-time';
import type { MemoryFilter } from './memory-filter';

/** Quarantined memories count nowhere but where a filter asks for them. */
export const RECALLABLE = sql`AND m.trust <> 'quarantined'`;

/** A filter as a condition on the columns of `m`; starts with AND where there is any. */
export function matching(filter: MemoryFilter): Sql {
  return sql`${matchingStatus(filter)} ${matchingFields(filter)}`;
}

/** The conditions that the counters of memories have columns for. */
export function matchingKind(filter: Pick<MemoryFilter, 'status' | 'types'>): Sql {
  return sql`${matchingStatus(filter)} ${matchingType(filter)}`;
}

function matchingType({ types }: Pick<MemoryFilter, 'types'>): Sql {
  return types ? sql`AND m.type = ANY(${types}::text[])` : sql``;
}

function matchingStatus(filter: Pick<MemoryFilter, 'status'>): Sql {
  return filter.status === 'all' ? sql`` : sql`AND m.status = ${filter.status}`;
}

/** Everything but the status, which a listing of the past judges by itself. */
export function matchingFields(filter: Omit<MemoryFilter, 'status'>): Sql {
  return sql`
    ${matchingType(filter)}
    ${filter.tags ? sql`AND m.tags && ${filter.tags}::text[]` : sql``}
    ${filter.sources ? sql`AND m.source = ANY(${filter.sources}::text[])` : sql``}
    ${filter.scopes ? inScopes(filter.scopes) : sql``}
    ${withMetadata(filter.metadata ?? {})}
    ${filter.sourceRefs ? sql`AND m.source_ref = ANY(${filter.sourceRefs}::text[])` : sql``}
    ${filter.trusts ? sql`AND m.trust = ANY(${filter.trusts}::text[])` : RECALLABLE}
    ${filter.createdAfter ? sql`AND m.created_at >= ${filter.createdAfter}::timestamptz` : sql``}
    ${filter.createdBefore ? sql`AND m.created_at <= ${filter.createdBefore}::timestamptz` : sql``}
    ${filter.validAt ? holdingAt(filter.validAt) : sql``}`;
}

/** `isInScope`, in SQL. */
function inScopes(scopes: readonly (string | null)[]): Sql {
  const named = scopes.filter((scope) => scope !== null);
  const beginnings = named.filter((scope) => scope.endsWith('*')).map((scope) => scope.slice(0, -1));
  return sql`AND (m.scope = ANY(${named}::text[]) OR m.scope ^@ ANY(${beginnings}::text[])
    ${scopes.includes(null) ? sql`OR m.scope IS NULL` : sql``})`;
}

/** A list of texts contains each of its texts; any other value contains only itself. */
function withMetadata(metadata: MetadataFilter): Sql {
  return Object.entries(metadata).reduce(
    (before, [key, values]) => {
      const wanted = values.map((value) => JSON.stringify(value));
      return sql`${before} AND m.metadata -> ${key}::text @> ANY(${wanted}::jsonb[])`;
    },
    sql``,
  );
}

/** `holds`, in SQL. */
function holdingAt({ at, isNow }: ValidMoment): Sql {
  const time = sql`${new Date(at)}::timestamptz`;
  const hasNotEnded = sql`(m.valid_to IS NULL OR m.valid_to > ${time})`;
  if (isNow) {
    return sql`AND ${hasNotEnded} AND (m.valid_from IS NULL OR m.valid_from <= ${time})
      AND m.past IS NOT TRUE
      AND (m.superseded_by IS NULL OR m.valid_to > ${new Date(at + PLANNED_AHEAD)}::timestamptz)`;
  }
  return sql`AND ${hasNotEnded} AND COALESCE(m.valid_from, m.created_at) <= ${time}
    AND (m.past IS NOT TRUE OR m.valid_from IS NOT NULL)`;
}
