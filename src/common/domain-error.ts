import type { ERROR_TABLE } from './error-table';

/** Every failure that the service knows by name. */
export type ErrorCode = keyof typeof ERROR_TABLE;

/** An expected failure. `fields` are shown to the client: never put content, tokens or addresses there. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly fields: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = code;
  }
}
