import { Injectable } from '@nestjs/common';
import type { KeyToCheck } from '../access/key';
import { Database, listOf, sql } from '../database/database';
import { paddedToPlaces, SESSION_COLUMNS, type FoundSession } from './sessions.repository';

/** What the key of a request and the agent of its path stand for. */
export interface FoundByGrant {
  key: KeyToCheck | null;
  hasAgent: boolean;
  /** Active by its status; it may have expired. */
  session: FoundSession | null;
  settingsVersion: string;
}

type Row = Omit<KeyToCheck, 'keyId' | 'expiresAt'> & {
  [Field in keyof FoundSession]: FoundSession[Field] | null;
} & {
  keyId: string | null;
  keyExpiresAt: Date | null;
  settingsVersion: string;
};

/** The agent of fillers, which no agent is called. Repeated pairs would be looked up as often as they are there. */
const NO_AGENT = ' ';

@Injectable()
export class GrantedSessionsRepository {
  constructor(private readonly db: Database) {}

  /** For each `key id/agent id`, 1 to MOST_FOUND, as of one moment. Without a key the key id is empty. */
  async findAll(wanted: readonly string[]): Promise<Map<string, FoundByGrant>> {
    const pairs = paddedToPlaces(wanted, `/${NO_AGENT}`).map((each) => {
      const [keyId = '', agentId = ''] = each.split('/');
      return sql`(${keyId}, ${agentId})`;
    });
    // Raw: every request with a key runs it.
    const rows = await this.db.query<Row & { wantedKey: string; wantedAgent: string }>(sql`
      SELECT w.key_id AS "wantedKey", w.agent_id AS "wantedAgent", k.key_id AS "keyId", k.name, k.digest, k.agents,
        k.access, k.expires_at AS "keyExpiresAt", k.rate_limit_per_minute AS "rateLimitPerMinute", ${SESSION_COLUMNS}
      FROM (VALUES ${listOf(pairs)}) AS w (key_id, agent_id)
      LEFT JOIN api_keys k ON k.key_id = w.key_id
      LEFT JOIN agents a ON a.agent_id = w.agent_id
      LEFT JOIN sessions s ON s.agent_id = a.agent_id AND s.status = 'active'
      WHERE w.agent_id <> ${NO_AGENT}`);
    return new Map(
      rows.map(({ wantedKey, wantedAgent, ...row }) => [`${wantedKey}/${wantedAgent}`, toFoundByGrant(row)]),
    );
  }
}

function toFoundByGrant({
  keyId,
  name,
  digest,
  agents,
  access,
  keyExpiresAt: expiresAt,
  rateLimitPerMinute,
  ...session
}: Row): FoundByGrant {
  return {
    key: keyId === null ? null : { keyId, name, digest, agents, access, expiresAt, rateLimitPerMinute },
    hasAgent: session.agentId !== null,
    session: session.sessionId === null ? null : (session as FoundSession),
    settingsVersion: session.settingsVersion,
  };
}
