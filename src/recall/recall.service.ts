import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import { MemoryListings } from '../backend/memory-listings';
import type { MemoryFilter } from '../backend/memory-filter';
import type { CountedSlice, MemorySlice, PageCursor, PageReading } from '../backend/pages';
import {
  MemorySearch,
  type ScoredMemory,
  type SearchAnswer,
  type SearchRequest,
} from '../backend/memory-search';
import { Clock } from '../common/clock';
import type { Language } from '../common/languages';
import { Env } from '../config/env';
import type { ActiveSession } from '../sessions/session';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import {
  type AsOfRequest,
  type ChangedSinceRequest,
  type MemoryListQuery,
  type RecallAllRequest,
  type RecentRequest,
} from './listings.dto';
import type { BearingMemory } from './bearing';
import { cutResults, LEAST_COMPARED, type Verdict } from './cut';
import { diversified } from './result-selection';
import { withinTokens } from './token-budget';
import { toFilter, toInstant, toLimit, toSearchFilter, checkQueryLength, MAX_LIMIT } from './recall-request';
import { leastScore } from './shown-score';
import { explainStandings, type ExplainedStanding } from './standing';
import { decodeCursor } from '../memories/page-cursor';
import type { RecallRequest } from './recall.dto';

/** Memories among which `diversity` chooses. */
const LEAST_POOL = 30;
const POOL_FOR_ONE = 3;

export interface RecallAnswer extends SearchAnswer {
  results: (ScoredMemory | BearingMemory)[];
  /** Null without `cut`. */
  verdict: Verdict | null;
  filter: MemoryFilter;
  /** Memories that did not fit into `max_tokens`, or that `cut` left out; null without both. */
  leftOut: number | null;
  /** Whether memories did not fit into `max_tokens`; null without it. */
  isTruncated: boolean | null;
  explained: ExplainedStanding[];
}

@Injectable()
export class RecallService {
  constructor(
    private readonly search: MemorySearch,
    private readonly listings: MemoryListings,
    private readonly settings: RuntimeSettings,
    private readonly clock: Clock,
    private readonly env: Env,
  ) {}

  async recall(session: ActiveSession, request: RecallRequest): Promise<RecallAnswer> {
    checkQueryLength(request.query);
    const filter = toSearchFilter(request);
    const limit = this.limitOf(request);
    const search = {
      query: request.query,
      limit: poolOf(request, limit),
      minScore: leastScore(request.min_similarity),
      neighbours: request.neighbours,
      explain: request.explain,
      explainIds: request.explain_ids ?? [],
      at: this.clock.now(),
      filter,
      mark: session.mark,
    };
    const answer = await this.search.search(session.namespace, search);
    return {
      ...answer,
      filter,
      ...selected(request, answer, { ...search, limit }, this.env.RECALL_LANGUAGE),
    };
  }

  recent(session: ActiveSession, request: RecentRequest): Promise<{ memories: Memory[]; total: number }> {
    const limit = this.limitOf(request);
    return this.listings.recent(session.namespace, toFilter(request, 'all'), limit, session.mark);
  }

  /** A page, newest first; only active memories unless the request asks for others. */
  list(session: ActiveSession, request: MemoryListQuery): Promise<CountedSlice> {
    const limit = this.limitOf(request);
    const after = this.cursorOf(request, 'query');
    return this.listings.newestPage(session.namespace, toFilter(request, 'active'), { after, limit });
  }

  async asOf(session: ActiveSession, request: AsOfRequest): Promise<MemorySlice & { at: Date }> {
    const at = toInstant('as_of', request.as_of, 'end');
    const limit = this.limitOf(request);
    const page = { after: this.cursorOf(request), limit };
    const filter = toFilter(request, 'all');
    return { at, ...(await this.listings.asOf(session.namespace, at, filter, page)) };
  }

  async changedSince(
    session: ActiveSession,
    request: ChangedSinceRequest,
  ): Promise<{ memories: Memory[]; since: Date }> {
    const since = toInstant('since', request.since, 'start');
    const limit = this.limitOf(request);
    const filter = toFilter(request, 'all');
    return { since, memories: await this.listings.changedSince(session.namespace, since, filter, limit) };
  }

  all(session: ActiveSession, request: RecallAllRequest): Promise<PageReading> {
    const page = { after: this.cursorOf(request), limit: request.limit };
    return this.listings.readPage(session.namespace, toFilter(request, 'all'), page);
  }

  private cursorOf(
    { cursor: text }: { cursor?: string | null },
    part: 'body' | 'query' = 'body',
  ): PageCursor | null {
    return text ? decodeCursor(text, (cursor) => this.listings.knowsCursor(cursor), part) : null;
  }

  /** Every memory that passes the filters, oldest first; limit and cursor do not apply. */
  stream(session: ActiveSession, request: RecallAllRequest): AsyncIterable<Memory[]> {
    return this.listings.stream(session.namespace, toFilter(request, 'all'));
  }

  private limitOf(request: { limit?: number | null }): number {
    return toLimit(request.limit, this.settings.get('recall.limit'));
  }
}

/** How many memories to search for. */
function poolOf({ diversity, cut }: RecallRequest, limit: number): number {
  if (diversity > 0) return Math.min(MAX_LIMIT, Math.max(LEAST_POOL, limit * POOL_FOR_ONE));
  return cut === 'auto' ? Math.max(LEAST_COMPARED, limit) : limit;
}

/** The memories to return: those that bear on the query, different ones, and no more than fit. */
function selected(
  request: RecallRequest,
  { results: found, standings }: SearchAnswer,
  search: SearchRequest,
  language: Language,
): Pick<RecallAnswer, 'results' | 'verdict' | 'leftOut' | 'isTruncated' | 'explained'> {
  const { diversity, max_tokens, explain_ids, cut } = request;
  const { results: kept, verdict } = cutResults(request, language, found);
  const diverse = diversity ? diversified(kept, diversity, search.limit) : kept.slice(0, search.limit);
  const results = max_tokens ? withinTokens(diverse, max_tokens) : diverse;
  const steps = { found: idsOf(found), kept: idsOf(kept), diverse: idsOf(diverse), returned: idsOf(results) };
  const isCut = max_tokens || cut === 'auto';
  return {
    results,
    verdict,
    leftOut: isCut ? Math.min(search.limit, found.length) - results.length : null,
    isTruncated: max_tokens ? results.length < diverse.length : null,
    explained: explainStandings(explain_ids ?? [], standings ?? [], search, steps),
  };
}

function idsOf(results: readonly ScoredMemory[]): Set<string> {
  return new Set(results.map(({ memory }) => memory.id));
}
