import { Injectable, Logger } from '@nestjs/common';
import { MemorySearch } from '../backend/memory-search';
import { Clock } from '../common/clock';
import { Env } from '../config/env';
import { TextGenerator, type GenerationRequest } from '../inference/text-generator';
import { namespaceVersionOf } from '../sessions/namespace-version-of';
import type { ActiveSession } from '../sessions/session';
import { bearing, type BearingMemory } from './bearing';
import { extractiveAnswer, type Answer } from './extractive-answer';
import { newerFirst } from './newer-first';
import { CitedText } from './cited-text';
import { ANSWER_SYSTEM, answerFrom, answerPrompt, nothingLeft, withoutModel } from './model-answer';
import type { AnswerRequest } from './answer.dto';
import { questionTerms } from './question-terms';
import { checkQueryLength, toSearchFilter } from './recall-request';
import { leastScore } from './shown-score';

/** A piece of a streamed answer; the last one holds its sources. */
export type AnswerPiece = { text: string } | { sources: BearingMemory[]; generatedBy: string };

/** Answers questions from an agent's active memories: by a model, or by quoting them. */
@Injectable()
export class AnswerService {
  private readonly logger = new Logger(AnswerService.name);

  constructor(
    private readonly search: MemorySearch,
    private readonly generator: TextGenerator,
    private readonly clock: Clock,
    private readonly env: Env,
  ) {}

  async answer(session: ActiveSession, request: AnswerRequest, signal: AbortSignal): Promise<Answer> {
    const found = await this.find(session, request);
    return answerFrom(found, this.generator, toGeneration(request, found, signal), this.logger);
  }

  /** In pieces. Fails only when the model stops after it began: what was sent cannot be taken back. */
  async *stream(
    session: ActiveSession,
    request: AnswerRequest,
    signal: AbortSignal,
  ): AsyncIterable<AnswerPiece> {
    const found = await this.find(session, request);
    if (this.generator.model === null || found.length === 0) {
      yield* piecesOf(extractiveAnswer(found));
      return;
    }
    const generation = toGeneration(request, found, signal);
    const citing = new CitedText(found);
    let isBegun = false;
    try {
      for await (const text of citedPieces(this.generator.stream(generation), citing)) {
        isBegun ||= text.trim() !== '';
        if (text !== '') yield { text };
      }
      if (!isBegun) throw nothingLeft();
    } catch (error) {
      if (isBegun) throw error;
      yield* piecesOf(withoutModel(error, found, this.logger));
      return;
    }
    yield { sources: citing.sources, generatedBy: generation.model ?? this.generator.model };
  }

  /** Request errors first, so that a stream fails before it begins. */
  check(request: AnswerRequest): void {
    checkQueryLength(request.question);
  }

  private async find(session: ActiveSession, request: AnswerRequest): Promise<BearingMemory[]> {
    this.check(request);
    const now = this.clock.now();
    const { results } = await this.search.search(session.namespace, {
      query: request.question,
      limit: request.limit,
      minScore: leastScore(request.threshold),
      neighbours: request.neighbours,
      explain: false,
      at: now,
      filter: toSearchFilter({ include: request.include, valid_at: request.valid_at }, now),
      namespaceVersion: namespaceVersionOf(session),
    });
    const terms = questionTerms(request.question, this.env.RECALL_LANGUAGE, true);
    return newerFirst(request.question, bearing(terms, results));
  }
}

function toGeneration(
  request: AnswerRequest,
  found: readonly BearingMemory[],
  signal: AbortSignal,
): GenerationRequest {
  return {
    system: ANSWER_SYSTEM,
    prompt: answerPrompt(request.question, found),
    model: request.model ?? request.ai_model ?? null,
    temperature: request.temperature,
    signal,
  };
}

async function* citedPieces(pieces: AsyncIterable<string>, citing: CitedText): AsyncIterable<string> {
  for await (const piece of pieces) yield citing.push(piece);
  yield citing.end();
}

function* piecesOf({ text, sources, generatedBy }: Answer): Iterable<AnswerPiece> {
  yield { text };
  yield { sources, generatedBy };
}
