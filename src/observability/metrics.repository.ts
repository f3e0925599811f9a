// SQL: how much each agent uses of its quotas is a join over three tables.
import { Injectable } from '@nestjs/common';
import { Env } from '../config/env';
import { PrismaService, type Models } from '../database/prisma.service';
import type { WebhookBacklog } from './event-metrics';
import { sql } from '../database/sql';

/** Deleted namespaces whose memories are not all deleted yet. */
interface DeletionBacklog {
  namespaces: number;
  memories: number;
}

/** Uploaded files that are not read yet. */
interface FileBacklog {
  waiting: number;
  /** A process is reading them. */
  running: number;
  /** Waiting files whose last attempt failed. */
  failing: number;
}

/** The result of the last finished maintenance run of any process. */
interface LastMaintenance {
  finishedAt: Date;
  /** Memories. */
  expired: number;
  purged: number;
  /** Agents. */
  held: number;
  errors: number;
}

/** Audit records without a place in a chain, and how long the first has waited. */
interface AuditBacklog {
  records: number;
  ageSeconds: number;
}

/** Agents that use most, or all, of a quota of memories or bytes. */
interface QuotaAgents {
  near: number;
  full: number;
}

/** Figures about the whole database, for metrics. */
@Injectable()
export class MetricsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly env: Env,
  ) {}

  /** Reads the counters of memories instead of counting them. */
  async deletionBacklog(): Promise<DeletionBacklog> {
    const [namespaces, { _sum }] = await Promise.all([
      this.models.namespace.count({ where: { name: null } }),
      this.models.memoryCount.aggregate({ where: { namespace: { name: null } }, _sum: { memories: true } }),
    ]);
    return { namespaces, memories: Number(_sum.memories ?? 0) };
  }

  /** Agents by how much they use of their quotas; null with an external backend, whose memories are not counted here. */
  async quotaAgents(): Promise<QuotaAgents | null> {
    const { BACKEND_MODE, QUOTA_MAX_MEMORIES, QUOTA_MAX_BYTES } = this.env;
    if (BACKEND_MODE !== 'embedded') return null;
    const [row] = await this.prisma.query<QuotaAgents>(sql`
      SELECT count(*) FILTER (WHERE u.share >= 0.8 AND u.share < 1)::float8 AS near,
        count(*) FILTER (WHERE u.share >= 1)::float8 AS full
      FROM (
        SELECT GREATEST(sum(c.memories) / q.max_memories::float8, sum(c.bytes) / q.max_bytes::float8) AS share
        FROM (
          SELECT a.namespace, COALESCE(a.max_memories, ${QUOTA_MAX_MEMORIES}::bigint) AS max_memories,
            COALESCE(a.max_bytes, ${QUOTA_MAX_BYTES}::bigint) AS max_bytes
          FROM agents a
        ) q
        JOIN namespaces n ON n.name = q.namespace JOIN memory_counts c ON c.namespace_id = n.id
        WHERE q.max_memories IS NOT NULL OR q.max_bytes IS NOT NULL
        GROUP BY n.id, q.max_memories, q.max_bytes
      ) u`);
    return row ?? null;
  }

  async fileBacklog(): Promise<FileBacklog> {
    const now = await this.prisma.now();
    const queued = { status: 'processing', deleting: false };
    const waits = { ...queued, OR: [{ heldUntil: null }, { heldUntil: { lt: now } }] };
    const [waiting, running, failing] = await Promise.all([
      this.models.file.count({ where: waits }),
      this.models.file.count({ where: { ...queued, heldUntil: { gte: now } } }),
      this.models.file.count({ where: { ...waits, attempts: { gt: 0 } } }),
    ]);
    return { waiting, running, failing };
  }

  async auditBacklog(): Promise<AuditBacklog> {
    const [now, records, first] = await Promise.all([
      this.prisma.now(),
      this.models.auditEntry.count(),
      this.models.auditEntry.findFirst({ orderBy: { n: 'asc' }, select: { at: true } }),
    ]);
    const ageMs = first === null ? 0 : Math.max(0, now.getTime() - first.at.getTime());
    return { records, ageSeconds: ageMs / 1_000 };
  }

  async webhookBacklog(): Promise<WebhookBacklog> {
    const [now, waiting, first, paused] = await Promise.all([
      this.prisma.now(),
      this.models.webhookDelivery.count({ where: { state: 'pending' } }),
      this.models.webhookDelivery.aggregate({ where: { state: 'pending' }, _min: { begunAt: true } }),
      this.models.webhook.count({ where: { status: 'paused' } }),
    ]);
    const begunAt = first._min.begunAt ?? now;
    return { waiting, paused, ageSeconds: Math.max(0, now.getTime() - begunAt.getTime()) / 1_000 };
  }

  /** Null before the first run. */
  async lastMaintenance(): Promise<LastMaintenance | null> {
    const row = await this.models.maintenanceRun.findFirst({
      where: { finishedAt: { not: null }, cause: { not: 'install' } },
      orderBy: { startedAt: 'desc' },
      select: { finishedAt: true, expired: true, purged: true, held: true, errors: true },
    });
    if (row?.finishedAt == null) return null;
    const { finishedAt, expired, purged, held, errors } = row;
    return {
      finishedAt,
      expired: Number(expired),
      purged: Number(purged),
      held: (held as string[]).length,
      errors: (errors as object[]).length,
    };
  }

  private get models(): Models {
    return this.prisma.models;
  }
}
