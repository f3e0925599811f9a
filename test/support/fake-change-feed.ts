import type {
  ChangeFeed,
  FeedChanges,
  FeedCursor,
  FeedExtent,
  FeedSlice,
  IndexDocument,
  NamespaceVersion,
} from '../../src/retrieval/change-feed';
import type { Language } from '../../src/common/languages';
import type { VectorSpace } from '../../src/retrieval/vectors';
import { UNLIMITED } from './index-samples';

export type Call = 'start' | 'page' | 'changes';

type Row = IndexDocument & {
  /** The transaction that wrote the text. */
  textVersion: number;
};

interface Store {
  namespaceId: string;
  rows: Map<string, Row>;
  /** The transactions that wrote the vectors, by id. */
  embeddedBy: Map<string, number>;
  tombstones: { id: string; version: number }[];
  /** The newest transaction of the tombstones that are forgotten. */
  prunedTo: number;
}

/** For specs. A database of one writer: every write is a transaction, numbered in order. */
export class FakeChangeFeed implements ChangeFeed {
  readonly calls: string[] = [];
  /** How many changed documents the readings gave, with a text and without. */
  readonly given = { texts: 0, amendments: 0 };
  server = 'one';
  language: Language = 'english';
  space: VectorSpace | null = null;
  /** Called after a reading has looked at the data and before it answers. */
  beforeAnswer: ((call: Call) => void | Promise<void>) | null = null;
  private readonly stores = new Map<string, Store>();
  private transaction = 0;
  private rowCount = 0;

  create(namespace: string): void {
    this.stores.set(namespace, {
      namespaceId: `${++this.transaction}`,
      rows: new Map(),
      embeddedBy: new Map(),
      tombstones: [],
      prunedTo: -1,
    });
  }

  dropNamespace(namespace: string): void {
    this.stores.delete(namespace);
  }

  /** Another text is one that is not embedded. */
  write(namespace: string, id: string, text: string): void {
    const { rows } = this.store(namespace);
    const former = rows.get(id);
    const vector = former?.text === text ? former.vector : null;
    const version = ++this.transaction;
    const order = former?.order ?? ++this.rowCount;
    const fields = { type: 'fact', tags: [], source: 'user', status: 'active', createdAt: 0 } as const;
    rows.set(id, {
      ...UNLIMITED,
      id,
      order,
      version,
      textVersion: version,
      group: null,
      isThread: false,
      text,
      vector,
      ...fields,
    });
  }

  /** As an expiry does: a new version of the memory with the same text. */
  expire(namespace: string, id: string): void {
    const { rows } = this.store(namespace);
    const row = rows.get(id);
    if (row) rows.set(id, { ...row, status: 'expired', version: ++this.transaction });
  }

  /** As the worker does: without a new version of the memory. */
  embed(namespace: string, id: string, vector: Int8Array): void {
    const { rows, embeddedBy } = this.store(namespace);
    const row = rows.get(id);
    if (!row) return;
    rows.set(id, { ...row, vector });
    embeddedBy.set(id, ++this.transaction);
  }

  delete(namespace: string, id: string): void {
    const { rows, tombstones } = this.store(namespace);
    rows.delete(id);
    tombstones.push({ id, version: ++this.transaction });
  }

  prune(namespace: string): void {
    const store = this.store(namespace);
    store.prunedTo = Math.max(store.prunedTo, ...store.tombstones.splice(0).map(({ version }) => version));
  }

  async start(namespace: string): Promise<FeedCursor | null> {
    this.calls.push(`start ${namespace}`);
    const store = this.stores.get(namespace);
    const cursor = store ? this.cursorOf(store) : null;
    await this.beforeAnswer?.('start');
    return cursor;
  }

  extent(namespace: string): Promise<FeedExtent> {
    const documents = this.stores.get(namespace)?.rows.size ?? 0;
    return Promise.resolve({ documents, dimensions: this.space?.dimensions ?? 0 });
  }

  async page(cursor: FeedCursor, afterId: string | null, limit: number): Promise<IndexDocument[]> {
    this.calls.push('page');
    const store = [...this.stores.values()].find((each) => each.namespaceId === cursor.namespaceId);
    const rows = [...(store?.rows.values() ?? [])].filter((row) => row.id > (afterId ?? ''));
    await this.beforeAnswer?.('page');
    const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit);
    return sorted.map(({ textVersion: _, ...row }) => row);
  }

  async changes(namespace: string, cursor: FeedCursor, slice: FeedSlice): Promise<FeedChanges> {
    this.calls.push(`changes ${namespace}`);
    const changes = this.changesNow(namespace, cursor, slice);
    await this.beforeAnswer?.('changes');
    return changes;
  }

  /** As of now. */
  version(namespace: string): NamespaceVersion {
    const { namespaceId, rows, embeddedBy, tombstones, prunedTo } = this.store(namespace);
    const written = [...rows.values(), ...tombstones].map(({ version }) => version);
    const newest = Math.max(0, prunedTo, ...written, ...embeddedBy.values());
    return [namespaceId, this.server, this.space?.id ?? 0, newest].join(' ');
  }

  private changesNow(namespace: string, cursor: FeedCursor, slice: FeedSlice): FeedChanges {
    const store = this.stores.get(namespace);
    if (!store) return { kind: 'gone' };
    const next = this.cursorOf(store);
    if (next.server !== cursor.server || next.namespaceId !== cursor.namespaceId) return { kind: 'rebuild' };
    if (next.space?.id !== cursor.space?.id) return { kind: 'rebuild' };
    if (store.prunedTo >= Number(slice.from)) return { kind: 'rebuild' };
    const rows = firstOf([...store.rows.values()], slice);
    const vectors = firstOf(embeddedIn(store), slice);
    const tombstones = firstOf(store.tombstones, slice);
    const rests = [rows.rest, vectors.rest, tombstones.rest].filter((rest) => rest !== null);
    return {
      kind: 'changes',
      cursor: next,
      changed: rows.taken.map((row) => this.rowGiven(row, Number(cursor.xmin))),
      removed: tombstones.taken.map(({ id }) => id).filter((id) => !store.rows.has(id)),
      embedded: vectors.taken,
      rest: rests.length === 0 ? null : `${Math.min(...rests)}`,
    };
  }

  private rowGiven({ textVersion, ...row }: Row, xmin: number): IndexDocument {
    const isKnown = textVersion < xmin;
    this.given[isKnown ? 'amendments' : 'texts']++;
    return isKnown ? { ...row, text: null, vector: null } : row;
  }

  private cursorOf(store: Store): FeedCursor {
    return {
      namespaceId: store.namespaceId,
      server: this.server,
      xmin: `${this.transaction + 1}`,
      language: this.language,
      space: this.space,
    };
  }

  private store(namespace: string): Store {
    const store = this.stores.get(namespace);
    if (!store) throw new Error(`No namespace ${namespace}`);
    return store;
  }
}

function embeddedIn({ rows, embeddedBy }: Store): { id: string; vector: Int8Array; version: number }[] {
  return [...rows.values()].flatMap(({ id, vector }) => {
    const version = embeddedBy.get(id);
    return vector !== null && version !== undefined ? [{ id, vector, version }] : [];
  });
}

/** Up to the limit in the order of the transactions, and the first transaction that may not be whole. */
function firstOf<T extends { version: number }>(
  all: readonly T[],
  { from, limit }: FeedSlice,
): { taken: T[]; rest: number | null } {
  const since = all
    .filter(({ version }) => version >= Number(from))
    .toSorted((a, b) => a.version - b.version);
  return { taken: since.slice(0, limit), rest: since[limit]?.version ?? null };
}
