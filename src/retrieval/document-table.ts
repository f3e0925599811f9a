import { metadataEntries, type Metadata, type MetadataValue } from '../common/metadata';
import { grown, INTERNED_BYTES, Interner } from './columns';
import { GroupOrder } from './group-order';
import { ensure, inSteps, type Column, type ImageExchange } from './index-image';
import type { IndexDocument } from './change-feed';
import { IdTable } from './id-table';
import { TextSets } from './text-sets';
import { spokenDate } from './time-range';
import { VALIDITY_BYTES, ValidityTable, type KeyedDocuments } from './validity-table';
import { CERTAIN_TURN, NO_TURN, turnOf, endsInQuestion } from './turns';

export const DEAD = 0;
export const ACTIVE = 1;
export const EXPIRED = 2;

/** The text of memories without a scope: a scope is never empty. */
export const NO_SCOPE = '';

const NO_GROUP = -1;
/** In days: after every date, and negative before every date. */
const NEVER = 2 ** 30;
const FIRST_CAPACITY = 64;
const GROWTH = 1.25;
/** Milliseconds between the epoch and the first or last time that a Date can hold. */
const MOST_TIME = 8.64e15;

/** Columns: length 4, state 1, type 2, source 4, group 4, creation 8, days 8, question 1, version 8. */
const COLUMN_BYTES = 40 + VALIDITY_BYTES;

/** The documents of an index as columns by ordinal. A changed document gets a new ordinal, and its old one is dead. */
export class DocumentTable implements KeyedDocuments {
  readonly types = new Interner();
  readonly sources = new Interner();
  readonly tags = new TextSets();
  /** One each. */
  readonly scopes = new TextSets();
  /** As `metadataText` writes each value. */
  readonly metadata = new TextSets();

  /** Terms a document holds, repeats included. */
  length = new Uint32Array(FIRST_CAPACITY);
  /** DEAD, ACTIVE or EXPIRED. */
  state = new Uint8Array(FIRST_CAPACITY);
  type = new Uint16Array(FIRST_CAPACITY);
  source = new Uint32Array(FIRST_CAPACITY);
  /** Milliseconds since the epoch. */
  createdAt = new Float64Array(FIRST_CAPACITY);
  /** The days that its text names, as in `DayRange`; none when the first is after the last. */
  spokenFrom = new Int32Array(FIRST_CAPACITY);
  spokenTo = new Int32Array(FIRST_CAPACITY);
  /** 1 where its text ends with a question. */
  asks = new Uint8Array(FIRST_CAPACITY);

  readonly places = new GroupOrder();
  readonly validity = new ValidityTable();

  private readonly groups = new Interner();
  private group = new Int32Array(FIRST_CAPACITY);
  private version = new Float64Array(FIRST_CAPACITY);
  private readonly ids = new IdTable();
  private totalLength = 0;

  live = 0;

  /** Ordinals given out, dead ones included. */
  get size(): number {
    return this.ids.size;
  }

  get dead(): number {
    return this.size - this.live;
  }

  /** In terms, over live documents. */
  get averageLength(): number {
    return this.live === 0 ? 0 : this.totalLength / this.live;
  }

  get bytes(): number {
    const sets = this.textSets.reduce((sum, each) => sum + each.bytes, 0);
    const interned = this.groups.size + this.validity.interned;
    return (
      this.length.length * COLUMN_BYTES +
      this.ids.bytes +
      interned * INTERNED_BYTES +
      this.places.bytes +
      sets
    );
  }

  versionAt(ordinal: number): number {
    return this.version[ordinal]!;
  }

  idAt(ordinal: number): string {
    return this.ids.textAt(ordinal);
  }

  isActive(ordinal: number): boolean {
    return this.state[ordinal] === ACTIVE;
  }

  /** Below 0 when the id of the first document comes before that of the second. */
  readonly compareIds = (a: number, b: number): number => this.ids.compare(a, b);

  /** The ordinal of a live document; null when there is none of this id. */
  find(id: string): number | null {
    const ordinal = this.ids.find(id);
    return ordinal === null || this.state[ordinal] === DEAD ? null : ordinal;
  }

  /** Gives a document its ordinal. A former one of the same id must have been removed. */
  add(document: IndexDocument, length: number): number {
    const ordinal = this.claim(document.id, length);
    this.amend(ordinal, document, false);
    this.createdAt[ordinal] = document.createdAt;
    const spoken = document.text === null ? null : spokenDate(document.text);
    this.spokenFrom[ordinal] = spoken?.from ?? NEVER;
    this.spokenTo[ordinal] = spoken?.to ?? -NEVER;
    this.asks[ordinal] = document.text !== null && endsInQuestion(document.text) ? 1 : 0;
    this.place(ordinal, document.group, document.order, turnIn(document));
    return ordinal;
  }

  /** Updates a live document whose text and place are unchanged. */
  amend(ordinal: number, document: IndexDocument, wasThere = true): void {
    this.state[ordinal] = document.status === 'active' ? ACTIVE : EXPIRED;
    this.type[ordinal] = this.types.intern(document.type);
    this.source[ordinal] = this.sources.intern(document.source);
    this.tags.put(ordinal, document.tags, wasThere);
    this.scopes.put(ordinal, [document.scope ?? NO_SCOPE], wasThere);
    this.metadata.put(ordinal, metadataTexts(document.metadata), wasThere);
    this.version[ordinal] = document.version;
    this.validity.set(ordinal, document, wasThere);
  }

