import { Logger } from '@nestjs/common';
import type { Env } from '../../config/env';
import type { Database } from '../../database/database';
import type { Embedder } from '../../inference/embedder';
import type { NamespaceVersion } from '../../retrieval/namespace-version';
import { IndexCache } from '../../retrieval/index-cache';
import { timesOf } from '../../retrieval/query-times';
import type { SearchHit, SearchResult } from '../../retrieval/search-query';
import {
  MemorySearch,
  type EmbeddingReport,
  type IndexReport,
  type SearchAnswer,
  type SearchRequest,
} from '../memory-search';
import type { Memory } from '../memory';
import { matches, type MemoryFilter } from '../memory-filter';
import { DatabaseChangeFeed } from './database-change-feed';
import type { EmbeddingWorker } from './embeddings/embedding-worker';
import { QueryVectors } from './embeddings/query-vectors';
import { MemoriesRepository } from './memories.repository';
import { MemoryCache } from './memory-cache';

const MEBIBYTE = 1_048_576;
/** Of the memory for recall, what is for the memories found rather than for the indexes that find them. */
const MEMORY_SHARE = 0.25;
const INDEX_SHARE = 1 - MEMORY_SHARE;

type TimedRequest = SearchRequest & Required<Pick<SearchRequest, 'times'>>;

/** Finds memories of the service's own database through indexes in memory. */
export class EmbeddedSearch extends MemorySearch {
  private readonly logger = new Logger(EmbeddedSearch.name);
  private readonly indexes: IndexCache;
  private readonly memories: MemoriesRepository;
  private readonly recalled: MemoryCache;
  /** Null without a model. */
  private readonly vectors: QueryVectors | null;

  constructor(
    database: Database,
    env: Env,
    embedder: Embedder,
    private readonly embeddings: EmbeddingWorker,
  ) {
    super();
    this.memories = new MemoriesRepository(database);
    const maxBytes = env.RECALL_INDEX_MEMORY_MB * MEBIBYTE;
    this.recalled = new MemoryCache(maxBytes * MEMORY_SHARE);
    const hasModel = embedder.model !== null;
    const feed = new DatabaseChangeFeed(database, {
      withVectors: hasModel,
      onNewServer: () => this.recalled.clear(),
    });
    this.indexes = new IndexCache(feed, {
      maxBytes: maxBytes * INDEX_SHARE,
      withVectors: hasModel,
      onExcess: (namespace, bytes) =>
        this.logger.warn(excessText(namespace, bytes, env.RECALL_INDEX_MEMORY_MB)),
    });
    this.vectors = hasModel
      ? new QueryVectors(embedder, {
          prefix: env.EMBEDDINGS_QUERY_PREFIX,
          budgetMs: env.EMBEDDINGS_QUERY_TIMEOUT_MS,
        })
      : null;
  }

  async search(namespace: string, request: SearchRequest): Promise<SearchAnswer> {
    const times = request.times ?? timesOf(request.query, request.at.getTime());
    const found = await this.find(namespace, { ...request, times });
    const memories = await this.read(namespace, found.hits, request.filter);
    const results = found.hits.flatMap(({ id, version: _, ...place }) => {
      const memory = memories.get(id);
      return memory ? [{ memory, ...place }] : [];
    });
    return {
      results,
      candidates: found.candidates,
      retrieval: found.retrieval,
      notEmbedded: found.notEmbedded,
      embeddingModel: found.spaceId === null ? null : (this.embeddings.currentModel()?.name ?? null),
    };
  }

  warm(namespace: string): void {
    this.indexes.warm(namespace).catch((error: unknown) => {
      this.logger.warn(`Could not prepare the index of ${namespace}: ${String(error)}`);
    });
  }

  /** None: the service detects conflicts itself. */
  findConflicts(): Promise<null> {
    return Promise.resolve(null);
  }

  embeddingReport(): Promise<EmbeddingReport | null> {
    return this.embeddings.report();
  }

  /** Memories were written: those without vectors are embedded next. */
  embedSoon(): void {
    this.embeddings.wake();
  }

  drop(namespace: string): void {
    this.indexes.drop(namespace);
  }

  indexReport(): IndexReport {
    const { namespaces, documents, bytes, maxBytes } = this.indexes.stats();
    const excessBytes = Math.max(0, bytes - maxBytes);
    return {
      indexes: namespaces,
      memories: documents,
      bytes,
      budgetBytes: maxBytes,
      excessBytes,
      neededMb: excessBytes > 0 ? neededMb(bytes) : null,
    };
  }

  /** Where another process has changed the current model meanwhile, once more with the new one. */
  private async find(namespace: string, request: TimedRequest): Promise<SearchResult> {
    const model = this.embeddings.currentModel();
    const found = await this.findWith(model, namespace, request, request.mark);
    if (this.vectors === null || found.spaceId === null || found.spaceId === model?.id) return found;
    return this.findWith(await this.embeddings.refresh(), namespace, request);
  }

  private async findWith(
    model: ReturnType<EmbeddingWorker['currentModel']>,
    namespace: string,
    request: TimedRequest,
    mark: NamespaceVersion | null = null,
  ): Promise<SearchResult> {
    const vector = model && this.vectors ? await this.vectors.find(request.query, model) : null;
    const query = {
      text: request.query,
      limit: request.limit,
      minScore: request.minScore,
      explain: request.explain,
      times: request.times,
      vector,
      filter: request.filter,
    };
    return this.indexes.search(namespace, query, mark);
  }

  /**
   * The memories found, from the cache in the very version that was found, else as they are now: one that was changed
   * since may no longer match the filter.
   */
  private async read(
    namespace: string,
    hits: readonly SearchHit[],
    filter: MemoryFilter,
  ): Promise<Map<string, Memory>> {
    const memories = new Map<string, Memory>();
    const missing: string[] = [];
    for (const { id, version } of hits) {
      const memory = this.recalled.find(namespace, id, version);
      if (memory) memories.set(id, memory);
      else missing.push(id);
    }
    if (missing.length === 0) return memories;
    for (const versioned of await this.memories.findVersions(namespace, missing)) {
      this.recalled.keep(namespace, versioned);
      if (matches(versioned.memory, filter)) memories.set(versioned.memory.id, versioned.memory);
    }
    return memories;
  }
}

/** The least RECALL_INDEX_MEMORY_MB with which an index fits. */
function neededMb(bytes: number): number {
  return Math.ceil(bytes / INDEX_SHARE / MEBIBYTE);
}

function excessText(namespace: string, bytes: number, budgetMb: number): string {
  const taken = Math.ceil(bytes / MEBIBYTE);
  return (
    `The recall index of ${namespace} takes ${taken} MiB, more than all indexes may with ` +
    `RECALL_INDEX_MEMORY_MB=${budgetMb}. It is kept, and each use of another agent replaces it: ` +
    `set RECALL_INDEX_MEMORY_MB to at least ${neededMb(bytes)}`
  );
}
