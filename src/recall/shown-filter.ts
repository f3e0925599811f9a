import type { MemoryFilter } from '../backend/memory-filter';

/** The conditions of a filter that narrow, by their names in the interface. */
export function shownFilter(filter: MemoryFilter): Record<string, unknown> {
  const shown = {
    type: filter.types,
    tags: filter.tags,
    source: filter.sources,
    scopes: filter.scopes ?? null,
    metadata: filter.metadata ?? null,
    created_after: filter.createdAfter?.toISOString() ?? null,
    created_before: filter.createdBefore?.toISOString() ?? null,
    valid_at: filter.validAt && !filter.validAt.isNow ? new Date(filter.validAt.at).toISOString() : null,
    status: filter.status,
  };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null));
}
