/** The stack of an error for a log, without its first lines: they repeat the message, which may quote values. */
export function framesOf(error: unknown): string {
  if (!(error instanceof Error) || error.stack === undefined) return new Error().stack ?? '';
  return error.stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
