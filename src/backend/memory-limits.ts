import { DomainError, notFound } from '../common/domain-error';
import { codePoints } from '../common/text';
import type { ScopedName } from '../common/scoped-name';

/**
 * What a memory may hold, in whatever way it comes: requests, imports, chunks of files, documents of the backend server.
 * Lengths count code points. Constraints of the tables (the migration `memory_limits`) hold the widest of them.
 */
export const MAX_CONTENT = 10_000;
export const MAX_TITLE = 100;
export const MAX_SOURCE_REF = 512;
export const MAX_THREAD = 64;
export const MAX_KEY = 200;
export const MAX_SUPERSEDED = 20;
export const MAX_BATCH = 100;
/** Who acted, and in which session: the longest are subjects of OpenID Connect. */
export const MAX_ACTOR = 300;

/** A document of the backend server holds what another program says, and its memory holds the same. */
export const MAX_DOCUMENT_TEXT = 100_000;
/** All metadata of a document, as JSON, in UTF-16 units. Tags are a part of it, and so are references. */
export const MAX_METADATA = 32_000;

/** Times lie between these, both excluded: they stand for times that no `Date` holds, such as PostgreSQL's infinity. */
export const FIRST_TIME_MS = Date.parse('0001-01-01T00:00:00.000Z');
export const LAST_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z');

export const DEFAULT_TYPE = 'fact';
export const DEFAULT_CONFIDENCE = 0.8;
export const DEFAULT_SOURCE = 'agent';
export const DEFAULT_PROVENANCE = 'explicit_statement';
export const DEFAULT_TRUST = 'trusted';

/** Whether a memory can be of this time. */
export function isMemoryTime(time: Readonly<Date>): boolean {
  return time.getTime() > FIRST_TIME_MS && time.getTime() < LAST_TIME_MS;
}

/** Content has an error of its own, so its length is judged apart from the other rules of a request. */
export function checkContentLength(content: string): void {
  if (content.length <= MAX_CONTENT) return;
  const length = codePoints(content);
  if (length <= MAX_CONTENT) return;
  throw new DomainError('text_too_long', `Content is longer than ${MAX_CONTENT} characters`, {
    actual_length: length,
    max_length: MAX_CONTENT,
  });
}

export const memoryNotFound = notFound('memory_not_found', 'Memory');

export function referenceNotFound({ name, scope }: ScopedName): DomainError {
  const within = scope === null ? 'without a scope' : `of the scope '${scope}'`;
  return new DomainError('memory_not_found', `No active memory ${within} has the source_ref '${name}'`);
}
