import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import { candidatesEach, ConflictCandidates } from './conflict-candidates.service';
import { toNewRow } from './conflict-report';
import { ConflictJudge } from './detection/verdict';
import type { Detected, DetectionRequest } from './found-conflict';
import type { Watcher } from './generation-progress';
import { type FoundPair, PairSet } from './memory-pairs';
import { UnsettledPairs } from './unsettled-pairs.service';

/** The service's own way to find conflicts: similar memories are looked for and judged in pairs. */
@Injectable()
export class OwnDetection {
  constructor(
    private readonly candidates: ConflictCandidates,
    private readonly judge: ConflictJudge,
    private readonly unsettled: UnsettledPairs,
  ) {}

  async detect(request: DetectionRequest, memories: readonly Memory[], watcher: Watcher): Promise<Detected> {
    const pairs = await this.unsettled.among(await this.pairsOf(request, memories, watcher), request);
    return this.judged(pairs, watcher);
  }

  private async pairsOf(
    { namespace }: DetectionRequest,
    memories: readonly Memory[],
    { signal, tell }: Watcher,
  ): Promise<PairSet> {
    const pairs = new PairSet();
    const told = (done: number): void =>
      tell({ step: 'search', message: 'Looking for similar memories', done, total: memories.length });
    told(0);
    for (const [at, memory] of memories.entries()) {
      signal.throwIfAborted();
      const others = await this.candidates.find(namespace, memory, candidatesEach(memories.length), signal);
      for (const other of others) pairs.add(memory, other);
      told(at + 1);
    }
    return pairs;
  }

  private async judged(pairs: readonly FoundPair[], { signal, tell }: Watcher): Promise<Detected> {
    const told = (done: number): void =>
      tell({ step: 'detect', message: 'Comparing similar memories', done, total: pairs.length });
    told(0);
    const { verdicts, generatedBy } = await this.judge.judgePairs(pairs, signal);
    told(pairs.length);
    const found = pairs.flatMap((pair, at) => {
      const verdict = verdicts[at] ?? null;
      return verdict === null ? [] : [{ pair, row: toNewRow(pair, verdict, generatedBy) }];
    });
    return { found, compared: pairs.length, generatedBy };
  }
}
