import { Injectable, Logger } from '@nestjs/common';
import { duringOperation } from '../audit/audit-operation';
import { DomainError } from '../common/domain-error';
import { traced } from '../common/tracing';
import { errorCode, isDatabaseError } from '../database/database-errors';
import { SweepService } from '../policy/sweep.service';
import { SweepsRepository } from '../policy/sweeps.repository';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import { emptyTally, withAgent, withError, type RunTally } from './maintenance-run';
import { MaintenanceRunsRepository } from './maintenance-runs.repository';
import type { PruneTask } from './prune-task';
import { Pruning } from './pruning.service';

/** Agents in one page. */
const PAGE = 100;
const RECORD_LIFETIME_MS = 365 * 86_400_000;

export interface CurrentRun {
  id: number;
  startedAt: Date;
  /** Called before every step: false when another process may run maintenance, or this one stops. */
  mayContinue: () => Promise<boolean>;
  tally: RunTally;
}

/** Does the work of a run. Records failures and continues. */
@Injectable()
export class MaintenanceRunner {
  private readonly logger = new Logger('Maintenance');

  constructor(
    private readonly sweeps: SweepService,
    private readonly pruning: Pruning,
    private readonly runs: MaintenanceRunsRepository,
    private readonly records: SweepsRepository,
    private readonly settings: RuntimeSettings,
  ) {}

  /** Null when it had to stop. */
  run(start: Omit<CurrentRun, 'tally'>): Promise<RunTally | null> {
    const operation = { operation: 'runMaintenance', actor: 'service' };
    return duringOperation(operation, () => this.carryOut(start));
  }

  private async carryOut(start: Omit<CurrentRun, 'tally'>): Promise<RunTally | null> {
    const run = { ...start, tally: emptyTally() };
    const finished = (await this.sweepAgents(run)) && (await this.prune(run));
    return finished ? run.tally : null;
  }

  /** False when it had to stop. */
  private async sweepAgents(run: CurrentRun): Promise<boolean> {
    let after: string | null = null;
    do {
      const page: string[] = await this.agentsAfter(run, after);
      for (const agentId of page) {
        if (!(await run.mayContinue())) return false;
        await this.sweep(run, agentId);
      }
      await this.runs.record(run.id, run.tally, null);
      after = page.length < PAGE ? null : (page.at(-1) ?? null);
    } while (after !== null);
    return true;
  }

  private async agentsAfter(run: CurrentRun, after: string | null): Promise<string[]> {
    try {
      return await this.sweeps.agentsWithPolicy(after, PAGE);
    } catch (error) {
      this.recordError(run, 'sweep', null, error);
      return [];
    }
  }

  private async sweep(run: CurrentRun, agentId: string): Promise<void> {
    try {
      const start = { name: 'sweep agent', kind: 'internal', facts: { 'agent.id': agentId } } as const;
      const outcome = await traced(start, () => this.sweeps.nightly(agentId));
      run.tally = withAgent(run.tally, agentId, outcome);
      if (outcome.held) this.logger.warn(`The sweep of agent '${agentId}' is held: too much would expire`);
    } catch (error) {
      // The agent was deleted in the meantime.
      if (error instanceof DomainError && error.code === 'AgentNotFound') return;
      this.recordError(run, 'sweep', agentId, error);
    }
  }

  private async prune(run: CurrentRun): Promise<boolean> {
    const days = this.settings.get('activity.retention_days');
    const tasks = [...this.pruning.tasks(run.startedAt, days), ...this.recordTasks(run.startedAt)];
    for (const task of tasks) {
      if (!(await run.mayContinue())) return false;
      await this.pruneOne(run, task);
    }
    return true;
  }

  private recordTasks(now: Date): PruneTask[] {
    const before = new Date(now.getTime() - RECORD_LIFETIME_MS);
    return [
      { name: 'records of runs', run: () => this.runs.prune(before) },
      { name: 'records of sweeps', run: () => this.records.prune(before) },
    ];
  }

  private async pruneOne(run: CurrentRun, task: PruneTask): Promise<void> {
    try {
      const start = { name: `prune ${task.name}`, kind: 'internal', facts: {} } as const;
      await traced(start, () => task.run());
    } catch (error) {
      this.recordError(run, task.name, null, error);
    }
  }

  private recordError(run: CurrentRun, task: string, agentId: string | null, error: unknown): void {
    const text = failureText(error);
    run.tally = withError(run.tally, { task, agentId, error: text });
    this.logger.warn(`${task}${agentId === null ? '' : ` of agent '${agentId}'`} failed: ${text}`);
  }
}

/** The message of a database error is left out: it may hold values and addresses. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  if (!isDatabaseError(error)) return error.message;
  return `${error.name} ${errorCode(error) ?? ''}`.trimEnd();
}
