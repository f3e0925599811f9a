import { DomainError, notFound } from '../common/domain-error';
import { codePoints } from '../common/text';

export const MAX_CONTENT = 10_000;
export const MAX_TITLE = 100;
export const MAX_SOURCE_REF = 512;
export const MAX_THREAD = 64;
export const MAX_BATCH = 100;

export const DEFAULT_TYPE = 'fact';
export const DEFAULT_CONFIDENCE = 0.8;
export const DEFAULT_SOURCE = 'agent';
export const DEFAULT_PROVENANCE = 'explicit_statement';

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
