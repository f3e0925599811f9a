import { Injectable } from '@nestjs/common';
import type { StoredDocument } from './documents.repository';
import type { StatusFilter } from '../backend/memory';
import { ALL_MEMORIES } from '../backend/memory-filter';
import { MemorySearch, type ScoredMemory, type SearchRequest } from '../backend/memory-search';
import { Clock } from '../common/clock';
import { timesOf } from '../retrieval/query-times';
import { DocumentsService } from './documents.service';

export interface DocumentSearch extends Pick<SearchRequest, 'query' | 'limit' | 'minScore' | 'neighbours'> {
  status: StatusFilter;
}

/** The times in the query, parsed once for all namespaces. */
type TimedSearch = DocumentSearch & Required<Pick<SearchRequest, 'at' | 'times'>>;

export interface FoundDocument {
  namespace: string;
  document: StoredDocument;
  found: ScoredMemory;
}

interface FoundDocuments {
  /** Best first. */
  results: FoundDocument[];
  retrieval: 'hybrid' | 'lexical';
}

@Injectable()
export class SearchingService {
  constructor(
    private readonly memorySearch: MemorySearch,
    private readonly documents: DocumentsService,
    private readonly clock: Clock,
  ) {}

  /** Searches all of these namespaces; fails if one does not exist. */
  async search(namespaces: readonly string[], search: DocumentSearch): Promise<FoundDocuments> {
    const found: FoundDocuments = { results: [], retrieval: 'lexical' };
    const at = this.clock.now();
    const timed = { ...search, at, times: timesOf(search.query, at.getTime()) };
    for (const namespace of namespaces) {
      const { results, retrieval } = await this.searchOne(namespace, timed);
      found.results.push(...results);
      if (retrieval === 'hybrid') found.retrieval = retrieval;
    }
    // The sort is stable: equal scores keep the order of namespaces and of the index.
    found.results.sort((a, b) => b.found.score - a.found.score);
    found.results.splice(search.limit);
    return found;
  }

  private async searchOne(namespace: string, search: TimedSearch): Promise<FoundDocuments> {
    const namespaceId = await this.documents.namespaceId(namespace);
    const { status, ...request } = search;
    const { results, retrieval } = await this.memorySearch.search(namespace, {
      ...request,
      explain: false,
      filter: { ...ALL_MEMORIES, status },
    });
    const ids = results.map(({ memory }) => memory.id);
    const documents = await this.documents.findByMemory(namespaceId, ids);
    // A memory without a document was deleted meanwhile.
    const known = results.flatMap((found): FoundDocument[] => {
      const document = documents.get(found.memory.id);
      return document ? [{ namespace, document, found }] : [];
    });
    return { results: known, retrieval };
  }
}
