import { Injectable } from '@nestjs/common';
import { coversScope } from '../access/granted-scopes';
import type { Act, Memory } from '../backend/memory';
import { isQuarantined } from '../backend/judged-memory';
import { NO_EDIT, type MemoryEdit } from '../backend/memory-edit';
import { memoryNotFound } from '../backend/memory-limits';
import { MemoryStore } from '../backend/memory-store';
import { type Replaced, replacedId } from '../backend/replaced-clause';
import { Clock } from '../common/clock';
import { UUID_ANY_CASE } from '../common/uuid';
import { invalid } from '../common/validation-error';
import type { ActiveSession } from '../sessions/session';
import { closingEdit, closureOf, endBy, LONGEST_CHAIN, type AppliedLink } from './link';
import { LinksRepository } from './links.repository';
import { ReplacedClauses } from './replaced-clauses.service';

/** The memories that a request names as replaced. */
export interface Replacement {
  /** The memory that says what holds instead; null when it was not stored. */
  newerId: string | null;
  older: readonly Replaced[];
  /** Of the field in the request. */
  path: readonly (string | number)[];
}

interface Replacing<Result> {
  /** Of all replacements. */
  older: readonly Replaced[];
  /** Other memories that only this unit changes while it runs. */
  ids?: readonly string[];
  act: Act;
  /** May close memories itself, and says so in `applied`. */
  work: () => Promise<{
    result: Result;
    replacements: readonly Replacement[];
    applied?: readonly AppliedLink[];
  }>;
}

/** Closes memories, and records links, together with the write of what replaces them: all of it or nothing. */
@Injectable()
export class Supersession {
  constructor(
    private readonly memories: MemoryStore,
    private readonly links: LinksRepository,
    private readonly clauses: ReplacedClauses,
    private readonly clock: Clock,
  ) {}

  /** Throws `memory_not_found` for an older memory that does not exist. */
  async replacing<Result>(
    session: Pick<ActiveSession, 'agentId' | 'namespace' | 'grant'>,
    { older: replaced, ids = [], act, work }: Replacing<Result>,
  ): Promise<Result> {
    const { agentId, namespace } = session;
    const wanted = [...new Set(replaced.map((each) => replacedId(each).toLowerCase()))];
    for (const id of wanted) if (!UUID_ANY_CASE.test(id)) throw memoryNotFound(id);
    const done = await this.memories.unitOfWork(namespace, {
      ids: [...wanted, ...ids],
      lock: () => this.links.lockAgent(agentId),
      work: async (found) => {
        const visible = found.filter(({ scope }) => coversScope(session, scope));
        const older = new Map(visible.map((memory) => [memory.id, memory]));
        for (const id of wanted) if (!older.has(id)) throw memoryNotFound(id);
        const { result, replacements, applied = [] } = await work();
        const links = [...applied];
        for (const replacement of replacements)
          links.push(...(await this.supersede(namespace, older, replacement, act)));
        return { result, links };
      },
      record: async ({ links }) => {
        await this.links.lockAgent(agentId);
        await this.links.apply(agentId, links, { at: act.at ?? this.clock.now(), by: act.by });
      },
    });
    return done.result;
  }

  private async supersede(
    namespace: string,
    older: ReadonlyMap<string, Memory>,
    { newerId, older: replaced, path }: Replacement,
    act: Act,
  ): Promise<AppliedLink[]> {
    if (newerId === null || replaced.length === 0) return [];
    if (replaced.some((each) => replacedId(each) === newerId))
      throw supersedesItself([...path, 'supersedes'], newerId);
    const newer = await this.memories.find(namespace, newerId);
    if (newer === null) throw memoryNotFound(newerId);
    // What looks planted replaces nothing.
    if (isQuarantined(newer)) return [];
    const links: AppliedLink[] = [];
    for (const each of new Set(replaced)) {
      const id = replacedId(each).toLowerCase();
      const whole = older.get(id);
      if (!whole) continue;
      const memory =
        typeof each === 'string' ? whole : await this.clauses.split(namespace, each, { act, path });
      const edit = closingEdit(memory, newer);
      if (!edit) continue;
      await this.memories.edit(namespace, memory.id, edit, act);
      links.push(reportedLink(memory, newer));
      await this.uphold(namespace, newer, id, act);
    }
    return links;
  }

  /**
   * What was said the other way round before, in one step or several, no longer counts: else both would hold no more.
   * Belongs into the unit of work that supersedes the older memory.
   */
  async uphold(namespace: string, newer: Memory, olderId: string, act: Act): Promise<void> {
    let next = newer.supersededBy;
    for (let step = 0; step < LONGEST_CHAIN && next !== null; step++) {
      if (next === olderId) {
        const edit: MemoryEdit = { ...NO_EDIT, cleared: ['supersededBy', 'validTo'] };
        await this.memories.edit(namespace, newer.id, edit, act);
        return;
      }
      next = (await this.memories.find(namespace, next))?.supersededBy ?? null;
    }
  }
}

/** The link that a client names. `older`: the memory before the change. */
export function reportedLink(older: Memory, newer: Memory, endedAt: Date = endBy(older, newer)): AppliedLink {
  return {
    newerId: newer.id,
    olderId: older.id,
    kind: 'update',
    certainty: 1,
    foundBy: 'client',
    ...closureOf(older, endedAt),
  };
}

export function supersedesItself(path: readonly (string | number)[], id: string): Error {
  return invalid(['body', ...path], 'Value error, a memory cannot supersede itself', id);
}
