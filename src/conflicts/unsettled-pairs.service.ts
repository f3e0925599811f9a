import { Injectable } from '@nestjs/common';
import { ConflictReportsRepository } from './conflict-reports.repository';
import { type DetectionRequest, type FoundPair, pairKey, type PairSet } from './generation';

/** Pairs whose place in reports is looked up by one statement. */
const PAIRS_A_LOOK = 1_000;

@Injectable()
export class UnsettledPairs {
  constructor(private readonly reports: ConflictReportsRepository) {}

  /** Those that no report has settled, in the order they were found in. */
  async among(pairs: PairSet, { agentId, day }: DetectionRequest): Promise<FoundPair[]> {
    const all = pairs.list();
    const left: FoundPair[] = [];
    for (let from = 0; from < all.length; from += PAIRS_A_LOOK) {
      const some = all.slice(from, from + PAIRS_A_LOOK);
      const settled = await this.reports.findSettled({ agentId, date: day.date }, some);
      left.push(...some.filter(({ older, newer }) => !settled.has(pairKey(older.id, newer.id))));
    }
    return left;
  }
}
