import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../activity/activity-log.service';
import { AuditRetention } from '../audit/audit-retention.service';
import { RecallTraces } from '../traces/recall-traces.service';

/** Deletes and prunes the activity, the traces and the audit records of agents. */
@Injectable()
export class AgentLogs {
  constructor(
    private readonly activity: ActivityLog,
    private readonly traces: RecallTraces,
    private readonly audit: AuditRetention,
  ) {}

  /** Deletes what a deleted agent left, soon. */
  forget(agentId: string): void {
    this.activity.forget(agentId);
    this.traces.forget(agentId);
  }

  /** Deletes activity older than a time; how many entries. */
  pruneActivity(olderThan: Date): Promise<number> {
    return this.activity.prune(olderThan);
  }

  /** Deletes audit records older than `AUDIT_RETENTION_DAYS`; how many. */
  pruneAudit(now: Date): Promise<number> {
    return this.audit.prune(now);
  }

  /** Deletes recall traces older than `TRACE_RETENTION_DAYS`, and those of deleted agents; how many. */
  pruneTraces(now: Date): Promise<number> {
    return this.traces.prune(now);
  }
}
