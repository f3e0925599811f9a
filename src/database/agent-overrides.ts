import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PrismaService } from './prisma.service';

/** What an agent has of its own; null: as the settings of the service say. */
export interface Overrides {
  redaction: string | null;
  redactionPersonal: string | null;
  maxMemories: number | null;
  maxBytes: number | null;
  writesPerMinute: number | null;
}

/** What a statement read of one agent; no namespace: there is no agent. */
export interface ReadOverrides {
  namespace: string | null;
  /** Null: nothing of its own. */
  overrides: Overrides | null;
}

const NONE: Overrides = {
  redaction: null,
  redactionPersonal: null,
  maxMemories: null,
  maxBytes: null,
  writesPerMinute: null,
};

/** How long a process may use what another process changed. */
const FRESH_MS = 1_000;
const MOST = 10_000;

/**
 * The settings of agents that replace those of the service, by their namespaces: read with the session of a request, else
 * at most once a second for all requests. A transaction reads by itself: the read of another request may wait for the
 * connection that the transaction has.
 */
@Injectable()
export class AgentOverrides {
  private readonly known = new LRUCache<string, Overrides>({ max: MOST, ttl: FRESH_MS });
  private readonly reading = new Map<string, Promise<Overrides>>();
  /** How often an agent was changed here. */
  private changes = 0;

  constructor(private readonly prisma: PrismaService) {}

  async of(namespace: string): Promise<Overrides> {
    const known = this.known.get(namespace);
    if (known !== undefined) return known;
    if (this.prisma.isInTransaction) return this.read(namespace);
    return this.reading.get(namespace) ?? this.readShared(namespace);
  }

  /** Call it before a statement that reads overrides. Its rows count, unless an agent is changed before they arrive. */
  learning(): (rows: readonly ReadOverrides[]) => void {
    const { changes } = this;
    return (rows) => {
      if (this.changes !== changes) return;
      for (const { namespace, overrides } of rows)
        if (namespace !== null) this.known.set(namespace, overrides ?? NONE);
    };
  }

  /** The next request reads again, because the agent is changed, new or deleted. */
  changed(namespace: string): void {
    this.changes++;
    this.known.delete(namespace);
    this.reading.delete(namespace);
  }

  /** One read for all requests that wait. Its result is kept unless the agent is changed before it arrives. */
  private readShared(namespace: string): Promise<Overrides> {
    const reading = this.read(namespace)
      .then((value) => {
        if (this.reading.get(namespace) === reading) this.known.set(namespace, value);
        return value;
      })
      .finally(() => {
        if (this.reading.get(namespace) === reading) this.reading.delete(namespace);
      });
    this.reading.set(namespace, reading);
    return reading;
  }

  private async read(namespace: string): Promise<Overrides> {
    const row = await this.prisma.models.agent.findUnique({
      where: { namespace },
      select: {
        redaction: true,
        redactionPersonal: true,
        maxMemories: true,
        maxBytes: true,
        writesPerMinute: true,
      },
    });
    if (row === null) return NONE;
    return { ...row, maxMemories: quotaOf(row.maxMemories), maxBytes: quotaOf(row.maxBytes) };
  }
}

/** Quotas are below 2^53. */
export function quotaOf(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}
