import { Injectable } from '@nestjs/common';
import { coversScope } from '../access/granted-scopes';
import type { Memory, Act } from '../backend/memory';
import { isQuarantined, plantedReasons } from '../backend/judged-memory';
import { MemoryStore } from '../backend/memory-store';
import { MemoryLifecycle, type ExpiryStamp } from '../backend/memory-lifecycle';
import type { HistoryPage, PageRequest } from '../backend/pages';
import type { ScopedName } from '../common/scoped-name';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { demandVersion, type ReadVersion } from '../common/if-match.param';
import { UUID } from '../common/uuid';
import { invalid } from '../common/validation-error';
import { secretsAnswer, type SecretsAnswer } from '../screening/screening.dto';
import { Screening } from '../screening/screening.service';
import { actBy, type ActiveSession } from '../sessions/session';
import { checkContentLength, memoryNotFound, referenceNotFound } from '../backend/memory-limits';
import { changedFields, edited, type MemoryEdit } from '../backend/memory-edit';
import type { EditedColumn } from '../backend/memory-columns';
import { checkExpiry, checkValidTimes } from '../backend/valid-time';
import type { Replaced } from '../backend/replaced-clause';
import { type EditMemoryRequest, EDITABLE, toEdit } from './memory-life.dto';
import type { MemoryStatusRequest } from './memory-status.dto';
import { endBy, type AppliedLink } from '../links/link';
import { supersedesItself, Supersession, reportedLink } from '../links/supersession.service';

export interface Edited {
  /** Names of the given fields. */
  fields: string[];
  secrets: SecretsAnswer;
}

export interface StatusOutcome {
  changed: string[];
  /** How many had the status already. */
  unchanged: number;
  missing: string[];
}

interface EditConditions {
  supersedes: readonly Replaced[];
  version: ReadVersion | null;
}

interface TimedEdit {
  edit: MemoryEdit;
  /** What replaces the memory; null for nothing. */
  newerId: string | null;
  version: ReadVersion | null;
}

@Injectable()
export class MemoriesService {
  constructor(
    private readonly memories: MemoryStore,
    private readonly lifecycle: MemoryLifecycle,
    private readonly clock: Clock,
    private readonly supersession: Supersession,
    private readonly screening: Screening,
  ) {}

  async get(session: ActiveSession, id: string): Promise<Memory> {
    const memory = await this.memories.find(session.namespace, id);
    if (!memory || !coversScope(session, memory.scope)) throw memoryNotFound(id);
    return memory;
  }

  /** The existing ones of these memories, in no particular order. */
  async existing(session: ActiveSession, ids: readonly string[]): Promise<Memory[]> {
    const found = ids.length === 0 ? [] : await this.memories.findAll(session.namespace, ids);
    return found.filter(({ scope }) => coversScope(session, scope));
  }

  /** The newest active memory of the reference. */
  async getByReference(session: ActiveSession, reference: ScopedName): Promise<Memory> {
    const memory = await this.memories.findByReference(session.namespace, reference);
    if (!memory || !coversScope(session, memory.scope)) throw referenceNotFound(reference);
    return memory;
  }

  async history(session: ActiveSession, id: string, page: PageRequest): Promise<HistoryPage> {
    await this.demandScope(session, id);
    const history = await this.memories.readHistory(session.namespace, id, page);
    if (!history) throw memoryNotFound(id);
    return history;
  }

  /** Throws SecretRefused; PreconditionFailed; `memory_not_found`; `nothing_to_update`; `text_too_long`. */
  async edit(
    session: ActiveSession,
    id: string,
    request: EditMemoryRequest,
    version: ReadVersion | null = null,
  ): Promise<Edited> {
    const [{ row: edit, ...secrets } = { row: toEdit(request) }] = await this.screening.screen(
      session.namespace,
      [toEdit(request)],
    );
    const supersedes = request.supersedes ?? [];
    const given: string[] = EDITABLE.filter((name) => isGiven(request, name));
    if (supersedes.length > 0) given.push('supersedes');
    if (given.length === 0) {
      throw new DomainError('nothing_to_update', `Give at least one of: ${EDITABLE.join(', ')}, supersedes`);
    }
    const quarantined = plantedReasons(edit);
    if (edit.content !== null) checkContentLength(edit.content);
    const both = request.clear?.find((name) => (request[name] ?? null) !== null);
    if (both) throw invalid(['body', 'clear'], `Value error, ${both} is given too`, request.clear);
    checkExpiry(edit.expiresAt, this.clock.now());
    await this.demandScope(session, id);
    const found = await this.editInTime(session, id, edit, { supersedes, version });
    if (!found) throw memoryNotFound(id);
    return { fields: given, secrets: secretsAnswer({ ...secrets, quarantined }) };
  }

