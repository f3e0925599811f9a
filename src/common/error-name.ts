/**
 * The name of an error for logs and traces, such as `TypeError`. The message of an error may quote stored text, values
 * or addresses.
 */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  // Many classes of errors do not set their name.
  return error.name === 'Error' ? error.constructor.name : error.name;
}
