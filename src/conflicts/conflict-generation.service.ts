import { Injectable } from '@nestjs/common';
import { agentNotFound } from '../agents/agent';
import type { Memory } from '../backend/memory';
import { MemoryBackend, type PageCursor } from '../backend/memory-backend';
import { Clock } from '../common/clock';
import type { UtcDay } from '../common/utc-day';
import { candidatesEach, ConflictCandidates } from './conflict-candidates.service';
import { toNewRow, type NewConflictRow } from './conflict-report';
import { ConflictReportsRepository } from './conflict-reports.repository';
import { ConflictJudge } from './detection/conflict-judge';
import type { Watcher } from './generation-progress';
import { pairKey, PairSet, type FoundPair } from './memory-pairs';

const PAGE = 100;
/** Of a day, the newest. What a run costs grows with them, each of which is searched for once. */
export const MAX_MEMORIES = 1_000;
/** Pairs whose place in reports is looked up by one statement. */
const PAIRS_A_LOOK = 1_000;

export interface GenerationRequest {
  agentId: string;
  namespace: string;
  day: UtcDay;
}

export interface Generation {
  date: string;
  status: 'success' | 'no_memories';
  /** Unresolved conflicts in the report. */
  conflictCount: number;
  generatedBy: string;
}

interface Judged {
  pair: FoundPair;
  row: NewConflictRow;
}

/** Writes the reports: which memories of a day contradict, update or repeat others. */
@Injectable()
export class ConflictGeneration {
  constructor(
    private readonly backend: MemoryBackend,
    private readonly candidates: ConflictCandidates,
    private readonly judge: ConflictJudge,
    private readonly reports: ConflictReportsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Compares the active memories that were created or last changed on a day with those most like them, and adds what
   * it finds to the report, all at once at the end. Throws AgentNotFound, and the signal's reason when it is aborted.
   */
  async generate(request: GenerationRequest, watcher: Watcher): Promise<Generation> {
    const { date } = request.day;
    watcher.tell({ step: 'start', message: `Reading the memories of ${date}`, done: 0, total: 0 });
    const memories = await this.memoriesOf(request, watcher.signal);
    const pairs = await this.pairsOf(request, memories, watcher);
    const { found, generatedBy } = await this.judged(pairs, watcher);
    await this.append(request, found, watcher.signal);
    const conflictCount = await this.reports.countOpen({ agentId: request.agentId, date });
    const message = `${conflictCount} unresolved conflicts`;
    watcher.tell({ step: 'done', message, done: pairs.length, total: pairs.length });
    return { date, status: memories.length > 0 ? 'success' : 'no_memories', conflictCount, generatedBy };
  }

  private async memoriesOf({ namespace, day }: GenerationRequest, signal: AbortSignal): Promise<Memory[]> {
    const memories: Memory[] = [];
    let after: PageCursor | null = null;
    do {
      signal.throwIfAborted();
      const limit = Math.min(PAGE, MAX_MEMORIES - memories.length);
      const slice = await this.backend.touched(namespace, day, after, limit);
      memories.push(...slice.memories);
      after = slice.next;
    } while (after !== null && memories.length < MAX_MEMORIES);
    return memories;
  }

  /** The pairs to judge. */
  private async pairsOf(
    request: GenerationRequest,
    memories: readonly Memory[],
    { signal, tell }: Watcher,
  ): Promise<FoundPair[]> {
    const pairs = new PairSet();
    const told = (done: number): void =>
      tell({ step: 'search', message: 'Looking for similar memories', done, total: memories.length });
    told(0);
    for (const [at, memory] of memories.entries()) {
      signal.throwIfAborted();
      const others = await this.candidates.find(request.namespace, memory, candidatesEach(memories.length));
      for (const other of others) pairs.add(memory, other);
      told(at + 1);
    }
    return this.unsettled(request, pairs);
  }

  /** Those that no report has settled, in the order they were found in. */
  private async unsettled({ agentId, day }: GenerationRequest, pairs: PairSet): Promise<FoundPair[]> {
    const all = pairs.list();
    const left: FoundPair[] = [];
    for (let from = 0; from < all.length; from += PAIRS_A_LOOK) {
      const some = all.slice(from, from + PAIRS_A_LOOK);
      const settled = await this.reports.findSettled({ agentId, date: day.date }, some);
      left.push(...some.filter(({ older, newer }) => !settled.has(pairKey(older.id, newer.id))));
    }
    return left;
  }

  private async judged(
    pairs: readonly FoundPair[],
    { signal, tell }: Watcher,
  ): Promise<{ found: Judged[]; generatedBy: string }> {
    const told = (done: number): void =>
      tell({ step: 'detect', message: 'Comparing similar memories', done, total: pairs.length });
    told(0);
    const { verdicts, generatedBy } = await this.judge.judgePairs(pairs, signal);
    told(pairs.length);
    const found = pairs.flatMap((pair, at) => {
      const verdict = verdicts[at] ?? null;
      return verdict === null ? [] : [{ pair, row: toNewRow(pair, verdict, generatedBy) }];
    });
    return { found, generatedBy };
  }

  /** But for pairs of which one is gone, retired or changed meanwhile: what was said of them is of the past. */
  private async append(
    { agentId, namespace, day }: GenerationRequest,
    found: readonly Judged[],
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    if (found.length === 0) return;
    await this.reports.transaction(async () => {
      if (!(await this.reports.lock(agentId))) throw agentNotFound(agentId);
      const ids = found.flatMap(({ pair }) => [pair.older.id, pair.newer.id]);
      const now = new Map((await this.backend.hold(namespace, ids)).map((memory) => [memory.id, memory]));
      const rows = found.filter(({ pair }) => isAsJudged(pair.older, now) && isAsJudged(pair.newer, now));
      const key = { agentId, date: day.date };
      await this.reports.append(
        key,
        rows.map(({ row }) => row),
        this.clock.now(),
      );
    });
  }
}

function isAsJudged(memory: Memory, now: ReadonlyMap<string, Memory>): boolean {
  const held = now.get(memory.id);
  return held?.status === 'active' && held.updatedAt.getTime() === memory.updatedAt.getTime();
}
