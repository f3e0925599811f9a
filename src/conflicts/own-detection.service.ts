import { Injectable } from '@nestjs/common';
import { type Memory, memoryText } from '../backend/memory';
import { MemorySearch, type ScoredMemory } from '../backend/memory-search';
import { Clock } from '../common/clock';
import { firstCodePoints } from '../common/text';
import { isSettled } from '../links/link';
import { LinksRepository, pairOf } from '../links/links.repository';
import { MAX_QUERY, toSearchFilter } from '../recall/recall-request';
import { toNewRow } from './conflict-report';
import { ConflictReportsRepository } from './conflict-reports.repository';
import { ConflictJudge } from './detection/verdict';
import { type Detected, type DetectionRequest, type FoundPair, PairSet, type Watcher } from './generation';

/** Memories compared with each memory of the day. They contain 61 of the 64 conflicts in test/support. */
const MAX_CANDIDATES = 8;
/** The same on days with many memories. They contain 60 of the 64. */
const MIN_CANDIDATES = 4;
/** Pairs of one run, as far as the least number of candidates allows: a model judges them in some minutes. */
const MAX_PAIRS = 2_000;
/** A search also finds the memory itself and neighbours of matches, so it asks for more than it needs. */
const FOUND_FOR_ONE = 3;

function candidatesEach(memories: number): number {
  const shared = Math.floor(MAX_PAIRS / Math.max(1, memories));
  return Math.min(MAX_CANDIDATES, Math.max(MIN_CANDIDATES, shared));
}

/** Enough to hide the latency of another server; the embedded index answers one search at a time. */
const SEARCHES_AT_A_TIME = 4;

/** Detects conflicts without the backend: searches for similar memories and judges them in pairs. */
@Injectable()
export class OwnDetection {
  constructor(
    private readonly search: MemorySearch,
    private readonly clock: Clock,
    private readonly judge: ConflictJudge,
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

  /** The active memories of the scope of a memory that are most similar to it, best first, without the memory itself. */
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
      filter: { ...toSearchFilter({}, this.clock.now(), {}), scopes: [memory.scope] },
      signal,
    });
    return results
      .filter(({ memory: other }) => other.id !== memory.id && other.scope === memory.scope)
      .filter((found) => ownScore(found) > 0)
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

/** The score by words and vector alone: neighbours, times and speakers do not make two memories say the same. */
function ownScore({ score, neighbourScore, timeScore, speakerScore }: ScoredMemory): number {
  return score - neighbourScore - timeScore - speakerScore;
}
