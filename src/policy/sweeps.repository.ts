// SQL: Prisma drops the key `__proto__` of a JSON value, which a rule may have as its name, and it has no SKIP LOCKED.
import { Injectable } from '@nestjs/common';
import { agentNotFound } from '../agents/agent';
import type { TimeCursor } from '../common/time-cursor';
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';
import { inSlices, sliceBy } from '../database/bounded-work';
import { isForeignKeyViolation } from '../database/database-errors';
import type { Sweep as SweepRow } from '../generated/prisma/client';
import type { Sweep, SweepCause, SweepKind, SweepStart, SweepStatus, SweepTally } from './sweep';

/** Rows that one statement reads. */
const SLICE = 2_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class SweepsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Records a sweep as running. Throws AgentNotFound. */
  async start(sweep: SweepStart): Promise<void> {
    try {
      await this.sweeps.create({ data: { ...sweep, status: 'running' }, select: { sweepId: true } });
    } catch (error) {
      throw isForeignKeyViolation(error) ? agentNotFound(sweep.agentId) : error;
    }
  }

  /** Stores the result of a sweep. Does nothing if it was deleted with its agent. */
  async finish(sweepId: string, tally: SweepTally, at: Date): Promise<void> {
    const { status, scanned, matched, changed, errors, perRule } = tally;
    await this.prisma.execute(sql`
      UPDATE sweeps
      SET status = ${status}, finished_at = ${at}::timestamptz, scanned = ${scanned}, matched = ${matched},
        changed = ${changed}, errors = ${errors}, per_rule = ${JSON.stringify(perRule)}::json
      WHERE sweep_id = ${sweepId}::uuid`);
  }

  async find(agentId: string, sweepId: string): Promise<Sweep | null> {
    const row = await this.sweeps.findUnique({ where: { sweepId, agentId } });
    return row && toSweep(row);
  }

  /** Newest first, then by id. */
  async list(agentId: string, after: TimeCursor | null, limit: number): Promise<Sweep[]> {
    const following = after && [
      { evaluatedAt: { lt: after.time } },
      { evaluatedAt: after.time, sweepId: { gt: after.id } },
    ];
    const rows = await this.sweeps.findMany({
      where: { agentId, ...(following && { OR: following }) },
      orderBy: [{ evaluatedAt: 'desc' }, { sweepId: 'asc' }],
      take: limit,
    });
    return rows.map(toSweep);
  }

  /** A held sweep changed nothing, so it stays held. */
  async markUndone(sweepId: string): Promise<void> {
    await this.sweeps.updateMany({
      where: { sweepId, status: { not: 'held' } },
      data: { status: 'undone' },
    });
  }

  /**
   * Deletes records of sweeps and purges before a time, which cannot be undone after that; returns their number. Skips
   * rows that an undo has locked.
   */
  async prune(before: Date): Promise<number> {
    return inSlices(FIRST_ID, (after) =>
      sliceBy(
        this.prisma,
        sql`
        WITH slice AS MATERIALIZED (
          SELECT w.sweep_id, w.evaluated_at FROM sweeps w
          WHERE w.sweep_id > ${after}::uuid ORDER BY w.sweep_id LIMIT ${SLICE}
        ), free AS MATERIALIZED (
          SELECT w.sweep_id FROM sweeps w
          WHERE w.sweep_id IN (SELECT s.sweep_id FROM slice s WHERE s.evaluated_at < ${before}::timestamptz)
          FOR UPDATE OF w SKIP LOCKED
        ), deleted AS (
          DELETE FROM sweeps w USING free f WHERE w.sweep_id = f.sweep_id RETURNING w.sweep_id
        )
        SELECT (SELECT s.sweep_id::text FROM slice s ORDER BY s.sweep_id DESC LIMIT 1) AS last,
               (SELECT count(*)::float8 FROM deleted) AS touched`,
      ),
    );
  }

  private get sweeps() {
    return this.prisma.models.sweep;
  }
}

function toSweep(row: SweepRow): Sweep {
  return {
    ...row,
    kind: row.kind as SweepKind,
    cause: row.cause as SweepCause,
    status: row.status as SweepStatus,
    scanned: Number(row.scanned),
    matched: Number(row.matched),
    changed: Number(row.changed),
    perRule: row.perRule as Record<string, number>,
  };
}
