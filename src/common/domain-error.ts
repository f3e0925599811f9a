import type { ErrorShape } from './error-entry';
import { ERROR_TABLE } from './error-table';

/** Every failure that the service knows by name. */
export type ErrorCode = keyof typeof ERROR_TABLE;

/** An expected failure, by default with the table's message. `fields` are shown: no content, tokens, addresses. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string = ERROR_TABLE[code].message,
    readonly fields: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = code;
  }
}

/** Whether the memory backend was away, slow or busy, so that a repetition may succeed. */
export function isBackendUnavailable(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'BackendUnavailable';
}

/** The body of a failure in one of the three forms of the interface. */
export function errorBody(
  shape: ErrorShape,
  { code, message, fields }: Pick<DomainError, 'code' | 'message' | 'fields'>,
): { detail: unknown } {
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

/** Makes the failure of an unknown id. The id may be any text that a client sent, so only its beginning is repeated. */
export function notFound(code: ErrorCode, what: string): (id: string) => DomainError {
  return (id) => new DomainError(code, `${what} '${id.slice(0, 100).toWellFormed()}' not found`);
}
