// SQL: one statement adds stored sums and entries of the log, by session and by tool.
import { Injectable } from '@nestjs/common';
import type { ActivityEntry, ActivityKind } from '../activity/activity';
import { matchesOneOf } from '../agents/agents.repository';
import { brieflyInTransaction, type TimeLimits } from '../database/bounded-work';
import { PrismaService } from '../database/prisma.service';
import { anyOf, sql, type Sql } from '../database/sql';
import type { ActivityDay, ActivityFilter, SessionUsage, ToolUsage } from './ui-sessions';

/** A page must not keep a connection from the requests of agents. */
const LIMITS: TimeLimits = { lockMs: 500, statementMs: 10_000 };

const MAX_SESSIONS = 500;
const MAX_TOOLS = 500;
/** Clients choose their names freely. */
const MAX_TOOLS_A_SESSION = 20;

interface ListedRow extends Omit<SessionUsage, 'sessionId'>, ToolUsage {
  /** Null in a row of a tool. */
  sessionId: string | null;
}

const HOUR_MS = 3_600_000;
/** Stored sums of this length begin at midnight UTC. */
const DAY_HOURS = 24;
/** Lengths of the stored sums in hours; each is a multiple of the one before. */
const SPANS = [1, 6, 24, 96];
const EVERY_SESSION = sql``;
const AGENT_OF_SESSION = sql`s.agent_id`;

const TOTALS: Sql = sql`
  coalesce(sum(u.writes), 0)::float8 AS writes, coalesce(sum(u.reads), 0)::float8 AS reads,
  coalesce(sum(u.memories_written), 0)::float8 AS "memoriesWritten",
  coalesce(sum(u.memories_read), 0)::float8 AS "memoriesRead"`;
const TOTAL_NAMES = sql`l.writes, l.reads, l."memoriesWritten", l."memoriesRead", l."lastSeen"`;

/** Sessions with their activity. Entries of deleted sessions do not count. */
@Injectable()
export class UiSessionsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Reads within `work` have short time limits, and throw when the log is locked. */
  briefly<T>(work: () => Promise<T>): Promise<T> {
    return brieflyInTransaction(this.prisma, LIMITS, work);
  }

  /** The sessions and the tools of the agents of these patterns that were seen since a time, each last seen first. */
  async list(
    since: Date,
    granted: readonly string[],
  ): Promise<{ sessions: SessionUsage[]; tools: ToolUsage[] }> {
    const isGranted = matchesOneOf(granted, AGENT_OF_SESSION);
    const rows = await this.prisma.query<ListedRow>(sql`
      WITH used AS MATERIALIZED (${selectUsed(since, EVERY_SESSION)}),
        newest AS (
          SELECT s.session_id FROM sessions s LEFT JOIN (
            SELECT u.session_id, max(u.last_seen) AS last_seen FROM used u GROUP BY u.session_id
          ) l USING (session_id)
          WHERE (s.started_at >= ${since} OR l.session_id IS NOT NULL) AND ${isGranted}
          ORDER BY greatest(s.started_at, l.last_seen) DESC, s.session_id LIMIT ${MAX_SESSIONS}
        ),
        seen AS (${selectSessions(sql`s.session_id IN (SELECT n.session_id FROM newest n)`)}),
        by_tool AS (
          SELECT u.tool, max(u.last_seen) AS "lastSeen", ${TOTALS}
          FROM used u JOIN sessions s USING (session_id) WHERE ${isGranted}
          GROUP BY u.tool ORDER BY "lastSeen" DESC, u.tool LIMIT ${MAX_TOOLS}
        )
      SELECT l."sessionId", l."agentId", l."startedAt", l."expiresAt", l.status, l.tools, NULL AS tool, ${TOTAL_NAMES}
      FROM seen l
      UNION ALL
      SELECT NULL, NULL, NULL, NULL, NULL, NULL, l.tool, ${TOTAL_NAMES} FROM by_tool l
      ORDER BY "lastSeen" DESC, "sessionId", tool`);
    const sessions: SessionUsage[] = [];
    const tools: ToolUsage[] = [];
    for (const { sessionId, agentId, startedAt, expiresAt, status, tools: used, tool, ...usage } of rows) {
      if (sessionId === null) tools.push({ tool, ...usage });
      else sessions.push({ sessionId, agentId, startedAt, expiresAt, status, tools: used, ...usage });
    }
    return { sessions, tools };
  }

  async findSession(sessionId: string, since: Date): Promise<SessionUsage | null> {
    const [session] = await this.prisma.query<SessionUsage>(sql`
      WITH used AS (${selectUsed(since, sql`AND a.session_id = ${sessionId}`)})
      ${selectSessions(sql`s.session_id = ${sessionId}`)}`);
    return session ?? null;
  }

  /** Days without an operation are left out. */
  days(since: Date, { agentId, sessionId, granted }: ActivityFilter): Promise<ActivityDay[]> {
    return this.prisma.query<ActivityDay>(sql`
      SELECT to_char(a.start AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, sum(a.writes)::float8 AS writes,
        sum(a.reads)::float8 AS reads, sum(a.memories_written)::float8 AS "memoriesWritten",
        sum(a.memories_read)::float8 AS "memoriesRead"
      FROM activity_sums a JOIN sessions s USING (session_id)
      WHERE a.hours = ${DAY_HOURS} AND a.start >= ${since}
        AND (${agentId}::text IS NULL OR s.agent_id = ${agentId})
        AND (${sessionId}::text IS NULL OR s.session_id = ${sessionId})
        AND ${matchesOneOf(granted ?? ['*'], AGENT_OF_SESSION)}
      GROUP BY a.start ORDER BY a.start`);
  }

  /** Newest first. */
  async events(since: Date, filter: ActivityFilter, limit: number): Promise<ActivityEntry[]> {
    const { agentId, sessionId, by, granted } = filter;
    const rows = await this.prisma.models.activity.findMany({
      where: {
        ts: { gte: since },
        ...(agentId !== null && { agentId }),
        ...(sessionId !== null && { sessionId }),
        ...(by !== null && { by }),
        ...(granted !== null && { OR: granted.map(ofPattern) }),
      },
      orderBy: [{ ts: 'desc' }, { id: 'desc' }],
      take: limit,
      omit: { id: true },
    });
    return rows.map((row) => ({ ...row, kind: row.kind as ActivityKind }));
  }
}

