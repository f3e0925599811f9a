import { DomainError } from '../../../common/domain-error';
import { SingleFlight } from '../../../common/single-flight';
import type { PrismaService } from '../../../database/prisma.service';
import type { Memory } from '../../memory';
import { toMemory, type RemoteDocument } from '../../document';
import { instantIn } from '../../document-metadata';
import type { BackendApi } from '../protocol/backend-api';
import { findDocuments, isPossibleId } from '../writing/documents';
import { digestOf } from '../writing/memory-change';
import { DocumentIndexRepository, type IndexState, type StaleDocument } from './document-index.repository';
import { type IndexedDocument, IndexedDocumentsRepository } from './indexed-documents.repository';

/** Attempts while own writes and those of other programs change the same documents. */
const TRIES = 5;
const STORE_TRIES = 50;
/** A walk begins when the last one is so old, in ms, and this many times as old as it took. */
const WALK_AFTER_MS = 5_000;
const WALK_AFTER_SHARE = 10;

type Api = Pick<BackendApi, 'pages' | 'getDocuments' | 'listNamespaces'>;

/**
 * Where the documents of a namespace stand in listings, in the service's own database. It is compared with the backend
 * before it is used: own changes are known from the change log, those of other programs by the number of documents. What
 * leaves that number alone is found by a walk over all pages, in the background.
 */
export class DocumentIndex {
  readonly rows: IndexedDocumentsRepository;
  private readonly index: DocumentIndexRepository;
  private readonly followed = new SingleFlight<void>();
  private readonly counted = new SingleFlight<ReadonlyMap<string, number | null>>();

  constructor(
    private readonly api: Api,
    database: PrismaService,
  ) {
    this.rows = new IndexedDocumentsRepository(database);
    this.index = new DocumentIndexRepository(database);
  }

  /**
   * What `find` finds in the index, with the memories of its rows as the backend has them now, in their order. Documents
   * that are not as their rows say are read again, and then `find` runs again.
   */
  async read<T extends { rows: readonly IndexedDocument[] }>(
    namespace: string,
    find: () => Promise<T>,
  ): Promise<T & { memories: Memory[] }> {
    for (let tries = 1; ; tries++) {
      await this.follow(namespace);
      const found = await find();
      const memories = await this.fetch(namespace, found.rows);
      const stale = found.rows.filter(({ id, digest }) => digestIn(memories, id) !== digest);
      if (stale.length === 0 || tries === TRIES) {
        return { ...found, memories: found.rows.flatMap(({ id }) => memories.get(id) ?? []) };
      }
      await this.noteStale(namespace, stale);
    }
  }

  /** Notes documents that differ from their rows. */
  noteStale(namespace: string, rows: readonly StaleDocument[]): Promise<void> {
    return this.index.addStale(namespace, rows);
  }

  /** Brings the index up to all that happened before the call. */
  follow(namespace: string): Promise<void> {
    return this.followed.run(namespace, () => this.catchUp(namespace));
  }

  /** Fetches the present memories of these rows, by id. */
  async fetch(namespace: string, rows: readonly StaleDocument[]): Promise<Map<string, Memory>> {
    const receivedAt = new Map(rows.map((row) => [row.id, row.receivedAt]));
    const documents = await findDocuments(this.api, namespace, [...receivedAt.keys()]);
    return new Map(
      documents.map((document) => {
        const received = receivedIn(document) ?? receivedAt.get(document.id) ?? null;
        return [document.id, toMemory({ ...document, createdAt: received?.toISOString() ?? null })];
      }),
    );
  }

  private async catchUp(namespace: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      // Before the changes are read: what came into the number in between would look like another program's work.
      const count = await this.countDocuments(namespace);
      const { documents, surplus, stale, isWalked } = await this.readStale(namespace);
      const missing = count === null ? Infinity : Math.abs(count - surplus - documents);
      if (missing === 0 || (isWalked && tries === TRIES && missing <= stale.length)) break;
      if (isWalked && stale.length > 0 && tries < TRIES && count !== null) continue;
      await this.walk(namespace);
      await this.readStale(namespace);
      return;
    }
    void this.walkIfDue(namespace).catch(() => undefined);
  }

  /** Null if the server does not say. */
  private async countDocuments(namespace: string): Promise<number | null> {
    const counts = await this.counted.run('', async () => {
      const namespaces = await this.api.listNamespaces();
      return new Map(namespaces.map(({ name, itemCount }) => [name, itemCount]));
    });
    const count = counts.get(namespace);
    return count === undefined ? 0 : count;
  }

  /** Reads all stale documents and stores their rows. The state after it, with those that it read last. */
  private async readStale(namespace: string): Promise<IndexState> {
    let last: IndexState['stale'] = [];
    for (let tries = 0; tries < STORE_TRIES; tries++) {
      const state = await this.index.state(namespace);
      const hasRead = last.length > 0 && state.entries.length === 0;
      if (state.stale.length === 0 || hasRead) return { ...state, stale: last };
      if (!(await this.readSome(namespace, state))) continue;
      last = state.stale;
      // A long index is read in parts, each of which is progress.
      if (state.isMore) tries = 0;
    }
    throw new DomainError('BackendUnavailable', 'Others are reading the same memories: try again shortly');
  }

  private async readSome(namespace: string, { version, stale, entries }: IndexState): Promise<boolean> {
    const receivedAt = new Map(stale.map((each) => [each.id, each.receivedAt]));
    const found = await this.fetch(namespace, stale);
    const memories = [...found.values()].map((memory) => ({
      memory,
      receivedAt: receivedAt.get(memory.id) ?? null,
    }));
    return this.index.store(namespace, { version, ids: [...receivedAt.keys()], entries, memories });
  }

  /** Only one of all services walks. */
  private async walkIfDue(namespace: string): Promise<void> {
    if (!(await this.index.claimWalk(namespace, WALK_AFTER_MS, WALK_AFTER_SHARE))) return;
    await this.walk(namespace);
  }

  /** Reads all pages, and notes the documents that are not as their rows say. */
  private async walk(namespace: string): Promise<void> {
    const start = performance.now();
    const before = await this.countDocuments(namespace);
    const known = await this.index.digests(namespace);
    let [walked, changed] = [0, 0];
    for await (const documents of this.api.pages(namespace)) {
      const stale = documents.filter((document) => isPossibleId(document.id) && !isKnown(known, document));
      for (const { id } of documents) known.delete(id);
      walked += documents.length;
      changed += stale.length;
      await this.index.addStale(
        namespace,
        stale.map((each) => ({ id: each.id, receivedAt: receivedIn(each) })),
      );
    }
    await this.index.addStale(
      namespace,
      [...known.keys()].map((id) => ({ id, receivedAt: null })),
    );
    const isSettled =
      before !== null && changed + known.size === 0 && before === (await this.countDocuments(namespace));
    await this.index.noteWalk(namespace, performance.now() - start, isSettled ? before - walked : null);
  }
}

function digestIn(memories: ReadonlyMap<string, Memory>, id: string): string | null {
  const memory = memories.get(id);
  return memory ? digestOf(memory) : null;
}

function isKnown(known: ReadonlyMap<string, string>, document: RemoteDocument): boolean {
  return known.get(document.id) === digestOf(toMemory(document));
}

function receivedIn({ createdAt }: RemoteDocument): Date | null {
  return instantIn(createdAt);
}
