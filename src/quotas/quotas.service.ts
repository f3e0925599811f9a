import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RequestCounter } from '../common/request-counter';
import { Env } from '../config/env';
import { AgentQuotasRepository } from './agent-quotas.repository';
import { tooManyWrites, type QuotaLimits } from './quota';

/** How long a process may use the quotas of an agent that another process changed. */
const FRESH_MS = 1_000;
const MOST_AGENTS = 10_000;

/** How much the agent of a namespace may hold and write: what it has of its own, or else the settings. */
@Injectable()
export class Quotas {
  private readonly writes = new RequestCounter('agent-writes');
  private readonly known = new LRUCache<string, QuotaLimits>({ max: MOST_AGENTS, ttl: FRESH_MS });
  private readonly reading = new Map<string, Promise<QuotaLimits>>();

  constructor(
    private readonly env: Env,
    private readonly agents: AgentQuotasRepository,
  ) {}

  /** Changes by other processes are seen within a second. */
  async limitsOf(namespace: string): Promise<QuotaLimits> {
    const known = this.known.get(namespace);
    if (known !== undefined) return known;
    // The reading of another request may wait for the connection that the running transaction has.
    if (this.agents.isInTransaction) return this.read(namespace);
    return this.reading.get(namespace) ?? this.readShared(namespace);
  }

  /** The next request sees what was changed. */
  changed(namespace: string): void {
    this.known.delete(namespace);
    this.reading.delete(namespace);
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

  /** For all who ask meanwhile, unless the quotas are changed before it is done. */
  private readShared(namespace: string): Promise<QuotaLimits> {
    const reading = this.read(namespace)
      .then((limits) => {
        if (this.reading.get(namespace) === reading) this.known.set(namespace, limits);
        return limits;
      })
      .finally(() => {
        if (this.reading.get(namespace) === reading) this.reading.delete(namespace);
      });
    this.reading.set(namespace, reading);
    return reading;
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
