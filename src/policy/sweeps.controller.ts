import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { pageOf, requestedTimeCursor } from '../common/time-cursor';
import { uuidParam } from '../common/uuid-param';
import { Repeats, type Repetition } from '../memories/idempotency-key.param';
import type { ResponseTexts } from '../memories/idempotency.service';
import { RepeatableWrites } from '../memories/repeatable-writes.service';
import { demandInSession, type ActiveSession } from '../sessions/session';
import { CurrentSession } from '../sessions/current-session';
import { SessionRoute } from '../sessions/session-route';
import { sweepNotFound } from './sweep';
import { ApplyRequest, namedPolicy, SweepRequest, SweepResponse, toSweepResponse } from './sweep.dto';
import { PurgeResponse, toPurgeResponse } from './purge.dto';
import { SweepListQuery, SweepListResponse, SweepUndoneResponse, toSweepRow } from './sweep-list.dto';
import { ManualSweeps } from './manual-sweeps.service';

const SweepId = uuidParam('sweep_id', 'Id of the sweep', sweepNotFound);

@ApiTags('Expiry policy')
@Controller('api/v2/agents/:agent_id/policy')
export class SweepsController {
  constructor(
    private readonly sweeps: ManualSweeps,
    private readonly writes: RepeatableWrites,
  ) {}

  @Post('apply')
  @SessionRoute('manage', { dryRun: 'read' })
  @Logged('policy-apply', 'write', (answer: SweepResponse) => answer.expired)
  @Documented({
    summary: 'Expire what the policy says has reached its age',
    description:
      'Age is measured from `updated_at`. All memories of one sweep share `expired_at`. A memory that is ' +
      'touched meanwhile is left alone. A dry run may name a `policy` that is not stored.',
    response: SweepResponse,
  })
  async applyPolicy(
    @CurrentSession() session: ActiveSession,
    @Body() request: ApplyRequest,
    @Repeats() repetition: Repetition,
  ): Promise<SweepResponse> {
    const policy = namedPolicy(request);
    return this.runOnce(session, 'policy/apply', request, repetition, async (dryRun) =>
      toSweepResponse(session.agentId, await this.sweeps.apply(session, dryRun, policy)),
    );
  }

  @Post('purge')
  @SessionRoute('manage', { dryRun: 'read' })
  @Logged('policy-purge', 'write', (answer: PurgeResponse) => answer.purged)
  @Documented({
    summary: 'Delete for good what has been expired for longer than the policy says',
    description: 'Does nothing while `purge_expired_after` is `never`. With `dry_run` nothing is deleted.',
    response: PurgeResponse,
  })
  async purgeExpired(
    @CurrentSession() session: ActiveSession,
    @Body() request: SweepRequest,
    @Repeats() repetition: Repetition,
  ): Promise<PurgeResponse> {
    return this.runOnce(session, 'policy/purge', request, repetition, async (dryRun) =>
      toPurgeResponse(session.agentId, await this.sweeps.purge(session, dryRun)),
    );
  }

  @Get('sweeps')
  @SessionRoute('read')
  @Logged('policy-sweeps', 'read', () => 0)
  @Documented({
    summary: 'The sweeps and purges so far, newest first',
    description: 'Those by hand and the nightly ones; dry runs leave no record.',
    response: SweepListResponse,
  })
  async listSweeps(
    @CurrentSession() session: ActiveSession,
    @Query() { limit, cursor }: SweepListQuery,
  ): Promise<SweepListResponse> {
    const found = await this.sweeps.list(session, requestedTimeCursor(cursor), limit + 1);
    const { items, nextCursor } = pageOf(found, limit, (each) => ({
      time: each.evaluatedAt,
      id: each.sweepId,
    }));
    return {
      agent_id: session.agentId,
      sweeps: items.map(toSweepRow),
      count: items.length,
      next_cursor: nextCursor,
    };
  }

  @Post('sweeps/:sweep_id/undo')
  @SessionRoute('manage')
  @Logged('policy-undo', 'write', (answer: SweepUndoneResponse) => answer.restored)
  @Documented({
    summary: 'Restore what a sweep expired',
    description: 'But for what was edited, restored or deleted since.',
    response: SweepUndoneResponse,
    errors: ['purge_not_undoable'],
  })
  async undoSweep(
    @CurrentSession() session: ActiveSession,
    @SweepId() sweepId: string,
    @Repeats() repetition: Repetition,
  ): Promise<SweepUndoneResponse> {
    const { agentId, namespace } = session;
    const write = { agentId, operation: 'policy/undo', body: { sweep_id: sweepId }, timesIn: namespace };
    return this.writes.onceInParts(repetition, write, async () => {
      const { restored, skipped } = await this.sweeps.undo(session, sweepId);
      return { agent_id: agentId, sweep_id: sweepId, restored, skipped };
    });
  }

  /** A dry run changes nothing, so it takes no key. */
  private runOnce<T extends { memories: { id: string; title: string }[] }>(
    session: ActiveSession,
    operation: string,
    { dry_run: dryRun }: SweepRequest,
    repetition: Repetition,
    run: (dryRun: boolean) => Promise<T>,
  ): Promise<T> {
    if (dryRun) return run(true);
    demandInSession(session, 'manage');
    const { agentId, namespace } = session;
    const texts: ResponseTexts<T> = {
      remove: (response) => ({
        ...response,
        memories: response.memories.map((row) => ({ ...row, title: '' })),
      }),
      restore: async (stored) => ({
        ...stored,
        memories: await this.writes.withTitles(namespace, stored.memories),
      }),
    };
    return this.writes.onceInParts(repetition, { agentId, operation, body: {}, texts }, () => run(false));
  }
}
