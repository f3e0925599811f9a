import { Injectable } from '@nestjs/common';
import type { StoredDocument } from '../backend/embedded/documents/document';
import { DocumentStore } from '../backend/embedded/documents/document-store';
import type { StatusFilter } from '../backend/memory';
import { MemoryBackend, type ScoredMemory } from '../backend/memory-backend';
import { Clock } from '../common/clock';
import { DocumentsService } from './documents.service';

export interface DocumentSearch {
  query: string;
  limit: number;
  /** 0 to 1. */
  minScore: number;
  status: StatusFilter;
}

export interface FoundDocument {
  namespace: string;
  document: StoredDocument;
  found: ScoredMemory;
}

export interface FoundDocuments {
  /** Best first. */
  results: FoundDocument[];
  retrieval: 'hybrid' | 'lexical';
}

/** Finds documents by the memories that stand for them. */
@Injectable()
export class SearchingService {
  constructor(
    private readonly backend: MemoryBackend,
    private readonly store: DocumentStore,
    private readonly documents: DocumentsService,
    private readonly clock: Clock,
  ) {}

  /** In all of these namespaces; fails where one is not there. */
  async search(namespaces: readonly string[], search: DocumentSearch): Promise<FoundDocuments> {
    const found: FoundDocuments = { results: [], retrieval: 'lexical' };
    for (const namespace of namespaces) {
      const { results, retrieval } = await this.searchOne(namespace, search);
      found.results.push(...results);
      if (retrieval === 'hybrid') found.retrieval = retrieval;
    }
    // Equals stay in the order of the namespaces, and within one in that of the index.
    found.results.sort((a, b) => b.found.score - a.found.score);
    found.results.splice(search.limit);
    return found;
  }

  private async searchOne(namespace: string, search: DocumentSearch): Promise<FoundDocuments> {
    const namespaceId = await this.documents.namespaceId(namespace);
    const { query, limit, minScore, status } = search;
    const { results, retrieval } = await this.backend.search(namespace, {
      query,
      limit,
      minScore,
      explain: false,
      at: this.clock.now(),
      filter: { types: null, tags: null, sources: null, status, createdAfter: null, createdBefore: null },
    });
    const documents = await this.store.findByMemory(
      namespaceId,
      results.map(({ memory }) => memory.id),
    );
    // One without a document was deleted just now.
    const known = results.flatMap((found): FoundDocument[] => {
      const document = documents.get(found.memory.id);
      return document ? [{ namespace, document, found }] : [];
    });
    return { results: known, retrieval };
  }
}
