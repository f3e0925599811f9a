import type { Metadata, MetadataFilter } from '../common/metadata';
import { isInScope } from '../common/scoped-name';
import { isSessionSummary } from '../common/session-summary';
import type { SearchFilter } from '../retrieval/search-query';
import { TRUSTS, type Memory, type MemoryType, type Trust } from './memory';
import { holds } from './valid-time';

/** Which memories a listing or a search returns; listings ignore `hidesSummaries`. */
export interface MemoryFilter extends SearchFilter {
  types: readonly MemoryType[] | null;
  /** Memories with any of these references; absent like null. */
  sourceRefs?: readonly string[] | null;
  /** Absent or null: all but quarantined ones. */
  trusts?: readonly Trust[] | null;
}

/** Active and expired ones, but no quarantined ones. */
export const ALL_MEMORIES: MemoryFilter = {
  types: null,
  tags: null,
  sources: null,
  status: 'all',
  createdAfter: null,
  createdBefore: null,
};

/** All that is stored. */
export const STORED_MEMORIES: MemoryFilter = { ...ALL_MEMORIES, trusts: TRUSTS };

/** The conditions of a filter, by their names in the interface. */
export type FilterCondition =
  | 'type'
  | 'tags'
  | 'source'
  | 'scopes'
  | 'metadata'
  | 'created_after'
  | 'created_before'
  | 'valid_at'
  | 'trust'
  | 'status';

type Test = (memory: Memory, filter: Omit<MemoryFilter, 'status'>) => boolean;

/** Everything but the status. */
const TESTS: Record<Exclude<FilterCondition, 'status'>, Test> = {
  type: ({ type }, { types }) => types === null || types.includes(type),
  source: (memory, { sources, hidesSummaries }) =>
    (sources === null || sources.includes(memory.source)) && !(hidesSummaries && isSessionSummary(memory)),
  tags: (memory, { tags }) => tags === null || tags.some((tag) => memory.tags.includes(tag)),
  scopes: ({ scope }, { scopes }) => !scopes || scopes.some((wanted) => isInScope(scope, wanted)),
  metadata: ({ metadata }, { metadata: wanted }) => !wanted || hasMetadata(metadata, wanted),
  created_after: ({ createdAt }, { createdAfter }) => createdAfter === null || createdAt >= createdAfter,
  created_before: ({ createdAt }, { createdBefore }) => createdBefore === null || createdAt <= createdBefore,
  valid_at: (memory, { validAt }) => validAt === undefined || holds(memory, validAt),
  trust: ({ trust }, { trusts }) => (trusts ? trusts.includes(trust) : trust !== 'quarantined'),
};
const hasReference: Test = ({ sourceRef }, { sourceRefs }) =>
  (sourceRefs ?? null) === null || (sourceRef !== null && (sourceRefs?.includes(sourceRef) ?? false));
const FIELD_TESTS = [...Object.values(TESTS), hasReference];

function hasMetadata(metadata: Metadata, wanted: MetadataFilter): boolean {
  return Object.entries(wanted).every(([key, values]) => {
    const own = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    return (Array.isArray(own) ? own : [own]).some((value) => value !== undefined && values.includes(value));
  });
}

export function matches(memory: Memory, filter: MemoryFilter): boolean {
  return matchesStatus(memory, filter) && matchesFields(memory, filter);
}

/** Everything but the status, which a listing of the past judges by itself. */
export function matchesFields(memory: Memory, filter: Omit<MemoryFilter, 'status'>): boolean {
  return FIELD_TESTS.every((test) => test(memory, filter));
}

/** The conditions that a memory fails; none for one that passes. */
export function failedConditions(memory: Memory, filter: MemoryFilter): FilterCondition[] {
  const fields = (Object.keys(TESTS) as (keyof typeof TESTS)[]).filter(
    (name) => !TESTS[name](memory, filter),
  );
  return matchesStatus(memory, filter) ? fields : [...fields, 'status'];
}

function matchesStatus(memory: Memory, { status }: MemoryFilter): boolean {
  return status === 'all' || memory.status === status;
}
