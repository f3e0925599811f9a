import { pollUntil } from '../../../common/deadline';
import { DomainError } from '../../../common/domain-error';
import type { Memory } from '../../memory';
import { OWN_KEYS, toDocument, toMemory, type OutgoingDocument, type RemoteDocument } from '../../document';
import { type BackendApi, RemoteNotFound } from '../protocol/backend-api';
import { isMade } from './memory-change';
import { isStorable } from '../../../common/text';

/** By id, the expected digest of a memory; null: it must be gone. */
type Expected = ReadonlyMap<string, string | null>;

/** Some servers show a document only after indexing it. */
const VISIBLE_MS = 10_000;
const VISIBLE_POLL = { firstPauseMs: 5, longestPauseMs: 500 };

/** Reads and writes documents of the backend, and checks that writes became visible. */
export class Documents {
  constructor(
    private readonly api: Pick<BackendApi, 'getDocuments' | 'putDocuments' | 'deleteDocuments'>,
    private readonly visibleMs: number = VISIBLE_MS,
  ) {}

  /** The existing documents by id; none if the namespace does not exist. */
  async find(namespace: string, ids: readonly string[]): Promise<Map<string, RemoteDocument>> {
    const documents = await findDocuments(this.api, namespace, ids);
    return new Map(documents.map((document) => [document.id, document]));
  }

  async write(namespace: string, put: readonly OutgoingDocument[], gone: readonly string[]): Promise<void> {
    if (put.length > 0) await this.api.putDocuments(namespace, put);
    if (gone.length > 0) await this.api.deleteDocuments(namespace, gone);
  }

  /** How many of them the backend shows as expected. */
  async countMade(namespace: string, expected: Expected): Promise<number> {
    const documents = await this.find(namespace, [...expected.keys()]);
    return [...expected].filter(([id, digest]) => isMade(digest, documents.get(id))).length;
  }

  /** Throws BackendUnavailable if they do not become visible in time. */
  async waitFor(namespace: string, expected: Expected): Promise<void> {
    const isShown = async () => (await this.countMade(namespace, expected)) === expected.size || null;
    if ((await pollUntil({ ...VISIBLE_POLL, timeoutMs: this.visibleMs }, isShown)) === null) throw notShown();
  }
}

function notShown(): DomainError {
  return new DomainError('BackendUnavailable', 'The memory backend does not show in time what it was given');
}

/** The document of a changed memory, with the metadata that other programs added. */
export function rewritten(before: RemoteDocument | null, memory: Memory): OutgoingDocument {
  const document = toDocument(memory);
  const others = Object.entries(before?.metadata ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !OWN_KEYS.has(entry[0]),
  );
  return { ...document, metadata: { ...Object.fromEntries(others), ...document.metadata } };
}

/** The previous document, for an undo. Metadata that is no text is written as this service writes it. */
export function asItWas(before: RemoteDocument): OutgoingDocument {
  const { id, text } = before;
  const own = toDocument(toMemory(before)).metadata;
  const metadata = Object.entries(before.metadata).flatMap(([field, value]) => {
    const written = typeof value === 'string' ? value : own[field];
    return written === undefined ? [] : [[field, written] as const];
  });
  // Without this field, the server would set a new time.
  const age = Object.entries(own).filter(([field]) => field === 'created_at');
  return { id, text, metadata: Object.fromEntries([...age, ...metadata]) };
}

/** No server takes longer ids, in bytes. */
const MAX_ID = 256;

/** The existing memories; none if the namespace does not exist. */
export async function findMemories(
  api: Pick<BackendApi, 'getDocuments'>,
  namespace: string,
  ids: readonly string[],
): Promise<Memory[]> {
  return (await findDocuments(api, namespace, ids)).map(toMemory);
}

/** The existing documents, each once; none if the namespace does not exist. */
export async function findDocuments(
  api: Pick<BackendApi, 'getDocuments'>,
  namespace: string,
  ids: readonly string[],
): Promise<RemoteDocument[]> {
  const wanted = new Set(ids.filter(isPossibleId));
  if (wanted.size === 0) return [];
  try {
    const documents = await api.getDocuments(namespace, [...wanted]);
    return documents.filter(({ id }) => wanted.delete(id));
  } catch (error) {
    if (error instanceof RemoteNotFound) return [];
    throw error;
  }
}

/** A server may refuse a whole call for one id that no document can have. */
export function isPossibleId(id: string): boolean {
  return id !== '' && isStorable(id) && Buffer.byteLength(id) <= MAX_ID;
}
