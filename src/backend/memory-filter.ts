import type { Memory, MemoryType, StatusFilter } from './memory';

/** Which memories a listing or a search returns; null means no condition. */
export interface MemoryFilter {
  types: readonly MemoryType[] | null;
  /** Memories with any of these. */
  tags: readonly string[] | null;
  sources: readonly string[] | null;
  status: StatusFilter;
  /** Both ends inclusive. */
  createdAfter: Date | null;
  createdBefore: Date | null;
}

/** Whether a memory passes a filter. */
export function matches(memory: Memory, filter: MemoryFilter): boolean {
  return (filter.status === 'all' || memory.status === filter.status) && matchesFields(memory, filter);
}

/** Everything but the status, which a listing of the past judges by itself. */
export function matchesFields(memory: Memory, filter: Omit<MemoryFilter, 'status'>): boolean {
  return (
    (filter.types === null || filter.types.includes(memory.type)) &&
    (filter.sources === null || filter.sources.includes(memory.source)) &&
    (filter.tags === null || filter.tags.some((tag) => memory.tags.includes(tag))) &&
    (filter.createdAfter === null || memory.createdAt >= filter.createdAfter) &&
    (filter.createdBefore === null || memory.createdAt <= filter.createdBefore)
  );
}
