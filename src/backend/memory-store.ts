import { DomainError } from '../common/domain-error';
import type { ScopedName } from '../common/scoped-name';
import type { NamespaceVersion } from '../retrieval/change-feed';
import type { KindCount } from '../screening/secret-counts';
import type { Act, Memory, MemoryType, NewMemory, Provenance, Trust } from './memory';
import type { MemoryEdit } from './memory-edit';
import type { HistoryPage, PageRequest } from './pages';

/** Memories that change the newest active memory with their `sourceRef`, and are stored where there is none. */
export interface Upserts {
  /** By the ids of those memories: what they change. */
  edits: ReadonlyMap<string, MemoryEdit>;
  act: Act;
  /** Of these, `refuseDeleted`, unless the active memory says the same already. */
  refuseDeleted: boolean;
}

export interface StoreOptions {
  /** Do not store what an active memory of the type, or an earlier one of the call, says; not for upserts. */
  dedupe: boolean;
  /** Do not store a memory whose content was deleted for good: for memories that no client asked for explicitly. */
  refuseDeleted?: boolean;
  /** Of concurrent upserts of one reference, the second sees what the first stored. */
  upserts?: Upserts;
  /** The caller looked through the memories for secrets already. */
  isScreened?: boolean;
  /** The service stores them by itself: they are no writes of the agent a minute. */
  isOfService?: boolean;
}

export const STORE_ACTIONS = ['store', 'update', 'duplicate', 'rejected'] as const;
export type StoreAction = (typeof STORE_ACTIONS)[number];

export interface StoreOutcome {
  action: StoreAction;
  /** Of an update or a duplicate: the existing memory. */
  id: string;
  type: MemoryType;
  /** Of an updated memory. */
  confidence?: number;
  provenance?: Provenance;
  /** Of an updated memory, and of a duplicate that waits for a review. */
  trust?: Trust;
  /** Secrets that a placeholder stands for, and those that were stored as they are; absent if the caller looked. */
  redacted?: KindCount[];
  warned?: KindCount[];
  /** What looked planted in a memory that waits for a review; absent for others. */
  quarantined?: string[];
}

export function namespaceNotFound(namespace: string): DomainError {
  return new DomainError('AgentNotFound', `Namespace '${namespace}' does not exist`);
}

/** Changes of memories and of rows of the service's own database, made as one: all of them or none. */
export interface UnitOfWork<Result, Locked = void> {
  /** Of the units of one name, one runs at a time. */
  name?: string;
  /** Memories that only this unit changes while it runs. */
  ids?: readonly string[];
  /**
   * Locks rows and checks them, before everything else; throws if the work must not be done. Where the backend is another
   * server, the locks do not last until `record`, which checks again.
   */
  lock?: () => Promise<Locked>;
  /** Changes memories, and writes no rows. Gets the existing ones of the memories named by `ids`. */
  work: (memories: Memory[], locked: Locked) => Promise<Result>;
  /** Writes rows, in a transaction. Undoes the unit if it throws. */
  record?: (result: Result, locked: Locked) => Promise<unknown>;
}

/** A memory that goes into another namespace, with all that it is but for its provenance, which is `imported` then. */
export interface MemoryTransfer {
  from: string;
  to: string;
  id: string;
  /** Of a move the same. */
  newId: string;
  /** Deletes it where it was. */
  isMove: boolean;
  act: Act;
}

/**
 * Memories of namespaces, one per agent. Writing to a missing one throws `AgentNotFound`; methods of all four ports
 * may throw `BackendUnavailable`. A write is durable, and later reads see it, when its promise resolves.
 */
export abstract class MemoryStore {
  /** Throws BackendUnavailable when the backend does not answer. */
  abstract ping(): Promise<void>;

  /** Creates a namespace; an existing one is adopted. */
  abstract createNamespace(namespace: string, at: Date): Promise<void>;
  /** Deletes a namespace with its memories; one that does not exist counts as deleted. */
  abstract dropNamespace(namespace: string): Promise<void>;

  /**
   * Runs a unit of work on the memories of a namespace. No method of a port may be called inside a database
   * transaction other than that of a unit: it may wait for another server.
   */
  abstract unitOfWork<Result, Locked = void>(
    namespace: string,
    unit: UnitOfWork<Result, Locked>,
  ): Promise<Result>;

  /** Stores all or none, in order, except those that the options exclude or that are edits. Ids are new, or those of a repeated request. */
  abstract store(
    namespace: string,
    memories: readonly NewMemory[],
    options: StoreOptions,
  ): Promise<StoreOutcome[]>;
  /**
   * The existing ones of these memories, in no particular order. `version`: of the namespace, made since the request came:
   * what has not changed since is not read again.
   */
  abstract findAll(
    namespace: string,
    ids: readonly string[],
    version?: NamespaceVersion | null,
  ): Promise<Memory[]>;
  async find(namespace: string, id: string): Promise<Memory | null> {
    const [memory] = await this.findAll(namespace, [id]);
    return memory ?? null;
  }

  /** The newest active memory of the reference. */
  abstract findByReference(namespace: string, reference: ScopedName): Promise<Memory | null>;

  /**
   * Copies a memory, or moves it, as one where the backend can; else a move that broke off is finished by another one, and
   * the memory is never in none of the namespaces. One with the new id stays. False when there is no such memory.
   */
  abstract transfer(transfer: MemoryTransfer): Promise<boolean>;

  abstract edit(namespace: string, id: string, edit: MemoryEdit, act: Act): Promise<boolean>;
  /**
   * Deletes for good. False when there is no such memory. A unit of work that deletes several calls `deleteAll`, which
   * locks in one order, so that two units cannot wait for each other.
   */
  abstract delete(namespace: string, id: string, act: Act): Promise<boolean>;
  /** Deletes the existing ones of these memories for good, in slices; returns their number. */
  abstract deleteAll(namespace: string, ids: readonly string[], act: Act): Promise<number>;
  /** Adds an entry to the histories of these memories that a conflict about them was resolved. */
  abstract noteResolved(namespace: string, ids: readonly string[], act: Act): Promise<void>;
  /** A page of a memory's history; null when there never was such a memory. */
  abstract readHistory(namespace: string, id: string, page: PageRequest): Promise<HistoryPage | null>;
  /** How many memories a session that began at `since` created, later deleted ones included. */
  abstract countCreatedInSession(namespace: string, sessionId: string, since: Date): Promise<number>;
}
