import { Injectable } from '@nestjs/common';
import { inTime } from '../common/deadline';
import { DomainError } from '../common/domain-error';
import { PrismaService } from '../database/prisma.service';

/** Runs of a process at a time: each reads up to 1,000 memories, and may call a model for minutes. */
export const MAX_RUNS = 4;
/** How long a run waits for the end of one of the same agent that is cancelled already. */
const HANDOVER_MS = 2_000;
const RETRY_AFTER_SECONDS = 5;

interface Run {
  signal: AbortSignal;
  /** Never rejects. */
  ended: Promise<unknown>;
}

/** Lets one conflict run of an agent go on at a time, of all processes, and a few in this process. */
@Injectable()
export class GenerationSlots {
  private readonly runs = new Map<string, Run>();

  constructor(private readonly prisma: PrismaService) {}

  /** Runs `work`. Throws ConflictRunActive during a run of the agent, and ServiceOverloaded during too many. */
  async hold<T>(agentId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.cancelledRun(agentId);
    signal.throwIfAborted();
    if (this.runs.has(agentId)) throw runActive(agentId);
    if (this.runs.size >= MAX_RUNS) throw overloaded();
    const working = this.locked(agentId, work);
    this.runs.set(agentId, { signal, ended: working.catch(() => undefined) });
    return working.finally(() => this.runs.delete(agentId));
  }

  /** Waits a short time for the end of a cancelled run. */
  private async cancelledRun(agentId: string): Promise<void> {
    const run = this.runs.get(agentId);
    if (run?.signal.aborted === true) await inTime(run.ended, HANDOVER_MS);
  }

  private async locked<T>(agentId: string, work: () => Promise<T>): Promise<T> {
    const lock = await this.prisma.lock(`conflicts:${agentId}`);
    if (lock === null) throw runActive(agentId);
    try {
      return await work();
    } finally {
      await lock.release();
    }
  }
}

function runActive(agent_id: string): DomainError {
  const message = `A conflict run of agent '${agent_id}' is under way: wait for it`;
  return new DomainError('ConflictRunActive', message, {
    agent_id,
    retry_after_seconds: RETRY_AFTER_SECONDS,
  });
}

function overloaded(): DomainError {
  const message = `The service has ${MAX_RUNS} conflict runs under way, as many as it takes: try again shortly`;
  return new DomainError('ServiceOverloaded', message, {
    max_conflict_runs: MAX_RUNS,
    retry_after_seconds: RETRY_AFTER_SECONDS,
  });
}
