import type { DomainError } from './domain-error';
import type { ErrorShape } from './error-entry';

type Failure = Pick<DomainError, 'code' | 'message' | 'fields'>;

/** The body of a failure in one of the three forms of the interface. */
export function errorBody(shape: ErrorShape, { code, message, fields }: Failure): { detail: unknown } {
  switch (shape) {
    case 'string':
      return { detail: message };
    case 'structured':
      return { detail: { error: code, message, details: fields } };
    case 'flat':
      return { detail: { error: code, message, ...fields } };
    default:
      return shape satisfies never;
  }
}
