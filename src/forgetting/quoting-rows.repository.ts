import { Injectable } from '@nestjs/common';
import { type Counted, inSlices } from '../database/bounded-work';
import { PrismaService } from '../database/prisma.service';
import type { Prisma } from '../generated/prisma/client';
import { meantOf } from './judging';

const SLICE = 500;
const PLACE = { date: true, index: true } as const;
const ABOUT = { oldMemoryId: true, newMemoryId: true } as const;
const NO_TEXTS = { title: '', description: '', recommendation: '' };

/** The place of a row among the reports of an agent. */
interface ReportPlace {
  date: Date;
  index: number;
}

/** A row of a report, with the memories that it is about. */
export interface QuotingReport {
  texts: readonly string[];
  memoryIds: readonly string[];
}

const FIRST_REPORT: ReportPlace = { date: new Date(0), index: -1 };

/** Rows beside the memories that may quote them: the reports of conflicts, and responses kept for repeated requests. */
@Injectable()
export class QuotingRowsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Rows of reports about these memories that still have a text. */
  countReports(agentId: string, ids: readonly string[]): Promise<number> {
    const about = { in: [...ids] };
    return this.prisma.models.conflictRow.count({
      where: { agentId, title: { not: '' }, OR: [{ oldMemoryId: about }, { newMemoryId: about }] },
    });
  }

  /** Empties the texts of the reports' rows that a condition holds for; their number. */
  emptyReports(
    agentId: string,
    isMeant: (report: QuotingReport) => boolean,
    counted: Counted,
  ): Promise<number> {
    return inSlices(FIRST_REPORT, async ({ date, index }) => {
      const rows = await this.prisma.models.conflictRow.findMany({
        where: { agentId, title: { not: '' }, OR: [{ date: { gt: date } }, { date, index: { gt: index } }] },
        orderBy: [{ date: 'asc' }, { index: 'asc' }],
        take: SLICE,
        select: { ...PLACE, title: true, description: true, recommendation: true, ...ABOUT },
      });
      const meant = await meantOf(rows, ({ title, description, recommendation, oldMemoryId, newMemoryId }) =>
        isMeant({ texts: [title, description, recommendation], memoryIds: [oldMemoryId, newMemoryId] }),
      );
      const empty = () => this.emptyRows(agentId, meant);
      const touched = meant.length === 0 ? 0 : await counted(empty, meant.length);
      return { last: rows.length < SLICE ? null : (rows.at(-1) ?? null), touched };
    });
  }

  /** Deletes the keys and responses of repeated requests that a condition holds for; their number. */
  deleteResponses(
    agentId: string,
    isMeant: (row: { key: string; response: unknown }) => boolean,
    counted: Counted,
  ): Promise<number> {
    return inSlices('', async (after) => {
      const rows = await this.responses.findMany({
        where: { agentId, key: { gt: after } },
        orderBy: { key: 'asc' },
        take: SLICE,
        select: { key: true, response: true },
      });
      const keys = (await meantOf(rows, isMeant)).map(({ key }) => key);
      const where: Prisma.IdempotencyKeyWhereInput = { agentId, key: { in: keys } };
      const deletion = async () => (await this.responses.deleteMany({ where })).count;
      const touched = keys.length === 0 ? 0 : await counted(deletion, keys.length);
      return { last: rows.length < SLICE ? null : (rows.at(-1)?.key ?? null), touched };
    });
  }

  /** Of the running transaction, if there is one. */
  private get responses() {
    return this.prisma.models.idempotencyKey;
  }

  /** Runs a statement for each day, with its places as a list. */
  private async emptyRows(agentId: string, places: readonly ReportPlace[]): Promise<number> {
    const days = new Map<number, number[]>();
    for (const { date, index } of places) {
      days.set(date.getTime(), [...(days.get(date.getTime()) ?? []), index]);
    }
    let emptied = 0;
    for (const [day, indexes] of days) {
      const where = { agentId, date: new Date(day), index: { in: indexes }, title: { not: '' } };
      emptied += (await this.prisma.models.conflictRow.updateMany({ where, data: NO_TEXTS })).count;
    }
    return emptied;
  }
}
