import { Injectable } from '@nestjs/common';
import type { Counted } from '../database/bounded-work';
import type { TracedTexts } from '../traces/recall-traces.repository';
import { RecallTraces } from '../traces/recall-traces.service';
import type { Counts } from './forget-run';
import { ForgetRunsRepository } from './forget-runs.repository';
import { meantOf } from './judging';
import { type QuotingReport, QuotingRowsRepository } from './quoting-rows.repository';
import { type Judge, textsIn } from './selector';

type QuotingKind = 'conflict_rows' | 'responses' | 'queries';

/** What a run would have deleted so far. */
export interface Gone {
  /** Of the agent that is looked at. */
  memoryIds: ReadonlySet<string>;
  /** Traces that lose only their query. */
  queries: Set<string>;
  traces: Set<string>;
}

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
    await this.each(agentId, judge, { memoryIds: new Set(), queries: new Set(), traces: new Set() }, (kind) =>
      this.runs.counted(receiptId, kind),
    );
  }

  /** Adds those that `eraseQueries`, `delete` and the deletion of the memories would take, and changes nothing. */
  async count(agentId: string, judge: Judge, gone: Gone, counts: Counts): Promise<void> {
    for (const id of await this.traces.findFound(agentId, [...gone.memoryIds])) {
      if (gone.traces.has(id) || gone.queries.has(id)) continue;
      gone.queries.add(id);
      counts.queries++;
    }
    await this.each(agentId, judge, gone, (kind) => (_change, found) => {
      counts[kind] += found;
      return Promise.resolve(found);
    });
  }

  /** Goes over everything that is to be deleted; `counted` runs the deletions, or only counts. */
  private async each(
    agentId: string,
    judge: Judge,
    gone: Gone,
    counted: (kind: QuotingKind) => Counted,
  ): Promise<void> {
    const isMeant = (value: unknown) => judge.isCertain(textsIn(value));
    const isAbout = ({ texts, memoryIds }: QuotingReport) =>
      memoryIds.some((id) => gone.memoryIds.has(id)) || isMeant(texts);
    await this.rows.emptyReports(agentId, isAbout, counted('conflict_rows'));
    await this.rows.deleteResponses(agentId, isMeant, counted('responses'));
    const isLeft = ({ traceId, query, request }: TracedTexts) =>
      !gone.traces.has(traceId) && isMeant({ query: gone.queries.has(traceId) ? null : query, request });
    const pick = async (page: readonly TracedTexts[]) => {
      const meant = await meantOf(page, isLeft);
      meant.forEach(({ traceId }) => gone.traces.add(traceId));
      return meant;
    };
    await this.traces.forgetPicked(agentId, pick, counted('queries'));
  }
}
