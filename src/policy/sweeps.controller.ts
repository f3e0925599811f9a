import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { encodeTimeCursor, requestedTimeCursor } from '../common/time-cursor';
import { CurrentSession } from '../sessions/current-session';
import type { ActiveSession } from '../sessions/session';
import { SessionRoute } from '../sessions/session-route';
import { HasSweepId, SweepId } from './sweep-id.param';
import { PurgeResponse, toPurgeResponse } from './purge.dto';
import {
  SweepListQuery,
  SweepListResponse,
  SweepRequest,
  SweepResponse,
  SweepUndoneResponse,
  toSweepResponse,
  toSweepRow,
} from './sweep.dto';
import { ManualSweeps } from './manual-sweeps.service';

@ApiTags('Expiry policy')
@SessionRoute()
@Controller('api/v2/agents/:agent_id/policy')
export class SweepsController {
  constructor(private readonly sweeps: ManualSweeps) {}

  @Post('apply')
  @Logged('policy-apply', 'write', (answer: SweepResponse) => answer.expired)
  @HttpCode(200)
  @ApiBody({ type: SweepRequest, required: false })
  @Documented({
    summary: 'Expire what the policy says has reached its age',
    description:
      'Age is measured from `updated_at`. All memories of one sweep share `expired_at`. A memory that is ' +
      'touched meanwhile is left alone.',
    response: SweepResponse,
    errors: ['validation'],
  })
  async apply(
    @CurrentSession() session: ActiveSession,
    @Body() request: SweepRequest,
  ): Promise<SweepResponse> {
    const run = await this.sweeps.apply(session, request.dry_run ?? false);
    return toSweepResponse(session.agentId, run);
  }

  @Post('purge')
  @Logged('policy-purge', 'write', (answer: PurgeResponse) => answer.purged)
  @HttpCode(200)
  @ApiBody({ type: SweepRequest, required: false })
  @Documented({
    summary: 'Delete for good what has been expired for longer than the policy says',
    response: PurgeResponse,
    errors: ['validation'],
  })
  async purge(
    @CurrentSession() session: ActiveSession,
    @Body() request: SweepRequest,
  ): Promise<PurgeResponse> {
    const run = await this.sweeps.purge(session, request.dry_run ?? false);
    return toPurgeResponse(session.agentId, run);
  }

  @Get('sweeps')
  @Logged('policy-sweeps', 'read', () => 0)
  @Documented({
    summary: 'The sweeps and purges so far, newest first',
    description: 'Those by hand and the nightly ones; dry runs leave no record.',
    response: SweepListResponse,
    errors: ['validation'],
  })
  async list(
    @CurrentSession() session: ActiveSession,
    @Query() { limit, cursor }: SweepListQuery,
  ): Promise<SweepListResponse> {
    const found = await this.sweeps.list(session, requestedTimeCursor(cursor), limit + 1);
    const listed = found.slice(0, limit);
    const last = listed.at(-1);
    return {
      agent_id: session.agentId,
      sweeps: listed.map(toSweepRow),
      count: listed.length,
      next_cursor:
        found.length > limit && last ? encodeTimeCursor({ time: last.evaluatedAt, id: last.sweepId }) : null,
    };
  }

  @Post('sweeps/:sweep_id/undo')
  @Logged('policy-undo', 'write', (answer: SweepUndoneResponse) => answer.restored)
  @HttpCode(200)
  @HasSweepId()
  @Documented({
    summary: 'Restore what a sweep expired',
    description: 'But for what was edited, restored or deleted since.',
    response: SweepUndoneResponse,
    errors: ['sweep_not_found', 'purge_not_undoable'],
  })
  async undo(
    @CurrentSession() session: ActiveSession,
    @SweepId() sweepId: string,
  ): Promise<SweepUndoneResponse> {
    const { restored, skipped } = await this.sweeps.undo(session, sweepId);
    return { agent_id: session.agentId, sweep_id: sweepId, restored, skipped };
  }
}
