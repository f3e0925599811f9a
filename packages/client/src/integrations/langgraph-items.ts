/** How items of a LangGraph store are written into memories. */

const MOST_TAG_CHARACTERS = 64;
const MOST_TAGS = 20;
const MOST_TITLE_CHARACTERS = 100;

/** The `sourceRef` of an item: the parts of its namespace below the agent, and its key. */
export function referenceOf(rest: string[], key: string): string {
  return [...rest, key].map(encodeURIComponent).join('/');
}

export function readReference(reference: string): { rest: string[]; key: string } {
  const parts = reference.split('/').map(decodeURIComponent);
  return { rest: parts.slice(0, -1), key: parts.at(-1) ?? '' };
}

/** A tag for each level of a namespace, such as `users` and `users/7`. Levels that a tag cannot hold have none. */
export function pathTags(rest: string[]): string[] {
  const tags = rest.map((_, i) =>
    rest
      .slice(0, i + 1)
      .map(encodeURIComponent)
      .join('/'),
  );
  return tags.filter((tag) => tag.length <= MOST_TAG_CHARACTERS).slice(0, MOST_TAGS);
}

/** The strings in a value, which say what it is about. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textOf).filter(Boolean).join(' ');
}

/** The beginning of a text, without half of a character at its end. */
export function titleOf(text: string): string {
  const characters = Array.from(text.slice(0, 2 * MOST_TITLE_CHARACTERS));
  return characters.slice(0, MOST_TITLE_CHARACTERS).join('').toWellFormed().trim();
}

interface Condition {
  matchType: 'prefix' | 'suffix';
  path: string[];
}

export function matchesPath(namespace: string[], { matchType, path }: Condition): boolean {
  const start = matchType === 'prefix' ? 0 : namespace.length - path.length;
  return start >= 0 && path.every((part, i) => part === '*' || namespace[start + i] === part);
}

/** Equality, or the operators `$eq`, `$ne`, `$gt`, `$gte`, `$lt` and `$lte`, of the fields of a value. */
export function matchesFilter(value: Record<string, unknown>, filter: Record<string, unknown> = {}): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    const operators = operatorsOf(wanted);
    if (operators === null) return same(value[name], wanted);
    return operators.every(([operator, operand]) => compare(value[name], operator, operand));
  });
}

function operatorsOf(wanted: unknown): [string, unknown][] | null {
  if (typeof wanted !== 'object' || wanted === null) return null;
  const entries = Object.entries(wanted);
  return entries.length > 0 && entries.every(([name]) => name.startsWith('$')) ? entries : null;
}

function compare(value: unknown, operator: string, operand: unknown): boolean {
  switch (operator) {
    case '$eq':
      return same(value, operand);
    case '$ne':
      return !same(value, operand);
    case '$gt':
      return Number(value) > Number(operand);
    case '$gte':
      return Number(value) >= Number(operand);
    case '$lt':
      return Number(value) < Number(operand);
    case '$lte':
      return Number(value) <= Number(operand);
    default:
      throw new TypeError(`Unknown operator in a filter: ${operator}`);
  }
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
