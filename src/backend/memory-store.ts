import type { Act, Memory, MemoryEdit, MemoryType, NewMemory } from './memory';
import type { HistoryPage, PageCursor } from './pages';

export interface StoreOptions {
  /** Do not store a memory whose content and type an active memory (or an earlier one of the same call) has. */
  dedupe: boolean;
  /** Do not store a memory whose content was deleted for good: for memories that no client asked for explicitly. */
  refuseDeleted?: boolean;
}

export interface StoreOutcome {
  action: 'store' | 'duplicate' | 'rejected';
  /** Of a duplicate: the existing memory. */
  id: string;
  type: MemoryType;
}

/**
 * Where memories live: one namespace per agent. Every method of the four ports may throw `BackendUnavailable`.
 * Writing to a namespace that does not exist throws `AgentNotFound`. A write is durable, and every later read sees
 * it, when its promise resolves.
 */
export abstract class MemoryStore {
  /**
   * Whether writes join the caller's database transaction, and are undone with it. Where not, each is done and seen
   * when its promise resolves, and no method may be called inside a transaction: it waits for another server.
   */
  abstract readonly joinsTransactions: boolean;

  /** Throws BackendUnavailable when the backend does not answer. */
  abstract ping(): Promise<void>;

  /** Creates a namespace; an existing one is adopted. */
  abstract createNamespace(namespace: string, at: Date): Promise<void>;
  /** Deletes a namespace with its memories; one that does not exist counts as deleted. */
  abstract dropNamespace(namespace: string): Promise<void>;

  /**
   * Keeps others from changing these memories, those that there are, while `work` is done, and undoes what it wrote
   * to memories of the namespace when it throws. Where writes join transactions, it is one.
   */
  abstract together<T>(
    namespace: string,
    ids: readonly string[],
    work: (memories: Memory[]) => Promise<T>,
  ): Promise<T>;

  /** Stores all or none, in order, except those that the options exclude. Ids are new, or those of a repeated request. */
  abstract store(
    namespace: string,
    memories: readonly NewMemory[],
    options: StoreOptions,
  ): Promise<StoreOutcome[]>;
  abstract find(namespace: string, id: string): Promise<Memory | null>;
  /** The existing ones of these memories, in no particular order. */
  abstract findAll(namespace: string, ids: readonly string[]): Promise<Memory[]>;
  /** False when there is no such memory. */
  abstract edit(namespace: string, id: string, edit: MemoryEdit, act: Act): Promise<boolean>;
  /** Deletes for good. False when there is no such memory. */
  abstract delete(namespace: string, id: string, act: Act): Promise<boolean>;
  /** Deletes the existing ones of these memories for good, in slices; returns their number. */
  abstract deleteAll(namespace: string, ids: readonly string[], act: Act): Promise<number>;
  /** Adds an entry to the histories of these memories that a conflict about them was resolved. */
  abstract noteResolved(namespace: string, ids: readonly string[], act: Act): Promise<void>;
  /** A page of a memory's history; null when there never was such a memory. */
  abstract readHistory(
    namespace: string,
    id: string,
    after: PageCursor | null,
    limit: number,
  ): Promise<HistoryPage | null>;
  /** How many memories a session that began at `since` created, later deleted ones included. */
  abstract countCreatedInSession(namespace: string, sessionId: string, since: Date): Promise<number>;
}
