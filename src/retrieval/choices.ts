import type { MetadataFilter } from '../common/metadata';
import { metadataText, NO_SCOPE, type DocumentTable } from './document-table';
import type { SearchFilter } from './search-query';
import type { TextSets } from './text-sets';

type Lists = readonly (readonly number[])[];

/** By ordinal, how many choices let the document pass. Shared by all searches, and as long as the longest index. */
let passed = new Uint8Array(0);

/**
 * What filters of tags, scopes and metadata let pass: worked out once for a search, from lists of documents. Valid until
 * the next one is made.
 */
export class Choices {
  /** Documents that all of them let pass, dead ones included. */
  readonly count: number;

  /** `choices`: the lists of the documents that each part of the filter lets pass. */
  private constructor(
    private readonly choices: readonly Lists[],
    size: number,
  ) {
    if (passed.length < size) passed = new Uint8Array(Math.ceil(size * 1.25));
    passed.fill(0, 0, size);
    let count = 0;
    choices.forEach((lists, at) => (count = this.pass(lists, at)));
    this.count = count;
  }

  /** Null for a filter that asks for none of these. */
  static of(filter: SearchFilter, table: DocumentTable): Choices | null {
    const { tags, scopes, metadata } = filter;
    const choices = [
      ...(scopes ? [scopeChoice(scopes, table.scopes)] : []),
      ...(tags === null ? [] : [table.tags.holdersOf(tags)]),
      ...metadataChoices(metadata ?? {}, table.metadata),
    ];
    return choices.length === 0 ? null : new Choices(choices, table.size);
  }

  passes(ordinal: number): boolean {
    return passed[ordinal] === this.choices.length;
  }

  /** The documents that all choices let pass, in order. */
  all(): Uint32Array {
    const [shortest = []] = this.choices.toSorted((one, other) => lengthOf(one) - lengthOf(other));
    const found = new Set<number>();
    for (const list of shortest) {
      for (const ordinal of list) if (this.passes(ordinal)) found.add(ordinal);
    }
    return Uint32Array.from(found).sort();
  }

  /** How many this choice and all before it let pass. A document can be in several of its lists. */
  private pass(lists: Lists, at: number): number {
    // A local name, which compiled code need not read again for each of tens of thousands.
    const marks = passed;
    let count = 0;
    for (const list of lists) {
      for (const ordinal of list) {
        if (marks[ordinal] !== at) continue;
        marks[ordinal] = at + 1;
        count++;
      }
    }
    return count;
  }
}

function scopeChoice(wanted: readonly (string | null)[], scopes: TextSets): Lists {
  const texts = wanted.map((scope) => scope ?? NO_SCOPE);
  const beginnings = texts.filter((scope) => scope.endsWith('*')).map((scope) => scope.slice(0, -1));
  if (beginnings.length === 0) return scopes.holdersOf(texts);
  const exact = new Set(texts);
  const begins = (scope: string) => beginnings.some((beginning) => scope.startsWith(beginning));
  return scopes.holdersWhere((scope) => exact.has(scope) || (scope !== NO_SCOPE && begins(scope)));
}

function metadataChoices(wanted: MetadataFilter, metadata: TextSets): Lists[] {
  return Object.entries(wanted).map(([key, values]) =>
    metadata.holdersOf(values.map((value) => metadataText(key, value))),
  );
}

function lengthOf(lists: Lists): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}
