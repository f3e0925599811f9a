import { textIn } from './metadata';

const SEPARATOR = ',';
/** Only what would be read as an escape is escaped, so that `100%` stays as it is. */
const ESCAPED = /,|%(?=2C|25)/g;
const ESCAPES = /%(2C|25)/g;

/** Tags in one text, separated by commas: those without one, nearly all, can be read without knowing the escapes. */
export function joinTags(tags: readonly string[]): string {
  const escaped = tags.map((tag) => tag.replace(ESCAPED, (mark) => (mark === SEPARATOR ? '%2C' : '%25')));
  return escaped.join(SEPARATOR);
}

/** Tags from a text of `joinTags`, or of others, or from a list; trimmed, without blanks and duplicates. */
export function tagsIn(value: unknown): string[] {
  const parts = Array.isArray(value) ? value.map(textIn) : partsOf(textIn(value));
  const tags = parts.flatMap((part) => part?.trim() || []);
  return [...new Set(tags)];
}

function partsOf(text: string | null): string[] {
  if (text === null) return [];
  return text
    .split(SEPARATOR)
    .map((part) => part.replace(ESCAPES, (_, code) => (code === '2C' ? SEPARATOR : '%')));
}
