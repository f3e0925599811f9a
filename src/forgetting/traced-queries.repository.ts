import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import { Prisma } from '../generated/prisma/client';

const SLICE = 500;
/** Ids in one condition. */
const MOST_IDS = 100;

export interface TracedTexts {
  query: string | null;
  request: unknown;
}

/** The texts of queries in traces of recall. */
@Injectable()
export class TracedQueriesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Removes those of the queries that found one of these memories; their number. */
  async eraseThatFound(agentId: string, memoryIds: readonly string[]): Promise<number> {
    let erased = 0;
    for (let at = 0; at < memoryIds.length; at += MOST_IDS) {
      const ids = { hasSome: memoryIds.slice(at, at + MOST_IDS) };
      const { count } = await this.traces.updateMany({
        where: { agentId, ids, query: { not: null } },
        data: NO_TEXTS,
      });
      erased += count;
    }
    return erased;
  }

  /** Deletes whole traces whose query or filters a condition holds for; their number. */
  async delete(agentId: string, isMeant: (texts: TracedTexts) => boolean): Promise<number> {
    let [deleted, after] = [0, '00000000-0000-0000-0000-000000000000'];
    for (;;) {
      const rows = await this.traces.findMany({
        where: { agentId, traceId: { gt: after } },
        orderBy: { traceId: 'asc' },
        take: SLICE,
        select: { traceId: true, query: true, request: true },
      });
      const meant = rows.filter(isMeant).map(({ traceId }) => traceId);
      if (meant.length > 0) {
        const { count } = await this.traces.deleteMany({ where: { agentId, traceId: { in: meant } } });
        deleted += count;
      }
      if (rows.length < SLICE) return deleted;
      after = rows.at(-1)?.traceId ?? after;
    }
  }

  private get traces() {
    return this.prisma.models.recallTrace;
  }
}

const NO_TEXTS = { query: null, terms: Prisma.DbNull };
