import { Injectable } from '@nestjs/common';
import type { Access } from '../access/grant';
import type { KeyToCheck } from '../access/key';
import { Database, listOf, sql } from '../database/database';
import {
  paddedToPlaces,
  SESSION_COLUMNS,
  toFound,
  type FoundRow,
  type FoundSession,
} from './sessions.repository';

/** What the key of a request and the agent of its path stand for. */
export interface FoundByGrant {
  key: KeyToCheck | null;
  hasAgent: boolean;
  /** Active by its status; it may have expired. */
  session: FoundSession | null;
  settingsVersion: string;
}

type Row = { [Column in keyof FoundRow]: FoundRow[Column] | null } & {
  wanted_key: string;
  wanted_agent: string;
  settings_version: string;
  key_id: string | null;
  name: string;
  digest: Buffer;
  agents: string[];
  access: Access;
  key_expires_at: Date | null;
  rate_limit_per_minute: number | null;
};

/** The agent of fillers, which no agent is called. Repeated pairs would be looked up as often as they are there. */
const NO_AGENT = ' ';

@Injectable()
export class GrantedSessionsRepository {
  constructor(private readonly db: Database) {}

  /**
   * For each `key id/agent id`, 1 to MOST_FOUND of them, all as of one moment. A request without a key has an empty key
   * id.
   */
  async findAll(wanted: readonly string[]): Promise<Map<string, FoundByGrant>> {
    const pairs = paddedToPlaces(wanted, `/${NO_AGENT}`).map((each) => {
      const [keyId = '', agentId = ''] = each.split('/');
      return sql`(${keyId}, ${agentId})`;
    });
    // Raw: every request with a key runs it.
    const rows = await this.db.query<Row>(sql`
      SELECT w.key_id AS wanted_key, w.agent_id AS wanted_agent, k.key_id, k.name, k.digest, k.agents, k.access,
        k.expires_at AS key_expires_at, k.rate_limit_per_minute, ${SESSION_COLUMNS}
      FROM (VALUES ${listOf(pairs)}) AS w (key_id, agent_id)
      LEFT JOIN api_keys k ON k.key_id = w.key_id
      LEFT JOIN agents a ON a.agent_id = w.agent_id
      LEFT JOIN sessions s ON s.agent_id = a.agent_id AND s.status = 'active'
      WHERE w.agent_id <> ${NO_AGENT}`);
    return new Map(rows.map((row) => [`${row.wanted_key}/${row.wanted_agent}`, toFoundByGrant(row)]));
  }
}

function toFoundByGrant(row: Row): FoundByGrant {
  return {
    key: toKey(row),
    hasAgent: row.agent_id !== null,
    session: row.session_id === null ? null : toFound(row as FoundRow),
    settingsVersion: row.settings_version,
  };
}

function toKey(row: Row): KeyToCheck | null {
  if (row.key_id === null) return null;
  return {
    keyId: row.key_id,
    name: row.name,
    digest: row.digest,
    agents: row.agents,
    access: row.access,
    expiresAt: row.key_expires_at,
    rateLimitPerMinute: row.rate_limit_per_minute,
  };
}
