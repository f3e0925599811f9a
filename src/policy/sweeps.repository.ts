import { Injectable } from '@nestjs/common';
import { agentNotFound } from '../agents/agent';
import type { TimeCursor } from '../common/time-cursor';
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';
import { isForeignKeyViolation } from '../database/database-errors';
import type { Sweep as SweepRow } from '../generated/prisma/client';
import type { Sweep, SweepCause, SweepKind, SweepStart, SweepStatus, SweepTally } from './sweep';

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

  /** Nothing when the sweep was deleted with its agent. */
  async finish(sweepId: string, tally: SweepTally, at: Date): Promise<void> {
    const { status, scanned, matched, changed, errors, perRule } = tally;
    // Raw: the Prisma client drops the key `__proto__` of a JSON value, and a rule may have that name.
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
