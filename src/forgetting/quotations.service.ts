import { Injectable } from '@nestjs/common';
import { RecallTraces } from '../traces/recall-traces.service';
import type { Counts } from './forget-run';
import { QuotingRowsRepository } from './quoting-rows.repository';
import { type Judge, textsIn } from './selector';
import { meantOf } from './judging';

/** Texts beside memories that quote them: reports of conflicts, responses kept for repetition, queries in traces. */
@Injectable()
export class Quotations {
  constructor(
    private readonly rows: QuotingRowsRepository,
    private readonly traces: RecallTraces,
  ) {}

  /** Before the memories are deleted, with which their reports lose their texts. Erases the queries that found them. */
  async ofMemories(agentId: string, ids: readonly string[]): Promise<Partial<Counts>> {
    const reports = await this.rows.countReports(agentId, ids);
    return { conflict_rows: reports, queries: await this.traces.forgetFound(agentId, ids) };
  }

  /** Those that a selector means by their texts alone. */
  async delete(agentId: string, judge: Judge): Promise<Partial<Counts>> {
    if (!judge.judgesTexts) return {};
    const isMeant = (value: unknown) => judge.isCertain(textsIn(value));
    return {
      conflict_rows: await this.rows.emptyReports(agentId, isMeant),
      responses: await this.rows.deleteResponses(agentId, isMeant),
      queries: await this.traces.forgetPicked(agentId, (page) =>
        meantOf(page, ({ query, request }) => isMeant({ query, request })),
      ),
    };
  }
}
