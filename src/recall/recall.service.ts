import { Injectable } from '@nestjs/common';
import { coversScope } from '../access/granted-scopes';
import type { Memory } from '../backend/memory';
import { failedConditions, type MemoryFilter } from '../backend/memory-filter';
import {
  MemorySearch,
  type ScoredMemory,
  type SearchAnswer,
  type SearchRequest,
} from '../backend/memory-search';
import { Clock } from '../common/clock';
import { updatesAmong, type OpenLink } from '../links/link';
import type { ActiveSession } from '../sessions/session';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import type { IsAsked } from './answer-history.service';
import { bearing, withAdded, type Recalled } from './bearing';
import { byName } from './by-name';
import { cutResults, verdictOf, type CutResults, type Verdict } from './cut';
import { diversified } from './result-selection';
import { withinTokens } from './token-budget';
import { toLimit, toSearchFilter, checkQueryLength, MAX_LIMIT } from './recall-request';
import { leastScore } from './shown-score';
import { explainStandings, type ExplainedStanding } from './standing';
import type { IsCurrent } from '../memories/currency.service';
import { LEAST_COMPARED, newerFirst } from './newer-first';
import { foundByQuestions, questionTerms } from './question-terms';
import type { RecallRequest } from './recall.dto';
import { RecallTracing } from './recall-tracing.service';
import { Relations } from './relations.service';
import { placesOf } from './searched-agents';
import { leftOutOf, type LeftOut } from './traced-memory';

/** Memories among which `diversity` chooses. */
const LEAST_POOL = 30;
const POOL_FOR_ONE = 3;

export interface RecallAnswer extends SearchAnswer {
  results: Recalled[];
  /** Null without `cut`. */
  verdict: Verdict | null;
  filter: MemoryFilter;
  /** Memories that did not fit into `max_tokens`, or that `cut` left out; null without both. */
  leftOut: number | null;
  /** Whether memories did not fit into `max_tokens`; null without it. */
  isTruncated: boolean | null;
  explained: ExplainedStanding[];
  /** What the search found and the answer does not have, best first. */
  cut: LeftOut[];
  isCurrent: IsCurrent;
  /** Of the results, and of what was found beside them. */
  openLinks: readonly OpenLink[];
}

/** What a search brought, and what of it bears. `query`: of this search. */
interface Found {
  query: string;
  answer: SearchAnswer;
  kept: CutResults;
}

@Injectable()
export class RecallService {
  constructor(
    private readonly search: MemorySearch,
    private readonly settings: RuntimeSettings,
    private readonly clock: Clock,
    private readonly relations: Relations,
    private readonly tracing: RecallTracing,
  ) {}

  async recall(session: ActiveSession, request: RecallRequest): Promise<RecallAnswer> {
    const begun = performance.now();
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
      ...placesOf(session),
    };
    const { answer, kept: own, query } = await this.find(session, request, search);
    const { kept, openLinks } = await this.withLinked(session, request, search, own);
    const { standings = [] } = answer;
    const ofReader = standings.filter(({ memory }) => coversScope(session, memory.scope));
    const asked = { query, limit, at: now, filter, minScore: search.minScore, openLinks };
    const shown = selected(request, { results: answer.results, standings: ofReader }, kept, asked);
    // The search has judged already what holds now.
    const isCurrent = filter.validAt?.isNow
      ? isActive
      : await this.relations.currentAmong(session, shown.results);
    // It counts memories of all scopes.
    const notEmbedded = session.grant?.scopes ? null : answer.notEmbedded;
    // Spreads stand last where they can (docs/adr/0017).
    const recalled = { filter, isCurrent, openLinks, ...answer, ...shown, notEmbedded };
    this.tracing.recalled(session, { request, limit, at: now, begun }, recalled);
    return recalled;
  }

  /** With a cut, a long message on which nothing surely bears as a whole is asked by the questions in it. */
  private find(session: ActiveSession, request: RecallRequest, search: SearchRequest): Promise<Found> {
    const { language } = this.settings;
    const find = async (query: string): Promise<Found> => {
      const answer = await this.search.search(session.namespace, { ...search, query });
      const kept = cutResults({ cut: request.cut, query }, language, answer.results);
      const found = { query, answer, kept };
      const isAll = kept.verdict !== 'nothing' || !search.filter.validAt?.isNow;
      return isAll ? found : ((await this.findReplacing(session, search, found)) ?? found);
    };
    return request.cut === 'none'
      ? findByName(request.query, find)
      : foundByQuestions(request.query, language, find, {
          isSure: ({ kept }) => kept.verdict === 'found',
          isFound: ({ kept }) => kept.results.length > 0,
          searched: ({ answer }) => answer.results,
        });
  }

  /** With what open links name beside what was found: the newer value, and the other half of a contradiction. */
  private async withLinked(
    session: ActiveSession,
    { valid_at }: RecallRequest,
    { filter }: SearchRequest,
    kept: CutResults,
  ): Promise<{ kept: CutResults; openLinks: OpenLink[] }> {
    const { results } = kept;
    if (valid_at) return { kept, openLinks: await this.relations.openLinksOf(session, results) };
    const { links, memories } = await this.relations.withLinked(session, results, passing(filter));
    return { kept: { ...kept, results: memories }, openLinks: links };
  }

  /** Where nothing that holds bears on the query: what holds in place of memories that do. Null for none. */
  private async findReplacing(
    session: ActiveSession,
    search: SearchRequest,
    { query, answer: found }: Found,
  ): Promise<Found | null> {
    const filter = { ...search.filter, validAt: undefined };
    const all = await this.search.search(session.namespace, { ...search, query, filter, explainIds: [] });
    const former = bearing(questionTerms(query, this.settings.language), all.results);
    const results = await this.relations.replacing(session, former, search.at, passing(filter));
    if (results.length === 0) return null;
    return { query, answer: found, kept: { results, verdict: verdictOf(results) } };
  }

  private limitOf(request: { limit?: number | null }): number {
    return toLimit(request.limit, this.settings.get('recall.limit'));
  }
}

