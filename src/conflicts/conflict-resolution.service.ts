import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import type { Act, Memory } from '../backend/memory';
import { isQuarantined } from '../backend/judged-memory';
import { MemoryStore, type StoreOutcome } from '../backend/memory-store';
import { MemoryLifecycle } from '../backend/memory-lifecycle';
import { Clock } from '../common/clock';
import type { UtcDay } from '../common/utc-dates';
import { checkContentLength } from '../backend/memory-limits';
import { closingEdit, type AppliedLink } from '../links/link';
import { LinksRepository } from '../links/links.repository';
import { reportedLink } from '../links/supersession.service';
import { newMemory } from '../memories/new-memory';
import { secretsAnswer, type SecretsAnswer } from '../screening/screening.dto';
import { actBy, type ActiveSession } from '../sessions/session';
import type { ConflictRow } from './conflict-report';
import { ConflictReportsRepository, type ReportKey } from './conflict-reports.repository';
import { EFFECTS, unresolvable, type Replacement, type Resolution } from './resolution';

const EXPIRED_BY = 'conflict-resolution';
const REPLACEMENT_CONFIDENCE = 0.9;

/** What became of the memories of a row. */
export interface Resolved {
  /** Ids. */
  deleted: string[];
  /** Ids of those that are expired now. */
  expired: string[];
  /** Ids of those that are history now. */
  superseded: string[];
  /** The replacement of both; null but for `manual`. */
  newMemoryId: string | null;
  /** What the replacement held. */
  secrets: SecretsAnswer;
}

/** Settles rows of reports. */
@Injectable()
export class ConflictResolution {
  constructor(
    private readonly memories: MemoryStore,
    private readonly lifecycle: MemoryLifecycle,
    private readonly reports: ConflictReportsRepository,
    private readonly links: LinksRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Does to the memories of a row what the resolution says, all or nothing; of several at once one wins. Throws
   * InternalServerError, with the reason, for a row that is not there or not open; text_too_long.
   */
  async resolve(
    session: ActiveSession,
    day: UtcDay,
    index: number,
    resolution: Resolution,
  ): Promise<Resolved> {
    const { action, replacement } = resolution;
    if (replacement !== null) checkContentLength(replacement.content);
    const act = actBy(session, this.clock.writeTime());
    const key = { agentId: session.agentId, date: day.date };
    const row = await this.reports.find(key, index);
    if (row === null) throw await this.missing(key, index);
    const { done } = await this.memories.unitOfWork(session.namespace, {
      ids: [row.oldMemoryId, row.newMemoryId],
      lock: () => this.reports.lockAgent(session.agentId),
      work: async (memories) => {
        // After the memories: a deletion of a memory locks it before its rows.
        if (!(await this.reports.holdOpen(key, index))) throw alreadyResolved(key, index);
        const there = new Map(memories.map((memory) => [memory.id, memory]));
        checkTrust(there.get(row.newMemoryId), action);
        const applied = EFFECTS[action].closesOld ? await this.closeOld(session, row, there, act) : null;
        return { done: await this.carryOut(session, row, there, resolution, act), applied };
      },
      record: async ({ applied }) => {
        const now = this.clock.now();
        if (!(await this.reports.close(key, index, action, now))) throw alreadyResolved(key, index);
        const change = { at: act.at ?? now, by: act.by };
        const pair = { olderId: row.oldMemoryId, newerId: row.newMemoryId };
        if (applied) await this.links.apply(session.agentId, [applied], change);
        else await this.links.settle(session.agentId, pair, change);
      },
    });
    return done;
  }

  /** Throws InternalServerError, with the reason, when one of the memories is gone. */
  private async closeOld(
    { namespace }: ActiveSession,
    row: ConflictRow,
    there: ReadonlyMap<string, Memory>,
    act: Act,
  ): Promise<AppliedLink> {
    const [older, newer] = [there.get(row.oldMemoryId), there.get(row.newMemoryId)];
    if (!older || !newer) throw unresolvable('One of the memories was deleted');
    const edit = closingEdit(older, newer);
    if (edit) await this.memories.edit(namespace, older.id, edit, act);
    return reportedLink(older, newer);
  }

  private async carryOut(
    session: ActiveSession,
    row: ConflictRow,
    there: ReadonlyMap<string, Memory>,
    { action, replacement }: Resolution,
    act: Act,
  ): Promise<Resolved> {
    const { namespace } = session;
    const ids = { old: row.oldMemoryId, new: row.newMemoryId };
    const { deletes, expires, closesOld } = EFFECTS[action];
    const deleted = deletes.map((side) => ids[side]).filter((id) => there.has(id));
    const expired = await this.expire(
      namespace,
      expires.map((side) => ids[side]),
      act,
    );
    const stay = Object.values(ids).filter((id) => !deleted.includes(id));
    await this.memories.noteResolved(namespace, stay, act);
    const stored = replacement && (await this.store(session, replacement, act));
    // Last, and at once: a backend that is away from then on could not be given back what is deleted.
    await this.memories.deleteAll(namespace, deleted, act);
    const superseded = closesOld ? [ids.old] : [];
    return {
      deleted,
      expired,
      superseded,
      newMemoryId: stored?.id ?? null,
      secrets: secretsAnswer(stored ?? {}),
    };
  }

  private async missing(key: ReportKey, index: number): Promise<Error> {
    const size = await this.reports.size(key);
    if (size === 0) return unresolvable(`No conflict report for ${key.date}`);
    return unresolvable(
      `Conflict index ${index} is out of range: the report of ${key.date} has ${size} rows`,
    );
  }

  private async expire(namespace: string, ids: readonly string[], act: Act): Promise<string[]> {
    const expired: string[] = [];
    for (const id of ids) if (await this.lifecycle.expire(namespace, id, EXPIRED_BY, act)) expired.push(id);
    return expired;
  }

  private async store(
    session: ActiveSession,
    { content, type }: Replacement,
    act: Act,
  ): Promise<StoreOutcome | null> {
    const memory = newMemory(
      {
        content,
        type,
        confidence: REPLACEMENT_CONFIDENCE,
        tags: [EXPIRED_BY],
        source: 'user',
        provenance: 'corrected',
      },
      { ...act, sessionId: session.sessionId },
      uuidv7(),
    );
    const [stored] = await this.memories.store(session.namespace, [memory], { dedupe: false });
    return stored ?? null;
  }
}

/** Throws InternalServerError, with the reason, for a resolution in favour of a memory that looks planted. */
function checkTrust(newer: Memory | undefined, action: Resolution['action']): void {
  const { deletes, expires, closesOld } = EFFECTS[action];
  const isInItsFavour = closesOld || [...deletes, ...expires].includes('old');
  if (newer && isQuarantined(newer) && isInItsFavour)
    throw unresolvable('The newer memory is quarantined: release it first, or keep the older one');
}

function alreadyResolved({ date }: ReportKey, index: number): Error {
  return unresolvable(`Conflict ${index} of ${date} is already resolved`);
}
