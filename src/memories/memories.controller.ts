import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { CurrentSession } from '../sessions/current-session';
import type { ActiveSession } from '../sessions/session';
import { SessionRoute } from '../sessions/session-route';
import { HasMemoryId, MemoryId } from './memory-id.param';
import {
  DeleteMemoryResponse,
  EditMemoryRequest,
  EditMemoryResponse,
  ExpireMemoryRequest,
  ExpireMemoryResponse,
  HistoryQuery,
  HistoryResponse,
  isHistoryCursor,
  RestoreMemoryResponse,
  toHistoryResponse,
} from './memory-life.dto';
import { MemoryRecord, toMemoryRecord } from './memory-record.dto';
import { decodeCursor } from './page-cursor';
import { MemoriesService } from './memories.service';

@ApiTags('Storing memories')
@SessionRoute()
@Controller('api/v2/agents/:agent_id/memories/:memory_id')
export class MemoriesController {
  constructor(private readonly memories: MemoriesService) {}

  @Get()
  @Logged('get', 'read', () => 1)
  @HasMemoryId()
  @Documented({ summary: 'Get one memory', response: MemoryRecord, errors: ['memory_not_found'] })
  async get(@CurrentSession() session: ActiveSession, @MemoryId() id: string): Promise<MemoryRecord> {
    return toMemoryRecord(await this.memories.get(session, id), session.agentId);
  }

  @Get('history')
  @Logged('history', 'read', () => 1)
  @HasMemoryId()
  @Documented({
    summary: 'What happened to a memory, newest first',
    description: 'It stays readable after a delete, without what the memory said.',
    response: HistoryResponse,
    errors: ['validation', 'memory_not_found'],
  })
  async history(
    @CurrentSession() session: ActiveSession,
    @MemoryId() id: string,
    @Query() { limit, cursor }: HistoryQuery,
  ): Promise<HistoryResponse> {
    const after = cursor === null ? null : decodeCursor(cursor, isHistoryCursor, 'query');
    const page = await this.memories.history(session, id, after, limit);
    return toHistoryResponse(session.agentId, id, page);
  }

  @Patch()
  @Logged('edit', 'write', () => 1)
  @HasMemoryId()
  @Documented({
    summary: 'Edit a memory',
    response: EditMemoryResponse,
    errors: ['validation', 'nothing_to_update', 'memory_not_found', 'text_too_long', 'body_too_large'],
  })
  async edit(
    @CurrentSession() session: ActiveSession,
    @MemoryId() id: string,
    @Body() request: EditMemoryRequest,
  ): Promise<EditMemoryResponse> {
    const updated = await this.memories.edit(session, id, request);
    return {
      agent_id: session.agentId,
      session_id: session.sessionId,
      namespace: session.namespace,
      memory_id: id,
      status: 'queued',
      action: 'updated',
      updated_fields: updated,
    };
  }

  @Delete()
  @Logged('delete', 'write', () => 1)
  @HasMemoryId()
  @Documented({
    summary: 'Delete a memory for good',
    response: DeleteMemoryResponse,
    errors: ['memory_not_found'],
  })
  async delete(
    @CurrentSession() session: ActiveSession,
    @MemoryId() id: string,
  ): Promise<DeleteMemoryResponse> {
    await this.memories.delete(session, id);
    return {
      agent_id: session.agentId,
      session_id: session.sessionId,
      namespace: session.namespace,
      memory_id: id,
      status: 'deleted',
    };
  }

  @Post('expire')
  @Logged('expire', 'write', () => 1)
  @HttpCode(200)
  @HasMemoryId()
  @ApiBody({ type: ExpireMemoryRequest, required: false })
  @Documented({
    summary: 'Mark a memory expired, reversibly',
    description: 'An expired memory keeps its first stamp.',
    response: ExpireMemoryResponse,
    errors: ['validation', 'memory_not_found'],
  })
  async expire(
    @CurrentSession() session: ActiveSession,
    @MemoryId() id: string,
    @Body() request: ExpireMemoryRequest,
  ): Promise<ExpireMemoryResponse> {
    const stamp = await this.memories.expire(session, id, request.reason ?? 'manual');
    return {
      agent_id: session.agentId,
      session_id: session.sessionId,
      memory_id: id,
      status: 'expired',
      expired_at: stamp.expiredAt.toISOString(),
      expired_by: stamp.expiredBy,
    };
  }

  @Post('restore')
  @Logged('restore', 'write', () => 1)
  @HttpCode(200)
  @HasMemoryId()
  @Documented({
    summary: 'Make an expired memory active again',
    description: 'Clears the stamp and moves `updated_at`, so that the next sweep leaves the memory alone.',
    response: RestoreMemoryResponse,
    errors: ['memory_not_found'],
  })
  async restore(
    @CurrentSession() session: ActiveSession,
    @MemoryId() id: string,
  ): Promise<RestoreMemoryResponse> {
    await this.memories.restore(session, id);
    return { agent_id: session.agentId, session_id: session.sessionId, memory_id: id, status: 'active' };
  }
}
