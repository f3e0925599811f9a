import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../common/domain-error';
import { traced } from '../common/tracing';
import { errorCode, isDatabaseError } from '../database/database-errors';
import { SweepService } from '../policy/sweep.service';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import { emptyTally, withAgent, withError, type RunTally } from './maintenance-run';
import { MaintenanceRunsRepository } from './maintenance-runs.repository';
import { Pruning, type PruneTask } from './pruning.service';

/** Agents listed at once. */
const PAGE = 100;

export interface RunUnderWay {
  id: number;
  startedAt: Date;
  /** Asked before every piece of work: false when another process may have taken over, or this one ends. */
  mayGoOn: () => Promise<boolean>;
  tally: RunTally;
}

/** Does the work of a run. Whatever fails is noted, and the rest goes on. */
@Injectable()
export class MaintenanceRunner {
  private readonly logger = new Logger('Maintenance');

  constructor(
    private readonly sweeps: SweepService,
    private readonly pruning: Pruning,
    private readonly runs: MaintenanceRunsRepository,
    private readonly settings: RuntimeSettings,
  ) {}

  /** What was done; null when it had to stop before the end. */
  async run(start: Omit<RunUnderWay, 'tally'>): Promise<RunTally | null> {
    const run = { ...start, tally: emptyTally() };
    const finished = (await this.sweepAgents(run)) && (await this.prune(run));
    return finished ? run.tally : null;
  }

  /** False when it had to stop. */
  private async sweepAgents(run: RunUnderWay): Promise<boolean> {
    let after: string | null = null;
    do {
      const page: string[] = await this.agentsAfter(run, after);
      for (const agentId of page) {
        if (!(await run.mayGoOn())) return false;
        await this.sweep(run, agentId);
      }
      await this.runs.record(run.id, run.tally, null);
      after = page.length < PAGE ? null : (page.at(-1) ?? null);
    } while (after !== null);
    return true;
  }

  private async agentsAfter(run: RunUnderWay, after: string | null): Promise<string[]> {
    try {
      return await this.sweeps.agentsWithPolicy(after, PAGE);
    } catch (error) {
      this.note(run, 'sweep', null, error);
      return [];
    }
  }

  private async sweep(run: RunUnderWay, agentId: string): Promise<void> {
    try {
      const start = { name: 'sweep agent', kind: 'internal', facts: { 'agent.id': agentId } } as const;
      const outcome = await traced(
        () => start,
        () => this.sweeps.nightly(agentId),
      );
      run.tally = withAgent(run.tally, agentId, outcome);
      if (outcome.held) this.logger.warn(`The sweep of agent '${agentId}' is held: too much would expire`);
    } catch (error) {
      // It was deleted meanwhile.
      if (error instanceof DomainError && error.code === 'AgentNotFound') return;
      this.note(run, 'sweep', agentId, error);
    }
  }

  private async prune(run: RunUnderWay): Promise<boolean> {
    const days = this.settings.get('activity.retention_days');
    for (const task of this.pruning.tasks(run.startedAt, days)) {
      if (!(await run.mayGoOn())) return false;
      await this.pruneOne(run, task);
    }
    return true;
  }

  private async pruneOne(run: RunUnderWay, task: PruneTask): Promise<void> {
    try {
      const start = { name: `prune ${task.name}`, kind: 'internal', facts: {} } as const;
      await traced(
        () => start,
        () => task.run(),
      );
    } catch (error) {
      this.note(run, task.name, null, error);
    }
  }

  private note(run: RunUnderWay, task: string, agentId: string | null, error: unknown): void {
    const told = failureText(error);
    run.tally = withError(run.tally, { task, agentId, error: told });
    this.logger.warn(`${task}${agentId === null ? '' : ` of agent '${agentId}'`} failed: ${told}`);
  }
}

/** Without what a database's message may hold: values and addresses. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  if (!isDatabaseError(error)) return error.message;
  return `${error.name} ${errorCode(error) ?? ''}`.trimEnd();
}
