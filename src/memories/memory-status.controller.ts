import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { CurrentSession } from '../sessions/current-session';
import type { ActiveSession } from '../sessions/session';
import { sessionAnswer } from '../sessions/session-answer.dto';
import { SessionRoute } from '../sessions/session-route';
import { Repeats, type Repetition } from './idempotency-key.param';
import { MemoriesService } from './memories.service';
import { MemoryStatusRequest, MemoryStatusResponse } from './memory-status.dto';
import { RepeatableWrites } from './repeatable-writes.service';

@ApiTags('Storing memories')
@Controller('api/v2/agents/:agent_id/batch-status')
export class MemoryStatusController {
  constructor(
    private readonly memories: MemoriesService,
    private readonly writes: RepeatableWrites,
  ) {}

  @Post()
  @SessionRoute('write', { scoped: true })
  @Logged('status', 'write', ({ changed }: MemoryStatusResponse) => changed.length)
  @Documented({
    summary: 'Expire or restore many memories',
    description: 'All that exist, or none.',
    response: MemoryStatusResponse,
  })
  async setMemoryStatus(
    @CurrentSession() session: ActiveSession,
    @Body() request: MemoryStatusRequest,
    @Repeats() repetition: Repetition,
  ): Promise<MemoryStatusResponse> {
    const timesIn = request.status === 'active' ? session.namespace : null;
    const write = { agentId: session.agentId, operation: 'status', body: { ...request }, timesIn };
    return this.writes.once(repetition, write, async () => ({
      ...sessionAnswer(session),
      ...(await this.memories.setStatus(session, request)),
    }));
  }
}
