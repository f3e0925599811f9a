import { Injectable } from '@nestjs/common';
import { RequestCounter } from '../common/request-counter';
import { Env } from '../config/env';
import { FreshReads } from '../database/fresh-reads';
import { AgentQuotasRepository } from './agent-quotas.repository';
import { tooManyWrites, type QuotaLimits } from './quota';

/** How much the agent of a namespace may hold and write: what it has of its own, or else the settings. */
@Injectable()
export class Quotas {
  private readonly writes = new RequestCounter('agent-writes');
  private readonly limits: FreshReads<QuotaLimits>;

  constructor(
    private readonly env: Env,
    private readonly agents: AgentQuotasRepository,
  ) {
    this.limits = new FreshReads(agents, (namespace) => this.read(namespace));
  }

  /** Changes by other processes are seen within a second. */
  limitsOf(namespace: string): Promise<QuotaLimits> {
    return this.limits.of(namespace);
  }

  /** The next request sees what was changed. */
  changed(namespace: string): void {
    this.limits.changed(namespace);
  }

  /** Whether there is a limit of what is stored. */
  async isBounded(namespace: string): Promise<boolean> {
    const { maxMemories, maxBytes } = await this.limitsOf(namespace);
    return maxMemories !== null || maxBytes !== null;
  }

  /** Counts so many memories as written within this minute, or none. Throws RateLimited. */
  async takeWrites(namespace: string, count: number): Promise<void> {
    const { writesPerMinute } = await this.limitsOf(namespace);
    if (writesPerMinute === null || count === 0) return;
    const seconds = await this.writes.secondsToWaitForAll(namespace, count, writesPerMinute);
    if (seconds > 0) throw tooManyWrites(writesPerMinute, count, seconds);
  }

  /** By this replica, within the minute that runs. */
  writesOf(namespace: string): Promise<number> {
    return this.writes.counted(namespace);
  }

  private async read(namespace: string): Promise<QuotaLimits> {
    const own = await this.agents.find(namespace);
    return {
      maxMemories: own?.maxMemories ?? this.env.QUOTA_MAX_MEMORIES,
      maxBytes: own?.maxBytes ?? this.env.QUOTA_MAX_BYTES,
      writesPerMinute: own?.writesPerMinute ?? this.env.QUOTA_WRITES_PER_MINUTE,
    };
  }
}
