import { Injectable } from '@nestjs/common';
import {
  DocumentsRepository,
  MAX_RANGE,
  type ListedDocument,
  type NewDocument,
  type SequenceRange,
  type StoredDocument,
} from '../backend/embedded/documents.repository';
import { EmbeddingWorker } from '../backend/embedded/embeddings/embedding-worker';
import { NamespacesRepository } from '../backend/embedded/namespaces.repository';
import { MemoryStore } from '../backend/memory-store';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import { cleanId, documentIdRule } from './documents.dto';
import { namespaceNotFound, ProtocolError } from './protocol-error';

const PAGES = 16;

interface Deletion {
  deleted: string[];
  /** How many of the documents existed. */
  count: number;
  refused: { id: unknown; error: string }[];
}

interface DocumentPage {
  documents: ListedDocument[];
  /** The pages after this one, as far as they were looked for; none on the last one. */
  following: SequenceRange[];
}

/**
 * Namespaces and their documents, as they were given, each with the memory that it is found by. A missing namespace is
 * a `ProtocolError`. A write is durable, and every later read sees it, when its promise resolves.
 */
@Injectable()
export class DocumentsService {
  private readonly documents: DocumentsRepository;
  private readonly namespaces: NamespacesRepository;

  constructor(
    private readonly database: Database,
    private readonly memories: MemoryStore,
    private readonly embeddings: EmbeddingWorker,
    private readonly clock: Clock,
  ) {
    this.documents = new DocumentsRepository(database);
    this.namespaces = new NamespacesRepository(database);
  }

  createNamespace(name: string): Promise<void> {
    return this.database.transaction(async () => {
      await this.documents.lockName(name);
      if ((await this.namespaces.findId(name)) !== null) {
        throw new ProtocolError('namespace_exists', `Namespace '${name}' exists already`);
      }
      await this.memories.createNamespace(name, this.clock.now());
    });
  }

  async deleteNamespace(name: string): Promise<void> {
    await this.namespaceId(name);
    await this.memories.dropNamespace(name);
  }

  /** With the number of their documents, by name. */
  listNamespaces(): Promise<{ name: string; count: number }[]> {
    return this.documents.listNamespaces();
  }

  async namespaceId(name: string): Promise<string> {
    const id = await this.namespaces.findId(name);
    if (id === null) throw namespaceNotFound(name);
    return id;
  }

  /** Stores all or none. An existing id is replaced; of two documents with one id the last one counts. */
  async put(namespace: string, documents: readonly NewDocument[]): Promise<void> {
    const distinct = [...new Map(documents.map((document) => [document.id, document])).values()];
    const stored = await this.documents.put(namespace, distinct, this.clock.now());
    if (stored === 0) throw namespaceNotFound(namespace);
    this.embeddings.wake();
  }

  /** The existing documents, in the order of the ids. */
  async get(namespace: string, ids: readonly string[]): Promise<StoredDocument[]> {
    const found = await this.documents.find(await this.namespaceId(namespace), ids);
    const byId = new Map(found.map((document) => [document.id, document]));
    return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  }

  /** The documents of these memories, by the memories' ids. */
  async findByMemory(
    namespaceId: string,
    memoryIds: readonly string[],
  ): Promise<Map<string, StoredDocument>> {
    const found = await this.documents.findByMemory(namespaceId, memoryIds);
    return new Map(found.map(({ memoryId, ...document }) => [memoryId, document]));
  }

  /** Missing documents count as deleted. */
  async delete(namespace: string, ids: readonly unknown[]): Promise<Deletion> {
    const namespaceId = await this.namespaceId(namespace);
    const refused = ids.flatMap((id) => {
      const [found] = documentIdRule(id);
      return found ? [{ id, error: found.msg }] : [];
    });
    const wanted = [...new Set(ids.filter((id) => documentIdRule(id).length === 0).map(cleanId))];
    const gone = wanted.length === 0 ? [] : await this.documents.delete(namespaceId, wanted);
    return { deleted: wanted, count: gone.length, refused };
  }

  /**
   * A page in the order of the first storing: a document that existed when the first page was read is on exactly one
   * page, whatever others write meanwhile. A page may hold a few more than the limit.
   */
  async list(namespace: string, token: string | null, limit: number): Promise<DocumentPage> {
    const range = decodeToken(token, limit);
    const namespaceId = await this.namespaceId(namespace);
    const documents = await this.documents.list(namespaceId, range, limit);
    const last = documents.at(-1)?.seq ?? range.after;
    const isCut = documents.length >= (range.until === null ? limit : MAX_RANGE);
    if (range.until === null && !isCut) return { documents, following: [] };
    const end = range.until === null || isCut ? last : range.until;
    const starts = await this.documents.pageStarts(namespaceId, end, limit, PAGES);
    const following = starts.map((start, at) => ({
      after: at === 0 ? end : start - 1,
      until: at + 1 < starts.length ? (starts[at + 1] ?? 0) - 1 : null,
    }));
    return { documents, following };
  }
}

const FORM = /^(0|[1-9]\d{0,15})(?:\.([1-9]\d{0,15})\.([1-9]\d{0,2}))?$/;

/** The position of a page: opaque to clients, and safe in a URL. */
export function encodeToken({ after, until }: SequenceRange, limit: number): string {
  return Buffer.from(until === null ? `${after}` : `${after}.${until}.${limit}`).toString('base64url');
}

/** The page of a token, the first one without any. The end counts only for the limit it was computed with. */
export function decodeToken(token: string | null, limit: number): SequenceRange {
  if (token === null || token === '') return { after: 0, until: null };
  const text = Buffer.from(token, 'base64url').toString('latin1');
  const parts = FORM.exec(text);
  const [after, until, measured] = (parts ?? []).slice(1).map((part) => Number(part as string | undefined));
  if (after === undefined || !isSafe(after) || Buffer.from(text, 'latin1').toString('base64url') !== token) {
    throw new ProtocolError('bad_request', 'next_token is not one of this listing');
  }
  const isBounded = until !== undefined && isSafe(until) && measured === limit;
  return { after, until: isBounded ? until : null };
}

function isSafe(number: number): boolean {
  return Number.isSafeInteger(number);
}
