// What the mixed profile of the load benchmark compares the service with: bare Express 5 in its own process, which
// parses the same requests and answers bodies of the same shape, from the statements that the service sends for
// them, through `pg`. It checks no token, validates nothing, ranks nothing (the memories of a recall are drawn by
// chance) and logs nothing. With BARE=1 it sends only the one statement of each request that does what was asked.
// Started by bench/load.ts with DATABASE_URL, DATABASE_POOL_SIZE and BARE.
import { randomInt } from 'node:crypto';
import express, { type Request, type Response } from 'express';
import type { Pool } from 'pg';
import type { CursorRow } from '../src/backend/embedded/feed-rows';
import { toMemory, type MemoryRow } from '../src/backend/embedded/memory-rows';
import { toMemoryRecord } from '../src/memories/memory-record.dto';
import { isAtVersion, type NamespaceVersion } from '../src/retrieval/change-feed';
import { ceilingPool, serveCeiling } from './support/ceiling-server';
import { assertStored } from './support/ceiling-statements';
import { newMemory } from './support/ceiling-memory';
import { readCeilingAgents, type CeilingAgent } from './support/mixed/ceiling-agents';
import {
  recordStatements,
  type MixedStatements,
  type Parameters,
  type StatementName,
} from './support/mixed/recorded-statements';
import { RECALL_LIMIT } from './support/mixed/request-mix';

type Body = Record<'content' | 'query' | 'as_of' | 'since', string>;
type Counted = MemoryRow & { total: number };
type Handler = (agent: CeilingAgent, body: Body, version: NamespaceVersion | null) => Promise<object>;

class Ceiling {
  constructor(
    private readonly pool: Pool,
    private readonly statements: MixedStatements,
    /** Only what was asked, neither the session nor the index's reading of changes. */
    private readonly isBare: boolean,
  ) {}

  async remember(agent: CeilingAgent, { content }: Body): Promise<object> {
    const memory = newMemory(agent, content);
    const memories = JSON.stringify([{ namespace: agent.namespace, ...memory }]);
    const inserting = this.statements.insert.with({ memories, namespaces: [agent.namespace] });
    assertStored((await this.pool.query(inserting)).rows);
    const { id, confidence, provenance, type } = memory;
    const { namespace } = agent;
    return { memory_id: id, ...scopeOf(agent), namespace, status: 'queued', confidence, provenance, type };
  }

  async recall(agent: CeilingAgent, { query }: Body, version: NamespaceVersion | null): Promise<object> {
    if (version !== null && !(agent.cursor && isAtVersion(agent.cursor, version, false)))
      await this.readChanges(agent);
    const ids = Array.from({ length: RECALL_LIMIT }, () => agent.ids[randomInt(agent.ids.length)]);
    const rows = await this.select<MemoryRow>('byIds', { namespace: agent.namespace, ids });
    const memories = rows.map((row) => toMemoryRecord(toMemory(row), agent.agentId, true, 0.5));
    return { ...scopeOf(agent), query, memories, count: rows.length, retrieval: 'lexical' };
  }

  async recent(agent: CeilingAgent): Promise<object> {
    const rows = await this.select<Counted>('recent', { namespace: agent.namespace });
    return { ...listed(agent, rows), total_available: rows[0]?.total ?? 0, temporal_mode: 'recent' };
  }

  async asOf(agent: CeilingAgent, { as_of }: Body): Promise<object> {
    const at = new Date(as_of);
    const rows = await this.select<MemoryRow>('asOf', { namespace: agent.namespace, at });
    return { ...listed(agent, rows), as_of_date: at.toISOString(), temporal_mode: 'as_of' };
  }

  async changedSince(agent: CeilingAgent, { since }: Body): Promise<object> {
    const at = new Date(since);
    const rows = await this.select<MemoryRow>('changedSince', { namespace: agent.namespace, at });
    const { memories, ...rest } = listed(agent, rows);
    const changed = memories.map((memory) => ({ ...memory, change_type: 'created' }));
    return { ...rest, memories: changed, since_date: at.toISOString(), temporal_mode: 'changed_since' };
  }

  async all(agent: CeilingAgent): Promise<object> {
    const rows = await this.select<Counted>('page', { namespace: agent.namespace });
    const total = rows[0]?.total ?? 0;
    const shown = listed(agent, rows.slice(0, -1));
    return { ...shown, total_available: total, next_cursor: rows.at(-1)?.id ?? null, temporal_mode: 'all' };
  }

  /** Reads the session as the service does, with the version of its namespace; null if bare. */
  async readSession({ sessionId }: CeilingAgent): Promise<NamespaceVersion | null> {
    if (this.isBare) return null;
    const [row] = await this.select<{ namespaceVersion: NamespaceVersion }>('session', { sessionId });
    if (row === undefined) throw new Error(`No session ${sessionId}`);
    return row.namespaceVersion;
  }

  /** From where the last reading ended, as the index does; what has changed is read and left. */
  private async readChanges(agent: CeilingAgent): Promise<void> {
    const { namespace, cursor } = agent;
    const [row] =
      cursor === null
        ? await this.select<CursorRow>('feedStart', { namespace })
        : await this.select<CursorRow>('feedChanges', { namespace, xmin: cursor.xmin });
    if (row === undefined) throw new Error(`No namespace ${namespace}`);
    const { namespace_id: namespaceId, server, xmin, space } = row;
    agent.cursor = { namespaceId, server, xmin, space, language: 'english' };
  }

  private async select<Row extends object>(name: StatementName, given: Parameters): Promise<Row[]> {
    return (await this.pool.query<Row>(this.statements[name].with(given))).rows;
  }
}

function scopeOf({ agentId, sessionId }: CeilingAgent) {
  return { agent_id: agentId, session_id: sessionId };
}

function listed(agent: CeilingAgent, rows: readonly MemoryRow[]) {
  const memories = rows.map((row) => toMemoryRecord(toMemory(row), agent.agentId, true));
  return { ...scopeOf(agent), memories, count: memories.length };
}

async function main(): Promise<void> {
  const pool = ceilingPool();
  const agents = await readCeilingAgents(pool);
  const ceiling = new Ceiling(pool, await recordStatements(), process.env.BARE === '1');
  const handlers: Record<string, Handler> = {
    remember: (agent, body) => ceiling.remember(agent, body),
    recall: (agent, body, version) => ceiling.recall(agent, body, version),
    'recall/recent': (agent) => ceiling.recent(agent),
    'recall/as-of': (agent, body) => ceiling.asOf(agent, body),
    'recall/changed-since': (agent, body) => ceiling.changedSince(agent, body),
    'recall/all': (agent) => ceiling.all(agent),
  };
  const app = express().use(express.json());
  for (const [path, handler] of Object.entries(handlers)) {
    app.post(
      `/api/v2/agents/:agent_id/${path}`,
      async (request: Request<{ agent_id: string }, unknown, Body>, response: Response) => {
        const agent = agents.get(request.params.agent_id);
        if (agent === undefined) throw new Error(`No agent ${request.params.agent_id}`);
        const version = await ceiling.readSession(agent);
        response.json(await handler(agent, request.body, version));
      },
    );
  }
  serveCeiling(app);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
