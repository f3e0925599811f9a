import type { Memory } from '../../memory';
import { matches } from '../../memory-filter';
import {
  MemorySearch,
  type BackendConflict,
  type ConflictRun,
  type OtherNamespace,
  type ScoredMemory,
  type SearchAnswer,
  type SearchRequest,
  type Standing,
} from '../../memory-search';
import { namespaceNotFound } from '../../memory-store';
import type { BackendConflicts } from '../conflicts/backend-conflicts';
import { toMemory } from '../../document';
import { MAX_TOP_K, RemoteNotFound, type BackendApi, type RemoteHit } from '../protocol/backend-api';
import { slicesOf } from '../protocol/slices';
import { compareText } from './storage-order';

/** Servers do not filter, so the search asks for more hits than needed. */
const LEAST_TOP_K = 30;
const HITS_FOR_ONE = 3;

/** Some servers read `#` before a word as a metadata condition; the full-width form is plain text. */
const CONDITION_MARK = /#(?=\S)/g;
const FULL_WIDTH_MARK = '\uff03';

/** Namespaces that one search looks into side by side. */
const AT_A_TIME = 8;

const NO_PARTS = {
  neighbourScore: 0,
  timeScore: 0,
  speakerScore: 0,
  inThread: false,
  lexical: null,
  vector: null,
  matchedTerms: [],
};

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

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  prepareLarge(): Promise<void> {
    return Promise.resolve();
  }

  indexReport(): null {
    return null;
  }

  embeddingReport(): Promise<null> {
    return Promise.resolve(null);
  }

  async search(namespace: string, request: SearchRequest): Promise<SearchAnswer> {
    const query = plainQuery(request.query);
    if (query === '' || request.limit < 1) return answerOf([], null);
    const asked = { ...request, query };
    try {
      const own = await this.find(namespace, asked);
      return request.others?.length
        ? mergedAnswers([own, ...(await this.findIn(request.others, asked))], request.limit)
        : own;
    } catch (error) {
      throw error instanceof RemoteNotFound ? namespaceNotFound(namespace) : error;
    }
  }

  /** A few at a time: the server also serves others. */
  private async findIn(others: readonly OtherNamespace[], request: SearchRequest): Promise<SearchAnswer[]> {
    const answers: SearchAnswer[] = [];
    for (const slice of slicesOf(others, AT_A_TIME)) {
      const searches = slice.map(({ namespace }) => this.findPlaced(namespace, request));
      answers.push(...(await Promise.all(searches)));
    }
    return answers;
  }

  private async findPlaced(namespace: string, request: SearchRequest): Promise<SearchAnswer> {
    try {
      const { results, standings = [], ...answer } = await this.find(namespace, request);
      return {
        ...answer,
        results: results.map((each) => ({ ...each, namespace })),
        standings: standings.map((each) => ({ ...each, namespace })),
      };
    } catch (error) {
      if (error instanceof RemoteNotFound) return answerOf([], null);
      throw error;
    }
  }

  private async find(namespace: string, request: SearchRequest): Promise<SearchAnswer> {
    const known = new Map<string, Memory | null>();
    const asked = request.explainIds ?? [];
    let topK = asked.length > 0 ? MAX_TOP_K : Math.max(LEAST_TOP_K, HITS_FOR_ONE * request.limit);
    topK = Math.min(MAX_TOP_K, topK);
    for (;;) {
      const { hits, retrieval } = await this.hitsOf(namespace, request, topK);
      await this.learn(namespace, [...hits.map(({ id }) => id), ...asked], known);
      const best = bestOf(passing(hits, known, request), request.limit);
      const exhausted = topK === MAX_TOP_K || hits.length < topK;
      if (exhausted || isComplete(best, hits, request.limit)) {
        const standings = standingsOf(asked, hits, known, request);
        return { ...answerOf(best, retrieval), ...standings };
      }
      topK = MAX_TOP_K;
    }
  }

  private hitsOf(
    namespace: string,
    { query, minScore, neighbours, explainIds, signal }: SearchRequest,
    topK: number,
  ) {
    // A memory below the threshold can be explained only if the server names it.
    const threshold = minScore > 0 && !explainIds?.length ? minScore : null;
    return this.api.search({
      namespace,
      query,
      topK,
      threshold,
      ...(neighbours && { neighbours }),
      ...(signal && { signal }),
    });
  }

  /** Reads the current documents: the index of the server may be behind. */
  private async learn(
    namespace: string,
    ids: readonly string[],
    known: Map<string, Memory | null>,
  ): Promise<void> {
    const asked = [...new Set(ids)].filter((id) => !known.has(id));
    if (asked.length === 0) return;
    for (const id of asked) known.set(id, null);
    for (const document of await this.api.getDocuments(namespace, asked)) {
      if (known.has(document.id)) known.set(document.id, toMemory(document));
    }
  }
}

