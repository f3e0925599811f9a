import { Injectable } from '@nestjs/common';
import type { ActivityEntry } from '../activity/activity';
import { coversAgent, type Grant } from '../access/grant';
import { ActivityLog } from '../activity/activity-log.service';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { errorCode } from '../database/database-errors';
import {
  windowStart,
  type ActivityDay,
  type ActivityFilter,
  type SessionUsage,
  type ToolUsage,
} from './ui-sessions';
import { UiSessionsRepository } from './ui-sessions.repository';

const EVERY_AGENT = ['*'];
const SESSION_ID = /^[A-Za-z0-9_-]{1,64}$/;
/** Operations that a page shows of all sessions, and of one. */
const MAX_ACTIVITY = 200;
const MAX_SESSION_EVENTS = 1_000;
/** PostgreSQL: lock not available, undefined table, query canceled. */
const LOG_CODES: readonly (string | null)[] = ['55P03', '42P01', '57014'];

/** The sessions and tools that use the service, for a local page. */
@Injectable()
export class UiSessionsService {
  constructor(
    private readonly repository: UiSessionsRepository,
    private readonly log: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** `granted`: patterns of agents; null for all. Throws BackendUnavailable when the log cannot be read. */
  list(
    days: number,
    granted: readonly string[] | null,
  ): Promise<{ sessions: SessionUsage[]; tools: ToolUsage[]; now: Date }> {
    return this.reading(async (now) => {
      const listed = await this.repository.list(windowStart(now, days), granted ?? EVERY_AGENT);
      return { ...listed, now };
    });
  }

  /** Throws SessionNotFound, also for an agent that the grant is not for, and BackendUnavailable when the log cannot be read. */
  get(
    sessionId: string,
    days: number,
    grant: Pick<Grant, 'agents'> | null,
  ): Promise<{ session: SessionUsage; events: ActivityEntry[]; now: Date }> {
    return this.reading(async (now) => {
      const since = windowStart(now, days);
      const session = SESSION_ID.test(sessionId) ? await this.repository.findSession(sessionId, since) : null;
      if (session === null || (grant !== null && !coversAgent(grant, session.agentId))) {
        throw new DomainError('SessionNotFound', 'There is no session of this id');
      }
      // The id may be that of a deleted session of another agent.
      const filter = { agentId: session.agentId, sessionId, by: null, granted: null };
      return { session, events: await this.repository.events(since, filter, MAX_SESSION_EVENTS), now };
    });
  }

  /** The operations of the agents by day. Throws BackendUnavailable if the log cannot be read. */
  activity(days: number, filter: ActivityFilter): Promise<{ days: ActivityDay[]; events: ActivityEntry[] }> {
    return this.reading(async (now) => {
      const since = windowStart(now, days);
      return {
        days: await this.repository.days(since, filter),
        events: await this.repository.events(since, filter, MAX_ACTIVITY),
      };
    });
  }

  private async reading<T>(work: (now: Date) => Promise<T>): Promise<T> {
    // Writes the entries of this process; other processes may be a second behind.
    await this.log.settle();
    try {
      return await this.repository.briefly(() => work(this.clock.now()));
    } catch (error) {
      if (!LOG_CODES.includes(errorCode(error))) throw error;
      throw new DomainError('BackendUnavailable', 'The activity log cannot be read now: try again shortly');
    }
  }
}
