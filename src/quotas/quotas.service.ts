import { Injectable } from '@nestjs/common';
import { Env } from '../config/env';
import { AgentOverrides } from '../database/agent-overrides';
import { PrismaService } from '../database/prisma.service';
import { AgentWritesRepository } from './agent-writes.repository';
import { tooManyWrites, type QuotaLimits } from './quota';

const MINUTE_SECONDS = 60;

/** How much the agent of a namespace may hold and write: its own limits, or else those of the settings. */
@Injectable()
export class Quotas {
  private readonly part = {
    begin: () => new Map<string, number>(),
    end: (written: Map<string, number>) => this.countAll(written),
  };

  constructor(
    private readonly env: Env,
    private readonly agents: AgentOverrides,
    private readonly database: PrismaService,
    private readonly writes: AgentWritesRepository,
  ) {}

  /** Changes by other processes are seen within a second. */
  async limitsOf(namespace: string): Promise<QuotaLimits> {
    const own = await this.agents.of(namespace);
    return {
      maxMemories: own.maxMemories ?? this.env.QUOTA_MAX_MEMORIES,
      maxBytes: own.maxBytes ?? this.env.QUOTA_MAX_BYTES,
      writesPerMinute: own.writesPerMinute ?? this.env.QUOTA_WRITES_PER_MINUTE,
    };
  }

  /** Whether the number or the size of stored memories is limited. */
  async isBounded(namespace: string): Promise<boolean> {
    const { maxMemories, maxBytes } = await this.limitsOf(namespace);
    return maxMemories !== null || maxBytes !== null;
  }

  /**
   * Counts so many memories as written within this minute, or none. Throws RateLimited, in a transaction before it commits:
   * while it has the counter it waits for nothing else, so that no two wait for each other.
   */
  async takeWrites(namespace: string, count: number): Promise<void> {
    const { writesPerMinute } = await this.limitsOf(namespace);
    if (writesPerMinute === null || count === 0) return;
    if (count > writesPerMinute) throw tooManyWrites(writesPerMinute, count, MINUTE_SECONDS);
    if (!this.database.isInTransaction) return this.count(namespace, count, writesPerMinute);
    const written = this.database.partOf(this.part);
    written.set(namespace, (written.get(namespace) ?? 0) + count);
  }

  /** The writes of all replicas within the present minute. */
  async writesOf(namespace: string): Promise<number> {
    return (await this.writes.find(namespace)).writes;
  }

  private async countAll(written: ReadonlyMap<string, number>): Promise<void> {
    for (const [namespace, count] of [...written].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const { writesPerMinute } = await this.limitsOf(namespace);
      if (writesPerMinute === null) continue;
      if (count > writesPerMinute) throw tooManyWrites(writesPerMinute, count, MINUTE_SECONDS);
      await this.count(namespace, count, writesPerMinute);
    }
  }

  private async count(namespace: string, count: number, limit: number): Promise<void> {
    const seconds = await this.writes.count(namespace, count, limit);
    if (seconds > 0) throw tooManyWrites(limit, count, seconds);
  }
}
