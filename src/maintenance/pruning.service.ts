import { Injectable } from '@nestjs/common';
import { AgentLogs } from '../agents/agent-logs.service';
import { MemoryLifecycle } from '../backend/memory-lifecycle';
import { FileDeletion } from '../files/file-deletion.service';
import { IdempotencyRepository } from '../memories/idempotency.repository';
import { KEY_LIFETIME_MS } from '../memories/idempotency.service';
import { SessionsCleanupRepository } from '../sessions/sessions-cleanup.repository';

const DAY_MS = 86_400_000;
const SESSION_DAYS = 30;
/** A recall index that was not updated for longer is rebuilt, so it needs no older tombstones. */
const TOMBSTONE_DAYS = 1;
/** After the expiry of the cookie, because clocks of processes differ. */
const LOGOUT_DAYS = 1;
/** An upload may take long before its row exists. */
const ORPHAN_DAYS = 1;

export interface PruneTask {
  name: string;
  run(): Promise<unknown>;
}

/** The data that maintenance deletes when it is out of date. */
@Injectable()
export class Pruning {
  constructor(
    private readonly logs: AgentLogs,
    private readonly sessions: SessionsCleanupRepository,
    private readonly keys: IdempotencyRepository,
    private readonly memories: MemoryLifecycle,
    private readonly files: FileDeletion,
  ) {}

  /** Each task works in short statements, and can be repeated. */
  tasks(now: Date, activityDays: number): PruneTask[] {
    const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
    return [
      { name: 'activity', run: () => this.logs.pruneActivity(before(activityDays)) },
      { name: 'recall traces', run: () => this.logs.pruneTraces(now) },
      { name: 'audit records', run: () => this.logs.pruneAudit(now) },
      { name: 'expired sessions', run: () => this.sessions.expireEnded(now) },
      { name: 'ended sessions', run: () => this.sessions.deleteEnded(before(SESSION_DAYS)) },
      { name: 'console logouts', run: () => this.sessions.deleteConsoleLogouts(before(LOGOUT_DAYS)) },
      { name: 'idempotency keys', run: () => this.keys.prune(new Date(now.getTime() - KEY_LIFETIME_MS)) },
      { name: 'deleted namespaces', run: () => this.resumeNamespaceDeletions() },
      { name: 'tombstones', run: () => this.memories.pruneTombstones(before(TOMBSTONE_DAYS)) },
      { name: 'deleted files', run: () => this.files.resume() },
      { name: 'orphaned files', run: () => this.files.deleteOrphanedBytes(before(ORPHAN_DAYS)) },
    ];
  }

  /** Does not wait: a large namespace may take longer than the rest of the run. */
  private resumeNamespaceDeletions(): Promise<void> {
    this.memories.resumeDeletions();
    return Promise.resolve();
  }
}
