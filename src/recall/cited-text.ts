import type { ScoredMemory } from '../backend/memory-search';
import { UUID_PATTERN } from '../common/uuid';

const UUIDS = new RegExp(UUID_PATTERN, 'gi');
/**
 * A group of citations, such as `[id]` or `[id, id]`, with the space before it, all of it: looked for from within a
 * long run of spaces too, it would take the square of its length.
 */
const GROUP = /(?<!\s)\s*[[(【][^\][()【】]{0,400}[\])】]/g;
/** UTF-16 units that a citation has at most, and the space before it. */
const MAX_OPEN = 400;
const OPENING = '[(\u3010';
/** What stands in the square brackets of a citation by number: `[1]`, `[1, 3]`, `[memory 2]`. */
const NUMBERS = /^(?:memory|memories|n|#)?\s?\d{1,3}(?:[\s,;&-]{1,3}\d{1,3})*$/i;

/**
 * The text of a model with corrected citations: it writes ids for the numbers of memories, removes numbers and ids of
 * memories that the model did not get, with their brackets, and records the others. Works on a text that comes in pieces.
 */
export class CitedText<Found extends Pick<ScoredMemory, 'memory'> = ScoredMemory> {
  private readonly known: ReadonlySet<string>;
  private readonly cited = new Set<string>();
  private held = '';

  /** `found`: number 1 is the first one. */
  constructor(private readonly found: readonly Found[]) {
    this.known = new Set(found.map(({ memory }) => memory.id));
  }

  /** The memories cited so far. */
  get sources(): Found[] {
    return this.found.filter(({ memory }) => this.cited.has(memory.id));
  }

  /** Adds a piece and returns the text that is final. An incomplete citation is held back. */
  push(piece: string): string {
    this.held += piece;
    const end = openEnd(this.held);
    const ready = this.held.slice(0, end);
    this.held = this.held.slice(end);
    return this.clean(ready);
  }

  end(): string {
    const rest = this.held;
    this.held = '';
    return this.clean(rest);
  }

  private clean(text: string): string {
    const grouped = text.replace(GROUP, (group) => this.cleanGroup(group));
    return grouped.replace(UUIDS, (id) => (this.note(id) ? id.toLowerCase() : ''));
  }

  /** A bracket without an id is left as it is. */
  private cleanGroup(group: string): string {
    const ids = group.match(UUIDS) ?? this.numbered(group);
    if (ids === null) return group;
    const known = [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) => this.note(id));
    return known.length === 0 ? '' : `${/^\s*/.exec(group)?.[0] ?? ''}[${known.join(', ')}]`;
  }

  /** The ids of the memories that a group names by number; null for a group of something else. */
  private numbered(group: string): string[] | null {
    const trimmed = group.trim();
    const inside = trimmed.slice(1, -1).trim();
    if (trimmed.startsWith('(') || !NUMBERS.test(inside)) return null;
    const numbers = (inside.match(/\d+/g) ?? []).map(Number);
    return numbers.flatMap((number) => this.found[number - 1]?.memory.id ?? []);
  }

  private note(id: string): boolean {
    const known = this.known.has(id.toLowerCase());
    if (known) this.cited.add(id.toLowerCase());
    return known;
  }
}

/** Where the end of a text begins that a citation, or the rest of one, may follow; the text's length for none. */
function openEnd(text: string): number {
  const ends = [startOfRun(text, text.length, /[0-9a-f-]/i, MAX_OPEN)];
  const space = startOfRun(text, text.length, /\s/, MAX_OPEN + 1);
  if (text.length - space <= MAX_OPEN) ends.push(space);
  const bracket = startOfRun(text, text.length, /[^\][()【】]/, MAX_OPEN);
  const opening = text.charAt(bracket - 1);
  if (opening !== '' && OPENING.includes(opening)) ends.push(startOfRun(text, bracket - 1, /\s/, bracket));
  return Math.min(...ends);
}

/** Where the run of at most `limit` characters of a set begins that ends before `end`. */
function startOfRun(text: string, end: number, set: RegExp, limit: number): number {
  let start = end;
  while (start > 0 && end - start < limit && set.test(text.charAt(start - 1))) start--;
  return start;
}
