import { Injectable } from '@nestjs/common';
import { Deadline, inTime } from '../common/deadline';
import { DomainError } from '../common/domain-error';
import { Env } from '../config/env';
import { PrismaService } from '../database/prisma.service';
import { ConflictRun, type Generation } from './conflict-run.service';
import type { DetectionRequest, Watcher } from './generation';

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

/** Generates conflict reports, within limits: runs at a time, and the time of each. */
@Injectable()
export class ConflictGeneration {
  constructor(
    private readonly runs: ConflictRun,
    private readonly slots: GenerationSlots,
    private readonly env: Env,
  ) {}

  /**
   * Adds the conflicts of a day to its report. Throws AgentNotFound, ConflictRunActive, ServiceOverloaded,
   * ConflictRunTimeout, and the signal's reason when it is aborted; then nothing was added.
   */
  generate(request: DetectionRequest, watcher: Watcher): Promise<Generation> {
    return this.slots.hold(request.agentId, watcher.signal, () => this.generateInTime(request, watcher));
  }

  private async generateInTime(request: DetectionRequest, watcher: Watcher): Promise<Generation> {
    const limitMs = this.env.CONFLICT_RUN_TIMEOUT_MS;
    const deadline = new Deadline(limitMs, watcher.signal);
    try {
      return await this.runs.run(request, { ...watcher, signal: deadline.signal });
    } catch (error) {
      if (!deadline.signal.aborted || watcher.signal.aborted) throw error;
      throw tooLong(limitMs);
    } finally {
      deadline.end();
    }
  }
}

function tooLong(limitMs: number): DomainError {
  const message =
    `The conflict run took longer than ${limitMs} ms and was stopped; nothing was added to the report. ` +
    'Raise CONFLICT_RUN_TIMEOUT_MS, or use a faster model';
  return new DomainError('ConflictRunTimeout', message, { limit_ms: limitMs });
}
