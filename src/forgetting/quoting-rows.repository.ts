import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import { meantOf } from './judging';

const SLICE = 500;

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
  async emptyReports(agentId: string, isMeant: (texts: readonly string[]) => boolean): Promise<number> {
    const rows = await this.prisma.models.conflictRow.findMany({
      where: { agentId, NOT: { title: '' } },
      select: { date: true, index: true, title: true, description: true, recommendation: true },
    });
    const meant = await meantOf(rows, ({ title, description, recommendation }) =>
      isMeant([title, description, recommendation]),
    );
    for (const { date, index } of meant) {
      await this.prisma.models.conflictRow.update({
        where: { agentId_date_index: { agentId, date, index } },
        data: { title: '', description: '', recommendation: '' },
      });
    }
    return meant.length;
  }

  /** Deletes the keys and responses of repeated requests that a condition holds for; their number. */
  async deleteResponses(
    agentId: string,
    isMeant: (row: { key: string; response: unknown }) => boolean,
  ): Promise<number> {
    let [deleted, after] = [0, ''];
    for (;;) {
      const rows = await this.prisma.models.idempotencyKey.findMany({
        where: { agentId, key: { gt: after } },
        orderBy: { key: 'asc' },
        take: SLICE,
        select: { key: true, response: true },
      });
      const meant = (await meantOf(rows, isMeant)).map(({ key }) => key);
      if (meant.length > 0) {
        const { count } = await this.prisma.models.idempotencyKey.deleteMany({
          where: { agentId, key: { in: meant } },
        });
        deleted += count;
      }
      if (rows.length < SLICE) return deleted;
      after = rows.at(-1)?.key ?? after;
    }
  }
}
