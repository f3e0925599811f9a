import type { ChangeFeed, FeedChanges, FeedCursor } from './change-feed';
import type { IndexDocument } from './index-document';
import type { Language } from '../common/languages';
import type { VectorSpace } from './vector-space';

export type Call = 'start' | 'page' | 'changes';

interface Store {
  namespaceId: string;
  rows: Map<string, IndexDocument>;
  /** The transactions that wrote the vectors, by id. */
  embeddedBy: Map<string, number>;
  tombstones: { id: string; version: number }[];
}

/** For specs. A database of one writer: every write is a transaction, numbered in order. */
export class FakeChangeFeed implements ChangeFeed {
  readonly calls: string[] = [];
  readonly limits: number[] = [];
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
    rows.set(id, { id, order, version, group: null, text, vector, ...fields });
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

  async start(namespace: string): Promise<FeedCursor | null> {
    this.calls.push(`start ${namespace}`);
    const store = this.stores.get(namespace);
    const cursor = store ? this.cursorOf(store) : null;
    await this.beforeAnswer?.('start');
    return cursor;
  }

  async page(cursor: FeedCursor, afterId: string | null, limit: number): Promise<IndexDocument[]> {
    this.calls.push('page');
    const store = [...this.stores.values()].find((each) => each.namespaceId === cursor.namespaceId);
    const rows = [...(store?.rows.values() ?? [])].filter((row) => row.id > (afterId ?? ''));
    await this.beforeAnswer?.('page');
    return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit);
  }

  async changes(namespace: string, cursor: FeedCursor, limit: number): Promise<FeedChanges> {
    this.calls.push(`changes ${namespace}`);
    this.limits.push(limit);
    const changes = this.changesNow(namespace, cursor, limit);
    await this.beforeAnswer?.('changes');
    return changes;
  }

  private changesNow(namespace: string, cursor: FeedCursor, limit: number): FeedChanges {
    const store = this.stores.get(namespace);
    if (!store) return { kind: 'gone' };
    const next = this.cursorOf(store);
    if (next.server !== cursor.server || next.namespaceId !== cursor.namespaceId) return { kind: 'rebuild' };
    if (next.space?.id !== cursor.space?.id) return { kind: 'rebuild' };
    const from = Number(cursor.xmin);
    const changed = [...store.rows.values()].filter((row) => row.version >= from);
    const removed = store.tombstones.filter((row) => row.version >= from).map((row) => row.id);
    const embedded = [...store.rows.values()].flatMap(({ id, vector }) =>
      vector !== null && (store.embeddedBy.get(id) ?? 0) >= from ? [{ id, vector }] : [],
    );
    if (changed.length + removed.length + embedded.length > limit) return { kind: 'rebuild' };
    return { kind: 'changes', cursor: next, changed, removed, embedded };
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
