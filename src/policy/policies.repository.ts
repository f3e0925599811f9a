import { Injectable } from '@nestjs/common';
import { Database, sql } from '../database/database';
import type { PolicyDocument } from './policy';

@Injectable()
export class PoliciesRepository {
  constructor(private readonly db: Database) {}

  /** Null when none was set. */
  async find(agentId: string): Promise<PolicyDocument | null> {
    const rows = await this.db.query<{ policy: PolicyDocument }>(
      sql`SELECT policy FROM policies WHERE agent_id = ${agentId}`,
    );
    return rows[0]?.policy ?? null;
  }

  /** In place of the one before. False when there is no such agent. */
  async save(agentId: string, policy: PolicyDocument, at: Date): Promise<boolean> {
    const saved = await this.db.execute(sql`
      INSERT INTO policies (agent_id, policy, updated_at)
      SELECT agent_id, ${JSON.stringify(policy)}::json, ${at}::timestamptz
      FROM agents WHERE agent_id = ${agentId} FOR KEY SHARE
      ON CONFLICT (agent_id) DO UPDATE SET policy = excluded.policy, updated_at = excluded.updated_at`);
    return saved === 1;
  }

  /** Agents with a policy, in order of their ids, from the one after `after` on. */
  async listAgents(after: string | null, limit: number): Promise<string[]> {
    const rows = await this.db.query<{ agent_id: string }>(sql`
      SELECT agent_id FROM policies WHERE agent_id > ${after ?? ''} ORDER BY agent_id LIMIT ${limit}`);
    return rows.map((row) => row.agent_id);
  }
}
