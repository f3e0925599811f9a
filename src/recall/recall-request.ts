import { type Reader, scopesToRead } from '../access/granted-scopes';
import type { MemoryType, StatusFilter } from '../backend/memory';
import { type MetadataQuery, toMetadataFilter } from '../common/metadata';
import { DomainError } from '../common/domain-error';
import { SUMMARY_SOURCE, SUMMARY_TAG } from '../common/session-summary';
import { codePoints } from '../common/text';
import type { MemoryFilter } from '../backend/memory-filter';
import { present } from '../backend/valid-time';
import { DATE_FORMATS, parseInstant } from '../common/utc-dates';
import { invalid } from '../common/validation-error';

/** In code points. */
export const MAX_QUERY = 1_000;
export const MAX_LIMIT = 100;

/** Throws `query_too_long`. */
export function checkQueryLength(query: string): void {
  const length = codePoints(query);
  if (length <= MAX_QUERY) return;
  throw new DomainError('query_too_long', `The query is longer than ${MAX_QUERY} characters`, {
    actual_length: length,
    max_length: MAX_QUERY,
  });
}

interface FilterInput {
  type?: MemoryType[] | null;
  tags?: string[] | null;
  source?: string[] | null;
  source_ref?: string[] | null;
  scopes?: (string | null)[] | null;
  metadata?: MetadataQuery | null;
  created_after?: string | null;
  created_before?: string | null;
  status?: StatusFilter | null;
}

/** The value of `include` that also finds memories that no longer hold. */
export const SUPERSEDED = 'superseded';

interface ValidInput {
  include?: string | string[] | null;
  valid_at?: string | null;
}

/**
 * Reads the filter of a request, within the scopes of the reader. An empty list is no condition, like an absent field.
 * Throws KeyNotAllowed.
 */
export function toFilter(fields: FilterInput, defaultStatus: StatusFilter, reader: Reader): MemoryFilter {
  const sourceRefs = nonEmpty(fields.source_ref);
  const scopes = scopesToRead(reader, nonEmpty(fields.scopes));
  const metadata = toMetadataFilter(fields.metadata ?? {});
  return {
    types: nonEmpty(fields.type),
    tags: nonEmpty(fields.tags),
    sources: nonEmpty(fields.source),
    status: fields.status ?? defaultStatus,
    createdAfter: optionalInstant('created_after', fields.created_after, 'start'),
    createdBefore: optionalInstant('created_before', fields.created_before, 'end'),
    ...(sourceRefs && { sourceRefs }),
    ...(scopes && { scopes }),
    ...(metadata && { metadata }),
  };
}

/** The part of a filter that `valid_at` asks for. */
export function toValidAt({ valid_at }: ValidInput): Pick<MemoryFilter, 'validAt'> {
  const asked = optionalInstant('valid_at', valid_at, 'end');
  return asked === null ? {} : { validAt: { at: asked.getTime(), isNow: false } };
}

/** The filter of a search: session summaries are found only by a filter that asks for their tag or source. */
export function toSearchFilter(fields: FilterInput & ValidInput, now: Date, reader: Reader): MemoryFilter {
  const validNow = fields.include?.includes(SUPERSEDED) ? null : { validAt: present(now) };
  const asksForSummaries = fields.tags?.includes(SUMMARY_TAG) || fields.source?.includes(SUMMARY_SOURCE);
  return {
    ...validNow,
    ...toValidAt(fields),
    ...(!asksForSummaries && { hidesSummaries: true }),
    ...toFilter(fields, 'active', reader),
  };
}

/** The requested limit, or the default. Throws `k_too_large` above 100. */
export function toLimit(limit: number | null | undefined, defaultLimit: number): number {
  const wanted = limit ?? defaultLimit;
  if (wanted <= MAX_LIMIT) return wanted;
  throw new DomainError('k_too_large', `limit is at most ${MAX_LIMIT}`, {
    actual_k: wanted,
    max_k: MAX_LIMIT,
  });
}

/** Parses an instant of the body. Throws a validation error that names the accepted formats. */
export function toInstant(field: string, text: string, edge: 'start' | 'end', part = 'body'): Date {
  const instant = parseInstant(text, edge);
  if (instant) return instant;
  throw invalid([part, field], `Value error, expected ${DATE_FORMATS}`, text);
}

function optionalInstant(field: string, text: string | null | undefined, edge: 'start' | 'end') {
  return text === null || text === undefined ? null : toInstant(field, text, edge);
}

/** Null for an empty list, which is no condition. */
export function nonEmpty<T>(list: T[] | null | undefined): T[] | null {
  return list && list.length > 0 ? list : null;
}
