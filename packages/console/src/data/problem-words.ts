import { ValidationError } from '../../../client/src/errors.ts';

const PARTS_OF_A_REQUEST = new Set<string | number>(['body', 'query', 'path']);

/** What an error says, in words: of what the service did not accept, the name of the field and not its path in the API. */
export function problemWords(error: unknown): string {
  if (error instanceof ValidationError && error.issues.length > 0)
    return error.issues.map(({ loc, msg }) => nameOf(loc) + msg.replace(/^Value error, /, '')).join('; ');
  return error instanceof Error ? error.message : 'Something went wrong';
}

/** `['body', 'agents', 1]` is `Agents: `. */
function nameOf(loc: readonly (string | number)[]): string {
  const field = loc.filter((part) => typeof part === 'string' && !PARTS_OF_A_REQUEST.has(part)).at(-1);
  if (field === undefined) return '';
  const words = String(field).replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: `;
}
