import { Injectable } from '@nestjs/common';
import type { AuditNote } from '../audit/audit-trail';
import { noteOn, recordedWrite } from '../audit/recorded-write';
import {
  DocumentsRepository,
  type ListedDocument,
  type NewDocument,
  type StoredDocument,
} from './documents.repository';
import { EmbeddingWorker } from '../backend/embedded/embeddings/embedding-worker';
import { NamespacesRepository } from '../backend/embedded/namespaces.repository';
import { toMemory } from '../backend/document';
import { judged } from '../backend/judged-memory';
import { MemoryStore } from '../backend/memory-store';
import { DomainError } from '../common/domain-error';
import { MemoryClock } from '../common/memory-clock';
import { PrismaService } from '../database/prisma.service';
import { Screening } from '../screening/screening.service';
import { cleanId, documentIdRule } from './documents.dto';
import { namespaceNotFound, ProtocolError } from './protocol-error';

interface Deletion {
  deleted: string[];
  /** How many of the documents existed. */
  count: number;
  refused: { id: unknown; error: string }[];
}

interface DocumentPage {
  documents: ListedDocument[];
  /** The sequence number after which the next page starts; null on the last one. */
  next: number | null;
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
    private readonly prisma: PrismaService,
    private readonly memories: MemoryStore,
    private readonly embeddings: EmbeddingWorker,
    private readonly clock: MemoryClock,
    private readonly screening: Screening,
  ) {
    this.documents = new DocumentsRepository(prisma);
    this.namespaces = new NamespacesRepository(prisma);
  }

  createNamespace(name: string): Promise<void> {
    return this.prisma.transaction(async () => {
      await this.documents.lockName(name);
      if ((await this.namespaces.findId(name)) !== null) {
        throw new ProtocolError('namespace_exists', `Namespace '${name}' exists already`);
      }
      await recordedWrite(
        this.prisma,
        async () => this.memories.createNamespace(name, await this.clock.now()),
        () => noteOn(name, 'createNamespace', { kind: 'namespace', id: name, event: 'created' }),
      );
    });
  }

  async deleteNamespace(name: string): Promise<void> {
    await this.namespaceId(name);
    await recordedWrite(
      this.prisma,
      () => this.memories.dropNamespace(name),
      () => noteOn(name, 'deleteNamespace', { kind: 'namespace', id: name, event: 'deleted' }),
    );
  }

  /** Lists namespaces by name, with the number of their documents. */
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
    const screened = await this.screened(namespace, documents);
    const distinct = [...new Map(screened.map((document) => [document.id, document])).values()];
    const at = await this.clock.now();
    const stored = await recordedWrite(
      this.prisma,
      () => this.documents.put(namespace, distinct, at),
      (count) => (count > 0 ? documentsNote(namespace, 'stored', distinct) : null),
    );
    if (stored === 0) throw namespaceNotFound(namespace);
    this.embeddings.wake();
  }

  /** Removes secrets. Throws `bad_request` for a document that is refused. */
  private async screened(namespace: string, documents: readonly NewDocument[]): Promise<NewDocument[]> {
    const pathOf = (at: number) => `documents[${at}].`;
    try {
      const screened = await this.screening.screen(namespace, documents, { pathOf });
      return screened.map(({ row }) => judgedDocument(row));
    } catch (error) {
      if (error instanceof DomainError) throw new ProtocolError('bad_request', error.message);
      throw error;
    }
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
    const gone = await recordedWrite(
      this.prisma,
      async () => (wanted.length === 0 ? [] : this.documents.delete(namespaceId, wanted)),
      (deleted) =>
        deleted.length > 0
          ? documentsNote(
              namespace,
              'deleted',
              deleted.map((id) => ({ id })),
            )
          : null,
    );
    return { deleted: wanted, count: gone.length, refused };
  }

  /**
   * A page in the order of the first storing: a document that existed when the first page was read is on exactly one
   * page, whatever others write meanwhile.
   */
  async list(namespace: string, token: string | null, limit: number): Promise<DocumentPage> {
    const after = decodeToken(token);
    const found = await this.documents.list(await this.namespaceId(namespace), after, limit + 1);
    const documents = found.slice(0, limit);
    return { documents, next: found.length > limit ? (documents.at(-1)?.seq ?? null) : null };
  }
}

/** A service that stores memories here has judged them: its documents say how far they are trusted. */
function judgedDocument(document: NewDocument): NewDocument {
  if (typeof document.metadata.trust === 'string') return document;
  const memory = toMemory({ ...document, createdAt: null });
  const { trust, trustReasons } = judged(memory);
  if (trust === memory.trust) return document;
  return { ...document, metadata: { ...document.metadata, trust, trust_reasons: trustReasons.join(',') } };
}

/** The record of documents that were stored or deleted together. */
function documentsNote(
  namespace: string,
  event: string,
  documents: readonly (Pick<NewDocument, 'id'> & Partial<NewDocument>)[],
): AuditNote {
  const items = documents.map(({ id, ...fields }) => ({ kind: 'document', id, event, fields }));
  return { chain: namespace, operation: `${event}Documents`, actor: null, items };
}

const FORM = /^(0|[1-9]\d{0,15})$/;

/** The position of a page: opaque to clients, and safe in a URL. */
export function encodeToken(after: number): string {
  return Buffer.from(String(after)).toString('base64url');
}

/** The sequence number after which the page of a token starts; 0 without a token. */
export function decodeToken(token: string | null): number {
  if (token === null || token === '') return 0;
  const text = Buffer.from(token, 'base64url').toString('latin1');
  const after = FORM.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(after) || encodeToken(after) !== token) {
    throw new ProtocolError('bad_request', 'next_token is not one of this listing');
  }
  return after;
}
