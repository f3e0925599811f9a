import { Body, Controller, Headers, Logger, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { errorName, framesOf } from '../common/error-name';
import { clientGone, EventStream } from '../common/event-stream';
import { ModelUnavailable } from '../inference/text-generator';
import type { ActiveSession } from '../sessions/session';
import { CurrentSession } from '../sessions/current-session';
import { SessionRoute } from '../sessions/session-route';
import type { AnswerMemory } from './answer-memory';
import { AnswerEvent, AnswerRequest, AnswerResponse, type AnswerSource } from './answer.dto';
import { AnswerService } from './answer.service';
import { isCurrent, type Answer } from './extractive-answer';
import type { AnswerEnd } from './model-answer';
import { agentIdOf } from './searched-agents';
import { shownScore } from './shown-score';
import { sessionAnswer } from '../sessions/session-answer.dto';

const EVENTS = 'text/event-stream';

type Cited = Pick<AnswerResponse, 'sources' | 'certainty' | 'generated_by'>;

@ApiTags('Reading memories')
@SessionRoute('read', { scoped: true })
@Controller('api/v2/agents/:agent_id/answer')
export class AnswerController {
  private readonly logger = new Logger(AnswerController.name);

  constructor(private readonly answers: AnswerService) {}

  @Post()
  @Logged('answer', 'read', (answer: AnswerResponse) => answer.sources.length)
  @Documented({
    summary: "An answer from the agent's active memories, with its sources",
    description:
      'With `Accept: text/event-stream` the answer comes as events: `text` as it is written, `sources`, `done`, or `error` when it stops half-way.',
    response: { 'application/json': AnswerResponse, [EVENTS]: AnswerEvent },
    errors: ['validation', 'query_too_long', 'RecallIndexTooLarge'],
  })
  async answer(
    @CurrentSession() session: ActiveSession,
    @Body() request: AnswerRequest,
    @Headers('accept') accept: string | undefined,
    @Res() response: Response,
  ): Promise<AnswerResponse> {
    if (accept?.includes(EVENTS)) return this.stream(session, request, response);
    const answer = await this.answers.answer(session, request, clientGone(response));
    const body = toResponse(session, request, answer);
    response.json(body);
    return body;
  }

  private async stream(
    session: ActiveSession,
    request: AnswerRequest,
    response: Response,
  ): Promise<AnswerResponse> {
    this.answers.check(request);
    const events = new EventStream(response);
    const written: Answer = { text: '', sources: [], certainty: 'none', generatedBy: '' };
    try {
      for await (const piece of this.answers.stream(session, request, events.signal)) {
        if ('text' in piece) {
          written.text += piece.text;
          events.send('text', piece);
        } else {
          Object.assign(written, piece);
          events.send('sources', toSources(session, piece));
        }
        await events.drained();
      }
      events.send('done', {});
    } catch (error) {
      if (!events.signal.aborted) this.report(error);
      events.send('error', { message: 'The answer could not be finished' });
    }
    events.end();
    return toResponse(session, request, written);
  }

  private report(error: unknown): void {
    if (error instanceof ModelUnavailable) this.logger.warn(`An answer broke off: ${error.message}`);
    else this.logger.error(`An answer broke off (${errorName(error)})`, framesOf(error));
  }
}

function toSources(session: ActiveSession, { sources, certainty, generatedBy }: AnswerEnd): Cited {
  return { sources: toAnswerSources(session, sources), certainty, generated_by: generatedBy };
}

/** Memories that an answer cites, as the interface shows them. */
function toAnswerSources(session: ActiveSession, sources: readonly AnswerMemory[]): AnswerSource[] {
  const agentOf = agentIdOf(session);
  return sources.map((source) => {
    const { id, title } = source.memory;
    const [score, current] = [shownScore(source.score), isCurrent(source)];
    return { memory_id: id, agent_id: agentOf(source), title, score, current };
  });
}

function toResponse(session: ActiveSession, request: AnswerRequest, answer: Answer): AnswerResponse {
  return {
    ...sessionAnswer(session),
    question: request.question,
    answer: answer.text,
    ...toSources(session, answer),
    namespace: session.namespace,
  };
}
