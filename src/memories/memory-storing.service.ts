import { Injectable } from '@nestjs/common';
import type { Act, NewMemory } from '../backend/memory';
import type { MemoryEdit } from '../backend/memory-edit';
import { MemoryStore, type StoreOptions, type StoreOutcome, type Upserts } from '../backend/memory-store';
import { checkExpiry } from '../backend/valid-time';
import { Clock } from '../common/clock';
import { Supersession } from '../links/supersession.service';
import { actBy, type ActiveSession } from '../sessions/session';
import { DueMemories } from './due-memories.service';
import type { NewId } from './idempotency.service';
import { toEdit } from './memory-life.dto';
import { newMemory } from './new-memory';
import type { RememberRequest } from './remember.dto';

export interface Storing {
  rows: readonly RememberRequest[];
  newId: NewId;
  dedupe: boolean;
  restoreDeleted: boolean;
  /** Where a row stands in the request, for refusals. */
  pathOf: (at: number) => (string | number)[];
}

export interface Stored {
  memory: NewMemory;
  outcome: StoreOutcome;
}

/** Stores the memories of requests whose texts were looked through, in one unit of work with what they replace. */
@Injectable()
export class MemoryStoring {
  constructor(
    private readonly memories: MemoryStore,
    private readonly clock: Clock,
    private readonly supersession: Supersession,
    private readonly due: DueMemories,
  ) {}

  async store(session: ActiveSession, storing: Storing): Promise<Stored[]> {
    const { rows, newId, dedupe, restoreDeleted, pathOf } = storing;
    const writer = this.act(session);
    const memories = rows.map((row, at) => newMemory(row, writer, newId(at, row.content)));
    const now = this.clock.now();
    memories.forEach(({ expiresAt }, at) => checkExpiry(expiresAt, now, pathOf(at)));
    const upserts = this.upserts(session, rows, memories, restoreDeleted);
    const options = { dedupe, upserts, isScreened: true };
    const outcomes = await this.replacing(session, rows, memories, options, pathOf);
    return memories.flatMap((memory, at) => {
      const outcome = outcomes[at];
      return outcome === undefined ? [] : [{ memory, outcome }];
    });
  }

  /** Call it after the memories were stored: they may expire soon. */
  async noteTimes(session: ActiveSession, rows: readonly RememberRequest[]): Promise<void> {
    if (rows.some(({ expires_at }) => typeof expires_at === 'string')) {
      await this.due.changed(session.namespace);
    }
  }

  /** Stores memories in one unit of work with the changes of those that they replace. */
  private replacing(
    session: ActiveSession,
    rows: readonly RememberRequest[],
    memories: readonly NewMemory[],
    options: StoreOptions,
    pathOf: Storing['pathOf'],
  ): Promise<StoreOutcome[]> {
    const { namespace } = session;
    const older = rows.flatMap(({ supersedes }) => supersedes ?? []);
    if (older.length === 0) return this.memories.store(namespace, memories, options);
    const work = async () => {
      const outcomes = await this.memories.store(namespace, memories, options);
      const replacements = outcomes.map(({ id, action }, at) => ({
        newerId: action === 'rejected' ? null : id,
        older: rows[at]?.supersedes ?? [],
        path: pathOf(at),
      }));
      return { result: outcomes, replacements };
    };
    return this.supersession.replacing(session, { older, act: this.act(session), work });
  }

  /** Undefined without upserts, so that memories are stored the faster way. */
  private upserts(
    session: ActiveSession,
    rows: readonly RememberRequest[],
    memories: readonly NewMemory[],
    restoreDeleted: boolean,
  ): Upserts | undefined {
    const edits = new Map<string, MemoryEdit>();
    memories.forEach(({ id }, at) => {
      const row = rows[at];
      // The reference is the same already.
      if (row?.upsert) edits.set(id, { ...toEdit(row), sourceRef: null });
    });
    if (edits.size === 0) return undefined;
    return { edits, act: this.act(session), refuseDeleted: !restoreDeleted };
  }

  private act(session: ActiveSession): Act {
    return actBy(session, this.clock.writeTime());
  }
}