/** As `coversAgent` decides. Prisma searches by LIKE and does not escape: `_`, of which ids may consist, is any letter. */
function ofPattern(pattern: string) {
  if (!pattern.endsWith('*')) return { agentId: pattern };
  return { agentId: { startsWith: pattern.slice(0, -1).replaceAll('_', '\\_') } };
}

/** Sums by session and tool. */
function selectUsed(since: Date, ofSession: Sql): Sql {
  return sql`
    SELECT p.session_id, p.tool, sum(p.writes) AS writes, sum(p.reads) AS reads,
      sum(p.memories_written) AS memories_written, sum(p.memories_read) AS memories_read,
      max(p.last_seen) AS last_seen
    FROM (${selectParts(since, ofSession)}) AS p
    GROUP BY p.session_id, p.tool`;
}

/** The longest stored sums that fit into the window, and the entries of its first, partial hour. */
function selectParts(since: Date, ofSession: Sql): Sql {
  const starts = SPANS.map((hours) => nextStart(hours, since));
  const spans = SPANS.map((hours, at) => {
    const until = starts[at + 1];
    const isBefore = until === undefined ? sql`true` : sql`a.start < ${until}`;
    return sql`(a.hours = ${hours} AND a.start >= ${starts[at]} AND ${isBefore})`;
  });
  return sql`
    SELECT a.session_id, a.tool, a.writes, a.reads, a.memories_written, a.memories_read, a.last_seen
    FROM activity_sums a WHERE (${anyOf(spans)}) ${ofSession}
    UNION ALL
    SELECT a.session_id, a.tool,
      count(*) FILTER (WHERE a.kind = 'write'), count(*) FILTER (WHERE a.kind = 'read'),
      sum(a.n) FILTER (WHERE a.kind = 'write'), sum(a.n) FILTER (WHERE a.kind = 'read'), max(a.ts)
    FROM activity a WHERE a.ts >= ${since} AND a.ts < ${starts[0]} ${ofSession}
    GROUP BY a.session_id, a.tool`;
}

/** The first start of a span at or after a time. */
function nextStart(hours: number, time: Date): Date {
  const length = hours * HOUR_MS;
  return new Date(Math.ceil(time.getTime() / length) * length);
}

/** Sessions with their sums of `used`. */
function selectSessions(condition: Sql): Sql {
  return sql`
    SELECT s.session_id AS "sessionId", s.agent_id AS "agentId", s.started_at AS "startedAt",
      s.expires_at AS "expiresAt", s.status, ${TOTALS},
      greatest(s.started_at, max(u.last_seen)) AS "lastSeen",
      coalesce((array_agg(u.tool ORDER BY u.last_seen DESC, u.tool)
        FILTER (WHERE u.tool IS NOT NULL))[1:${MAX_TOOLS_A_SESSION}], '{}') AS tools
    FROM sessions s LEFT JOIN used u USING (session_id)
    WHERE ${condition} GROUP BY s.session_id`;
}
