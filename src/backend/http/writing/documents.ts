import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../../common/domain-error';
import {
  RemoteNotFound,
  type BackendApi,
  type OutgoingDocument,
  type RemoteDocument,
} from '../protocol/backend-api';
import { isMade } from './memory-change';

/** By id, the digest of what a memory is to become; null: it is to be gone. */
export type Expected = ReadonlyMap<string, string | null>;

/** A server shows what it has taken at once, or as soon as it is indexed. */
const VISIBLE_MS = 10_000;
const FIRST_LOOK_MS = 5;
const LONGEST_LOOK_MS = 500;

/** Documents of the backend, as far as they are written. */
export class Documents {
  constructor(
    private readonly api: Pick<BackendApi, 'getDocuments' | 'putDocuments' | 'deleteDocuments'>,
    private readonly visibleMs: number = VISIBLE_MS,
  ) {}

  /** By id, those that there are; of a namespace that is not there, none. */
  async find(namespace: string, ids: readonly string[]): Promise<Map<string, RemoteDocument>> {
    if (ids.length === 0) return new Map();
    try {
      const documents = await this.api.getDocuments(namespace, ids);
      return new Map(documents.map((document) => [document.id, document]));
    } catch (error) {
      if (error instanceof RemoteNotFound) return new Map();
      throw error;
    }
  }

  async write(namespace: string, put: readonly OutgoingDocument[], gone: readonly string[]): Promise<void> {
    if (put.length > 0) await this.api.putDocuments(namespace, put);
    if (gone.length > 0) await this.api.deleteDocuments(namespace, gone);
  }

  /** How many of them the backend shows as they are to be. */
  async countMade(namespace: string, expected: Expected): Promise<number> {
    const documents = await this.find(namespace, [...expected.keys()]);
    return [...expected].filter(([id, digest]) => isMade(digest, documents.get(id))).length;
  }

  /** Throws BackendUnavailable when they do not show in time. */
  async waitFor(namespace: string, expected: Expected): Promise<void> {
    const deadline = performance.now() + this.visibleMs;
    let wait = FIRST_LOOK_MS;
    while ((await this.countMade(namespace, expected)) < expected.size) {
      if (performance.now() >= deadline) throw notShown();
      await pause(wait);
      wait = Math.min(LONGEST_LOOK_MS, 2 * wait);
    }
  }
}

function notShown(): DomainError {
  return new DomainError('BackendUnavailable', 'The memory backend does not show in time what it was given');
}

export function agentNotFound(namespace: string): DomainError {
  return new DomainError('AgentNotFound', `Namespace '${namespace}' does not exist`);
}
