import { BatchLoader } from '../../common/batch-loader';
import { isDatabaseError, isWorthRepeating } from '../../database/database-errors';
import type { MemoriesRepository, PlacedMemory } from './memories.repository';

/** Memories of one statement. */
const MOST = 50;
/** Part of the connections that may insert at a time; the rest is left for reading. */
const SHARE = 0.3;

/**
 * Inserts single memories of requests that come at a time in one statement, hence in one commit. A database whose disk
 * is slow for a moment holds some connections then, not as many as there are requests, and reading goes on; and the
 * longer a commit takes, the more it takes with it.
 *
 * Each request has its own outcome, as if it were alone: one whose memory is not among those stored, be it that its
 * namespace is gone or locked or that the statement was refused, inserts it by itself.
 */
export class InsertBatcher {
  private readonly batches: BatchLoader<PlacedMemory, true>;

  /** `connections`: of the database, as many as there may be. */
  constructor(
    private readonly memories: MemoriesRepository,
    connections: number,
  ) {
    const readings = Math.max(1, Math.floor(connections * SHARE));
    this.batches = new BatchLoader((placed) => this.insertAll(placed), { readings, keys: MOST });
  }

  /** False when the namespace does not exist. Not inside a transaction. */
  async insert(placed: PlacedMemory): Promise<boolean> {
    if ((await this.batches.find(placed)) !== null) return true;
    return (await this.memories.insert(placed.namespace, [placed.memory])) > 0;
  }

  /** Those stored. A statement that was refused has stored none. */
  private async insertAll(placed: readonly PlacedMemory[]): Promise<Map<PlacedMemory, true>> {
    const stored = await this.memories.insertPlaced(placed).catch((error: unknown) => {
      // If the database went away, it is unknown what it stored. If it is slow, it gets no more work.
      if (placed.length > 1 && isDatabaseError(error) && !isWorthRepeating(error)) return new Set();
      throw error;
    });
    return new Map(placed.filter(({ memory }) => stored.has(memory.id)).map((each) => [each, true]));
  }
}
