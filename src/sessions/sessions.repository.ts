// SQL: every request looks up its session; one statement takes 0.6 ms of processor time, Prisma's three calls 4 ms.
import { Injectable } from '@nestjs/common';
import { noteOn, recordedWrite } from '../audit/recorded-write';
import type { KeyToCheck } from '../access/key';
import type { AgentPattern } from '../agents/agent';
import { lockAgent, matchesOneOf } from '../agents/agents.repository';
import { namespaceVersion } from '../backend/embedded/namespace-version';
import { AgentOverrides, type ReadOverrides } from '../database/agent-overrides';
import { PrismaService } from '../database/prisma.service';
import { listOf, sql, type Sql } from '../database/sql';
import type { NamespaceVersion } from '../retrieval/change-feed';
import { setNamespaceVersion } from './namespace-version-of';
import type { ActiveSession, ReadAgent, StoredSession } from './session';

export interface SessionAgent {
  agentId: string;
  namespace: string;
  pattern: AgentPattern;
  reads: readonly ReadAgent[] | null;
}

export interface Renewal {
  sessionId: string;
  fromHash: string;
  toHash: string;
  at: Date;
  expiresAt: Date;
}

/** An expired session that a new one replaces. */
export interface Replaced {
  sessionId: string;
  at: Date;
}

export interface FoundSession extends StoredSession {
  /** Of the settings as they were stored when the session was read. */
  settingsVersion: string;
}

type SessionRow = FoundSession & { namespaceVersion: NamespaceVersion | null } & Pick<
    ReadOverrides,
    'overrides'
  >;

/** Sessions that one statement may look up. */
const MOST_FOUND = 100;
/** Concurrent statements, and sessions of each. With one, later requests wait for all of it; with many, few share. */
export const LOOK_UPS = { readings: 2, keys: MOST_FOUND } as const;
/** For how many there is a statement of its own. */
const PLACES = [1, 4, 16, MOST_FOUND];

/** The version of the stored settings (`StoredSettings`). */
const SETTINGS_VERSION: Sql = sql`(SELECT COALESCE(max(version), 0)::text FROM settings)`;

/** As `linksVersion` of a session, of an agent. */
function linksVersion(agent: Sql): Sql {
  return sql`CASE WHEN EXISTS (SELECT FROM memory_links l WHERE l.agent_id = ${agent}.agent_id AND l.state = 'open')
    THEN ${agent}.links_version::float8 END`;
}

/** The agents that the agent `a` reads, in their order, each with what a recall needs to know of it. */
const READ_AGENTS: Sql = sql`(
  SELECT json_agg(json_build_object('agentId', r.agent_id, 'namespace', r.namespace,
      'linksVersion', ${linksVersion(sql`r`)},
      'namespaceVersion', ${namespaceVersion(sql`r.namespace`)}) ORDER BY x.place)
  FROM agent_reads x JOIN agents r ON r.agent_id = x.read_id WHERE x.agent_id = a.agent_id)`;

/** What the agent `a` has instead of settings, as JSON; null where it has nothing. */
const OVERRIDES: Sql = sql`CASE WHEN num_nonnulls(a.redaction, a.redaction_personal, a.max_memories, a.max_bytes,
    a.writes_per_minute) > 0 THEN json_build_object('redaction', a.redaction, 'redactionPersonal', a.redaction_personal,
    'maxMemories', a.max_memories, 'maxBytes', a.max_bytes, 'writesPerMinute', a.writes_per_minute) END`;

/** With the versions of the settings and of the namespace, and what the agent has instead of settings. */
const SESSION_COLUMNS: Sql = sql`
    s.session_id AS "sessionId", a.agent_id AS "agentId", a.namespace, a.pattern, s.status,
    s.recreated_from AS "recreatedFrom", encode(s.token_hash, 'hex') AS "tokenHash",
    encode(s.previous_token_hash, 'hex') AS "previousTokenHash", s.renewed_at AS "renewedAt",
    s.started_at AS "startedAt", s.expires_at AS "expiresAt", ${SETTINGS_VERSION} AS "settingsVersion",
    ${linksVersion(sql`a`)} AS "linksVersion",
    ${READ_AGENTS} AS reads, ${OVERRIDES} AS overrides,
    ${namespaceVersion(sql`a.namespace`)} AS "namespaceVersion"`;

/** What the key of a request and the agent of its path stand for. */
export interface FoundByGrant {
  key: KeyToCheck | null;
  hasAgent: boolean;
  /** Active by its status; it may have expired. */
  session: FoundSession | null;
  settingsVersion: string;
}

