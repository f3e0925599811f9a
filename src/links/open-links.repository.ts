// SQL: open links of recalled memories, read with recalls that find one: for Prisma's client it takes twice the time.
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { BatchLoader } from '../common/batch-loader';
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';
import { cursorAt, isAtVersion, type NamespaceVersion, type VersionedCursor } from '../retrieval/change-feed';
import type { ReadAgent } from '../sessions/session';
import type { OpenLink } from './link';

type LinkedAgent = Pick<ReadAgent, 'agentId' | 'namespaceVersion' | 'linksVersion'>;

interface WantedLinks {
  agentId: string;
  ids: readonly string[];
}

/** The open links of an agent as they were once. */
interface KnownLinks {
  /** By each of the two memories; null where there are too many, or none any more. */
  byMemory: ReadonlyMap<string, OpenLink[]> | null;
  /** All deletions of memories before it are known; null where that cannot be said. */
  cursor: VersionedCursor | null;
}

/** Open links of an agent that a process remembers, at most. */
const MOST_LINKS = 5_000;
/** Of all agents: some 20 MB. */
const MOST_OF_ALL = 50_000;
/** How long: a replica of the version before changes links without a sign. */
const FRESH_MS = 60_000;

/**
 * Reads open links. A process remembers those of an agent until they change, as `linksVersion` of the session tells. A
 * deletion of a memory takes its links away without that sign: after writes to the memories, the database is asked for those
 * that are still there.
 */
@Injectable()
export class OpenLinksRepository {
  private readonly links = new BatchLoader<WantedLinks, OpenLink[]>((wanted) => this.readLinks(wanted), {
    readings: 2,
    keys: 50,
  });

  /** By `linksVersion` and the agent. */
  private readonly known = new LRUCache<string, KnownLinks, LinkedAgent>({
    maxSize: MOST_OF_ALL,
    sizeCalculation: ({ byMemory }) => 1 + (byMemory?.size ?? 0),
    ttl: FRESH_MS,
    fetchMethod: (_key, _stale, { context }) => this.readAll(context),
  });

  constructor(private readonly prisma: PrismaService) {}

  /** Open links of which one memory or both are among these, each once. */
  async of(agent: LinkedAgent, ids: readonly string[]): Promise<OpenLink[]> {
    const { agentId, linksVersion, namespaceVersion } = agent;
    if (linksVersion === null || ids.length === 0) return [];
    const known =
      linksVersion === undefined
        ? undefined
        : await this.known.fetch(`${linksVersion} ${agentId}`, { context: agent });
    if (known?.byMemory) {
      const links = new Set(ids.flatMap((id) => known.byMemory?.get(id) ?? []));
      if (links.size === 0 || isAsOf(known, namespaceVersion)) return [...links];
    }
    return (await this.links.find({ agentId, ids })) ?? [];
  }

  private async readAll({ agentId, namespaceVersion }: LinkedAgent): Promise<KnownLinks> {
    const open = sql`FROM memory_links l WHERE l.agent_id = ${agentId} AND l.state = 'open'`;
    const rows = await this.prisma.query<OpenLink & { xmin: string }>(sql`
      SELECT l.newer_id AS "newerId", l.older_id AS "olderId", l.kind, l.certainty,
        pg_snapshot_xmin(pg_current_snapshot())::text AS xmin
      ${open} AND (SELECT count(*) FROM (SELECT 1 ${open} LIMIT ${MOST_LINKS + 1}) counted) <= ${MOST_LINKS}`);
    const [first] = rows;
    if (first === undefined) return { byMemory: null, cursor: null };
    const byMemory = new Map<string, OpenLink[]>();
    for (const { xmin: _, ...link } of rows) {
      for (const id of [link.newerId, link.olderId]) {
        const links = byMemory.get(id);
        if (links) links.push(link);
        else byMemory.set(id, [link]);
      }
    }
    // In a distributed database, links and memories are on different servers, and do not go at one instant.
    const isKnown = namespaceVersion !== null && !(await this.prisma.isDistributed());
    return { byMemory, cursor: isKnown ? cursorAt(namespaceVersion, first.xmin) : null };
  }

  private async readLinks(wanted: readonly WantedLinks[]): Promise<Map<WantedLinks, OpenLink[]>> {
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
}

/** Whether no memory was deleted since links were read, as far as the version tells. */
function isAsOf({ cursor }: KnownLinks, version: NamespaceVersion | null): boolean {
  return cursor !== null && version !== null && isAtVersion(cursor, version, false);
}
