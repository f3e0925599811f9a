import { Controller, createParamDecorator, Delete, type ExecutionContext, Get, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Logged } from '../activity/logged-route';
import { MAX_SOURCE_REF } from '../backend/memory-limits';
import { Documented } from '../common/documented';
import { textRule } from '../common/field-rules';
import { onMethod } from '../common/uuid-param';
import { ValidationError } from '../common/validation-error';
import { CurrentSession } from '../sessions/current-session';
import type { ActiveSession } from '../sessions/session';
import { namespaceAnswer } from '../sessions/session-answer.dto';
import { SessionRoute } from '../sessions/session-route';
import { Currency } from './currency.service';
import { Repeats, type Repetition } from './idempotency-key.param';
import { MemoriesService } from './memories.service';
import { DeleteMemoryResponse, ReferenceQuery } from './memory-life.dto';
import { MemoryRecord, toMemoryRecord } from './memory-record.dto';
import { RepeatableWrites } from './repeatable-writes.service';

const referenceRule = textRule({ maxCodePoints: MAX_SOURCE_REF });

/** The `source_ref` of the path (else 422), and its documentation. */
const SourceRefParam = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => {
    const { source_ref } = context.switchToHttp().getRequest<Request>().params;
    const [found] = referenceRule(source_ref);
    if (found === undefined) return String(source_ref);
    const { type, msg, input } = found;
    throw new ValidationError([{ type, msg, input, loc: ['path', 'source_ref'] }]);
  },
  [
    onMethod(
      ApiParam({
        name: 'source_ref',
        description: 'The reference, URL-encoded',
        schema: { type: 'string', maxLength: MAX_SOURCE_REF, example: 'chat-42' },
      }),
    ),
  ],
);

/** The memory that an upsert of the reference would edit. */
@ApiTags('Storing memories')
@Controller('api/v2/agents/:agent_id/memories/by-ref/:source_ref')
export class MemoriesByRefController {
  constructor(
    private readonly memories: MemoriesService,
    private readonly writes: RepeatableWrites,
    private readonly currency: Currency,
  ) {}

  @Get()
  @SessionRoute('read', { scoped: true })
  @Logged('get', 'read', () => 1)
  @Documented({
    summary: 'Get a memory by its reference',
    description: 'The newest active memory with this `source_ref`.',
    response: MemoryRecord,
    errors: ['memory_not_found'],
  })
  async getMemoryByRef(
    @CurrentSession() session: ActiveSession,
    @SourceRefParam() name: string,
    @Query() { scope = null }: ReferenceQuery,
  ): Promise<MemoryRecord> {
    const memory = await this.memories.getByReference(session, { name, scope });
    const isCurrent = await this.currency.of(session.namespace, [memory]);
    return toMemoryRecord(memory, session.agentId, isCurrent(memory));
  }

  @Delete()
  @SessionRoute('write', { scoped: true })
  @Logged('delete', 'write', () => 1)
  @Documented({
    summary: 'Delete a memory by its reference, for good',
    description: 'Only the newest active memory with this `source_ref`.',
    response: DeleteMemoryResponse,
    errors: ['memory_not_found'],
  })
  async deleteMemoryByRef(
    @CurrentSession() session: ActiveSession,
    @SourceRefParam() name: string,
    @Query() { scope = null }: ReferenceQuery,
    @Repeats() repetition: Repetition,
  ): Promise<DeleteMemoryResponse> {
    const body = { source_ref: name, scope };
    const write = { agentId: session.agentId, operation: 'delete by reference', body };
    return this.writes.once(repetition, write, async () => {
      const id = await this.memories.deleteByReference(session, { name, scope });
      return { ...namespaceAnswer(session), memory_id: id, status: 'deleted' };
    });
  }
}
