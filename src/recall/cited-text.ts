const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/**
 * A group of citations, such as `[id]` or `[id, id]`, with the space before it, all of it: looked for from within a
 * long run of spaces too, it would take the square of its length.
 */
const GROUP = /(?<!\s)\s*[[(【][^\][()【】]{0,400}[\])】]/g;
/** The end of a text that a citation, or the rest of one, may follow. */
const OPEN_END = /(?:(?<!\s)(?:\s{1,400}|\s*[[(【][^\][()【】]{0,400})|[0-9a-f-]{1,400})$/i;

/**
 * What a model writes, with its citations put right: ids of memories that it was not given are taken out, in
 * brackets or without, and those that it was given are counted. Works on a text that comes in pieces.
 */
export class CitedText {
  readonly cited = new Set<string>();
  private held = '';

  constructor(private readonly known: ReadonlySet<string>) {}

  /** What of the text is final, the piece counted in; the rest is held back until it is clear what it is. */
  push(piece: string): string {
    this.held += piece;
    const open = OPEN_END.exec(this.held);
    const end = open === null ? this.held.length : open.index;
    const ready = this.held.slice(0, end);
    this.held = this.held.slice(end);
    return this.clean(ready);
  }

  /** The rest. */
  end(): string {
    const rest = this.held;
    this.held = '';
    return this.clean(rest);
  }

  private clean(text: string): string {
    const grouped = text.replace(GROUP, (group) => this.cleanGroup(group));
    return grouped.replace(UUID, (id) => (this.note(id) ? id.toLowerCase() : ''));
  }

  /** A bracket without an id is left as it is. */
  private cleanGroup(group: string): string {
    const ids = group.match(UUID);
    if (ids === null) return group;
    const known = [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) => this.note(id));
    return known.length === 0 ? '' : `${/^\s*/.exec(group)?.[0] ?? ''}[${known.join(', ')}]`;
  }

  private note(id: string): boolean {
    const known = this.known.has(id.toLowerCase());
    if (known) this.cited.add(id.toLowerCase());
    return known;
  }
}
