import { Injectable, Logger } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import { type BackendConflict, MemorySearch } from '../backend/memory-search';
import { MemoryStore } from '../backend/memory-store';
import { DomainError } from '../common/domain-error';
import { toNewRow } from './conflict-report';
import { ConflictReportsRepository } from './conflict-reports.repository';
import { RECOMMENDATIONS, TITLES, type Verdict } from './verdict';
import {
  type Detected,
  type DetectionRequest,
  type FoundConflict,
  pairKey,
  inOrder,
  type Pair,
  PairSet,
  type Watcher,
} from './generation';
import { OwnDetection } from './own-detection.service';

const GENERATED_BY = 'backend';

/** Chooses who detects conflicts: the backend if it offers that, otherwise `OwnDetection`. */
@Injectable()
export class ConflictDetection {
  private readonly logger = new Logger(ConflictDetection.name);

  constructor(
    private readonly search: MemorySearch,
    private readonly memories: MemoryStore,
    private readonly reports: ConflictReportsRepository,
    private readonly ownDetection: OwnDetection,
  ) {}

  /** Throws the signal's reason when it is aborted. */
  async detect(request: DetectionRequest, memories: readonly Memory[], watcher: Watcher): Promise<Detected> {
    const reported = memories.length === 0 ? null : await this.ask(request, memories, watcher);
    if (reported === null) return this.ownDetection.detect(request, memories, watcher);
    const found = await this.check(request, memories, reported);
    return { found, compared: found.length, generatedBy: GENERATED_BY };
  }

  /** Null if the backend offers no detection or is unavailable. */
  private async ask(
    { namespace, day, agentId }: DetectionRequest,
    memories: readonly Memory[],
    { signal, tell }: Watcher,
  ): Promise<BackendConflict[] | null> {
    try {
      return await this.search.findConflicts(namespace, {
        date: day.date,
        memories,
        signal,
        tell: (step, message) => tell({ step, message, done: 0, total: memories.length }),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DomainError) || error.code !== 'BackendUnavailable') throw error;
      this.logger.warn(
        `The backend did not find the conflicts of agent ${agentId}, the service does: ${error.message}`,
      );
      return null;
    }
  }

  /** The reported pairs that exist, have a memory of the day, and are in no report; each pair once. */
  private async check(
    { agentId, namespace, day }: DetectionRequest,
    memories: readonly Memory[],
    reported: readonly BackendConflict[],
  ): Promise<FoundConflict[]> {
    const ofDay = new Set(memories.map(({ id }) => id));
    const named = reported.filter(({ oldId, newId }) => ofDay.has(oldId) || ofDay.has(newId));
    const ids = [...new Set(named.flatMap(({ oldId, newId }) => [oldId, newId]))];
    const there = ids.length === 0 ? [] : await this.memories.findAll(namespace, ids);
    const key = { agentId, date: day.date };
    const left = await this.reports.findUnsettled(key, pairsOf(named, there));
    const verdicts = verdictsOf(named);
    return left.flatMap((pair) => {
      const verdict = verdicts.get(pairKey(pair.older.id, pair.newer.id));
      return verdict ? [{ pair, row: toNewRow(pair, verdict, GENERATED_BY) }] : [];
    });
  }
}

function pairsOf(conflicts: readonly BackendConflict[], there: readonly Memory[]): PairSet<Pair> {
  const byId = new Map(there.map((memory) => [memory.id, memory]));
  const pairs = new PairSet<Pair>();
  for (const { oldId, newId } of conflicts) {
    const [one, other] = [byId.get(oldId), byId.get(newId)];
    if (one && other) pairs.add(inOrder(one, other));
  }
  return pairs;
}

/** Verdicts by `pairKey`. If a pair has two, the first one counts. */
function verdictsOf(conflicts: readonly BackendConflict[]): Map<string, Verdict> {
  return new Map(conflicts.toReversed().map((each) => [pairKey(each.oldId, each.newId), toVerdict(each)]));
}

function toVerdict({ type, title, description, recommendation }: BackendConflict): Verdict {
  return {
    type,
    title: title || TITLES[type],
    description,
    recommendation: recommendation || RECOMMENDATIONS[type],
  };
}
