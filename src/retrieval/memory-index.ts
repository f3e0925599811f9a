import { DEAD, DocumentTable } from './document-table';
import type { IndexDocument } from './change-feed';
import { type IndexParts, search } from './search';
import { type IndexImage, ImageReader, ImageWriter, type ImageExchange } from './index-image';
import type { Language } from '../common/languages';
import { hasLabels, labelTerms } from './labels';
import { Postings } from './postings';
import type { SearchQuery, SearchResult } from './search-query';
import { speakerTerms } from './document-filter';
import { runToEnd } from './time-slices';
import { tokenizerOf } from './tokens';
import type { QueryVector, VectorSpace } from './vectors';
import { VectorTable } from './vector-table';

/** Fewer dead documents than this are not worth a copy. */
const MIN_DEAD = 64;
/** Documents copied between two pauses: well under a millisecond. */
const COPY_STEP = 500;
/** Postings copied between two pauses; each term adds TERM_COST, because most terms have few postings. */
const POSTINGS_A_STEP = 20_000;
const TERM_COST = 40;

/** A change without text of a document that is not indexed: the index does not fit its feed. */
export class TextMissing extends Error {
  constructor(id: string) {
    super(`Document ${id} came without its text and is not indexed`);
  }
}

/** The memories of a namespace, searchable without I/O. Equal documents give equal results in any order. */
export class MemoryIndex {
  private readonly parts: IndexParts;

  /** `space`: of the documents' vectors; null for none. */
  constructor(
    readonly language: Language,
    readonly space: VectorSpace | null,
  ) {
    this.parts = {
      table: new DocumentTable(),
      postings: new Postings(),
      language,
      tokenizer: tokenizerOf(language),
      space,
      vectors: space === null ? null : new VectorTable(space.dimensions),
    };
  }

  /** The index that an image was made of. It takes over the image's arrays. Throws `ImageMismatch`. */
  static *ofImage(
    language: Language,
    space: VectorSpace | null,
    image: IndexImage,
  ): Generator<void, MemoryIndex> {
    const index = new MemoryIndex(language, space);
    const reader = new ImageReader(image);
    yield* index.exchange(reader);
    reader.end();
    return index;
  }

  /**
   * Throws `ImageMismatch` unless every search and every change of this index ends, and its parts fit each other. For an
   * index of an image that comes from outside of the process.
   */
  *check(): Generator<void, void> {
    const { table, postings, vectors } = this.parts;
    yield* table.check();
    yield* postings.check(table.size);
    if (vectors !== null) yield* vectors.check(table.state, table.size);
  }

  /** Live documents. */
  get size(): number {
    return this.parts.table.live;
  }

  /** Whether replaced or removed documents are still in it. */
  get hasDead(): boolean {
    return this.parts.table.dead > 0;
  }

  /** True when more than a quarter of its documents are dead (replaced or removed). */
  get wantsCompaction(): boolean {
    const { dead, size } = this.parts.table;
    return dead > Math.max(MIN_DEAD, size / 4);
  }

  /** Estimate of the memory held. */
  get bytes(): number {
    const { table, postings, vectors } = this.parts;
    return table.bytes + postings.bytes + (vectors?.bytes ?? 0);
  }

  /** Adds or replaces a document; without a text, changes it in place, or throws `TextMissing` when it is unknown. */
  upsert(document: IndexDocument): void {
    runToEnd(this.upsertInSteps(document));
  }

  /** As `upsert`, with pauses during which the index must not be used. */
  *upsertInSteps(document: IndexDocument): Generator<void, void> {
    const { id, text, vector } = document;
    const known = this.parts.table.find(id);
    if (known === null || this.parts.table.versionAt(known) !== document.version) {
      if (text !== null) yield* this.put(document, text);
      else if (known !== null) this.parts.table.amend(known, document);
      else throw new TextMissing(id);
    }
    if (vector !== null) this.embed(id, vector);
  }

