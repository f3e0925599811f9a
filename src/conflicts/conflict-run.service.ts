import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import { MemoryListings } from '../backend/memory-listings';
import type { PageCursor } from '../backend/pages';
import { holds, present } from '../backend/valid-time';
import { Clock } from '../common/clock';
import { unlessAborted } from '../common/deadline';
import { ConflictDetection } from './conflict-detection.service';
import { ConflictReports } from './conflict-reports.service';
import type { Detected, DetectionRequest, Watcher } from './generation';

const PAGE = 100;
/** The newest memories of the day. A run searches once for each of them. */
const MAX_MEMORIES = 1_000;

export interface Generation {
  date: string;
  status: 'success' | 'no_memories';
  /** Unresolved conflicts in the report, as its list has them. */
  conflictCount: number;
  generatedBy: string;
}

/** Writes the report of a day: the memories that contradict, update or repeat others. */
@Injectable()
export class ConflictRun {
  constructor(
    private readonly listings: MemoryListings,
    private readonly detection: ConflictDetection,
    private readonly reports: ConflictReports,
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
    await this.reports.append(request, found, watcher.signal);
    const { length: conflictCount } = await this.reports.listOpen(request, date);
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
}
