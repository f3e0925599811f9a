import type { PrismaService } from '../database/prisma.service';
import type { ProtectedEntry } from './audit-entries.repository';
import type { WrittenItem } from './audit-entry';
import { runningNote, type AuditNote, type AuditTrail } from './audit-trail';

const trails = new WeakMap<object, AuditTrail>();

/** From now on records the writes to this database by the trail. */
export function recordWritesOf(database: object, trail: AuditTrail): void {
  trails.set(database, trail);
}

/**
 * Runs a write in one transaction with its record; `noteOf` returns null where nothing was written. Databases without a
 * trail, as of a command that only maintains, get no records.
 */
export function recordedWrite<Result>(
  database: PrismaService,
  work: () => Promise<Result>,
  noteOf: (result: Result) => AuditNote | null,
): Promise<Result> {
  const trail = trails.get(database);
  return trail === undefined ? database.transaction(work) : trail.recorded(work, noteOf);
}

/** The entries of these notes, as `insertingEntries` takes them; none for a database without a trail. */
export async function entriesFor(
  database: PrismaService,
  notes: readonly AuditNote[],
): Promise<ProtectedEntry[]> {
  return (await trails.get(database)?.entriesOf(notes.map(runningNote))) ?? [];
}

/** A note of one written thing, by the actor of the running operation. */
export function noteOn(chain: string, operation: string, item: WrittenItem): AuditNote {
  return { chain, operation, actor: null, items: [item] };
}
