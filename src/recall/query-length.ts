import { DomainError } from '../common/domain-error';
import { codePoints } from '../common/text';

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
