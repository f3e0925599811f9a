import { MEMORY_TYPES, STATUS_FILTERS, type MemoryType, type StatusFilter } from '../backend/memory';
import { DomainError } from '../common/domain-error';
import { codePoints } from '../common/text';
import type { MemoryFilter } from '../backend/memory-filter';
import { DATE_FORMATS, parseInstant } from '../common/utc-dates';
import { invalid } from '../common/validation-error';

/** What the requests of this feature have in common, as options for the field decorators. */
export const TYPES = {
  description: 'Only memories of these types',
  example: ['fact', 'preference'],
  values: MEMORY_TYPES,
  required: false,
};

export const TAGS = {
  description: 'Only memories with any of these tags',
  example: ['editor'],
  required: false,
};

export const SOURCES = { description: 'Only memories of these writers', example: ['agent'], required: false };

export const LIMIT = {
  description: '1 to 100 (more is 400 `k_too_large`); the server setting `RECALL_LIMIT` when omitted',
  example: 10,
  min: 1,
  toldMax: 100,
  required: false,
};

export const CREATED_AFTER = {
  description: 'Created at or after: an instant, or the start of a day in UTC',
  example: '2026-01-01',
  edge: 'start' as const,
  required: false,
};

export const CREATED_BEFORE = {
  description: 'Created at or before: an instant, or the end of a day in UTC',
  example: '2099-12-31',
  edge: 'end' as const,
  required: false,
};

export const ANY_STATUS = {
  description: 'State',
  example: 'all',
  values: STATUS_FILTERS,
  required: false,
  default: 'all',
};

export const AGENT_ID = { description: 'The agent', example: 'my-agent' };
export const SESSION_ID = { description: 'The session', example: 'sess_0123456789ab' };
export const COUNT = { description: 'Memories in this answer', example: 0 };

/** In code points. */
export const MAX_QUERY = 1_000;

/** Throws `query_too_long`. */
export function checkQueryLength(query: string): void {
  const length = codePoints(query);
  if (length <= MAX_QUERY) return;
  throw new DomainError('query_too_long', `The query is longer than ${MAX_QUERY} characters`, {
    actual_length: length,
    max_length: MAX_QUERY,
  });
}

const MAX_LIMIT = 100;

/** The filter fields that requests of this feature may have. */
export interface FilterFields {
  type?: MemoryType[] | null;
  tags?: string[] | null;
  source?: string[] | null;
  created_after?: string | null;
  created_before?: string | null;
  status?: StatusFilter | null;
}

/** An empty list is no condition, as if the field had been left out. */
export function toFilter(fields: FilterFields, defaultStatus: StatusFilter): MemoryFilter {
  return {
    types: nonEmpty(fields.type),
    tags: nonEmpty(fields.tags),
    sources: nonEmpty(fields.source),
    status: fields.status ?? defaultStatus,
    createdAfter: optionalInstant('created_after', fields.created_after, 'start'),
    createdBefore: optionalInstant('created_before', fields.created_before, 'end'),
  };
}

/** The limit asked for, or the default. Throws `k_too_large` above 100. */
export function toLimit(limit: number | null | undefined, defaultLimit: number): number {
  const wanted = limit ?? defaultLimit;
  if (wanted <= MAX_LIMIT) return wanted;
  throw new DomainError('k_too_large', `limit is at most ${MAX_LIMIT}`, {
    actual_k: wanted,
    max_k: MAX_LIMIT,
  });
}

/** The instant that a field of the body names. Throws a validation error that names the formats. */
export function toInstant(field: string, text: string, edge: 'start' | 'end'): Date {
  const instant = parseInstant(text, edge);
  if (instant) return instant;
  throw invalid(['body', field], `Value error, expected ${DATE_FORMATS}`, text);
}

function optionalInstant(field: string, text: string | null | undefined, edge: 'start' | 'end') {
  return text === null || text === undefined ? null : toInstant(field, text, edge);
}

function nonEmpty<T>(list: T[] | null | undefined): T[] | null {
  return list && list.length > 0 ? list : null;
}
