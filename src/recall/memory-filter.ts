import type { MemoryType, StatusFilter } from '../backend/memory';
import type { MemoryFilter } from '../backend/memory-backend';
import { DomainError } from '../common/domain-error';
import { DATE_FORMATS, parseInstant } from '../common/utc-dates';
import { invalid } from '../common/validation-error';

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
