import * as fc from 'fast-check';
import {
  deriveTitle,
  MEMORY_TYPES,
  PROVENANCES,
  STATUS_FILTERS,
  type Memory,
} from '../../src/backend/memory';
import type { MemoryFilter } from '../../src/backend/memory-filter';
import { toDocument } from '../../src/backend/http/document';
import {
  RemoteNotFound,
  type BackendApi,
  type OutgoingDocument,
  type RemoteDocument,
  type RemoteHits,
  type RemoteSearch,
} from '../../src/backend/http/protocol/backend-api';

type ReadApi = Pick<BackendApi, 'getDocuments' | 'listNamespaces' | 'pages' | 'search'>;

export function asRemote(document: OutgoingDocument, createdAt: string | null = null): RemoteDocument {
  return { ...document, createdAt };
}

/** What is read of a backend: one namespace, its documents in the order in which they were first put. */
export class FakeDocuments implements ReadApi {
  readonly documents = new Map<string, RemoteDocument>();
  readonly searches: RemoteSearch[] = [];
  /** Ids of each call. */
  readonly gets: (readonly string[])[] = [];
  /** How often the pages were walked, and how many of them were given. */
  walks = 0;
  pagesGiven = 0;
  itemCount: number | null = null;
  /** What a search finds, best first. */
  hits: RemoteHits = { hits: [], retrieval: null };

  constructor(
    readonly namespace = 'ns',
    readonly pageSize = 100,
  ) {}

  put(...memories: readonly Memory[]): this {
    for (const memory of memories) this.putDocument(asRemote(toDocument(memory)));
    return this;
  }

  putDocument(document: RemoteDocument): void {
    this.documents.set(document.id, document);
  }

  async getDocuments(namespace: string, ids: readonly string[]): Promise<RemoteDocument[]> {
    this.require(namespace);
    this.gets.push(ids);
    return ids.flatMap((id) => this.documents.get(id) ?? []);
  }

  async listNamespaces() {
    return [{ name: this.namespace, itemCount: this.itemCount }];
  }

  async *pages(namespace: string): AsyncIterable<RemoteDocument[]> {
    this.walks++;
    const documents = namespace === this.namespace ? [...this.documents.values()] : [];
    for (let at = 0; at < documents.length; at += this.pageSize) {
      this.pagesGiven++;
      yield documents.slice(at, at + this.pageSize);
    }
  }

  async search(search: RemoteSearch): Promise<RemoteHits> {
    this.require(search.namespace);
    this.searches.push(search);
    const hits = this.hits.hits.filter(({ score }) => score >= (search.threshold ?? 0));
    return { ...this.hits, hits: hits.slice(0, search.topK) };
  }

  private require(namespace: string): void {
    if (namespace !== this.namespace) throw new RemoteNotFound(namespace);
  }
}

/** The fake as the whole protocol; what it does not offer fails when it is called. */
export function asApi(fake: FakeDocuments): BackendApi {
  return fake as unknown as BackendApi;
}

const storable = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((text) => /\S/.test(text));
const label = fc.constantFrom('agent', 'user', 'a.b_c-d', 'service');
const tag = fc
  .oneof(fc.constantFrom('a', 'b', 'a,b', '100%', '%2C', '%25', '%,', '%2', ','), storable)
  .map((text) => text.trim());

/** Few, so that many fall together. */
export const instants = fc.integer({ min: 1, max: 12 }).map((ms) => new Date(Date.UTC(2026, 0, 1) + ms));

const said = fc
  .record({
    content: fc.oneof(storable, fc.constantFrom('a\n\nTags: a', '[FACT] x\n\ny', '\u0085', 'a\r\n\r\nb ')),
    title: fc.option(fc.oneof(storable, fc.constantFrom('x\n\ny', '[GOAL] x', ' '))),
  })
  .map(({ content, title }) => {
    return { content, title: title ?? deriveTitle(content), titleDerived: title === null };
  });

const stamp = fc.option(fc.record({ expiredAt: instants, expiredBy: label })).map((given) => {
  return given === null
    ? { status: 'active' as const, expiredAt: null, expiredBy: null }
    : { status: 'expired' as const, ...given };
});

const fields = fc.record({
  id: fc.oneof(fc.uuid(), fc.constantFrom('file 1#3', 'ä', '~', '0')),
  sessionId: fc.option(fc.constantFrom('sess_1', 'sess_2')),
  type: fc.constantFrom(...MEMORY_TYPES),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs),
  tags: fc.uniqueArray(tag, { maxLength: 4 }),
  source: label,
  sourceRef: fc.option(fc.oneof(storable, fc.constant(''))),
  thread: fc.option(storable),
  provenance: fc.constantFrom(...PROVENANCES),
  actorId: fc.constantFrom('demo', 'other'),
  createdAt: instants,
  later: fc.integer({ min: 0, max: 6 }),
});

/** Any memory that the service may hold. */
export const memories: fc.Arbitrary<Memory> = fc
  .tuple(fields, said, stamp)
  .map(([{ later, ...rest }, text, expiry]) => {
    return { ...rest, ...text, ...expiry, updatedAt: new Date(rest.createdAt.getTime() + later) };
  });

/** A namespace's worth of them. */
export const manyMemories = fc.uniqueArray(memories, { maxLength: 25, selector: ({ id }) => id });

const FEW_TYPES = MEMORY_TYPES.slice(0, 6);

export const filters: fc.Arbitrary<MemoryFilter> = fc.record({
  types: fc.option(fc.uniqueArray(fc.constantFrom(...FEW_TYPES), { minLength: 1 }), { freq: 1 }),
  tags: fc.option(fc.uniqueArray(tag, { minLength: 1, maxLength: 3 }), { freq: 1 }),
  sources: fc.option(fc.uniqueArray(label, { minLength: 1 }), { freq: 1 }),
  status: fc.constantFrom(...STATUS_FILTERS),
  createdAfter: fc.option(instants),
  createdBefore: fc.option(instants),
});
