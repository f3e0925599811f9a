import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { LinkFinder } from '../links/link-finder.service';
import type { ActiveSession } from '../sessions/session';
import { CurrentSession } from '../sessions/current-session';
import { SessionRoute } from '../sessions/session-route';
import { toLinkRow } from './links.dto';
import { Repeats, type Repetition } from './idempotency-key.param';
import { BatchRememberRequest, BatchRememberResponse } from './batch-remember.dto';
import { RememberRequest, RememberResponse, RestoreDeletedQuery } from './remember.dto';
import { RememberService } from './remember.service';
import { answered } from './repeatable-writes.service';

@ApiTags('Storing memories')
@SessionRoute('write', { scoped: true })
@Controller('api/v2/agents/:agent_id')
export class RememberController {
  constructor(
    private readonly memories: RememberService,
    private readonly finder: LinkFinder,
  ) {}

  @Post('remember')
  @Logged('remember', 'write', () => 1)
  @Documented({
    summary: 'Store a memory',
    description:
      'When the answer comes, the memory is durable, and found by every listing and recall. With `upsert`, the newest ' +
      'active memory with the same `source_ref` is edited instead, if there is one; content that was deleted for good ' +
      'is refused then, unless `restore_deleted`.',
    response: RememberResponse,
    errors: [
      'text_too_long',
      'ContentDeleted',
      'SecretRefused',
      'QuotaExceeded',
      'body_too_large',
      'memory_not_found',
    ],
  })
  async remember(
    @CurrentSession() session: ActiveSession,
    @Body() request: RememberRequest,
    @Query() query: RestoreDeletedQuery,
    @Repeats() repetition: Repetition,
  ): Promise<RememberResponse> {
    const restoring = query.restore_deleted;
    const outcome = await this.memories.remember(session, request, repetition.key, restoring);
    const stored = answered(repetition, outcome);
    if (request.detect !== 'now') return stored;
    const links = await this.finder.detect(session, stored.memory_id);
    return { ...stored, links: links && links.map(toLinkRow) };
  }

  @Post('batch-remember')
  @Logged('batch-remember', 'write', storedIn)
  @Documented({
    summary: 'Store up to 100 memories, all or none',
    description:
      'Stored in the order given. Several upserts of one reference make one memory, as the last one says. An upsert of content that was deleted for good is `rejected`, unless `restore_deleted`, and the other ' +
      'rows are stored.',
    response: BatchRememberResponse,
    errors: ['text_too_long', 'SecretRefused', 'QuotaExceeded', 'body_too_large', 'memory_not_found'],
  })
  async rememberMany(
    @CurrentSession() session: ActiveSession,
    @Body() request: BatchRememberRequest,
    @Query() query: RestoreDeletedQuery,
    @Repeats() repetition: Repetition,
  ): Promise<BatchRememberResponse> {
    const restoring = query.restore_deleted;
    const outcome = await this.memories.rememberBatch(session, request, repetition.key, restoring);
    return answered(repetition, outcome);
  }
}

function storedIn(answer: BatchRememberResponse): number {
  return answer.results.filter(({ action }) => action === 'store' || action === 'update').length;
}