/** What a query finds, and where it asks by a relation, what it finds by the name of that. */
async function findByName(query: string, find: (query: string) => Promise<Found>): Promise<Found> {
  const whole = await find(query);
  const named = byName(query, whole.answer.results);
  if (named === null) return whole;
  const { answer, kept } = await find(named);
  const scores = new Map(whole.answer.results.map(({ memory, score }) => [memory.id, score]));
  const better = answer.results.filter(({ memory, score }) => score > (scores.get(memory.id) ?? 0));
  const known = idsOf(better);
  const others = whole.answer.results.filter(({ memory }) => !known.has(memory.id));
  const results = withAdded(others, better);
  return { query: named, answer: { ...answer, results }, kept: { ...kept, results } };
}

function passing(filter: MemoryFilter): IsAsked {
  return (memory) => failedConditions(memory, filter).length === 0;
}

function poolOf(limit: number, diversity: number): number {
  return diversity > 0
    ? Math.min(MAX_LIMIT, Math.max(LEAST_POOL, limit * POOL_FOR_ONE))
    : Math.max(LEAST_COMPARED, limit);
}

/** The memories to return: those that bear on the query, newer ones before older, different ones, and no more than fit. */
function selected(
  request: RecallRequest,
  { results: found, standings }: Pick<SearchAnswer, 'results' | 'standings'>,
  { results: kept, verdict }: CutResults,
  search: Pick<SearchRequest, 'query' | 'limit' | 'at' | 'filter' | 'minScore'> &
    Pick<RecallAnswer, 'openLinks'>,
): Pick<RecallAnswer, 'results' | 'verdict' | 'leftOut' | 'isTruncated' | 'explained' | 'cut'> {
  const { diversity, max_tokens, explain_ids, cut } = request;
  const at = search.filter.validAt?.at ?? search.at.getTime();
  const ordered = newerFirst(search.query, kept, updatesAmong(search.openLinks), at);
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
    // What stands for a memory that was found holds none of the words that this one was found by.
    results: results.map((each) => (steps.found.has(each.memory.id) ? each : { ...each, matchedTerms: [] })),
    verdict,
    leftOut: isCut ? Math.min(search.limit, found.length) - countOf(results, steps.found) : null,
    isTruncated: max_tokens ? results.length < diverse.length : null,
    cut: leftOutOf(found, search.limit, steps),
    explained: explainStandings(explain_ids ?? [], standings ?? [], search, steps),
  };
}

/** How many of them a search found; others are there by what a link says. */
function countOf(results: readonly ScoredMemory[], found: ReadonlySet<string>): number {
  return results.filter(({ memory }) => found.has(memory.id)).length;
}

function idsOf(results: readonly ScoredMemory[]): Set<string> {
  return new Set(results.map(({ memory }) => memory.id));
}

function isActive({ status }: Memory): boolean {
  return status === 'active';
}
