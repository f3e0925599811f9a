import { Injectable } from '@nestjs/common';
import { coversScope } from '../access/granted-scopes';
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
import { namespaceVersionOf } from '../sessions/namespace-version-of';
import type { Language } from '../common/languages';
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
import {
  toFilter,
  toInstant,
  toLimit,
  toSearchFilter,
  toValidAt,
  checkQueryLength,
  MAX_LIMIT,
} from './recall-request';
import { leastScore } from './shown-score';
import { explainStandings, type ExplainedStanding } from './standing';
import { Currency, type IsCurrent } from '../memories/currency.service';
import { newerFirst } from './newer-first';
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
  isCurrent: IsCurrent;
}

@Injectable()
export class RecallService {
  constructor(
    private readonly search: MemorySearch,
    private readonly listings: MemoryListings,
    private readonly settings: RuntimeSettings,
    private readonly clock: Clock,
    private readonly currency: Currency,
  ) {}

  async recall(session: ActiveSession, request: RecallRequest): Promise<RecallAnswer> {
    checkQueryLength(request.query);
    const now = this.clock.now();
    const filter = toSearchFilter(request, now, session);
    const limit = this.limitOf(request);
    const search = {
      query: request.query,
      limit: poolOf(limit, request.diversity),
      minScore: leastScore(request.min_similarity),
      neighbours: request.neighbours,
      explain: request.explain,
      explainIds: request.explain_ids ?? [],
      at: now,
      filter,
      namespaceVersion: namespaceVersionOf(session),
    };
    const answer = await this.search.search(session.namespace, search);
    const { standings = [] } = answer;
    const ofReader = standings.filter(({ memory }) => coversScope(session, memory.scope));
    const shown = selected(
      request,
      { ...answer, standings: ofReader },
      { ...search, limit },
      this.settings.language,
    );
    const memories = shown.results.map(({ memory }) => memory);
    // The search has judged already what holds now.
    const isCurrent = filter.validAt?.isNow ? isActive : await this.currentOf(session, memories);
    // It counts memories of all scopes.
    const notEmbedded = session.grant?.scopes ? null : answer.notEmbedded;
    return { ...answer, notEmbedded, filter, ...shown, isCurrent };
  }

  /** Which of the memories of an answer are current; `asOf`: at that instant. */
  currentOf({ namespace }: ActiveSession, memories: readonly Memory[], asOf?: Date): Promise<IsCurrent> {
    return this.currency.of(namespace, memories, asOf);
  }

  recent(session: ActiveSession, request: RecentRequest): Promise<{ memories: Memory[]; total: number }> {
    const limit = this.limitOf(request);
    const version = namespaceVersionOf(session);
    return this.listings.recent(session.namespace, toFilter(request, 'all', session), limit, version);
  }

  /** A page, newest first; only active memories unless the request asks for others. */
  list(session: ActiveSession, request: MemoryListQuery): Promise<CountedSlice> {
    const limit = this.limitOf(request);
    const after = this.cursorOf(request, 'query');
    return this.listings.newestPage(session.namespace, toFilter(request, 'active', session), {
      after,
      limit,
    });
  }

  async asOf(session: ActiveSession, request: AsOfRequest): Promise<MemorySlice & { at: Date }> {
    const at = toInstant('as_of', request.as_of, 'end');
    const limit = this.limitOf(request);
    const page = { after: this.cursorOf(request), limit };
    const filter = { ...toFilter(request, 'all', session), ...toValidAt(request) };
    return { at, ...(await this.listings.asOf(session.namespace, at, filter, page)) };
  }

  async changedSince(
    session: ActiveSession,
    request: ChangedSinceRequest,
  ): Promise<{ memories: Memory[]; since: Date }> {
    const since = toInstant('since', request.since, 'start');
    const limit = this.limitOf(request);
    const filter = toFilter(request, 'all', session);
    return { since, memories: await this.listings.changedSince(session.namespace, since, filter, limit) };
  }

  all(session: ActiveSession, request: RecallAllRequest): Promise<PageReading> {
    const page = { after: this.cursorOf(request), limit: request.limit };
    return this.listings.readPage(session.namespace, toFilter(request, 'all', session), page);
  }

  private cursorOf(
    { cursor: text }: { cursor?: string | null },
    part: 'body' | 'query' = 'body',
  ): PageCursor | null {
    return text ? decodeCursor(text, (cursor) => this.listings.knowsCursor(cursor), part) : null;
  }

  /** Every memory that passes the filters, oldest first; limit and cursor do not apply. */
  stream(session: ActiveSession, request: RecallAllRequest): AsyncIterable<Memory[]> {
    return this.listings.stream(session.namespace, toFilter(request, 'all', session));
  }

  private limitOf(request: { limit?: number | null }): number {
    return toLimit(request.limit, this.settings.get('recall.limit'));
  }
}

function poolOf(limit: number, diversity: number): number {
  return diversity > 0
    ? Math.min(MAX_LIMIT, Math.max(LEAST_POOL, limit * POOL_FOR_ONE))
    : Math.max(LEAST_COMPARED, limit);
}

/** The memories to return: those that bear on the query, newer ones before older, different ones, and no more than fit. */
function selected(
  request: RecallRequest,
  { results: found, standings }: SearchAnswer,
  search: SearchRequest,
  language: Language,
): Pick<RecallAnswer, 'results' | 'verdict' | 'leftOut' | 'isTruncated' | 'explained'> {
  const { diversity, max_tokens, explain_ids, cut } = request;
  const { results: kept, verdict } = cutResults(request, language, found);
  const ordered = newerFirst(search.query, kept);
  const diverse = diversity ? diversified(ordered, diversity, search.limit) : ordered.slice(0, search.limit);
  const results = max_tokens ? withinTokens(diverse, max_tokens) : diverse;
  const steps = {
    found: idsOf(found),
    kept: idsOf(kept),
    diverse: idsOf(diverse),
    returned: idsOf(results),
    isDiversified: diversity > 0,
  };
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

function isActive({ status }: Memory): boolean {
  return status === 'active';
}