  /** Gives a document its vector, or another one. Without effect when there is no such document. */
  embed(id: string, vector: Int8Array): void {
    const ordinal = this.parts.table.find(id);
    if (ordinal !== null) this.parts.vectors?.put(ordinal, vector);
  }

  /** Without effect when there is no such document. */
  remove(id: string): void {
    const ordinal = this.parts.table.remove(id);
    if (ordinal !== null) this.parts.vectors?.forget(ordinal);
  }

  /** A copy without dead documents. During its pauses the index can be searched but not changed. */
  *compacted(): Generator<void, MemoryIndex> {
    const copy = new MemoryIndex(this.language, this.space);
    const { table, postings } = this.parts;
    const moved = new Int32Array(table.size).fill(-1);
    for (let ordinal = 0; ordinal < moved.length; ordinal++) {
      if (table.state[ordinal] !== DEAD) moved[ordinal] = copy.adopt(this.parts, ordinal);
      if (ordinal % COPY_STEP === 0) yield;
    }
    let cost = 0;
    for (let term = 0; term < postings.size; term++) {
      cost += TERM_COST + copy.parts.postings.adopt(postings, term, moved);
      if (cost < POSTINGS_A_STEP) continue;
      cost = 0;
      yield;
    }
    return copy;
  }

  /** Its content. The arrays stay those of the index, so it must not be changed while the image is in use. */
  *toImage(): Generator<void, IndexImage> {
    const writer = new ImageWriter();
    yield* this.exchange(writer);
    return writer.image;
  }

  search(query: SearchQuery): SearchResult {
    const { ofMemory, ...rest } = query;
    return search(this.parts, ofMemory === undefined ? query : { ...rest, vector: this.vectorOf(ofMemory) });
  }

  /** The vector of a document; null where there is no such document, or no vector of it. */
  private vectorOf(id: string): QueryVector | null {
    const { table, vectors, space } = this.parts;
    const ordinal = table.find(id);
    const values = ordinal === null ? null : (vectors?.vectorOf(ordinal) ?? null);
    return values === null || space === null ? null : { spaceId: space.id, values };
  }

  private *exchange(by: ImageExchange): Generator<void, void> {
    const { table, postings, vectors } = this.parts;
    yield* table.exchange(by);
    yield* postings.exchange(by);
    vectors?.exchange(by);
  }

  private *put(document: IndexDocument, text: string): Generator<void, void> {
    const { table, postings, tokenizer } = this.parts;
    const { terms, forms } = yield* tokenizer.tokenizeInSteps(text);
    yield;
    this.remove(document.id);
    const ordinal = table.add(document, terms.length);
    postings.add(ordinal, terms);
    postings.add(ordinal, forms);
    if (document.names.length > 0 || hasLabels(document)) {
      const said = new Set([...terms, ...forms]);
      postings.add(ordinal, addTo(said, this.termsOfNames(document.names)));
      postings.add(ordinal, labelTerms(document, tokenizer, said));
    }
    postings.add(ordinal, speakerTerms(text, tokenizer));
  }

  /** The terms of other names of what a document is about. */
  private termsOfNames(names: readonly string[]): string[] {
    return names.flatMap((name) => {
      const { terms, forms } = this.parts.tokenizer.tokenize(name);
      return [...terms, ...forms];
    });
  }

  /** Copies a live document without its terms, and returns its ordinal here. */
  private adopt(from: IndexParts, at: number): number {
    const { table, vectors } = this.parts;
    const ordinal = table.adopt(from.table, at);
    if (from.vectors !== null) vectors?.adopt(from.vectors, at, ordinal);
    return ordinal;
  }
}

/** Adds terms to a set, and returns those that it did not hold. */
function addTo(set: Set<string>, terms: readonly string[]): string[] {
  return terms.filter((term) => {
    const isNew = !set.has(term);
    set.add(term);
    return isNew;
  });
}
