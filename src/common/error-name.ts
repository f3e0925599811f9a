/** The name of an error, such as `TypeError`, for logs: its message may quote stored text or addresses. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  // Many classes of errors do not set their name.
  return error.name === 'Error' ? error.constructor.name : error.name;
}

/** The code of a network failure, such as ECONNREFUSED, from the error or one of its causes; null without any. */
export function networkCode(error: unknown): string | null {
  let cause = error as { code?: unknown; cause?: unknown } | null | undefined;
  for (let depth = 0; depth < 5 && typeof cause === 'object' && cause !== null; depth++) {
    if (typeof cause.code === 'string' && /^[A-Z_]+$/.test(cause.code)) return cause.code;
    cause = cause.cause as typeof cause;
  }
  return null;
}

/** The stack of an error for a log, without its first lines: they repeat the message, which may quote values. */
export function framesOf(error: unknown): string {
  if (!(error instanceof Error) || error.stack === undefined) return new Error().stack ?? '';
  return error.stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
