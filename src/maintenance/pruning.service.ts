import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../activity/activity-log.service';
import { IdempotencyRepository } from '../memories/idempotency.repository';
import { KEY_LIFETIME_MS } from '../memories/idempotency.service';
import { SessionsCleanupRepository } from '../sessions/sessions-cleanup.repository';
import { MaintenanceRunsRepository } from './maintenance-runs.repository';
import { StoragePruning } from './storage-pruning.service';

const DAY_MS = 86_400_000;
const SESSION_DAYS = 30;
/** A recall index that has not been brought up to date for longer is built anew. */
const TOMBSTONE_DAYS = 1;
/** An upload may take long before there is a row of it. */
const ORPHAN_DAYS = 1;
const RECORD_DAYS = 365;

export interface PruneTask {
  name: string;
  run(): Promise<unknown>;
}

/** What is forgotten in time. */
@Injectable()
export class Pruning {
  constructor(
    private readonly activity: ActivityLog,
    private readonly sessions: SessionsCleanupRepository,
    private readonly keys: IdempotencyRepository,
    private readonly storage: StoragePruning,
    private readonly runs: MaintenanceRunsRepository,
  ) {}

  /** Each works in short statements, and does nothing the second time. */
  tasks(now: Date, activityDays: number): PruneTask[] {
    const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
    return [
      { name: 'activity', run: () => this.activity.prune(before(activityDays)) },
      { name: 'lapsed sessions', run: () => this.sessions.expireLapsed(now) },
      { name: 'ended sessions', run: () => this.sessions.deleteEnded(before(SESSION_DAYS)) },
      { name: 'idempotency keys', run: () => this.keys.prune(new Date(now.getTime() - KEY_LIFETIME_MS)) },
      { name: 'deleted namespaces', run: () => this.storage.resumeDeletions() },
      { name: 'tombstones', run: () => this.storage.pruneTombstones(before(TOMBSTONE_DAYS)) },
      { name: 'deleted files', run: () => this.storage.endDeletions() },
      { name: 'orphaned files', run: () => this.storage.removeOrphans(before(ORPHAN_DAYS)) },
      { name: 'records of runs', run: () => this.runs.prune(before(RECORD_DAYS)) },
      { name: 'records of sweeps', run: () => this.runs.pruneSweeps(before(RECORD_DAYS)) },
    ];
  }
}
