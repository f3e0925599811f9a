import type { Usage } from './ui-sessions';

/** The operations of a day (UTC). */
export interface ActivityDay extends Omit<Usage, 'lastSeen'> {
  /** `YYYY-MM-DD`. */
  day: string;
}

/** Null: any. */
export interface ActivityFilter {
  agentId: string | null;
  sessionId: string | null;
  /** The key or OpenID Connect token that acted. Days are not filtered by it. */
  by: string | null;
}
