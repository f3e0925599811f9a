import { Injectable } from '@nestjs/common';
import { type Memory, memoryText } from '../backend/memory';
import { MemorySearch, type ScoredMemory } from '../backend/memory-search';
import { Clock } from '../common/clock';
import { firstCodePoints } from '../common/text';
import { MAX_QUERY, toFilter } from '../recall/recall-request';
import { toNewRow } from './conflict-report';
import { ConflictReportsRepository } from './conflict-reports.repository';
import { ConflictJudge } from './detection/verdict';
import { type Detected, type DetectionRequest, type FoundPair, PairSet, type Watcher } from './generation';

/** Memories compared with one of the day. Of 64 conflicts in test/support 61 are among so many. */
const MAX_CANDIDATES = 8;
/** On long days; of the same 64 there are 60 among so many. */
const MIN_CANDIDATES = 4;
/** Pairs of one run, as far as the least number of candidates allows: a model judges them in some minutes. */
const MAX_PAIRS = 2_000;
/** Found for each one wanted: beside itself, those that only stand next to one that matches are found too. */
const FOUND_FOR_ONE = 3;

function candidatesEach(memories: number): number {
  const shared = Math.floor(MAX_PAIRS / Math.max(1, memories));
  return Math.min(MAX_CANDIDATES, Math.max(MIN_CANDIDATES, shared));
}

/** Enough to hide the latency of another server; the embedded index answers one search at a time. */
const SEARCHES_AT_A_TIME = 4;

/** The service's own way to find conflicts: similar memories are looked for and judged in pairs. */
@Injectable()
export class OwnDetection {
  constructor(
    private readonly search: MemorySearch,
    private readonly clock: Clock,
    private readonly judge: ConflictJudge,
    private readonly reports: ConflictReportsRepository,
  ) {}

  async detect(request: DetectionRequest, memories: readonly Memory[], watcher: Watcher): Promise<Detected> {
    const key = { agentId: request.agentId, date: request.day.date };
    const pairs = await this.reports.findUnsettled(key, await this.pairsOf(request, memories, watcher));
    return this.judged(pairs, watcher);
  }

  private async pairsOf(
    { namespace }: DetectionRequest,
    memories: readonly Memory[],
    { signal, tell }: Watcher,
  ): Promise<PairSet> {
    const pairs = new PairSet();
    const report = (done: number): void =>
      tell({ step: 'search', message: 'Looking for similar memories', done, total: memories.length });
    report(0);
    const limit = candidatesEach(memories.length);
    for (let from = 0; from < memories.length; from += SEARCHES_AT_A_TIME) {
      signal.throwIfAborted();
      const some = memories.slice(from, from + SEARCHES_AT_A_TIME);
      const found = await Promise.all(
        some.map((memory) => this.candidatesOf(namespace, memory, limit, signal)),
      );
      for (const [at, memory] of some.entries()) {
        for (const other of found[at] ?? []) pairs.add(memory, other);
        report(from + at + 1);
      }
    }
    return pairs;
  }

  /** At most so many active memories that say things most like what a memory says, without itself; best first. */
  private async candidatesOf(
    namespace: string,
    memory: Memory,
    limit: number,
    signal: AbortSignal,
  ): Promise<Memory[]> {
    const { results } = await this.search.search(namespace, {
      query: firstCodePoints(memoryText(memory), MAX_QUERY),
      limit: limit * FOUND_FOR_ONE,
      minScore: 0,
      explain: false,
      at: this.clock.now(),
      filter: toFilter({}, 'active'),
      signal,
    });
    return results
      .filter((found) => found.memory.id !== memory.id && ownScore(found) > 0)
      .sort((one, other) => ownScore(other) - ownScore(one))
      .slice(0, limit)
      .map((found) => found.memory);
  }

  private async judged(pairs: readonly FoundPair[], { signal, tell }: Watcher): Promise<Detected> {
    const report = (done: number): void =>
      tell({ step: 'detect', message: 'Comparing similar memories', done, total: pairs.length });
    report(0);
    const { verdicts, generatedBy } = await this.judge.judgePairs(pairs, signal);
    report(pairs.length);
    const found = pairs.flatMap((pair, at) => {
      const verdict = verdicts[at] ?? null;
      return verdict === null ? [] : [{ pair, row: toNewRow(pair, verdict, generatedBy) }];
    });
    return { found, compared: pairs.length, generatedBy };
  }
}

/** Neither its neighbours, nor its time, nor its speaker make a memory say the same as another. */
function ownScore({ score, neighbourScore, timeScore, speakerScore }: ScoredMemory): number {
  return score - neighbourScore - timeScore - speakerScore;
}
