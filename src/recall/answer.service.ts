import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Env } from '../config/env';
import { TextGenerator } from '../inference/text-generator';
import type { ActiveSession } from '../sessions/session';
import { ANSWER_SYSTEM } from './answer-prompt';
import { AnswerSearch, type FoundMemories } from './answer-search.service';
import type { AnswerRequest } from './answer.dto';
import { EXTRACTIVE, type Answer } from './extractive-answer';
import { answerFrom, streamFrom, type AnswerEnd, type AnswerPiece, type AnswerTask } from './model-answer';
import { RecallTracing } from './recall-tracing.service';
import { checkQueryLength } from './recall-request';

/** Answers questions from an agent's active memories: by a model, or by quoting them. */
@Injectable()
export class AnswerService {
  private readonly logger = new Logger(AnswerService.name);

  constructor(
    private readonly memories: AnswerSearch,
    private readonly generator: TextGenerator,
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly tracing: RecallTracing,
  ) {}

  async answer(session: ActiveSession, request: AnswerRequest, signal: AbortSignal): Promise<Answer> {
    const asked = this.asked(request);
    const found = await this.find(session, request);
    const answer = await answerFrom(this.taskOf(found, request, signal), this.generator, this.logger);
    this.tracing.answered(session, asked, found, answer);
    return answer;
  }

  /** In pieces. Fails only when the model stops after it began: what was sent cannot be taken back. */
  async *stream(
    session: ActiveSession,
    request: AnswerRequest,
    signal: AbortSignal,
  ): AsyncIterable<AnswerPiece> {
    const asked = this.asked(request);
    const found = await this.find(session, request);
    const task = this.taskOf(found, request, signal);
    // Of an answer that breaks off, no source is known.
    let end: AnswerEnd = { sources: [], certainty: 'none', generatedBy: task.model };
    try {
      for await (const piece of streamFrom(task, this.generator, this.logger)) {
        if (!('text' in piece)) end = piece;
        yield piece;
      }
    } finally {
      this.tracing.answered(session, asked, found, end);
    }
  }

  /** Request errors first, so that a stream fails before it begins. */
  check(request: AnswerRequest): void {
    checkQueryLength(request.question);
  }

  private asked(request: AnswerRequest) {
    return { request, at: this.clock.now(), begun: performance.now() };
  }

  private find(session: ActiveSession, request: AnswerRequest): Promise<FoundMemories> {
    return this.memories.find(session, request, this.generator.model !== null);
  }

  private taskOf(found: FoundMemories, request: AnswerRequest, signal: AbortSignal): AnswerTask {
    const { question, temperature } = request;
    const named = request.model ?? request.ai_model ?? null;
    return {
      memories: found.memories,
      isBroad: found.isBroad,
      question,
      language: this.env.RECALL_LANGUAGE,
      model: named ?? this.generator.model ?? EXTRACTIVE,
      toRequest: (prompt) => ({ system: ANSWER_SYSTEM, prompt, model: named, temperature, signal }),
    };
  }
}
