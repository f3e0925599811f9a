import { BatchLoader } from '../../common/batch-loader';
import { isDatabaseError, isWorthRepeating } from '../../database/database-errors';
import type { MemoriesRepository, PlacedMemory } from './memories.repository';

/** Memories of one statement. */
const MOST = 50;
/** Part of the connections that may insert at a time; the rest is left for reading. */
const SHARE = 0.3;

/**
 * Inserts single memories of concurrent requests in one statement and commit, so that a slow disk holds few
 * connections. A memory that is not stored (namespace gone or locked, statement refused) is inserted by itself, so
 * each request has its own outcome.
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

  /** Returns the stored memories. A statement that was refused has stored none. */
  private async insertAll(placed: readonly PlacedMemory[]): Promise<Map<PlacedMemory, true>> {
    const stored = await this.memories.insertPlaced(placed).catch((error: unknown) => {
      // If the database went away, it is unknown what it stored. If it is slow, it gets no more work.
      if (placed.length > 1 && isDatabaseError(error) && !isWorthRepeating(error)) return new Set();
      throw error;
    });
    return new Map(placed.filter(({ memory }) => stored.has(memory.id)).map((each) => [each, true]));
  }
}
