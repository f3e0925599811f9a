// SQL: open links of recalled memories, read with each recall: for Prisma's client a recall takes twice the time.
import { Injectable } from '@nestjs/common';
import type { AuditNote } from '../audit/audit-trail';
import { recordedWrite } from '../audit/recorded-write';
import { namespaceOf } from '../agents/agent';
import { uuidv7 } from 'uuidv7';
import type { Supersession } from '../agents/agent';
import { lockKnownAgent } from '../agents/agents.repository';
import { BatchLoader } from '../common/batch-loader';
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';
import type {
  AppliedLink,
  FoundLink,
  LinkFinder,
  LinkKind,
  LinkState,
  MemoryLink,
  OpenLink,
  StoredLink,
} from './link';

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
  private readonly openLinks = new BatchLoader<WantedLinks, OpenLink[]>((wanted) => this.readOpen(wanted), {
    readings: 2,
    keys: 50,
  });

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
    await recordedWrite(
      this.prisma,
      () => this.save(agentId, links, known),
      () => linkNote(agentId, by, links, 'open'),
    );
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

  /** Open links of which one memory is among these, each once. Concurrent callers share a statement. */
  async openOf(agentId: string, ids: readonly string[]): Promise<OpenLink[]> {
    return (await this.openLinks.find({ agentId, ids })) ?? [];
  }

  private async readOpen(wanted: readonly WantedLinks[]): Promise<Map<WantedLinks, OpenLink[]>> {
    const rows = wanted.flatMap(({ agentId, ids }, at) => ids.map((id) => ({ at, agentId, id })));
    const given = sql`unnest(${rows.map(({ at }) => at)}::int[], ${rows.map((row) => row.agentId)}::text[],
      ${rows.map(({ id }) => id)}::uuid[]) AS w (at, agent_id, id)`;
    const found = await this.prisma.query<OpenLink & { at: number }>(sql`
      SELECT w.at, l.newer_id AS "newerId", l.older_id AS "olderId", l.kind, l.certainty
      FROM ${given} JOIN memory_links l ON l.agent_id = w.agent_id AND l.newer_id = w.id AND l.state = 'open'
      UNION
      SELECT w.at, l.newer_id, l.older_id, l.kind, l.certainty
      FROM ${given} JOIN memory_links l ON l.agent_id = w.agent_id AND l.older_id = w.id AND l.state = 'open'`);
    const links = new Map<WantedLinks, OpenLink[]>();
    for (const { at, ...link } of found) {
      const of = wanted[at];
      if (of) links.set(of, [...(links.get(of) ?? []), link]);
    }
    return links;
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
        const links = await this.rows.findMany({ where, select: { linkId: true } });
        const among = { linkId: { in: links.map(({ linkId }) => linkId) } };
        if (links.length > 0) await this.rows.deleteMany({ where: { ...where, ...among } });
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

  private get rows() {
    return this.prisma.models.memoryLink;
  }
}

interface WantedLinks {
  agentId: string;
  ids: readonly string[];
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
