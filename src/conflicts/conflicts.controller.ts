import { Body, Controller, Get, HttpException, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { clientGone } from '../common/event-stream';
import { MemoryClock } from '../common/memory-clock';
import { requestedDay } from '../common/utc-dates';
import { Repeats, type Repetition } from '../memories/idempotency-key.param';
import { RepeatableWrites } from '../memories/repeatable-writes.service';
import type { ActiveSession } from '../sessions/session';
import { CurrentSession } from '../sessions/current-session';
import { SessionRoute } from '../sessions/session-route';
import { ConflictGeneration } from './conflict-generation.service';
import { ConflictReports } from './conflict-reports.service';
import { ConflictResolution } from './conflict-resolution.service';
import {
  ConflictsQuery,
  ConflictsResponse,
  GenerateConflictsRequest,
  GenerateConflictsResponse,
  toConflictRow,
  toGenerationResult,
} from './conflicts.dto';
import { requestedRow, ResolveConflictRequest, ResolveConflictResponse } from './resolution.dto';
import { toResolution } from './resolution';
import { sessionAnswer } from '../sessions/session-answer.dto';

/** The status that common proxies use; the client has disconnected. */
const CLIENT_GONE = 499;

@ApiTags('Conflicts')
@Controller('api/v2/agents/:agent_id/conflicts')
export class ConflictsController {
  constructor(
    private readonly generation: ConflictGeneration,
    private readonly reports: ConflictReports,
    private readonly resolution: ConflictResolution,
    private readonly writes: RepeatableWrites,
    private readonly clock: MemoryClock,
  ) {}

  @Post('generate')
  @SessionRoute('write')
  @Logged(
    'conflicts-generate',
    'read',
    (answer: GenerateConflictsResponse) => answer.conflicts.conflict_count,
  )
  @Documented({
    summary: 'Find the memories of a day that contradict, update or repeat others',
    description:
      'Compares the active memories created or changed on the UTC day, the newest 1000, each with those most like it. ' +
      'Rows of the report stay at their index; new ones are added. A resolved pair is looked at again after a change ' +
      'of its memories.',
    response: GenerateConflictsResponse,
    errors: ['ConflictRunActive', 'ConflictRunTimeout'],
  })
  async generateConflicts(
    @CurrentSession() session: ActiveSession,
    @Body() request: GenerateConflictsRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GenerateConflictsResponse> {
    const day = requestedDay(request.date, await this.clock.now(), 'body');
    const signal = clientGone(response);
    try {
      const made = await this.generation.generate({ ...session, day }, { signal, tell: () => undefined });
      return { ...toGenerationResult(session.agentId, made), session_id: session.sessionId };
    } catch (error) {
      throw signal.aborted ? new HttpException('The client has gone', CLIENT_GONE) : error;
    }
  }

  @Get()
  @SessionRoute('read')
  @Logged('conflicts', 'read', (answer: ConflictsResponse) => answer.count)
  @Documented({
    summary: 'The unresolved conflicts of a day',
    description: 'Contents are those that the memories have now.',
    response: ConflictsResponse,
  })
  async listConflicts(
    @CurrentSession() session: ActiveSession,
    @Query() query: ConflictsQuery,
  ): Promise<ConflictsResponse> {
    const { date } = requestedDay(query.date, await this.clock.now(), 'query');
    const conflicts = await this.reports.listOpen(session, date);
    return {
      ...sessionAnswer(session),
      date,
      conflicts: conflicts.map((conflict) => toConflictRow(conflict, date)),
      count: conflicts.length,
    };
  }

  @Post('resolve')
  @SessionRoute('write')
  @Logged('conflicts-resolve', 'write', countTouched)
  @Documented({
    summary: 'Settle one conflict',
    description:
      'All or nothing; of several requests for one row one succeeds. The row is named by `conflict_id`, or by ' +
      '`conflict_index` and `date`; both or neither is 422. An unknown action, `manual` without `manual_content`, no ' +
      'such row and one that is resolved already are 500 `InternalServerError`; `details.original_error` says which.',
    response: ResolveConflictResponse,
    errors: ['text_too_long', 'SecretRefused', 'QuotaExceeded'],
  })
  async resolveConflict(
    @CurrentSession() session: ActiveSession,
    @Body() request: ResolveConflictRequest,
    @Repeats() repetition: Repetition,
  ): Promise<ResolveConflictResponse> {
    const { day, index } = requestedRow(request, await this.clock.now());
    const resolution = toResolution(request);
    const write = { agentId: session.agentId, operation: 'conflicts/resolve', body: request };
    return this.writes.once(repetition, write, async () => {
      const done = await this.resolution.resolve(session, day, index, resolution);
      return {
        ...sessionAnswer(session),
        date: day.date,
        action: resolution.action,
        deleted: done.deleted,
        expired: done.expired,
        superseded: done.superseded,
        new_memory_id: done.newMemoryId,
        status: 'resolved',
        ...done.secrets,
      };
    });
  }
}

function countTouched({ deleted, expired, superseded, new_memory_id }: ResolveConflictResponse): number {
  return deleted.length + expired.length + superseded.length + (new_memory_id === null ? 0 : 1);
}
