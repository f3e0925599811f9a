import { Injectable } from '@nestjs/common';
import type { Act, Memory } from '../backend/memory';
import { isQuarantined } from '../backend/judged-memory';
import { MemoryStore } from '../backend/memory-store';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { actBy, type Actor, actorOf, type ActiveSession } from '../sessions/session';
import {
  closingEdit,
  closureOf,
  isSettled,
  reopeningEdit,
  type AppliedLink,
  type FoundLink,
  type LinkState,
  type MemoryLink,
  type StoredLink,
} from './link';
import { LinksRepository, pairOf, type LinkQuery } from './links.repository';

/** Applied links that one request takes back: each is a unit of work of its own. */
const MOST_UNDONE = 1_000;
const PAGE = 100;
const MOST_MADE = 500;

/** A link with those of its memories that are there, and that are not quarantined. */
export type ShownLink = MemoryLink & { newer: Memory | null; older: Memory | null };

/** Opens, applies and rejects links between memories. */
@Injectable()
export class Links {
  constructor(
    private readonly memories: MemoryStore,
    private readonly links: LinksRepository,
    private readonly clock: Clock,
  ) {}

  /** Newest first. */
  async list({ agentId, namespace }: ActiveSession, query: LinkQuery): Promise<ShownLink[]> {
    return this.shown(namespace, await this.links.list(agentId, query));
  }

  /** Links that are not rejected and whose newer memory is among these, newest first, at most 500. */
  async madeBy({ agentId, namespace }: ActiveSession, newerIds: readonly string[]): Promise<ShownLink[]> {
    return newerIds.length === 0
      ? []
      : this.shown(namespace, await this.links.madeBy(agentId, newerIds, MOST_MADE));
  }

  /** Throws `link_not_found`. */
  async find({ agentId, namespace }: ActiveSession, linkId: string): Promise<ShownLink> {
    const link = await this.links.find(agentId, linkId);
    const [shown] = link === null ? [] : await this.shown(namespace, [link]);
    if (shown === undefined) throw linkNotFound(linkId);
    return shown;
  }

  /** The links of pairs that are not settled. `memories`: those of the pairs. */
  async unsettled(
    { agentId }: Pick<Actor, 'agentId'>,
    found: readonly FoundLink[],
    memories: readonly Memory[],
  ): Promise<FoundLink[]> {
    const known = await this.links.known(agentId, found);
    const byId = new Map(memories.map((each) => [each.id, each]));
    return found.filter((link) => {
      const [before, older, newer] = [
        known.get(pairOf(link)),
        byId.get(link.olderId),
        byId.get(link.newerId),
      ];
      return !before || !older || !newer || !isSettled(before, older, newer);
    });
  }

  /** Opens links that were found, of pairs that are not settled. */
  async open(session: Actor, found: readonly FoundLink[]): Promise<ShownLink[]> {
    if (found.length === 0) return [];
    const { agentId, namespace } = session;
    const change = { at: this.clock.now(), by: actorOf(session) };
    await this.memories.unitOfWork(namespace, {
      lock: () => this.links.lockAgent(agentId),
      work: () => Promise.resolve(),
      record: async () => {
        await this.links.lockAgent(agentId);
        await this.links.open(agentId, found, change);
      },
    });
    const known = await this.links.known(agentId, found);
    return this.shown(
      namespace,
      [...known.values()].filter(({ state }) => state === 'open'),
    );
  }

  /**
   * Rejects a link. One that was applied gives its older memory back what it said before, unless that was changed since.
   * Rejecting it again changes nothing. Throws `link_not_found`.
   */
  reject(session: ActiveSession, linkId: string): Promise<StoredLink> {
    return this.change(session, linkId, 'rejected');
  }

  /** Closes the older memory of a link in favour of the newer one. Throws `link_not_found`, `memory_not_found`. */
  apply(session: Actor, linkId: string): Promise<StoredLink> {
    return this.change(session, linkId, 'applied');
  }

