// SQL: one statement says which entries of a sweep are the last of their memories.
import { PrismaService } from '../../../database/prisma.service';
import { sql } from '../../../database/sql';
import { MAX_DOCUMENTS } from '../protocol/backend-api';
import { restorationOf, type CurrentMemory, type DatedAct } from '../writing/memory-change';
import type { RemoteChangeLog } from '../writing/remote-change-log';

interface Undone {
  expired: number;
  restored: number;
}

export class RemoteUndo {
  constructor(
    private readonly log: RemoteChangeLog,
    private readonly sweeps: RemoteSweepsRepository,
  ) {}

  /** Restores memories that a sweep expired and that did not change since. */
  async undo(namespace: string, sweepId: string, act: DatedAct): Promise<Undone> {
    const undone: Undone = { expired: 0, restored: 0 };
    let entries: SweptEntry[] = [];
    do {
      const last = entries.at(-1)?.id ?? 0;
      entries = await this.sweeps.findEntries(namespace, sweepId, last, MAX_DOCUMENTS);
      const slice = await this.undoSlice(namespace, entries, act);
      undone.expired += slice.expired;
      undone.restored += slice.restored;
    } while (entries.length === MAX_DOCUMENTS);
    return undone;
  }

  private undoSlice(namespace: string, entries: readonly SweptEntry[], act: DatedAct): Promise<Undone> {
    const ids = [...new Set(entries.map(({ memoryId }) => memoryId))];
    return this.log.holding(namespace, ids, async (current) => {
      // The lease has settled open changes.
      const confirmed = await this.sweeps.findConfirmed(entries.map(({ id }) => id));
      const untouched = new Set(confirmed.filter(({ isLast }) => isLast).map(({ id }) => id));
      const due = entries
        .filter(({ id }) => untouched.has(id))
        .flatMap((entry) => stillExpired(entry, current.get(entry.memoryId)) ?? []);
      await this.log.apply(
        namespace,
        due.map((memory) => restorationOf(memory, act, false)),
      );
      return { expired: confirmed.length, restored: due.length };
    });
  }
}

function stillExpired({ at }: SweptEntry, current: CurrentMemory | undefined): CurrentMemory | null {
  return current?.memory.expiredAt?.getTime() === at.getTime() ? current : null;
}

interface SweptEntry {
  /** Ids follow the order of time. */
  id: number;
  memoryId: string;
  at: Date;
}

/** The entries of sweeps in the histories of memories. */
export class RemoteSweepsRepository {
  constructor(private readonly database: PrismaService) {}

  /** The first entries after one, open ones included. */
  async findEntries(namespace: string, sweepId: string, after: number, limit: number): Promise<SweptEntry[]> {
    return this.database.query(sql`
      SELECT c.id::float8 AS id, c.memory_id AS "memoryId", c.at FROM remote_changes c
      WHERE c.sweep_id = ${sweepId}::uuid AND c.namespace = ${namespace} AND c.id > ${after}::bigint
      ORDER BY c.id LIMIT ${limit}`);
  }

  /** The confirmed ones of these entries, and whether each is the last of its memory. */
  async findConfirmed(ids: readonly number[]): Promise<{ id: number; isLast: boolean }[]> {
    return this.database.query(sql`
      SELECT c.id::float8 AS id, NOT EXISTS (
        SELECT FROM remote_changes l
        WHERE l.namespace = c.namespace AND l.memory_id = c.memory_id AND l.id > c.id AND l.confirmed
      ) AS "isLast"
      FROM remote_changes c WHERE c.id = ANY(${ids}::bigint[]) AND c.confirmed`);
  }

  async findExpired(namespace: string, sweepId: string, memoryIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(sql`
      SELECT DISTINCT c.memory_id AS id FROM remote_changes c
      WHERE c.namespace = ${namespace} AND c.memory_id = ANY(${memoryIds}::text[])
        AND c.sweep_id = ${sweepId}::uuid AND c.confirmed`);
    return new Set(rows.map(({ id }) => id));
  }
}