  /** An edit that depends on the present memory, or on other memories, is one unit of work with these. */
  private editInTime(
    session: ActiveSession,
    id: string,
    edit: MemoryEdit,
    { supersedes, version }: EditConditions,
  ): Promise<boolean> {
    const { namespace } = session;
    const act = this.act(session);
    const isAlone = !isOfTime(edit) && supersedes.length === 0 && version === null;
    if (isAlone) return this.memories.edit(namespace, id, edit, act);
    const newerId = edit.supersededBy?.toLowerCase() ?? null;
    if (newerId === id) throw supersedesItself(['superseded_by'], id);
    return this.supersession.replacing(session, {
      older: supersedes,
      ids: [id, ...(newerId === null ? [] : [newerId])],
      act,
      work: async () => {
        const timed = await this.timed(session, id, { edit, newerId, version });
        const isThere =
          timed !== null &&
          (changedFields(timed.edit).length === 0 ||
            (await this.memories.edit(namespace, id, timed.edit, act)));
        if (isThere && timed.newer) await this.supersession.uphold(namespace, timed.newer, id, act);
        return {
          result: isThere,
          replacements: [{ newerId: isThere ? id : null, older: supersedes, path: [] }],
          applied: timed?.applied,
        };
      },
    });
  }

  /** The edit with the end that a memory gets from what replaces it, and its link; null when the memory does not exist. */
  private async timed(
    session: ActiveSession,
    id: string,
    { edit, newerId, version }: TimedEdit,
  ): Promise<{ edit: MemoryEdit; applied: AppliedLink[]; newer: Memory | null } | null> {
    const memory = await this.memories.find(session.namespace, id);
    if (memory === null) return null;
    demandVersion(version, memory.updatedAt);
    const after = edited(memory, edit);
    if (edit.validFrom !== null || edit.validTo !== null) checkValidTimes(after);
    if (newerId === null) return { edit, applied: [], newer: null };
    const newer = await this.get(session, newerId);
    if (isQuarantined(newer)) throw replacesNothing(newerId);
    const validTo = edit.validTo ?? endBy(after, newer);
    return {
      edit: { ...edit, supersededBy: newerId, validTo },
      applied: [reportedLink(memory, newer, validTo)],
      newer,
    };
  }

  async delete(session: ActiveSession, id: string): Promise<void> {
    await this.demandScope(session, id);
    const found = await this.memories.delete(session.namespace, id, this.act(session));
    if (!found) throw memoryNotFound(id);
  }

  /** Deletes what `getByReference` returns; its id. */
  async deleteByReference(session: ActiveSession, reference: ScopedName): Promise<string> {
    const { id } = await this.getByReference(session, reference);
    await this.delete(session, id);
    return id;
  }

  async expire(session: ActiveSession, id: string, reason: string): Promise<ExpiryStamp> {
    await this.demandScope(session, id);
    const stamp = await this.lifecycle.expire(session.namespace, id, reason, this.act(session));
    if (!stamp) throw memoryNotFound(id);
    return stamp;
  }

  async restore(session: ActiveSession, id: string): Promise<void> {
    await this.demandScope(session, id);
    const before = await this.lifecycle.restore(session.namespace, id, this.act(session));
    if (!before) throw memoryNotFound(id);
  }

  /** Expires or restores these memories, all that exist or none. */
  async setStatus(session: ActiveSession, request: MemoryStatusRequest): Promise<StatusOutcome> {
    const { memory_ids, status, reason } = request;
    const { namespace } = session;
    const reached = await this.reached(session, memory_ids);
    const act = this.act(session);
    const rows =
      status === 'expired'
        ? await this.lifecycle.expireAll(namespace, reached, reason, act)
        : await this.lifecycle.restoreAll(namespace, reached, act);
    const found = new Map(rows.map(({ id, isChanged }) => [id, isChanged]));
    const changed = memory_ids.filter((id) => found.get(id));
    return {
      changed,
      unchanged: found.size - changed.length,
      missing: memory_ids.filter((id) => !found.has(id)),
    };
  }

  /** Keeps the ids that are well-formed and whose memories the scopes of the session cover. */
  private async reached(session: ActiveSession, ids: readonly string[]): Promise<string[]> {
    const wellFormed = ids.filter((id) => UUID.test(id));
    if (!session.grant?.scopes) return wellFormed;
    return (await this.existing(session, wellFormed)).map(({ id }) => id);
  }

  /** Throws `memory_not_found`. A scope never changes, so it is enough to look before the work. */
  private async demandScope(session: ActiveSession, id: string): Promise<void> {
    if (session.grant?.scopes) await this.get(session, id);
  }

  private act(session: ActiveSession): Act {
    return actBy(session, this.clock.writeTime());
  }
}

function replacesNothing(id: string): Error {
  const message = 'Value error, a quarantined memory replaces nothing until it is released';
  return invalid(['body', 'superseded_by'], message, id);
}

function isGiven(request: EditMemoryRequest, name: EditedColumn): boolean {
  return (request[name] ?? null) !== null || ((request.clear ?? []) as readonly string[]).includes(name);
}

function isOfTime({ validFrom, validTo, supersededBy }: MemoryEdit): boolean {
  return validFrom !== null || validTo !== null || supersededBy !== null;
}
