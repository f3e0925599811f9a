import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock';
import { Database } from '../../../database/database';
import { MemoryStore } from '../../memory-store';
import { EmbeddingWorker } from '../embeddings/embedding-worker';
import { NamespacesRepository } from '../namespaces.repository';
import type { NewDocument, StoredDocument, SequenceRange } from './document';
import { DocumentsRepository, MAX_RANGE, type ListedDocument } from './documents.repository';

export interface Listing {
  documents: ListedDocument[];
  /** The pages after this one, as far as they were looked for; none on the last one. */
  following: SequenceRange[];
}

/**
 * What the backend server keeps: documents as they were given, each with the memory that it is found by. A write is
 * durable, and seen by every later read, when its promise resolves. Namespaces are identified by their ids, which
 * `findNamespace` knows.
 */
@Injectable()
export class DocumentStore {
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

  /** False when there is one of this name. */
  createNamespace(name: string): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.documents.lockName(name);
      if ((await this.namespaces.findId(name)) !== null) return false;
      await this.memories.createNamespace(name, this.clock.now());
      return true;
    });
  }

  /** False when there is none of this name. */
  async dropNamespace(name: string): Promise<boolean> {
    if ((await this.namespaces.findId(name)) === null) return false;
    await this.memories.dropNamespace(name);
    return true;
  }

  /** The id of a namespace; null when there is none of this name. */
  findNamespace(name: string): Promise<string | null> {
    return this.namespaces.findId(name);
  }

  /** With the number of their documents, by name. */
  listNamespaces(): Promise<{ name: string; count: number }[]> {
    return this.documents.listNamespaces();
  }

  /**
   * Stores all or none; one of an id that exists is replaced, and of two of one id the last one counts. False when
   * there is no namespace of this name.
   */
  async put(namespace: string, documents: readonly NewDocument[]): Promise<boolean> {
    const distinct = [...new Map(documents.map((document) => [document.id, document])).values()];
    const stored = await this.documents.put(namespace, distinct, this.clock.now());
    this.embeddings.wake();
    return stored > 0;
  }

  /** Those of these documents that there are, in no particular order. */
  find(namespaceId: string, ids: readonly string[]): Promise<StoredDocument[]> {
    return this.documents.find(namespaceId, ids);
  }

  /** The documents of these memories, by the memories' ids. */
  async findByMemory(
    namespaceId: string,
    memoryIds: readonly string[],
  ): Promise<Map<string, StoredDocument>> {
    const found = await this.documents.findByMemory(namespaceId, memoryIds);
    return new Map(found.map(({ memoryId, ...document }) => [memoryId, document]));
  }

  /** The ids of those that there were. */
  delete(namespaceId: string, ids: readonly string[]): Promise<string[]> {
    return this.documents.delete(namespaceId, ids);
  }

  /**
   * A page, in the order in which the documents were first stored, and where the pages after it are. Documents of
   * before the first page was read stand on exactly one page, whatever others write and delete meanwhile; a range
   * may hold a few more than the limit when documents of its middle were just being stored when it was measured.
   */
  async page(namespaceId: string, range: SequenceRange, limit: number, pages: number): Promise<Listing> {
    const documents = await this.documents.list(namespaceId, range, limit);
    const last = documents.at(-1)?.seq ?? range.after;
    const isCut = documents.length >= (range.until === null ? limit : MAX_RANGE);
    if (range.until === null && !isCut) return { documents, following: [] };
    const end = range.until === null || isCut ? last : range.until;
    const starts = await this.documents.pageStarts(namespaceId, end, limit, pages);
    const following = starts.map((start, at) => ({
      after: at === 0 ? end : start - 1,
      until: at + 1 < starts.length ? (starts[at + 1] ?? 0) - 1 : null,
    }));
    return { documents, following };
  }
}
