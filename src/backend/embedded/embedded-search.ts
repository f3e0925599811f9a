import { Logger } from '@nestjs/common';
import { FailureLog } from '../../common/failure-log';
import type { Env } from '../../config/env';
import type { PrismaService } from '../../database/prisma.service';
import type { NamespaceVersion } from '../../retrieval/change-feed';
import { IndexCache } from '../../retrieval/index-cache';
import { indexCounts } from '../../retrieval/index-counts';
import { mergedResults, type MergedResult } from '../../retrieval/merged-results';
import { prepareTimes, timesOf } from '../../retrieval/query-times';
import type { SearchQuery } from '../../retrieval/search-query';
import type { QueryVector } from '../../retrieval/vectors';
import { shownModel, type Embedder } from '../../inference/embedder';
import {
  MemorySearch,
  type LexicalReason,
  type EmbeddingReport,
  type IndexReport,
  type SearchAnswer,
  type SearchRequest,
  countSearch,
} from '../memory-search';
import type { Memory } from '../memory';
import type { MemoryFilter } from '../memory-filter';
import { DatabaseChangeFeed } from './database-change-feed';
import type { EmbeddingWorker } from './embeddings/embedding-worker';
import { QueryVectors } from './embeddings/query-vectors';
import { FoundMemoriesRepository, type FoundDocument } from './found-memories.repository';
import { largeIndexBuilder } from './index-build-thread';
import { SegmentLoader } from './segments/segment-loader';
import { SegmentSeal } from './segments/segment-seal';
import { LEAST_STORED, SegmentWriter } from './segments/segment-writer';
import { SegmentsRepository } from './segments/segments.repository';
import { loadLarge } from './segments/start-loading';

const MEBIBYTE = 1_048_576;
/** Of the memory for recall, what is for the memories found rather than for the indexes that find them. */
const MEMORY_SHARE = 0.25;
const INDEX_SHARE = 1 - MEMORY_SHARE;

/** Memories of a namespace whose index is loaded at a start; a larger one would take much of the memory at rest. */
const MOST_AT_START = 20_000;

/** A recall index can always be built: a failure to load or store one matters little. */
const FAILURE_LOG_MS = 3_600_000;

interface Found {
  found: MergedResult;
  reason: LexicalReason | null;
}

type TimedRequest = SearchRequest & Required<Pick<SearchRequest, 'times'>>;

/** Finds memories of the service's own database through indexes in memory. */
export class EmbeddedSearch extends MemorySearch {
  private readonly logger = new Logger(EmbeddedSearch.name);
  private readonly indexes: IndexCache;
  private readonly memories: FoundMemoriesRepository;
  /** Null when no segments are kept. */
  readonly segmentWriter: SegmentWriter | null;
  /** Null when no large indexes are loaded at a start. */
  private readonly segmentRows: SegmentsRepository | null;
  /** Null without a model. */
  private readonly vectors: QueryVectors | null;

  constructor(
    database: PrismaService,
    env: Env,
    embedder: Embedder,
    private readonly embeddings: EmbeddingWorker,
  ) {
    super();
    const maxBytes = env.RECALL_INDEX_MEMORY_MB * MEBIBYTE;
    this.memories = new FoundMemoriesRepository(database, maxBytes * MEMORY_SHARE);
    const hasModel = embedder.model !== null;
    const feed = new DatabaseChangeFeed(database, {
      withVectors: hasModel,
      onNewServer: () => this.memories.clear(),
    });
    const segments = { rows: new SegmentsRepository(database), seal: new SegmentSeal(env) };
    const warn = (message: string): void => this.logger.warn(message);
    const failures = new FailureLog(warn, undefined, FAILURE_LOG_MS);
    this.indexes = new IndexCache(feed, {
      maxBytes: maxBytes * INDEX_SHARE,
      withVectors: hasModel,
      ...(env.RECALL_SEGMENTS && { segments: new SegmentLoader(segments, feed, failures, warn) }),
      leastStored: LEAST_STORED,
      onChange: (namespace, followed) => this.segmentWriter?.consider(namespace, followed),
      bytesToMb: neededMb,
      builder: largeIndexBuilder(env, hasModel),
      onExcess: (namespace, bytes) =>
        this.logger.warn(excessText(namespace, bytes, env.RECALL_INDEX_MEMORY_MB)),
    });
    this.segmentWriter = env.RECALL_SEGMENTS
      ? new SegmentWriter(database, segments, (namespace) => this.indexes.snapshot(namespace), failures)
      : null;
    this.segmentRows = env.RECALL_SEGMENTS && database.kind === 'server' ? segments.rows : null;
    this.vectors = hasModel ? new QueryVectors(embedder, env.EMBEDDINGS_QUERY_TIMEOUT_MS) : null;
  }

  async search(namespace: string, request: SearchRequest): Promise<SearchAnswer> {
    const { times = timesOf(request.query, request.at.getTime()), ...asked } = request;
    const { found, reason } = await this.find(namespace, { times, ...asked });
    countSearch(reason);
    const model = this.embeddings.currentModel();
    const results = await this.withMemories(namespace, found.hits, request.filter);
    const explained = found.standings.map(({ rank, hit, namespace: of }) => ({
      ...hit,
      rank,
      namespace: of,
    }));
    const standings = await this.withMemories(namespace, explained, null);
    return {
      results,
      candidates: found.candidates,
      retrieval: found.retrieval,
      lexicalReason: reason,
      notEmbedded: found.notEmbedded,
      embeddingModel: found.spaceId === null || model === null ? null : shownModel(model.name),
      ...(standings.length > 0 && { standings }),
    };
  }

