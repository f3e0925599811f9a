import type { KeyObject } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { Env } from '../config/env';
import { ServiceKey } from '../config/service-secret';
import type { PrismaService } from '../database/prisma.service';
import { AuditEntriesRepository, type ProtectedEntry } from './audit-entries.repository';
import { digestOf, entryMac, targetsOf, type AuditEntry, type WrittenItem } from './audit-entry';
import { runningOperation } from './audit-operation';
import { eventsOf } from './written-event';

/** The things that a statement writes, for its record. */
export interface AuditNote {
  /** The namespace of an agent, or `MANAGEMENT_CHAIN`. */
  chain: string;
  /** The name of the record where no operation of the API or job runs. */
  operation: string;
  /** Null: the actor of the running operation. */
  actor: string | null;
  sessionId?: string | null;
  items: readonly WrittenItem[];
  /** Only if it is not the number of items. */
  count?: number;
}

/** The secret of the codes of entries. */
const MAC_PURPOSE = 'agent-memory-service/audit-entry/v1';

/**
 * Writes the audit record of each write, in its transaction or statement: there is no write without its record, and no
 * record without its write. The notes of a transaction that are of one operation become one record.
 */
export class AuditTrail {
  private readonly entries: AuditEntriesRepository;
  private readonly key: ServiceKey;
  private readonly part = {
    begin: (): AuditNote[] => [],
    end: async (notes: AuditNote[]) => this.entries.insert(await this.protect(joined(notes))),
  };
  private wake: () => void = () => undefined;

  constructor(
    private readonly database: PrismaService,
    env: Pick<Env, 'SERVICE_SECRET_KEY' | 'DATA_DIR'>,
  ) {
    this.entries = new AuditEntriesRepository(database);
    this.key = new ServiceKey(env, MAC_PURPOSE);
  }

  /** Calls `listener` after entries were given to the database. */
  onEntries(listener: () => void): void {
    this.wake = listener;
  }

  /** Adds to the record of the running transaction. Throws outside of one. */
  note(note: AuditNote): void {
    this.database.partOf(this.part).push(runningNote(note));
  }

  /** Runs `work` and writes the record that `noteOf` makes of its result, in one transaction; null: no record. */
  recorded<Result>(
    work: () => Promise<Result>,
    noteOf: (result: Result) => AuditNote | null,
  ): Promise<Result> {
    return this.database.transaction(async () => {
      const result = await work();
      const note = noteOf(result);
      if (note !== null) this.note(note);
      return result;
    });
  }

  /** Writes the record of an operation that writes nothing else to the database, such as a read. */
  async record(note: AuditNote): Promise<void> {
    if (this.database.isInTransaction) this.note(note);
    else await this.entries.insert(await this.protect([runningNote(note)]));
  }

  /** One entry for each of `runningNote`, as `insertingEntries` takes them: for a statement that writes and records. */
  entriesOf(notes: readonly AuditNote[]): Promise<ProtectedEntry[]> {
    return this.protect(notes);
  }

  /** The secret that protects entries, for the code that checks them. */
  macKey(): Promise<KeyObject> {
    return this.key.load();
  }

  private async protect(notes: readonly AuditNote[]): Promise<ProtectedEntry[]> {
    const key = await this.key.load();
    this.wake();
    return notes.map((note) => {
      const entry = entryOf(note);
      return { ...entry, mac: entryMac(entry, key), events: eventsOf(note.items) };
    });
  }
}

/** A note of the running operation, for a statement that may run later, with those of other operations. */
export function runningNote(note: AuditNote): AuditNote {
  const running = runningOperation();
  return {
    ...note,
    operation: running?.operation ?? note.operation,
    actor: note.actor ?? running?.actor ?? 'service',
  };
}

/** Joins notes of one chain, operation and actor, with the session that any of them names. */
function joined(notes: readonly AuditNote[]): AuditNote[] {
  const found = new Map<string, AuditNote & { items: WrittenItem[] }>();
  for (const note of notes) {
    const name = JSON.stringify([note.chain, note.operation, note.actor]);
    const known = found.get(name);
    if (known === undefined) {
      found.set(name, { ...note, items: [...note.items] });
      continue;
    }
    known.items.push(...note.items);
    known.sessionId ??= note.sessionId;
  }
  return [...found.values()];
}

function entryOf({ chain, operation, actor, sessionId, items, count }: AuditNote): AuditEntry {
  return {
    chain,
    id: uuidv7(),
    actor: actor ?? 'service',
    operation,
    sessionId: sessionId ?? null,
    targets: targetsOf(items),
    count: count ?? items.length,
    digest: digestOf(items),
  };
}
