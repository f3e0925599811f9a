import fc from 'fast-check';
import type { IndexDocument } from '../../src/retrieval/change-feed';
import type { Language } from '../../src/common/languages';
import { MemoryIndex } from '../../src/retrieval/memory-index';
import { timesOf } from '../../src/retrieval/query-times';
import type { SearchFilter, SearchHit, SearchQuery } from '../../src/retrieval/search-query';
import { runToEnd } from '../../src/retrieval/time-slices';
import type { VectorSpace } from '../../src/retrieval/vectors';

/** For specs: what a filter is that lets everything pass. */
export const EVERYTHING: SearchFilter = {
  types: null,
  tags: null,
  sources: null,
  createdAfter: null,
  createdBefore: null,
  status: 'all',
};

export const ACTIVE: SearchFilter = { ...EVERYTHING, status: 'active' };

/** Of a document that holds whenever, without a reference. */
export const UNLIMITED = {
  sourceRef: null,
  names: [],
  key: null,
  scope: null,
  expiresAt: null,
  metadata: {},
  validFrom: null,
  validTo: null,
  isPast: false,
  isSuperseded: false,
} as const;

/** For properties: what decides when a document holds. Few values, so that many meet. */
export const validities = fc.record({
  names: fc.subarray(['n', 'm']),
  key: fc.constantFrom(null, null, 'k', 'l'),
  validFrom: fc.constantFrom(null, null, -5, 2),
  validTo: fc.constantFrom(null, null, 3, 9),
  isPast: fc.constantFrom(false, false, true),
  isSuperseded: fc.constantFrom(false, false, true),
});

export function document(fields: Partial<IndexDocument> & { id: string }): IndexDocument {
  return {
    order: 0,
    version: 1,
    group: null,
    isThread: false,
    text: '',
    type: 'fact',
    tags: [],
    source: 'user',
    status: 'active',
    createdAt: 0,
    ...UNLIMITED,
    vector: null,
    ...fields,
  };
}

/** `now`: from where times such as `yesterday` are seen, in milliseconds since the epoch. */
export function query(
  text: string,
  { now = 0, ...fields }: Partial<SearchQuery> & { now?: number } = {},
): SearchQuery {
  return {
    text,
    limit: 100,
    minScore: 0,
    neighbours: 'on',
    times: timesOf(text, now),
    explain: true,
    explainIds: [],
    vector: null,
    filter: EVERYTHING,
    ...fields,
  };
}

export function indexOf(documents: readonly IndexDocument[], space: VectorSpace | null = null): MemoryIndex {
  const index = new MemoryIndex('english', space);
  for (const each of documents) index.upsert(each);
  return index;
}

/** Of texts by themselves, `m0` and so on, in their order. */
export function indexIn(language: Language, texts: readonly string[]): MemoryIndex {
  const index = new MemoryIndex(language, null);
  texts.forEach((text, order) => index.upsert(document({ id: `m${order}`, text, order })));
  return index;
}

/** What a query finds among such texts. */
export function hits(text: string, texts: readonly string[], language: Language = 'english'): SearchHit[] {
  return indexIn(language, texts).search(query(text, { neighbours: 'off' })).hits;
}

/** A compaction without pauses. */
export function compactedNow(index: MemoryIndex): MemoryIndex {
  return runToEnd(index.compacted());
}
