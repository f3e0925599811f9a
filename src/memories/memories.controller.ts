import { Body, Controller, Delete, Get, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Logged } from '../activity/logged-route';
import { heldBack } from '../backend/judged-memory';
import type { HistoryPage } from '../backend/pages';
import { Documented } from '../common/documented';
import { IfMatch, type ReadVersion } from '../common/if-match.param';
import type { ActiveSession } from '../sessions/session';
import { CurrentSession } from '../sessions/current-session';
import { SessionRoute } from '../sessions/session-route';
import { Repeats, type Repetition } from './idempotency-key.param';
import {
  DeleteMemoryResponse,
  EditMemoryRequest,
  EditMemoryResponse,
  ExpireMemoryRequest,
  ExpireMemoryResponse,
  RestoreMemoryResponse,
} from './memory-life.dto';
import { HistoryQuery, HistoryResponse, isHistoryCursor, toHistoryResponse } from './memory-history.dto';
import { Currency } from './currency.service';
import { MemoryRecord, toMemoryRecord } from './memory-record.dto';
import { decodeCursor } from './page-cursor';
import { MemoriesService } from './memories.service';
import { Quarantine } from './quarantine.service';
import { RepeatableWrites } from './repeatable-writes.service';
import { namespaceAnswer, sessionAnswer } from '../sessions/session-answer.dto';
import { MemoryIdParam } from './memory-id.param';

@ApiTags('Storing memories')
@Controller('api/v2/agents/:agent_id/memories/:memory_id')
export class MemoriesController {
  constructor(
    private readonly memories: MemoriesService,
    private readonly writes: RepeatableWrites,
    private readonly currency: Currency,
    private readonly quarantine: Quarantine,
  ) {}

  @Get()
  @SessionRoute('read', { scoped: true })
  @Logged('get', 'read', () => 1)
  @Documented({
    summary: 'Get one memory',
    description: 'Active or expired.',
    response: MemoryRecord,
  })
  async getMemory(
    @CurrentSession() session: ActiveSession,
    @MemoryIdParam() id: string,
    @Req() request: Request,
  ): Promise<MemoryRecord> {
    const found = await this.memories.get(session, id);
    const memory = (await this.quarantine.isHeldBack(session, request, found)) ? heldBack(found) : found;
    const isCurrent = await this.currency.of(session.namespace, [memory]);
    return toMemoryRecord(memory, session.agentId, isCurrent(memory));
  }

  @Get('history')
  @SessionRoute('read', { scoped: true })
  @Logged('history', 'read', () => 1)
  @Documented({
    summary: 'What happened to a memory, newest first',
    description: 'After a delete, it does not say what the memory said.',
    response: HistoryResponse,
  })
  async getMemoryHistory(
    @CurrentSession() session: ActiveSession,
    @MemoryIdParam() id: string,
    @Query() { limit, cursor }: HistoryQuery,
    @Req() request: Request,
  ): Promise<HistoryResponse> {
    const after = cursor === null ? null : decodeCursor(cursor, isHistoryCursor, 'query');
    const page = await this.memories.history(session, id, { after, limit });
    const [memory] = await this.memories.existing(session, [id]);
    const isHeldBack = memory !== undefined && (await this.quarantine.isHeldBack(session, request, memory));
    return toHistoryResponse(session.agentId, id, isHeldBack ? withoutValues(page) : page);
  }

  @Patch()
  @SessionRoute('write', { scoped: true })
  @Logged('edit', 'write', () => 1)
  @Documented({
    summary: 'Edit a memory',
    description: 'Changes the given fields; the history keeps the former values.',
    response: EditMemoryResponse,
    errors: ['nothing_to_update', 'text_too_long', 'SecretRefused', 'QuotaExceeded'],
  })
  async editMemory(
    @CurrentSession() session: ActiveSession,
    @MemoryIdParam() id: string,
    @Body() request: EditMemoryRequest,
    @Repeats() repetition: Repetition,
    @IfMatch() version: ReadVersion | null,
  ): Promise<EditMemoryResponse> {
    const body = { memory_id: id, ...request };
    const timesIn = request.expires_at ? session.namespace : null;
    const write = { agentId: session.agentId, operation: 'edit', body, timesIn };
    return this.writes.once(repetition, write, async () => {
      const { fields, secrets } = await this.memories.edit(session, id, request, version);
      return {
        ...namespaceAnswer(session),
        memory_id: id,
        status: 'queued',
        action: 'updated',
        updated_fields: fields,
        ...secrets,
      };
    });
  }

  @Delete()
  @SessionRoute('write', { scoped: true })
  @Logged('delete', 'write', () => 1)
  @Documented({
    summary: 'Delete a memory for good',
    description: 'It cannot be restored. Its history keeps the event without the content.',
    response: DeleteMemoryResponse,
  })
  async deleteMemory(
    @CurrentSession() session: ActiveSession,
    @MemoryIdParam() id: string,
    @Repeats() repetition: Repetition,
  ): Promise<DeleteMemoryResponse> {
    const write = { agentId: session.agentId, operation: 'delete', body: { memory_id: id } };
    return this.writes.once(repetition, write, async () => {
      await this.memories.delete(session, id);
      return { ...namespaceAnswer(session), memory_id: id, status: 'deleted' };
    });
  }

  @Post('expire')
  @SessionRoute('write', { scoped: true })
  @Logged('expire', 'write', () => 1)
  @Documented({
    summary: 'Mark a memory expired, reversibly',
    description: 'An expired memory keeps its first stamp.',
    response: ExpireMemoryResponse,
  })
  async expireMemory(
    @CurrentSession() session: ActiveSession,
    @MemoryIdParam() id: string,
    @Body() request: ExpireMemoryRequest,
    @Repeats() repetition: Repetition,
  ): Promise<ExpireMemoryResponse> {
    const write = { agentId: session.agentId, operation: 'expire', body: { memory_id: id, ...request } };
    return this.writes.once(repetition, write, async () => {
      const stamp = await this.memories.expire(session, id, request.reason);
      return {
        ...sessionAnswer(session),
        memory_id: id,
        status: 'expired',
        expired_at: stamp.expiredAt.toISOString(),
        expired_by: stamp.expiredBy,
      };
    });
  }

  @Post('restore')
  @SessionRoute('write', { scoped: true })
  @Logged('restore', 'write', () => 1)
  @Documented({
    summary: 'Make an expired memory active again',
    description: 'Clears the stamp and moves `updated_at`, so that the next sweep leaves the memory alone.',
    response: RestoreMemoryResponse,
  })
  async restoreMemory(
    @CurrentSession() session: ActiveSession,
    @MemoryIdParam() id: string,
    @Repeats() repetition: Repetition,
  ): Promise<RestoreMemoryResponse> {
    const { agentId, namespace: timesIn } = session;
    const write = { agentId, operation: 'restore', body: { memory_id: id }, timesIn };
    return this.writes.once(repetition, write, async () => {
      await this.memories.restore(session, id);
      return { ...sessionAnswer(session), memory_id: id, status: 'active' };
    });
  }
}

/** What happened, without what the memory said before. */
function withoutValues({ entries, next }: HistoryPage): HistoryPage {
  return { entries: entries.map((entry) => ({ ...entry, former: null })), next };
}
