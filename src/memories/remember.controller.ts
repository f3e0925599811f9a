import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { CurrentSession } from '../sessions/current-session';
import type { ActiveSession } from '../sessions/session';
import { SessionRoute } from '../sessions/session-route';
import { AcceptsIdempotencyKey, IdempotencyKey } from './idempotency-key.param';
import type { Outcome } from './idempotency.service';
import { MemoriesService } from './memories.service';
import {
  BatchRememberRequest,
  BatchRememberResponse,
  RememberRequest,
  RememberResponse,
} from './remember.dto';

@ApiTags('Storing memories')
@SessionRoute()
@Controller('api/v2/agents/:agent_id')
export class RememberController {
  constructor(private readonly memories: MemoriesService) {}

  @Post('remember')
  @Logged('remember', 'write', () => 1)
  @HttpCode(200)
  @AcceptsIdempotencyKey()
  @Documented({
    summary: 'Store a memory',
    description: 'The memory is durable, and found by every listing and recall, when the answer comes.',
    response: RememberResponse,
    errors: ['validation', 'text_too_long', 'IdempotencyConflict', 'body_too_large'],
  })
  async remember(
    @CurrentSession() session: ActiveSession,
    @Body() request: RememberRequest,
    @IdempotencyKey() key: string | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RememberResponse> {
    return withReplayHeader(await this.memories.remember(session, request, key), response);
  }

  @Post('batch-remember')
  @Logged('batch-remember', 'write', storedIn)
  @HttpCode(200)
  @AcceptsIdempotencyKey()
  @Documented({
    summary: 'Store up to 100 memories, all or none',
    description: 'They are stored in the order given. One that is not valid refuses the whole request.',
    response: BatchRememberResponse,
    errors: ['validation', 'text_too_long', 'IdempotencyConflict', 'body_too_large'],
  })
  async rememberBatch(
    @CurrentSession() session: ActiveSession,
    @Body() request: BatchRememberRequest,
    @IdempotencyKey() key: string | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BatchRememberResponse> {
    return withReplayHeader(await this.memories.rememberBatch(session, request, key), response);
  }
}

function withReplayHeader<T>(outcome: Outcome<T>, response: Response): T {
  if (outcome.replayed) response.setHeader('Idempotency-Replayed', 'true');
  return outcome.response;
}

function storedIn(answer: BatchRememberResponse): number {
  return answer.results.filter(({ action }) => action === 'store').length;
}
