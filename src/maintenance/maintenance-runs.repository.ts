import { Injectable } from '@nestjs/common';
import { MANAGEMENT_CHAIN } from '../audit/audit-entry';
import { noteOn, recordedWrite } from '../audit/recorded-write';
import { PrismaService } from '../database/prisma.service';
import type { MaintenanceRun, RunCause, RunError, RunTally, RunHistory } from './maintenance-run';

/** The runs of maintenance. All replicas read them to know when the next run is due. */
@Injectable()
export class MaintenanceRunsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Leaves out runs that started after `until`: they were recorded by a clock that was ahead. */
  async history(until: Date): Promise<RunHistory> {
    const lastStart = await this.lastFinishedStart(until);
    if (lastStart === null) return { lastStart, attempts: 0, lastAttempt: null };
    const { _count, _max } = await this.rows.aggregate({
      where: { finishedAt: null, startedAt: { gte: lastStart, lte: until } },
      _count: true,
      _max: { startedAt: true },
    });
    return { lastStart, attempts: _count, lastAttempt: _max.startedAt };
  }

  /** Records the first start of the service, from which the schedule counts. */
  async recordInstall(at: Date): Promise<void> {
    await this.rows.create({
      data: { cause: 'install', startedAt: at, finishedAt: at },
      select: { id: true },
    });
  }

  async start(cause: RunCause, at: Date): Promise<number> {
    const { id } = await this.rows.create({ data: { cause, startedAt: at }, select: { id: true } });
    return Number(id);
  }

  /** Records the work of a run so far; `finishedAt` is null until all of it is done. */
  async record(id: number, tally: RunTally, finishedAt: Date | null): Promise<void> {
    const errors = tally.errors.map((error) => ({ ...error }));
    const item = { kind: 'maintenance', id: String(id), event: 'finished', fields: { ...tally } };
    await recordedWrite(
      this.prisma,
      () => this.rows.updateMany({ where: { id }, data: { ...tally, errors, finishedAt } }),
      () => (finishedAt === null ? null : noteOn(MANAGEMENT_CHAIN, 'runMaintenance', item)),
    );
  }

  /** Newest first. */
  async findRecent(limit: number): Promise<MaintenanceRun[]> {
    const rows = await this.rows.findMany({
      where: { cause: { not: 'install' } },
      orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
      take: limit,
    });
    return rows.map(({ id, cause, expired, purged, held, errors, ...same }) => ({
      ...same,
      id: Number(id),
      cause: cause as RunCause,
      expired: Number(expired),
      purged: Number(purged),
      held: held as string[],
      errors: errors as unknown as RunError[],
    }));
  }

  /** Deletes runs that started before a time, except the last finished one; returns their number. */
  async prune(before: Date): Promise<number> {
    const last = await this.lastFinishedStart();
    if (last === null) return 0;
    const limit = last < before ? last : before;
    const { count } = await this.rows.deleteMany({ where: { startedAt: { lt: limit } } });
    return count;
  }

  private async lastFinishedStart(until?: Date): Promise<Date | null> {
    const { _max } = await this.rows.aggregate({
      where: { finishedAt: { not: null }, ...(until && { startedAt: { lte: until } }) },
      _max: { startedAt: true },
    });
    return _max.startedAt;
  }

  private get rows() {
    return this.prisma.models.maintenanceRun;
  }
}
