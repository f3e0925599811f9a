import { DomainError } from '../../../common/domain-error';
import type { Memory } from '../../memory';
import { matches } from '../../memory-filter';
import {
  MemorySearch,
  type BackendConflict,
  type ConflictRun,
  type ScoredMemory,
  type SearchAnswer,
  type SearchRequest,
} from '../../memory-search';
import type { BackendConflicts } from '../conflicts/backend-conflicts';
import { toMemory } from '../document';
import { MAX_TOP_K, RemoteNotFound, type BackendApi, type RemoteHit } from '../protocol/backend-api';
import { BestOf } from '../../../common/best-of';
import { compareText } from './storage-order';

/** The server knows no filters: more hits are asked for than are wanted, since some of them may not pass. */
const LEAST_TOP_K = 30;
const HITS_FOR_ONE = 3;

/** Before a word it marks a condition on metadata to some servers; words written in full width mean the same. */
const CONDITION_MARK = /#(?=\S)/g;
const FULL_WIDTH_MARK = '\uff03';

interface Found {
  memory: Memory;
  score: number;
}

/** Recall by the server's own search. What it finds counts only as far as the documents still say so. */
export class RemoteSearch extends MemorySearch {
  /** `conflicts`: null where the backend detects none. */
  constructor(
    private readonly api: Pick<BackendApi, 'search' | 'getDocuments'>,
    private readonly conflicts: BackendConflicts | null,
  ) {
    super();
  }

  async findConflicts(namespace: string, run: ConflictRun): Promise<BackendConflict[] | null> {
    return this.conflicts && this.conflicts.find(namespace, run);
  }

  /** The server has its own index. */
  warm(): void {}

  indexReport(): null {
    return null;
  }

  embeddingReport(): Promise<null> {
    return Promise.resolve(null);
  }

  async search(namespace: string, request: SearchRequest): Promise<SearchAnswer> {
    const query = plainQuery(request.query);
    if (query === '' || request.limit < 1) return answerOf([], null);
    try {
      return await this.find(namespace, { ...request, query });
    } catch (error) {
      if (!(error instanceof RemoteNotFound)) throw error;
      throw new DomainError('AgentNotFound', `Namespace '${namespace}' does not exist`);
    }
  }

  private async find(namespace: string, request: SearchRequest): Promise<SearchAnswer> {
    const known = new Map<string, Memory | null>();
    let topK = Math.min(MAX_TOP_K, Math.max(LEAST_TOP_K, HITS_FOR_ONE * request.limit));
    for (;;) {
      const { hits, retrieval } = await this.hitsOf(namespace, request, topK);
      await this.learn(namespace, hits, known);
      const found = passing(hits, known, request);
      const exhausted = topK === MAX_TOP_K || hits.length < topK;
      if (exhausted || found.length >= request.limit) {
        return answerOf(bestOf(found, request.limit), retrieval);
      }
      topK = MAX_TOP_K;
    }
  }

  private hitsOf(namespace: string, { query, minScore, signal }: SearchRequest, topK: number) {
    const threshold = minScore > 0 ? minScore : null;
    return this.api.search({ namespace, query, topK, threshold, ...(signal && { signal }) });
  }

  /** Reads the documents as they are now: the server may have indexed another version, or one that is gone. */
  private async learn(
    namespace: string,
    hits: readonly RemoteHit[],
    known: Map<string, Memory | null>,
  ): Promise<void> {
    const asked = [...new Set(hits.map(({ id }) => id))].filter((id) => !known.has(id));
    if (asked.length === 0) return;
    for (const id of asked) known.set(id, null);
    for (const document of await this.api.getDocuments(namespace, asked)) {
      if (known.has(document.id)) known.set(document.id, toMemory(document));
    }
  }
}

/** The query as words alone; empty when it is blank. */
function plainQuery(query: string): string {
  return query.toWellFormed().replaceAll('\0', ' ').trim().replace(CONDITION_MARK, FULL_WIDTH_MARK);
}

/** Each memory once, by its best score. */
function passing(
  hits: readonly RemoteHit[],
  known: ReadonlyMap<string, Memory | null>,
  { filter, minScore }: SearchRequest,
): Found[] {
  const found = new Map<string, Found>();
  for (const { id, score } of hits) {
    const memory = known.get(id);
    if (!memory || score < minScore || !matches(memory, filter)) continue;
    if (score > (found.get(id)?.score ?? -Infinity)) found.set(id, { memory, score });
  }
  return [...found.values()];
}

/** Best first; equal scores by id, as the embedded backend does. */
function bestOf(found: readonly Found[], limit: number): Found[] {
  const best = new BestOf<Found>(
    limit,
    (one, other) => other.score - one.score || compareText(one.memory.id, other.memory.id),
  );
  for (const each of found) best.offer(each);
  return best.sorted();
}

function answerOf(found: readonly Found[], retrieval: SearchAnswer['retrieval'] | null): SearchAnswer {
  return {
    results: found.map(({ memory, score }): ScoredMemory => {
      return {
        memory,
        score,
        neighbourScore: 0,
        timeScore: 0,
        lexical: null,
        vector: null,
        matchedTerms: [],
      };
    }),
    candidates: null,
    retrieval: retrieval ?? 'hybrid',
    embeddingModel: null,
    notEmbedded: null,
  };
}