  /** The ordinal that the document had; null when there is no such document. */
  remove(id: string): number | null {
    const ordinal = this.find(id);
    if (ordinal === null) return null;
    this.live--;
    this.state[ordinal] = DEAD;
    this.totalLength -= this.length[ordinal]!;
    const group = this.group[ordinal]!;
    if (group !== NO_GROUP) this.places.leave(ordinal, group);
    return ordinal;
  }

  /** Copies a live document of another table and returns its ordinal here. */
  adopt(from: DocumentTable, at: number): number {
    const ordinal = this.claim(from.idAt(at), from.length[at]!);
    this.state[ordinal] = from.state[at]!;
    this.type[ordinal] = this.types.intern(from.types.textOf(from.type[at]!));
    this.source[ordinal] = this.sources.intern(from.sources.textOf(from.source[at]!));
    this.textSets.forEach((each, set) => each.adopt(from.textSets[set]!, at, ordinal));
    this.createdAt[ordinal] = from.createdAt[at]!;
    this.version[ordinal] = from.version[at]!;
    this.spokenFrom[ordinal] = from.spokenFrom[at]!;
    this.spokenTo[ordinal] = from.spokenTo[at]!;
    this.asks[ordinal] = from.asks[at]!;
    this.validity.adopt(from.validity, at, ordinal);
    const group = from.group[at]!;
    const { places } = from;
    this.place(
      ordinal,
      group === NO_GROUP ? null : from.groups.textOf(group),
      places.orderAt(at),
      places.turnAt(at),
    );
    return ordinal;
  }

  *exchange(by: ImageExchange): Generator<void, void> {
    yield* this.ids.exchange(by);
    const { size } = this;
    this.live = by.number(this.live);
    this.totalLength = by.number(this.totalLength);
    this.changeColumns((column) => by.column(column, size));
    for (const names of [this.types, this.sources, this.groups]) yield* names.exchange(by);
    this.places.exchange(by, size, this.groups.size);
    yield* this.validity.exchange(by, size);
    for (const sets of this.textSets) yield* sets.exchange(by, size);
  }

  /** Throws `ImageMismatch` for columns that cannot be those of documents. */
  *check(): Generator<void, void> {
    const { size, state, group } = this;
    const capacity = this.length.length;
    this.changeColumns((column) => {
      ensure(column.length === capacity && size <= capacity, 'each document has a row');
      return column;
    });
    yield* this.validity.check(size, capacity);
    for (const sets of this.textSets) sets.check(capacity);
    yield* this.ids.check(state);
    const sums = { live: 0, length: 0 };
    yield* inSteps(size, (from, to) => {
      ensure(this.arePossible(from, to), 'documents have possible values');
      this.addSums(sums, from, to);
    });
    ensure(sums.live === this.live && sums.length === this.totalLength, 'live documents and lengths sum up');
    yield* this.places.check({ group, state, size, groups: this.groups.size });
  }

  private arePossible(from: number, to: number): boolean {
    const { state, type, source, group, asks, createdAt, version } = this;
    const [types, sources, groups] = [this.types.size, this.sources.size, this.groups.size];
    for (let ordinal = from; ordinal < to; ordinal++) {
      const isPossible =
        state[ordinal]! <= EXPIRED &&
        type[ordinal]! < types &&
        source[ordinal]! < sources &&
        group[ordinal]! >= NO_GROUP &&
        group[ordinal]! < groups &&
        asks[ordinal]! <= 1 &&
        Math.abs(createdAt[ordinal]!) <= MOST_TIME &&
        Number.isSafeInteger(version[ordinal]!);
      if (!isPossible) return false;
    }
    return true;
  }

  private addSums(sums: { live: number; length: number }, from: number, to: number): void {
    const { state, length } = this;
    for (let ordinal = from; ordinal < to; ordinal++) {
      if (state[ordinal] === DEAD) continue;
      sums.live++;
      sums.length += length[ordinal]!;
    }
  }

  private get textSets(): readonly TextSets[] {
    return [this.tags, this.scopes, this.metadata];
  }

  private place(ordinal: number, group: string | null, order: number, turn: number): void {
    this.group[ordinal] = group === null ? NO_GROUP : this.groups.intern(group);
    if (group === null) this.places.standAlone(ordinal, order, turn);
    else this.places.join(ordinal, this.group[ordinal], order, turn);
  }

  private claim(id: string, length: number): number {
    const ordinal = this.ids.add(id);
    if (ordinal === this.length.length) {
      const capacity = Math.ceil(ordinal * GROWTH);
      this.changeColumns((column) => grown(column, capacity));
      this.validity.grow(capacity);
      for (const sets of this.textSets) sets.grow(capacity);
    }
    this.live++;
    this.length[ordinal] = length;
    this.totalLength += length;
    return ordinal;
  }

  /** Replaces each column by what `change` makes of it, in the order of an image. */
  private changeColumns(change: <A extends Column>(column: A) => A): void {
    this.length = change(this.length);
    this.state = change(this.state);
    this.type = change(this.type);
    this.source = change(this.source);
    this.createdAt = change(this.createdAt);
    this.spokenFrom = change(this.spokenFrom);
    this.spokenTo = change(this.spokenTo);
    this.asks = change(this.asks);
    this.group = change(this.group);
    this.version = change(this.version);
  }
}

function turnIn({ isThread, text }: IndexDocument): number {
  if (isThread) return CERTAIN_TURN;
  return text === null ? NO_TURN : turnOf(text);
}

/** A value of metadata as one text: a key and a value, which a filter asks for together. */
export function metadataText(key: string, value: MetadataValue): string {
  return JSON.stringify([key, value]);
}

function metadataTexts(metadata: Metadata): string[] {
  return metadataEntries(metadata).flatMap(([key, values]) =>
    values.map((value) => metadataText(key, value)),
  );
}