  warm(namespace: string): void {
    void this.warmIndex(namespace);
  }

  async prepare(namespace: string): Promise<void> {
    const index = this.warmIndex(namespace, MOST_AT_START);
    prepareTimes();
    await index;
  }

  /** On a database server: the embedded database is that of one person, whose machine has other uses for the memory. */
  async prepareLarge(live: () => Promise<readonly string[]>, signal: AbortSignal): Promise<void> {
    if (this.segmentRows === null) return;
    const { bytes, maxBytes } = this.indexes.stats();
    const load = (namespace: string): Promise<void> => this.warmIndex(namespace);
    try {
      await loadLarge(this.segmentRows, await live(), { free: maxBytes - bytes, load }, signal);
    } catch (error) {
      this.logger.warn(`Could not load recall indexes: ${String(error)}`);
    }
  }

  /** The existing ones of these memories. */
  present(namespace: string, ids: readonly string[], version: NamespaceVersion): Promise<Memory[]> {
    return this.memories.present(namespace, ids, version);
  }

  /** Finds none: the service detects conflicts itself. */
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
    const { namespaces, documents, bytes, maxBytes, refusals } = this.indexes.stats();
    const excessBytes = Math.max(0, bytes - maxBytes);
    return {
      indexes: namespaces,
      memories: documents,
      bytes,
      budgetBytes: maxBytes,
      excessBytes,
      neededMb: excessBytes > 0 ? neededMb(bytes) : null,
      evictions: indexCounts.evictions,
      refusals,
    };
  }

  private warmIndex(namespace: string, most?: number): Promise<void> {
    return this.indexes.warm(namespace, most).catch((error: unknown) => {
      this.logger.warn(`Could not prepare the index of ${namespace}: ${String(error)}`);
    });
  }

  /** Repeats the search with the new model if another process has changed the current one. */
  private async find(namespace: string, request: TimedRequest): Promise<Found> {
    const model = this.embeddings.currentModel();
    const first = await this.findWith(model, namespace, request, request.namespaceVersion);
    const { spaceId } = first.found;
    if (this.vectors === null || spaceId === null || spaceId === model?.id) return first;
    const others = request.others?.map((other) => ({ ...other, version: null }));
    return this.findWith(await this.embeddings.refresh(), namespace, {
      ...request,
      ...(others && { others }),
    });
  }

  private async findWith(
    model: ReturnType<EmbeddingWorker['currentModel']>,
    namespace: string,
    request: TimedRequest,
    version: NamespaceVersion | null = null,
  ): Promise<Found> {
    const { query: text, neighbours = 'auto', explainIds = [], others, ofMemory, ...rest } = request;
    const query = { text, neighbours, explainIds, vector: null, ...rest };
    const places = { others, version };
    const stored = this.vectors?.storedFor(ofMemory, model);
    if (stored !== undefined) {
      const like = await this.searchIndexes(namespace, { ...query, ofMemory: stored }, places);
      if (like.retrieval === 'hybrid') return { found: like, reason: null };
    }
    const { vector, reason } = await this.vectorOf(text, model);
    const found = await this.searchIndexes(namespace, { ...query, vector }, places);
    if (found.retrieval === 'hybrid') return { found, reason: null };
    const isSameModel = found.spaceId === null || found.spaceId === model?.id;
    return { found, reason: reason ?? (isSameModel ? 'not_embedded' : 'model_changed') };
  }

  private async vectorOf(
    query: string,
    model: ReturnType<EmbeddingWorker['currentModel']>,
  ): Promise<{ vector: QueryVector | null; reason: LexicalReason | null }> {
    if (this.vectors === null) return { vector: null, reason: 'no_model' };
    if (model === null) return { vector: null, reason: 'model_starting' };
    return this.vectors.find(query, model);
  }

  /** A search of one namespace takes no more time than it did without others. */
  private async searchIndexes(
    namespace: string,
    query: SearchQuery,
    { others = [], version }: Pick<SearchRequest, 'others'> & { version: NamespaceVersion | null },
  ): Promise<MergedResult> {
    const places = [{ namespace, version }, ...others];
    const results =
      others.length === 0
        ? [await this.indexes.search(namespace, query, version)]
        : await this.indexes.searchAll(places, query);
    const found = results.flatMap((result, at) => {
      const place = places[at];
      return place ? [{ namespace: place.namespace, result }] : [];
    });
    return mergedResults(found, query.limit);
  }

  /** Places of a search with their memories; those whose memory is gone or no longer matches are left out. */
  private async withMemories<Place extends FoundDocument>(
    own: string,
    places: readonly Place[],
    filter: MemoryFilter | null,
  ): Promise<(Omit<Place, keyof FoundDocument> & { memory: Memory; namespace?: string })[]> {
    if (places.length === 0) return [];
    const memories = await this.memories.matching(places, filter);
    return places.flatMap(({ id, version: _, namespace, ...place }) => {
      const memory = memories.get(id);
      return memory ? [{ memory, ...place, ...(namespace !== own && { namespace }) }] : [];
    });
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
