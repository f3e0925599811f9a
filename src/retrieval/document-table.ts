import type { IndexDocument } from './index-document';
import { Interner } from './interner';

export const DEAD = 0;
export const ACTIVE = 1;
export const EXPIRED = 2;

const NO_SESSION = -1;
const FIRST_CAPACITY = 64;

/** Columns: length 4, state 1, type 2, source 4, tag set 4, session 4, creation 8, order 8, version 8. */
const COLUMN_BYTES = 43;
/** An id of 36 characters, its array slot and its map entry, measured on Node 20. */
const ID_BYTES = 200;

/**
 * The documents of an index as columns, addressed by ordinal. A changed document gets a new ordinal and
 * its old one goes dead; a compacted copy leaves the dead ones behind.
 */
export class DocumentTable {
  readonly types = new Interner();
  readonly sources = new Interner();
  readonly tags = new Interner();

  /** Terms a document holds, repeats included. */
  length = new Uint32Array(FIRST_CAPACITY);
  /** DEAD, ACTIVE or EXPIRED. */
  state = new Uint8Array(FIRST_CAPACITY);
  type = new Uint16Array(FIRST_CAPACITY);
  source = new Uint32Array(FIRST_CAPACITY);
  /** Milliseconds since the epoch. */
  createdAt = new Float64Array(FIRST_CAPACITY);

  private readonly sessions = new Interner();
  private readonly tagSets = new Interner();
  private readonly tagsOfSet: number[][] = [];
  private tagSet = new Uint32Array(FIRST_CAPACITY);
  // Read by the neighbours of a document: those next to it in storage order within its session.
  private session = new Int32Array(FIRST_CAPACITY);
  private order = new Float64Array(FIRST_CAPACITY);
  private version = new Float64Array(FIRST_CAPACITY);
  private readonly ids: string[] = [];
  private readonly ordinals = new Map<string, number>();
  private totalLength = 0;

  /** Ordinals given out, dead ones included. */
  get size(): number {
    return this.ids.length;
  }

  get live(): number {
    return this.ordinals.size;
  }

  get dead(): number {
    return this.size - this.live;
  }

  /** In terms, over live documents. */
  get averageLength(): number {
    return this.live === 0 ? 0 : this.totalLength / this.live;
  }

  /** Estimate of the memory held. */
  get bytes(): number {
    const interned = this.sessions.size + this.tagSets.size + this.tags.size;
    return this.length.length * COLUMN_BYTES + this.size * ID_BYTES + interned * ID_BYTES;
  }

  /** See `IndexDocument.version`. */
  versionAt(ordinal: number): number {
    return this.version[ordinal]!;
  }

  idAt(ordinal: number): string {
    return this.ids[ordinal]!;
  }

  holdsVersion(id: string, version: number): boolean {
    const ordinal = this.ordinals.get(id);
    return ordinal !== undefined && this.version[ordinal] === version;
  }

  hasAnyTag(ordinal: number, wanted: ReadonlySet<number>): boolean {
    return this.tagsOfSet[this.tagSet[ordinal]!]!.some((tag) => wanted.has(tag));
  }

  /** Gives a document its ordinal. A former one of the same id must have been removed. */
  add(document: IndexDocument, length: number): number {
    const ordinal = this.claim(document.id, length);
    this.state[ordinal] = document.status === 'active' ? ACTIVE : EXPIRED;
    this.type[ordinal] = this.types.intern(document.type);
    this.source[ordinal] = this.sources.intern(document.source);
    this.tagSet[ordinal] = this.internTags(document.tags);
    this.session[ordinal] =
      document.sessionId === null ? NO_SESSION : this.sessions.intern(document.sessionId);
    this.createdAt[ordinal] = document.createdAt;
    this.order[ordinal] = document.order;
    this.version[ordinal] = document.version;
    return ordinal;
  }

  /** False when there is no such document. */
  remove(id: string): boolean {
    const ordinal = this.ordinals.get(id);
    if (ordinal === undefined) return false;
    this.ordinals.delete(id);
    this.state[ordinal] = DEAD;
    this.totalLength -= this.length[ordinal]!;
    return true;
  }

  /**
   * Copies a live document of another table, and answers its ordinal here. Strings are interned anew, so that
   * those of dead documents stay behind.
   */
  adopt(from: DocumentTable, at: number): number {
    const ordinal = this.claim(from.idAt(at), from.length[at]!);
    this.state[ordinal] = from.state[at]!;
    this.type[ordinal] = this.types.intern(from.types.textOf(from.type[at]!));
    this.source[ordinal] = this.sources.intern(from.sources.textOf(from.source[at]!));
    this.tagSet[ordinal] = this.internTags(from.tagsAt(at));
    const session = from.session[at]!;
    this.session[ordinal] =
      session === NO_SESSION ? NO_SESSION : this.sessions.intern(from.sessions.textOf(session));
    this.createdAt[ordinal] = from.createdAt[at]!;
    this.order[ordinal] = from.order[at]!;
    this.version[ordinal] = from.version[at]!;
    return ordinal;
  }

  private tagsAt(ordinal: number): string[] {
    return this.tagsOfSet[this.tagSet[ordinal]!]!.map((tag) => this.tags.textOf(tag));
  }

  private claim(id: string, length: number): number {
    const ordinal = this.ids.length;
    if (ordinal === this.length.length) this.grow(ordinal * 2);
    this.ids.push(id);
    this.ordinals.set(id, ordinal);
    this.length[ordinal] = length;
    this.totalLength += length;
    return ordinal;
  }

  private internTags(tags: readonly string[]): number {
    const set = this.tagSets.intern(JSON.stringify(tags));
    if (set === this.tagsOfSet.length) this.tagsOfSet.push(tags.map((tag) => this.tags.intern(tag)));
    return set;
  }

  private grow(capacity: number): void {
    this.length = grown(this.length, new Uint32Array(capacity));
    this.state = grown(this.state, new Uint8Array(capacity));
    this.type = grown(this.type, new Uint16Array(capacity));
    this.source = grown(this.source, new Uint32Array(capacity));
    this.createdAt = grown(this.createdAt, new Float64Array(capacity));
    this.tagSet = grown(this.tagSet, new Uint32Array(capacity));
    this.session = grown(this.session, new Int32Array(capacity));
    this.order = grown(this.order, new Float64Array(capacity));
    this.version = grown(this.version, new Float64Array(capacity));
  }
}

function grown<A extends { set(from: A): void }>(from: A, into: A): A {
  into.set(from);
  return into;
}