/** The answers of several namespaces as one; a memory that several have is that of the first. */
function mergedAnswers(answers: readonly SearchAnswer[], limit: number): SearchAnswer {
  const hybrid = answers.find(({ retrieval }) => retrieval === 'hybrid');
  const [first = answerOf([], null)] = answers;
  const { retrieval, lexicalReason } = hybrid ?? first;
  return {
    ...first,
    retrieval,
    lexicalReason,
    results: onceEach(answers.flatMap(({ results }) => results))
      .sort((one, other) => other.score - one.score)
      .slice(0, limit),
    standings: onceEach(
      answers.flatMap(({ standings = [] }, at) =>
        standings.map((each) => ({ ...each, rank: rankAmong(answers, at, each, limit) })),
      ),
    ),
  };
}

/** Null where memories of another namespace may be better that its answer does not name. */
function rankAmong(
  answers: readonly SearchAnswer[],
  own: number,
  { rank, score }: Standing,
  limit: number,
): number | null {
  if (rank === null || score === null) return null;
  const others = answers.filter((_, at) => at !== own).map(({ results }) => results);
  const isKnown = others.every((results) => results.length < limit || (results.at(-1)?.score ?? 0) <= score);
  if (!isKnown) return null;
  return others.reduce((sum, results) => sum + results.filter((each) => each.score > score).length, rank);
}

function onceEach<T extends Pick<ScoredMemory, 'memory'>>(found: readonly T[]): T[] {
  const known = new Set<string>();
  return found.filter(({ memory: { id } }) => !known.has(id) && known.add(id));
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
): ScoredMemory[] {
  const found = new Map<string, ScoredMemory>();
  for (const { id, ...hit } of hits) {
    const memory = known.get(id);
    if (!memory || hit.score < minScore || !matches(memory, filter)) continue;
    if (hit.score > (found.get(id)?.score ?? -Infinity)) found.set(id, { memory, ...NO_PARTS, ...hit });
  }
  return [...found.values()];
}

/** Whether no hit that the server left out can be among the best: it may order hits of one score in another way. */
function isComplete(best: readonly ScoredMemory[], hits: readonly RemoteHit[], limit: number): boolean {
  const worst = best[limit - 1];
  return worst !== undefined && hits.some(({ score }) => score < worst.score);
}

/** The server names its best hits only, so the rank and the score of a memory behind them are not known. */
function standingsOf(
  ids: readonly string[],
  hits: readonly RemoteHit[],
  known: ReadonlyMap<string, Memory | null>,
  request: SearchRequest,
): Pick<SearchAnswer, 'standings'> {
  if (ids.length === 0) return {};
  const ranked = bestOf(passing(hits, known, { ...request, minScore: 0 }), hits.length);
  const unknown = hits.length < MAX_TOP_K ? 0 : null;
  const standings = ids.flatMap((id) => {
    const memory = known.get(id);
    if (!memory) return [];
    const rank = ranked.findIndex((each) => each.memory.id === id) + 1 || null;
    const { id: _, ...hit } = hits.find((each) => each.id === id) ?? { id, score: unknown };
    return [{ ...NO_PARTS, ...hit, memory, rank }];
  });
  return { standings };
}

/** Best first; equal scores by id, as in the embedded backend. */
function bestOf(found: readonly ScoredMemory[], limit: number): ScoredMemory[] {
  const order = (one: ScoredMemory, other: ScoredMemory) =>
    other.score - one.score || compareText(one.memory.id, other.memory.id);
  return found.toSorted(order).slice(0, limit);
}

function answerOf(found: readonly ScoredMemory[], retrieval: SearchAnswer['retrieval'] | null): SearchAnswer {
  return {
    results: [...found],
    candidates: null,
    retrieval: retrieval ?? 'hybrid',
    lexicalReason: retrieval === 'lexical' ? 'backend' : null,
    embeddingModel: null,
    notEmbedded: null,
  };
}