type GrantRow = Omit<KeyToCheck, 'keyId' | 'expiresAt'> & {
  [Field in keyof SessionRow]: SessionRow[Field] | null;
} & {
  keyId: string | null;
  keyExpiresAt: Date | null;
  settingsVersion: string;
};

/** The agent of fillers, which no agent is called. Repeated pairs would be looked up as often as they are there. */
const NO_AGENT = ' ';

@Injectable()
export class SessionsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly overrides: AgentOverrides,
  ) {}

  /** Repositories called within `work` join its transaction. */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.prisma.transaction(work);
  }

  async find(sessionId: string): Promise<FoundSession | null> {
    return (await this.findAll([sessionId])).get(sessionId) ?? null;
  }

  /** The sessions that exist, by id, all as of one moment. Takes 1 to MOST_FOUND ids. */
  async findAll(sessionIds: readonly string[]): Promise<Map<string, FoundSession>> {
    const ids = listOf(paddedToPlaces(sessionIds, sessionIds.at(-1) ?? ''));
    const learn = this.overrides.learning();
    const rows = await this.prisma.query<SessionRow>(sql`
      SELECT ${SESSION_COLUMNS} FROM sessions s JOIN agents a USING (agent_id) WHERE s.session_id IN (${ids})`);
    learn(rows);
    return new Map(rows.map((row) => [row.sessionId, toFoundSession(row)]));
  }

  /** By `key id/agent id`, all as of one moment. Takes 1 to MOST_FOUND. Without a key the key id is empty. */
  async findByGrants(wanted: readonly string[]): Promise<Map<string, FoundByGrant>> {
    const pairs = paddedToPlaces(wanted, `/${NO_AGENT}`).map((each) => {
      const [keyId = '', agentId = ''] = each.split('/');
      return sql`(${keyId}, ${agentId})`;
    });
    const learn = this.overrides.learning();
    const rows = await this.prisma.query<GrantRow & { wantedKey: string; wantedAgent: string }>(sql`
      SELECT w.key_id AS "wantedKey", w.agent_id AS "wantedAgent", k.key_id AS "keyId", k.name, k.digest, k.agents,
        k.access, NULLIF(k.scopes, '{}') AS scopes, k.expires_at AS "keyExpiresAt", k.rate_limit_per_minute AS "rateLimitPerMinute", ${SESSION_COLUMNS}
      FROM (VALUES ${listOf(pairs)}) AS w (key_id, agent_id)
      LEFT JOIN api_keys k ON k.key_id = w.key_id
      LEFT JOIN agents a ON a.agent_id = w.agent_id
      LEFT JOIN sessions s ON s.agent_id = a.agent_id AND s.status = 'active'
      WHERE w.agent_id <> ${NO_AGENT}`);
    learn(rows);
    return new Map(
      rows.map(({ wantedKey, wantedAgent, ...row }) => [`${wantedKey}/${wantedAgent}`, toFoundByGrant(row)]),
    );
  }

  /** The session of an agent that was activated last, whatever became of it. */
  async findNewest(agentId: string): Promise<StoredSession | null> {
    const last = await this.sessions.findFirst({
      where: { agentId },
      orderBy: { seq: 'desc' },
      select: { sessionId: true },
    });
    return last && this.find(last.sessionId);
  }

  /** The live session that was activated last, of the agents of a grant or of all. */
  async findLastActivated(now: Date, granted: readonly string[] | null): Promise<StoredSession | null> {
    const [last] = await this.prisma.query<{ session_id: string }>(sql`
      SELECT s.session_id FROM sessions s JOIN agents USING (agent_id)
      WHERE s.status = 'active' AND s.expires_at > ${now}
        ${granted === null ? sql`` : sql`AND ${matchesOneOf(granted)}`}
      ORDER BY s.seq DESC LIMIT 1`);
    return last ? this.find(last.session_id) : null;
  }

  /** The namespaces of the agents with a live session, those activated last first, at most so many. */
  async findLiveNamespaces(now: Date, most: number): Promise<string[]> {
    const rows = await this.prisma.query<{ namespace: string }>(sql`
      SELECT a.namespace FROM sessions s JOIN agents a USING (agent_id)
      WHERE s.status = 'active' AND s.expires_at > ${now} ORDER BY s.seq DESC LIMIT ${most}`);
    return rows.map(({ namespace }) => namespace);
  }

  /** Holds the agent until the transaction ends, so that its sessions change one at a time. */
  async lockAgent(agentId: string): Promise<SessionAgent | null> {
    const agent = await lockAgent(this.prisma, agentId);
    if (agent === null) return null;
    const [row] = await this.prisma.query<Pick<SessionAgent, 'reads'>>(
      sql`SELECT ${READ_AGENTS} AS reads FROM agents a WHERE a.agent_id = ${agentId}`,
    );
    return { ...agent, reads: row?.reads ?? null };
  }

  async countSession(agentId: string, now: Date): Promise<void> {
    await this.prisma.models.agent.updateMany({
      where: { agentId },
      data: { sessionCount: { increment: 1 }, lastSession: now },
    });
  }

  /** Ends the active session before a new one: it is superseded, or has expired. */
  async closeActive(agentId: string, now: Date): Promise<void> {
    await this.prisma.execute(sql`
      UPDATE sessions
      SET status = CASE WHEN expires_at > ${now} THEN 'superseded' ELSE 'expired' END,
          ended_at = LEAST(expires_at, ${now})
      WHERE agent_id = ${agentId} AND status = 'active'`);
  }

  /** False when the id is taken. */
  async insert(session: ActiveSession, hash: string, replaced: Replaced | null): Promise<boolean> {
    const insertion = sql`
      INSERT INTO sessions (session_id, agent_id, token_hash, recreated_from, renewed_at, started_at, expires_at)
      VALUES (${session.sessionId}, ${session.agentId}, decode(${hash}, 'hex'), ${replaced?.sessionId ?? null},
              ${replaced?.at ?? null}::timestamptz, ${session.startedAt}, ${session.expiresAt})
      ON CONFLICT (session_id) DO NOTHING`;
    const item = { kind: 'session', id: session.sessionId, event: 'opened' };
    return recordedWrite(
      this.prisma,
      async () => (await this.prisma.execute(insertion)) === 1,
      (isNew) => (isNew ? noteOn(session.namespace, 'openSession', item) : null),
    );
  }

  /** Replaces the token of a live session. False when it is no longer the one in force. */
  async renew({ sessionId, fromHash, toHash, at, expiresAt }: Renewal): Promise<boolean> {
    const previous = bytesOf(fromHash);
    const { count } = await this.sessions.updateMany({
      where: { sessionId, tokenHash: previous, status: 'active' },
      data: { tokenHash: bytesOf(toHash), previousTokenHash: previous, renewedAt: at, expiresAt },
    });
    return count === 1;
  }

  /** Dates the replacement of a token by the session's, once it is committed. */
  async dateReplacement(sessionId: string, at: Date): Promise<void> {
    await this.sessions.updateMany({
      where: { sessionId, renewedAt: { gt: at } },
      data: { renewedAt: at },
    });
  }

  /** False when the session had ended before. */
  async terminate({ sessionId, namespace }: ActiveSession, now: Date): Promise<boolean> {
    const ending = () =>
      this.sessions.updateMany({
        where: { sessionId, status: 'active' },
        data: { status: 'terminated', endedAt: now },
      });
    const item = { kind: 'session', id: sessionId, event: 'ended' };
    const { count } = await recordedWrite(this.prisma, ending, ({ count }) =>
      count === 1 ? noteOn(namespace, 'endSession', item) : null,
    );
    return count === 1;
  }

  private get sessions() {
    return this.prisma.models.session;
  }
}

function toFoundSession({ namespaceVersion: version, overrides: _, ...session }: SessionRow): FoundSession {
  setNamespaceVersion(session, version);
  return session;
}

function toFoundByGrant({
  keyId,
  name,
  digest,
  agents,
  access,
  scopes,
  keyExpiresAt: expiresAt,
  rateLimitPerMinute,
  ...session
}: GrantRow): FoundByGrant {
  return {
    key:
      keyId === null ? null : { keyId, name, digest, agents, access, scopes, expiresAt, rateLimitPerMinute },
    hasAgent: session.agentId !== null,
    session: session.sessionId === null ? null : toFoundSession(session as SessionRow),
    settingsVersion: session.settingsVersion,
  };
}

function bytesOf(hex: string): Buffer<ArrayBuffer> {
  return Buffer.from(hex, 'hex');
}

/**
 * With fillers, as many as there are places in one of a few statements. Of an array PostgreSQL does not know how long it
 * will be, and would plan the statement again for each request, which takes longer than the statement.
 */
function paddedToPlaces(ids: readonly string[], filler: string): string[] {
  const places = PLACES.find((count) => count >= ids.length) ?? ids.length;
  return [...ids, ...Array<string>(places - ids.length).fill(filler)];
}
