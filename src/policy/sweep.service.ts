import { Injectable, Logger } from '@nestjs/common';
import type { SweepError } from '../backend/memory-lifecycle';
import { DomainError } from '../common/domain-error';
import { errorName } from '../common/error-name';
import { errorCode } from '../database/database-errors';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import { isEmptyDocument, NEVER } from './policy';
import { PoliciesService } from './policies.service';
import { SweepRuns, type RunOrder } from './sweep-runs.service';

/** A nightly sweep that expires no more than this is never held. */
const HELD_ABOVE_MEMORIES = 100;

/** What a night did to an agent's memories. */
export interface NightlyOutcome {
  expired: number;
  purged: number;
  /** Too many would have expired, so none did. */
  held: boolean;
  /** What went wrong, without any content. */
  errors: string[];
}

/** The nightly sweeps, an agent at a time. */
@Injectable()
export class SweepService {
  private readonly logger = new Logger(SweepService.name);

  constructor(
    private readonly policies: PoliciesService,
    private readonly runs: SweepRuns,
    private readonly settings: RuntimeSettings,
  ) {}

  agentsWithPolicy(after: string | null, limit: number): Promise<string[]> {
    return this.policies.agentsWithPolicy(after, limit);
  }

  /** Sweeps, then purges. Never throws: the next agent's turn comes whatever happened to this one. */
  async nightly(agentId: string): Promise<NightlyOutcome> {
    const outcome: NightlyOutcome = { expired: 0, purged: 0, held: false, errors: [] };
    const policy = await this.step(agentId, outcome, 'policy', () => this.policies.get(agentId));
    if (policy === null) return outcome;
    const order: RunOrder = { agentId, policy, cause: 'nightly', sessionId: null, dryRun: false };
    if (!isEmptyDocument(policy))
      await this.step(agentId, outcome, 'sweep', () => this.sweep(order, outcome));
    if (policy.purge_expired_after !== NEVER) {
      await this.step(agentId, outcome, 'purge', () => this.purge(order, outcome));
    }
    return outcome;
  }

  private async sweep(order: RunOrder, night: NightlyOutcome): Promise<void> {
    await this.settings.fresh();
    const cap = { fraction: this.settings.get('schedule.max_fraction'), memories: HELD_ABOVE_MEMORIES };
    const { outcome } = await this.runs.sweep(order, cap);
    night.expired = outcome.expired;
    night.held = outcome.held;
    night.errors.push(...errorLines('expired', outcome.errors));
  }

  private async purge(order: RunOrder, night: NightlyOutcome): Promise<void> {
    const { outcome } = await this.runs.purge(order);
    night.purged = outcome.purged;
    night.errors.push(...errorLines('purged', outcome.errors));
  }

  private async step<T>(
    agentId: string,
    night: NightlyOutcome,
    name: string,
    work: () => Promise<T>,
  ): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      // It was deleted meanwhile.
      if (error instanceof DomainError && error.code === 'AgentNotFound') return null;
      const cause = causeOf(error);
      this.logger.warn(`The nightly ${name} of agent ${agentId} failed (${cause})`);
      night.errors.push(`${name} failed: ${cause}`);
      return null;
    }
  }
}

function errorLines(what: string, errors: readonly SweepError[]): string[] {
  const [first] = errors;
  return first ? [`${errors.length} memories could not be ${what}, the first for: ${first.error}`] : [];
}

/** The name of an error, without its message, which may hold SQL, values or addresses. */
function causeOf(error: unknown): string {
  const name = errorName(error);
  const code = errorCode(error);
  return code === null || code === name ? name : `${name} ${code}`;
}
