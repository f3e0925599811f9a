import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { toMemoryRecord } from '../memories/memory-record.dto';
import { encodeCursor } from '../memories/page-cursor';
import { CurrentSession } from '../sessions/current-session';
import type { ActiveSession } from '../sessions/session';
import { SessionRoute } from '../sessions/session-route';
import { MemoryListQuery, MemoryListResponse } from './listings.dto';
import { RecallService } from './recall.service';
import { sessionAnswer } from '../sessions/session-answer.dto';

@ApiTags('Reading memories')
@SessionRoute('read')
@Controller('api/v2/agents/:agent_id/memories')
export class MemoryListController {
  constructor(private readonly recalls: RecallService) {}

  @Get()
  @Logged('list', 'read', (answer: MemoryListResponse) => answer.count)
  @Documented({
    summary: 'The memories, newest first, a page at a time',
    description:
      'Only active memories unless `status` says otherwise. A filter that is given several times ' +
      '(`type=fact&type=goal`) matches any of its values.',
    response: MemoryListResponse,
    errors: ['validation', 'k_too_large'],
  })
  async listMemories(
    @CurrentSession() session: ActiveSession,
    @Query() query: MemoryListQuery,
  ): Promise<MemoryListResponse> {
    const { memories, total, next } = await this.recalls.list(session, query);
    return {
      ...sessionAnswer(session),
      memories: memories.map((memory) => toMemoryRecord(memory, session.agentId)),
      count: memories.length,
      total_available: total,
      next_cursor: next && encodeCursor(next),
    };
  }
}
