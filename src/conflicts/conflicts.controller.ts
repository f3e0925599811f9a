import { Body, Controller, Get, HttpCode, HttpException, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Logged } from '../activity/logged-route';
import { Clock } from '../common/clock';
import { Documented } from '../common/documented';
import { clientGone } from '../common/event-stream';
import { CurrentSession } from '../sessions/current-session';
import type { ActiveSession } from '../sessions/session';
import { SessionRoute } from '../sessions/session-route';
import { ConflictGeneration } from './conflict-generation.service';
import { ConflictReports } from './conflict-reports.service';
import { ConflictResolution } from './conflict-resolution.service';
import {
  ConflictsQuery,
  ConflictsResponse,
  GenerateConflictsRequest,
  GenerateConflictsResponse,
  ResolveConflictRequest,
  ResolveConflictResponse,
  toConflictRow,
  toGenerationResult,
} from './conflicts.dto';
import { requestedDay } from '../common/utc-day';
import { toResolution } from './resolution';

/** The status that common proxies use; the client has disconnected. */
const CLIENT_GONE = 499;

@ApiTags('Conflicts')
@SessionRoute()
@Controller('api/v2/agents/:agent_id/conflicts')
export class ConflictsController {
  constructor(
    private readonly generation: ConflictGeneration,
    private readonly reports: ConflictReports,
    private readonly resolution: ConflictResolution,
    private readonly clock: Clock,
  ) {}

  @Post('generate')
  @Logged(
    'conflicts-generate',
    'read',
    (answer: GenerateConflictsResponse) => answer.conflicts.conflict_count,
  )
  @HttpCode(200)
  @ApiBody({ type: GenerateConflictsRequest, required: false })
  @Documented({
    summary: 'Find the memories of a day that contradict, update or repeat others',
    description:
      'Compares the active memories that were created or last changed on the UTC day, the newest 1000, each with ' +
      'those of all active memories that are most like it. Rows of the report stay at their index; what is found ' +
      'newly is added. A pair that was resolved is looked at again only after one of its memories has changed. ' +
      'Without a model, or while it fails, rules judge, and `generated_by` says so. A backend in the cloud that finds ' +
      'conflicts by itself is asked first. One run of an agent goes on at a time, and a few in the service.',
    response: GenerateConflictsResponse,
    errors: ['validation', 'ConflictRunActive', 'ConflictRunTimeout', 'ServiceOverloaded'],
  })
  async generate(
    @CurrentSession() session: ActiveSession,
    @Body() request: GenerateConflictsRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GenerateConflictsResponse> {
    const day = requestedDay(request.date, this.clock.now(), 'body');
    const signal = clientGone(response);
    try {
      const made = await this.generation.generate({ ...session, day }, { signal, tell: () => undefined });
      return { ...toGenerationResult(session.agentId, made), session_id: session.sessionId };
    } catch (error) {
      throw signal.aborted ? new HttpException('The client has gone', CLIENT_GONE) : error;
    }
  }

  @Get()
  @Logged('conflicts', 'read', (answer: ConflictsResponse) => answer.count)
  @Documented({
    summary: 'The unresolved conflicts of a day',
    description: 'Contents are those that the memories have now.',
    response: ConflictsResponse,
    errors: ['validation'],
  })
  async list(
    @CurrentSession() session: ActiveSession,
    @Query() query: ConflictsQuery,
  ): Promise<ConflictsResponse> {
    const { date } = requestedDay(query.date, this.clock.now(), 'query');
    const conflicts = await this.reports.listOpen(session, date);
    return {
      agent_id: session.agentId,
      session_id: session.sessionId,
      date,
      conflicts: conflicts.map(toConflictRow),
      count: conflicts.length,
    };
  }

  @Post('resolve')
  @Logged('conflicts-resolve', 'write', countTouched)
  @HttpCode(200)
  @Documented({
    summary: 'Settle one conflict',
    description:
      'All or nothing; of several requests for one row exactly one succeeds. An unknown action, `manual` without ' +
      '`manual_content`, a day without a report, an index that it does not have and a row that is resolved already ' +
      'are answered 500 `InternalServerError`, and `details.original_error` says which.',
    response: ResolveConflictResponse,
    errors: ['validation', 'text_too_long', 'InternalServerError'],
  })
  async resolve(
    @CurrentSession() session: ActiveSession,
    @Body() request: ResolveConflictRequest,
  ): Promise<ResolveConflictResponse> {
    const day = requestedDay(request.date, this.clock.now(), 'body');
    const resolution = toResolution(request);
    const done = await this.resolution.resolve(session, day, request.conflict_index, resolution);
    return {
      agent_id: session.agentId,
      session_id: session.sessionId,
      date: day.date,
      action: resolution.action,
      deleted: done.deleted,
      expired: done.expired,
      new_memory_id: done.newMemoryId,
      status: 'resolved',
    };
  }
}

function countTouched({ deleted, expired, new_memory_id }: ResolveConflictResponse): number {
  return deleted.length + expired.length + (new_memory_id === null ? 0 : 1);
}
