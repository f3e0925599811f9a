import { Injectable } from '@nestjs/common';
import { RecallTraces } from '../traces/recall-traces.service';
import { ForgetRunsRepository } from './forget-runs.repository';
import { QuotingRowsRepository } from './quoting-rows.repository';
import { type Judge, textsIn } from './selector';
import { meantOf } from './judging';

/** Texts beside memories that quote them: reports of conflicts, responses kept for repetition, queries in traces. */
@Injectable()
export class Quotations {
  constructor(
    private readonly rows: QuotingRowsRepository,
    private readonly traces: RecallTraces,
    private readonly runs: ForgetRunsRepository,
  ) {}

  /** Rows of reports about memories, whose texts go with the memories. */
  countReports(agentId: string, ids: readonly string[]): Promise<number> {
    return this.rows.countReports(agentId, ids);
  }

  /** Erases the queries that found memories. */
  async eraseQueries(receiptId: string, agentId: string, ids: readonly string[]): Promise<void> {
    await this.traces.forgetFound(agentId, ids, this.runs.counted(receiptId, 'queries'));
  }

  /** Deletes those that a selector means by their texts alone. */
  async delete(receiptId: string, agentId: string, judge: Judge): Promise<void> {
    if (!judge.judgesTexts) return;
    const isMeant = (value: unknown) => judge.isCertain(textsIn(value));
    await this.rows.emptyReports(agentId, isMeant, this.runs.counted(receiptId, 'conflict_rows'));
    await this.rows.deleteResponses(agentId, isMeant, this.runs.counted(receiptId, 'responses'));
    await this.traces.forgetPicked(
      agentId,
      (page) => meantOf(page, ({ query, request }) => isMeant({ query, request })),
      this.runs.counted(receiptId, 'queries'),
    );
  }
}
