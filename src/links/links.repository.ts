import { Injectable } from '@nestjs/common';
import type { AuditNote } from '../audit/audit-trail';
import { recordedWrite } from '../audit/recorded-write';
import { namespaceOf } from '../agents/agent';
import { uuidv7 } from 'uuidv7';
import type { Supersession } from '../agents/agent';
import { lockAgent, lockKnownAgent } from '../agents/agents.repository';
import { PrismaService } from '../database/prisma.service';
import type { AppliedLink, FoundLink, LinkFinder, LinkKind, LinkState, MemoryLink, StoredLink } from './link';

/** Who changes links, and when. */
export interface LinkChange {
  at: Date;
  by: string;
}

export interface LinkQuery {
  /** Null for any. */
  state: LinkState | null;
  kind: LinkKind | null;
  /** One of the two memories. */
  memoryId: string | null;
  /** Of `madeAt`: inclusive. */
  since: Date | null;
  /** Of `madeAt`: exclusive. */
  until: Date | null;
  foundBy: LinkFinder | null;
  after: { madeAt: Date; linkId: string } | null;
  limit: number;
}

@Injectable()
export class LinksRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Locks the agent until the transaction ends: its links are written by one at a time. Throws AgentNotFound. */
  lockAgent(agentId: string): Promise<void> {
    return lockKnownAgent(this.prisma, agentId);
  }

  /** Records links whose older memories were closed. A pair that has a link keeps its id. The caller holds the agent. */
  async apply(agentId: string, applied: readonly AppliedLink[], { at, by }: LinkChange): Promise<void> {
    if (applied.length === 0) return;
    const known = await this.known(agentId, applied);
    const links = applied.map((link) => {
      const before = known.get(pairOf(link));
      const ids = { linkId: before?.linkId ?? uuidv7(), madeAt: before?.madeAt ?? at };
      return { ...link, ...ids, state: 'applied' as const, changedAt: at, changedBy: by };
    });
    await recordedWrite(
      this.prisma,
      () => this.save(agentId, links, known),
      () => linkNote(agentId, by, links, 'applied'),
    );
    await this.renew(agentId);
  }

  /**
   * Opens links of pairs that are not settled. A pair that has one keeps its id, and one that is applied stays so. Returns
   * those that are open now. The caller holds the agent.
   */
  async open(agentId: string, found: readonly FoundLink[], { at, by }: LinkChange): Promise<MemoryLink[]> {
    const known = await this.known(agentId, found);
    const changed = { state: 'open' as const, changedAt: at, changedBy: by };
    const links: MemoryLink[] = [];
    for (const link of found) {
      const before = known.get(pairOf(link));
      if (before?.state === 'applied') continue;
      links.push({ ...link, ...changed, linkId: before?.linkId ?? uuidv7(), madeAt: before?.madeAt ?? at });
    }
    if (links.length === 0) return links;
    await recordedWrite(
      this.prisma,
      () => this.save(agentId, links, known),
      () => linkNote(agentId, by, links, 'open'),
    );
    await this.renew(agentId);
    return links;
  }

  private async save(
    agentId: string,
    links: readonly MemoryLink[],
    known: ReadonlyMap<string, unknown>,
  ): Promise<void> {
    const isKnown = (link: MemoryLink): boolean => known.has(pairOf(link));
    const fresh = links.filter((link) => !isKnown(link));
    if (fresh.length > 0) await this.rows.createMany({ data: fresh.map((link) => ({ ...link, agentId })) });
    for (const { linkId, ...data } of links.filter(isKnown)) {
      await this.rows.update({ where: { agentId_linkId: { agentId, linkId } }, data });
    }
  }

  async find(agentId: string, linkId: string): Promise<StoredLink | null> {
    const row = await this.rows.findUnique({ where: { agentId_linkId: { agentId, linkId } } });
    return row && toLink(row);
  }

  /** Newest first. */
  async list(agentId: string, query: LinkQuery): Promise<StoredLink[]> {
    const { memoryId, since, until, after } = query;
    const rows = await this.rows.findMany({
      where: {
        agentId,
        ...(query.state !== null && { state: query.state }),
        ...(query.kind !== null && { kind: query.kind }),
        ...(query.foundBy !== null && { foundBy: query.foundBy }),
        madeAt: { ...(since && { gte: since }), ...(until && { lt: until }) },
        AND: [
          memoryId === null ? {} : { OR: [{ newerId: memoryId }, { olderId: memoryId }] },
          after === null
            ? {}
            : {
                OR: [
                  { madeAt: { lt: after.madeAt } },
                  { madeAt: after.madeAt, linkId: { lt: after.linkId } },
                ],
              },
        ],
      },
      orderBy: [{ madeAt: 'desc' }, { linkId: 'desc' }],
      take: query.limit,
    });
    return rows.map(toLink);
  }

  /** Links that are not rejected and whose newer memory is among these, newest first. */
  async madeBy(agentId: string, newerIds: readonly string[], limit: number): Promise<MemoryLink[]> {
    const rows = await this.rows.findMany({
      where: { agentId, newerId: { in: [...newerIds] }, state: { not: 'rejected' } },
      orderBy: [{ madeAt: 'desc' }, { linkId: 'desc' }],
      take: limit,
    });
    return rows.map(toLink);
  }

  /** False when its state is another one by now. */
  async change(
    agentId: string,
    link: MemoryLink,
    state: LinkState,
    { at, by }: LinkChange,
  ): Promise<boolean> {
    const change = () =>
      this.rows.updateMany({
        where: { agentId, linkId: link.linkId, state: link.state },
        data: { state, changedAt: at, changedBy: by, formerBy: null, formerTo: null, endedAt: null },
      });
    const { count } = await recordedWrite(this.prisma, change, (changed) =>
      changed.count === 1 ? linkNote(agentId, by, [link], state) : null,
    );
    if (count === 1) await this.renew(agentId);
    return count === 1;
  }

  /** Rejects the open link of a pair, if it has one. */
  async settle(agentId: string, pair: Pair, change: LinkChange): Promise<void> {
    for (const link of (await this.known(agentId, [pair])).values())
      if (link.state === 'open') await this.change(agentId, link, 'rejected', change);
  }

  /** Deletes the open links that were found in a memory before it was edited, but those of these pairs. */
  async withdraw(agentId: string, memoryId: string, editedAt: Date, still: readonly Pair[]): Promise<void> {
    const others = still.map(({ newerId, olderId }) => (newerId === memoryId ? olderId : newerId));
    const isOther = { notIn: others };
    const where = {
      agentId,
      state: 'open',
      foundBy: { in: ['judge', 'model'] },
      changedAt: { lt: editedAt },
      OR: [
        { newerId: memoryId, olderId: isOther },
        { olderId: memoryId, newerId: isOther },
      ],
    };
    await recordedWrite(
      this.prisma,
      async () => {
        await lockAgent(this.prisma, agentId);
        const links = await this.rows.findMany({ where, select: { linkId: true } });
        const among = { linkId: { in: links.map(({ linkId }) => linkId) } };
        if (links.length === 0) return [];
        await this.rows.deleteMany({ where: { ...where, ...among } });
        await this.renew(agentId);
        return links;
      },
      (links) => linkNote(agentId, null, links, 'withdrawn'),
    );
  }

  /** The agent of a namespace, and what becomes of links that are found in it; null without an agent. */
  async ownerOf(namespace: string): Promise<LinkOwner | null> {
    const select = { agentId: true, namespace: true, supersession: true } as const;
    const row = await this.prisma.models.agent.findUnique({ where: { namespace }, select });
    return row && { ...row, supersession: row.supersession as Supersession };
  }

  /** The links of these pairs, whichever memory is named first, by `pairOf`. */
  async known(agentId: string, pairs: readonly Pair[]): Promise<Map<string, StoredLink>> {
    if (pairs.length === 0) return new Map();
    const ids = [...new Set(pairs.flatMap(({ newerId, olderId }) => [newerId, olderId]))];
    const rows = await this.rows.findMany({
      where: { agentId, newerId: { in: ids }, olderId: { in: ids } },
    });
    const wanted = new Set(pairs.map(pairOf));
    return new Map(rows.filter((row) => wanted.has(pairOf(row))).map((row) => [pairOf(row), toLink(row)]));
  }

  /** What processes know of the open links of the agent holds no longer. The caller holds the agent. */
  private async renew(agentId: string): Promise<void> {
    const { models } = this.prisma;
    await models.agent.updateMany({ where: { agentId }, data: { linksVersion: { increment: 1 } } });
  }

  private get rows() {
    return this.prisma.models.memoryLink;
  }
}

