import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Reader } from '../access/granted-scopes';
import { MemorySearch, type ScoredMemory, type SearchAnswer } from '../backend/memory-search';
import { matchesFields } from '../backend/memory-filter';
import { Clock } from '../common/clock';
import { Env } from '../config/env';
import { contradictionsAmong, updatesAmong } from '../links/link';
import type { ActiveSession } from '../sessions/session';
import type { AnswerRequest } from './answer.dto';
import { bearingForModel, bearingOnQuestion, type Bearing } from './answer-gate';
import { AnswerHistories, type IsAsked } from './answer-history.service';
import { answerCertainty, arranged, asCurrent, type AnswerMemory } from './answer-memory';
import { withAdded, type BearingMemory } from './bearing';
import { LEAST_COMPARED, newerFirst } from './newer-first';
import { foundByQuestions, questionTerms } from './question-terms';
import { checkQueryLength, SUPERSEDED, toFilter, toSearchFilter } from './recall-request';
import { Relations } from './relations.service';
import { placesOf } from './searched-agents';
import { leastScore } from './shown-score';

/** The memories from which a question is answered, and whether it asks for everything about its subject. */
export interface FoundMemories {
  memories: AnswerMemory[];
  isBroad: boolean;
  /** All that was found for the question, whether it bears on it or not. */
  searched: ScoredMemory[];
  retrieval: SearchAnswer['retrieval'];
  lexicalReason: SearchAnswer['lexicalReason'];
}

type Searched = Pick<FoundMemories, 'searched' | 'retrieval' | 'lexicalReason'>;

/** Finds the memories from which a question is answered: what holds, and what it replaced. */
@Injectable()
export class AnswerSearch {
  constructor(
    private readonly search: MemorySearch,
    private readonly histories: AnswerHistories,
    private readonly relations: Relations,
    private readonly clock: Clock,
    private readonly env: Env,
  ) {}

  /** `forModel`: whether a model reads them. A long message on which nothing surely bears is asked by the questions in it. */
  async find(session: ActiveSession, request: AnswerRequest, forModel: boolean): Promise<FoundMemories> {
    checkQueryLength(request.question);
    return foundByQuestions(
      request.question,
      this.env.RECALL_LANGUAGE,
      (question) => this.findFor(session, { ...request, question }, forModel),
      {
        isSure: ({ memories }) => answerCertainty(memories) === 'high',
        isFound: ({ memories }) => memories.length > 0,
        searched: ({ searched }) => searched,
      },
    );
  }

  private async findFor(
    session: ActiveSession,
    request: AnswerRequest,
    forModel: boolean,
  ): Promise<FoundMemories> {
    const now = this.clock.now();
    const gate = forModel ? bearingForModel : bearingOnQuestion;
    const read = async (fields: Pick<AnswerRequest, 'include' | 'valid_at'>): Promise<Bearing & Searched> => {
      const { results, ...how } = await this.results(session, request, fields, now);
      const { found, isBroad } = gate(request.question, this.env.RECALL_LANGUAGE, results);
      return { ...how, found: firstOf(found, request), isBroad, searched: results };
    };
    // What held at another instant is asked for alone.
    if (request.valid_at) return this.atInstant(session, request, await read({ valid_at: request.valid_at }));
    const current = await read({});
    // A long question takes as long again: other requests come in between.
    await eventLoopTurn();
    const all = await read({ include: SUPERSEDED });
    const memories = await this.arrange(session, request, { current: current.found, all: all.found }, now);
    const { isBroad, retrieval, lexicalReason } = current;
    return { memories, isBroad, searched: all.searched, retrieval, lexicalReason };
  }

  private async atInstant(
    session: ActiveSession,
    { question }: AnswerRequest,
    { found, ...rest }: Bearing & Searched,
  ): Promise<FoundMemories> {
    const links = await this.relations.openLinksOf(session, found);
    return { ...rest, memories: asCurrent(newerFirst(question, found), contradictionsAmong(links)) };
  }

  private async results(
    session: ActiveSession,
    request: AnswerRequest,
    fields: Pick<AnswerRequest, 'include' | 'valid_at'>,
    now: Date,
  ): Promise<Pick<SearchAnswer, 'results' | 'retrieval' | 'lexicalReason'>> {
    const { results, retrieval, lexicalReason } = await this.search.search(session.namespace, {
      query: request.question,
      // How sure it is that the best one answers depends on those behind it, whatever the limit.
      limit: Math.max(LEAST_COMPARED, request.limit),
      minScore: leastScore(request.threshold),
      neighbours: request.neighbours,
      explain: false,
      at: now,
      filter: toSearchFilter({ ...fields, scopes: request.scopes, metadata: request.metadata }, now, session),
      ...placesOf(session),
    });
    return { results, retrieval, lexicalReason };
  }

  private async arrange(
    session: ActiveSession,
    request: AnswerRequest,
    found: { current: readonly BearingMemory[]; all: readonly BearingMemory[] },
    now: Date,
  ): Promise<AnswerMemory[]> {
    const { question, include } = request;
    const isAsked = asked(request, session);
    const known = new Set(found.current.map(({ memory }) => memory.id));
    const rest = found.all.filter(({ memory }) => !known.has(memory.id));
    const { former, replacements } = await this.histories.ofFound(session, rest, now, isAsked);
    const others = rest.filter(({ memory }) => former.has(memory.id));
    const inPlace = await this.relations.inPlaceOf(session, others, replacements);
    const current = withAdded(found.current, inPlace);
    const { links, memories } = await this.relations.withLinked(session, current, isAsked);
    const updates = updatesAmong(links);
    return arranged({
      question: questionTerms(question, this.env.RECALL_LANGUAGE, true),
      now,
      current: newerFirst(question, memories, updates),
      others,
      replacements,
      contradictions: contradictionsAmong(links),
      updates,
      includesOthers: include?.includes(SUPERSEDED) ?? false,
    });
  }
}

/** No more than were asked for: of those about the same matter the newest. */
function firstOf(found: BearingMemory[], { question, limit }: AnswerRequest): BearingMemory[] {
  return found.length > limit ? newerFirst(question, found).slice(0, limit) : found;
}

function asked({ scopes, metadata }: AnswerRequest, reader: Reader): IsAsked {
  const filter = toFilter({ scopes, metadata }, 'all', reader);
  return (memory) => matchesFields(memory, filter);
}
