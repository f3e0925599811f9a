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
import { agentNotFound } from '../writing/documents';
import { compareText } from './storage-order';

/** Servers do not filter, so the search asks for more hits than needed. */
const LEAST_TOP_K = 30;
const HITS_FOR_ONE = 3;

/** Some servers read `#` before a word as a metadata condition; the full-width form is plain text. */
const CONDITION_MARK = /#(?=\S)/g;
const FULL_WIDTH_MARK = '\uff03';

interface Found {
  memory: Memory;
  score: number;
}

/** Recall by the server's search; every hit is checked against its current document. */
export class RemoteSearch extends MemorySearch {
  /** `conflicts`: null without conflict detection. */
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
      throw error instanceof RemoteNotFound ? agentNotFound(namespace) : error;
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

  /** Reads the current documents: the index of the server may be behind. */
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

/** The query as plain words; may be empty. */
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

/** Best first; equal scores by id, as in the embedded backend. */
function bestOf(found: readonly Found[], limit: number): Found[] {
  const order = (one: Found, other: Found) =>
    other.score - one.score || compareText(one.memory.id, other.memory.id);
  return found.toSorted(order).slice(0, limit);
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
