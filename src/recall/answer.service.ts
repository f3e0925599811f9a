import { Injectable, Logger } from '@nestjs/common';
import { Env } from '../config/env';
import { TextGenerator } from '../inference/text-generator';
import type { ActiveSession } from '../sessions/session';
import { ANSWER_SYSTEM } from './answer-prompt';
import { AnswerSearch } from './answer-search.service';
import type { AnswerRequest } from './answer.dto';
import { EXTRACTIVE, type Answer } from './extractive-answer';
import { answerFrom, streamFrom, type AnswerPiece, type AnswerTask } from './model-answer';
import { checkQueryLength } from './recall-request';

/** Answers questions from an agent's active memories: by a model, or by quoting them. */
@Injectable()
export class AnswerService {
  private readonly logger = new Logger(AnswerService.name);

  constructor(
    private readonly memories: AnswerSearch,
    private readonly generator: TextGenerator,
    private readonly env: Env,
  ) {}

  async answer(session: ActiveSession, request: AnswerRequest, signal: AbortSignal): Promise<Answer> {
    return answerFrom(await this.taskOf(session, request, signal), this.generator, this.logger);
  }

  /** In pieces. Fails only when the model stops after it began: what was sent cannot be taken back. */
  async *stream(
    session: ActiveSession,
    request: AnswerRequest,
    signal: AbortSignal,
  ): AsyncIterable<AnswerPiece> {
    yield* streamFrom(await this.taskOf(session, request, signal), this.generator, this.logger);
  }

  /** Request errors first, so that a stream fails before it begins. */
  check(request: AnswerRequest): void {
    checkQueryLength(request.question);
  }

  private async taskOf(
    session: ActiveSession,
    request: AnswerRequest,
    signal: AbortSignal,
  ): Promise<AnswerTask> {
    const { question, temperature } = request;
    const named = request.model ?? request.ai_model ?? null;
    const found = await this.memories.find(session, request, this.generator.model !== null);
    return {
      ...found,
      question,
      language: this.env.RECALL_LANGUAGE,
      model: named ?? this.generator.model ?? EXTRACTIVE,
      toRequest: (prompt) => ({ system: ANSWER_SYSTEM, prompt, model: named, temperature, signal }),
    };
  }
}
