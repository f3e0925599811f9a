import { Injectable } from '@nestjs/common';
import { Deadline } from '../common/deadline';
import { DomainError } from '../common/domain-error';
import { Env } from '../config/env';
import { ConflictRun, type Generation } from './conflict-run.service';
import type { DetectionRequest, Watcher } from './generation';
import { GenerationSlots } from './generation-slots.service';

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
