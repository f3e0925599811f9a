import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import { isSettled } from '../links/link';
import { LinkFinder } from '../links/link-finder.service';
import { LinksRepository, pairOf } from '../links/links.repository';
import { toNewRow } from './conflict-report';
import { ConflictReportsRepository } from './conflict-reports.repository';
import {
  type Detected,
  type DetectionRequest,
  type FoundConflict,
  type FoundPair,
  inOrder,
  PairSet,
  type Watcher,
} from './generation';
import { ReportJudge, type ReportVerdict } from './report-judge.service';

/** Enough to hide the latency of another server; the embedded index answers one search at a time. */
const SEARCHES_AT_A_TIME = 4;

/** Detects conflicts without the backend: searches for similar memories and judges them in pairs. */
@Injectable()
export class OwnDetection {
  constructor(
    private readonly finder: LinkFinder,
    private readonly judge: ReportJudge,
    private readonly reports: ConflictReportsRepository,
    private readonly links: LinksRepository,
  ) {}

  async detect(request: DetectionRequest, memories: readonly Memory[], watcher: Watcher): Promise<Detected> {
    const key = { agentId: request.agentId, date: request.day.date };
    const pairs = await this.reports.findUnsettled(key, await this.pairsOf(request, memories, watcher));
    return this.judged(await this.unlinked(request.agentId, pairs), watcher);
  }

  /** Without the pairs whose link was applied or, since the last change of both, rejected. */
  private async unlinked(agentId: string, pairs: readonly FoundPair[]): Promise<FoundPair[]> {
    const named = pairs.map(({ newer, older }) => ({ newerId: newer.id, olderId: older.id }));
    const known = await this.links.known(agentId, named);
    return pairs.filter(({ older, newer }) => {
      const link = known.get(pairOf({ newerId: newer.id, olderId: older.id }));
      return link === undefined || !isSettled(link, older, newer);
    });
  }

  private async pairsOf(
    { namespace }: DetectionRequest,
    memories: readonly Memory[],
    { signal, tell }: Watcher,
  ): Promise<PairSet<FoundPair>> {
    const pairs = new PairSet<FoundPair>();
    const report = (done: number): void =>
      tell({ step: 'search', message: 'Looking for similar memories', done, total: memories.length });
    report(0);
    for (let from = 0; from < memories.length; from += SEARCHES_AT_A_TIME) {
      signal.throwIfAborted();
      const some = memories.slice(from, from + SEARCHES_AT_A_TIME);
      const found = await Promise.all(
        some.map((memory) => this.finder.candidatesOf(namespace, memory, signal)),
      );
      for (const [at, memory] of some.entries()) {
        for (const each of found[at] ?? []) pairs.add({ ...inOrder(memory, each.memory), found: each.found });
        report(from + at + 1);
      }
    }
    return pairs;
  }

  private async judged(pairs: readonly FoundPair[], { signal, tell }: Watcher): Promise<Detected> {
    const report = (done: number): void =>
      tell({ step: 'detect', message: 'Comparing similar memories', done, total: pairs.length });
    report(0);
    const { verdicts, generatedBy } = await this.judge.judgePairs(pairs, signal, (done) => {
      if (done < pairs.length) report(done);
    });
    report(pairs.length);
    const found = pairs.flatMap((pair, at) => {
      const verdict = verdicts[at] ?? null;
      return verdict === null ? [] : [toFound(pair, verdict, generatedBy)];
    });
    return { found, compared: pairs.length, generatedBy };
  }
}

/** The old memory of the row is the one that ended, whichever was stored first, as in its link. */
function toFound(pair: FoundPair, verdict: ReportVerdict, generatedBy: string): FoundConflict {
  const { certainty, isReversed = false, by = generatedBy, ...words } = verdict;
  const ordered = isReversed ? { older: pair.newer, newer: pair.older } : pair;
  return { pair: ordered, row: toNewRow(ordered, words, by), ...(certainty !== undefined && { certainty }) };
}