  /** Rejects the applied links of a span, newest first, at most 1,000; whether there are more. */
  async undo(
    session: ActiveSession,
    span: Pick<LinkQuery, 'since' | 'until' | 'foundBy'>,
  ): Promise<{ rejected: string[]; hasMore: boolean }> {
    const rejected: string[] = [];
    const query = {
      ...span,
      state: 'applied',
      kind: null,
      memoryId: null,
      after: null,
      limit: PAGE,
    } as const;
    let found = await this.links.list(session.agentId, query);
    while (found.length > 0 && rejected.length < MOST_UNDONE) {
      for (const { linkId } of found) {
        await this.reject(session, linkId);
        rejected.push(linkId);
      }
      found = await this.links.list(session.agentId, query);
    }
    return { rejected, hasMore: found.length > 0 };
  }

  private async change(session: Actor, linkId: string, state: LinkState): Promise<StoredLink> {
    const { agentId, namespace } = session;
    const act = actBy(session, this.clock.writeTime());
    const before = await this.links.find(agentId, linkId);
    if (before === null) throw linkNotFound(linkId);
    const done = await this.memories.unitOfWork(namespace, {
      ids: [before.olderId, before.newerId],
      lock: async () => {
        await this.links.lockAgent(agentId);
        return this.links.find(agentId, linkId);
      },
      work: async (memories, link) => {
        if (link === null) throw linkNotFound(linkId);
        if (link.state === state) return null;
        const pair = new Map(memories.map((memory) => [memory.id, memory]));
        const applied = state === 'applied' ? await this.close(namespace, link, pair, act) : null;
        const reopenedAt = applied === null ? await this.reopen(namespace, link, pair, act) : null;
        return { link, applied, reopenedAt };
      },
      record: async (change) => {
        if (change === null) return;
        // Not earlier than the reopened memory, or the pair would count as changed after the decision.
        const at = { at: latest(act.at ?? this.clock.now(), change.reopenedAt), by: act.by };
        await this.links.lockAgent(agentId);
        if (change.applied) await this.links.apply(agentId, [change.applied], at);
        else if (!(await this.links.change(agentId, change.link, state, at))) throw linkNotFound(linkId);
      },
    });
    return done === null ? before : ((await this.links.find(agentId, linkId)) ?? before);
  }

  private async close(
    namespace: string,
    { newerId, olderId, kind, certainty, foundBy }: StoredLink,
    pair: ReadonlyMap<string, Memory>,
    act: Act,
  ): Promise<AppliedLink> {
    const [newer, older] = [pair.get(newerId), pair.get(olderId)];
    if (!newer || !older)
      throw new DomainError('memory_not_found', `Memory ${newer ? olderId : newerId} not found`);
    if (isQuarantined(newer)) throw new DomainError('memory_not_found', `Memory ${newerId} is quarantined`);
    const edit = closingEdit(older, newer);
    if (edit) await this.memories.edit(namespace, olderId, edit, act);
    const endedAt = edit?.validTo ?? older.validTo ?? newer.createdAt;
    return { newerId, olderId, kind, certainty, foundBy, ...closureOf(older, endedAt) };
  }

  /** When the older memory was changed by it; null when it was not. */
  private async reopen(
    namespace: string,
    link: StoredLink,
    pair: ReadonlyMap<string, Memory>,
    act: Act,
  ): Promise<Date | null> {
    const older = link.state === 'applied' ? pair.get(link.olderId) : undefined;
    const edit = older ? reopeningEdit(older, link) : null;
    if (edit === null) return null;
    await this.memories.edit(namespace, link.olderId, edit, act);
    return (await this.memories.find(namespace, link.olderId))?.updatedAt ?? null;
  }

  private async shown(namespace: string, links: readonly MemoryLink[]): Promise<ShownLink[]> {
    const ids = [...new Set(links.flatMap(({ newerId, olderId }) => [newerId, olderId]))];
    const memories = ids.length === 0 ? [] : await this.memories.findAll(namespace, ids);
    const shown = memories.filter((memory) => !isQuarantined(memory));
    const there = new Map(shown.map((memory) => [memory.id, memory]));
    return links.map((link) => {
      return { ...link, newer: there.get(link.newerId) ?? null, older: there.get(link.olderId) ?? null };
    });
  }
}

function latest(one: Date, other: Date | null): Date {
  return other !== null && other > one ? other : one;
}

export function linkNotFound(id: string): DomainError {
  return new DomainError('link_not_found', `Link ${id} not found`);
}