/** The record of links that got a state. */
function linkNote(
  agentId: string,
  by: string | null,
  links: readonly (Pick<MemoryLink, 'linkId'> & Partial<Pair>)[],
  event: string,
): AuditNote | null {
  if (links.length === 0) return null;
  const items = links.map(({ linkId: id, olderId: older, newerId: newer }) => ({
    kind: 'link',
    id,
    event,
    ...(older !== undefined && newer !== undefined && { memories: { older, newer } }),
  }));
  return { chain: namespaceOf(agentId), operation: `${event}Links`, actor: by, items };
}

export interface LinkOwner {
  agentId: string;
  namespace: string;
  supersession: Supersession;
}

interface Pair {
  newerId: string;
  olderId: string;
}

/** A pair, whichever of its memories is named first. */
export function pairOf({ newerId, olderId }: Pair): string {
  return newerId < olderId ? `${newerId}/${olderId}` : `${olderId}/${newerId}`;
}

interface LinkRow extends Omit<StoredLink, 'kind' | 'foundBy' | 'state'> {
  agentId: string;
  kind: string;
  foundBy: string;
  state: string;
}

function toLink({ agentId: _, ...row }: LinkRow): StoredLink {
  return {
    ...row,
    kind: row.kind as LinkKind,
    foundBy: row.foundBy as LinkFinder,
    state: row.state as LinkState,
  };
}
