import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import { MemoryListings } from '../backend/memory-listings';
import { MemoryStore } from '../backend/memory-store';
import type { PageCursor } from '../backend/pages';
import { holds, present } from '../backend/valid-time';
import { Clock } from '../common/clock';
import { unlessAborted } from '../common/deadline';
import { ConflictDetection } from './conflict-detection.service';
import { ConflictReportsRepository } from './conflict-reports.repository';
import type { Detected, DetectionRequest, FoundConflict, Watcher } from './generation';

const PAGE = 100;
/** The newest memories of the day. A run searches once for each of them. */
const MAX_MEMORIES = 1_000;

export interface Generation {
  date: string;
  status: 'success' | 'no_memories';
  /** Unresolved conflicts in the report. */
  conflictCount: number;
  generatedBy: string;
}

/** Writes the report of a day: the memories that contradict, update or repeat others. */
@Injectable()
export class ConflictRun {
  constructor(
    private readonly listings: MemoryListings,
    private readonly memories: MemoryStore,
    private readonly detection: ConflictDetection,
    private readonly reports: ConflictReportsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Compares the active memories that were created or last changed on a day with others, by the backend where it does
   * that, and adds what is found to the report, all at once at the end. Throws AgentNotFound, and the signal's reason
   * as soon as it is aborted.
   */
  async run(request: DetectionRequest, watcher: Watcher): Promise<Generation> {
    const { date } = request.day;
    watcher.tell({ step: 'start', message: `Reading the memories of ${date}`, done: 0, total: 0 });
    const detecting = this.detect(request, watcher);
    // The detection may wait for another server. Nothing is written before this line, so an aborted run ends at once.
    const { memories, found, compared, generatedBy } = await unlessAborted(watcher.signal, detecting);
    await this.append(request, found, watcher.signal);
    const conflictCount = await this.reports.countOpen({ agentId: request.agentId, date });
    const message = `${conflictCount} unresolved conflicts`;
    watcher.tell({ step: 'done', message, done: compared, total: compared });
    return { date, status: memories.length > 0 ? 'success' : 'no_memories', conflictCount, generatedBy };
  }

  private async detect(
    request: DetectionRequest,
    watcher: Watcher,
  ): Promise<Detected & { memories: Memory[] }> {
    const memories = await this.memoriesOf(request, watcher.signal);
    const detected = await this.detection.detect(request, memories, watcher);
    return { ...detected, memories };
  }

  private async memoriesOf({ namespace, day }: DetectionRequest, signal: AbortSignal): Promise<Memory[]> {
    const memories: Memory[] = [];
    let after: PageCursor | null = null;
    do {
      signal.throwIfAborted();
      const limit = Math.min(PAGE, MAX_MEMORIES - memories.length);
      const slice = await this.listings.touched(namespace, day, { after, limit });
      memories.push(...slice.memories.filter((memory) => holds(memory, present(this.clock.now()))));
      after = slice.next;
    } while (after !== null && memories.length < MAX_MEMORIES);
    return memories;
  }

  /** Adds the found conflicts to the report, except pairs with a memory that was deleted, expired or changed since. */
  private async append(
    { agentId, namespace, day }: DetectionRequest,
    found: readonly FoundConflict[],
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    if (found.length === 0) return;
    const ids = [...new Set(found.flatMap(({ pair }) => [pair.older.id, pair.newer.id]))];
    await this.memories.unitOfWork(namespace, {
      ids,
      lock: () => this.reports.lockAgent(agentId),
      work: (memories) => {
        const now = new Map(memories.map((memory) => [memory.id, memory]));
        return Promise.resolve(
          found.filter(({ pair }) => isAsJudged(pair.older, now) && isAsJudged(pair.newer, now)),
        );
      },
      record: async (lasting) => {
        await this.reports.lockAgent(agentId);
        await this.reports.append({ agentId, date: day.date }, lasting, this.clock.now());
      },
    });
  }
}

function isAsJudged(memory: Memory, now: ReadonlyMap<string, Memory>): boolean {
  const held = now.get(memory.id);
  return held?.status === 'active' && held.updatedAt.getTime() === memory.updatedAt.getTime();
}
