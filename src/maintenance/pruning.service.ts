import { Injectable } from '@nestjs/common';
import { AgentLogs } from '../agents/agent-logs.service';
import { DeliveriesRepository } from '../events/webhooks/deliveries.repository';
import { IdempotencyRepository } from '../memories/idempotency.repository';
import { KEY_LIFETIME_MS } from '../memories/idempotency.service';
import { SessionsCleanupRepository } from '../sessions/sessions-cleanup.repository';
import { Leftovers } from './leftovers.service';
import { daysBefore, type PruneTask } from './prune-task';

const SESSION_DAYS = 30;
/** After the expiry of the cookie, because clocks of processes differ. */
const LOGOUT_DAYS = 1;

/** The data that maintenance deletes when it is out of date. */
@Injectable()
export class Pruning {
  constructor(
    private readonly logs: AgentLogs,
    private readonly sessions: SessionsCleanupRepository,
    private readonly keys: IdempotencyRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly leftovers: Leftovers,
  ) {}

  tasks(now: Date, activityDays: number): PruneTask[] {
    const before = (days: number) => daysBefore(now, days);
    return [
      { name: 'activity', run: () => this.logs.pruneActivity(before(activityDays)) },
      { name: 'recall traces', run: () => this.logs.pruneTraces(now) },
      { name: 'audit records', run: () => this.logs.pruneAudit(now) },
      { name: 'expired sessions', run: () => this.sessions.expireEnded(now) },
      { name: 'ended sessions', run: () => this.sessions.deleteEnded(before(SESSION_DAYS)) },
      { name: 'console logouts', run: () => this.sessions.deleteConsoleLogouts(before(LOGOUT_DAYS)) },
      { name: 'idempotency keys', run: () => this.keys.prune(new Date(now.getTime() - KEY_LIFETIME_MS)) },
      { name: 'webhook deliveries', run: () => this.deliveries.prune() },
      ...this.leftovers.tasks(now),
    ];
  }
}
