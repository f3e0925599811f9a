import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { BackgroundWriter } from '../common/background-writer';
import { Clock } from '../common/clock';
import type { ActivityEntry } from './activity';
import { ActivityRepository } from './activity.repository';

const BATCH = 500;
/** Some MB. */
export const MAX_WAITING = 10_000;

/** The log of operations, written in the background. */
@Injectable()
export class ActivityLog implements OnApplicationShutdown {
  private readonly writer: BackgroundWriter<ActivityEntry>;

  constructor(
    private readonly repository: ActivityRepository,
    private readonly clock: Clock,
  ) {
    const writes = {
      name: 'The activity log',
      batch: BATCH,
      maxWaiting: MAX_WAITING,
      insert: (entries: readonly ActivityEntry[]) => repository.insert(entries),
      forget: (agentId: string) => repository.forget(agentId),
    };
    this.writer = new BackgroundWriter(writes, new Logger(ActivityLog.name));
  }

  record(entry: Omit<ActivityEntry, 'ts'>): void {
    this.writer.add({ ts: this.clock.now(), ...entry });
  }

  /** Deletes the entries of an agent that was deleted, soon. */
  forget(agentId: string): void {
    this.writer.forget(agentId);
  }

  /** Deletes entries older than a time; how many. Throws when the log cannot be written. */
  prune(olderThan: Date): Promise<number> {
    return this.repository.prune(olderThan);
  }

  /** Resolves when all that was recorded before is written, or cannot be, or is not soon enough. */
  settle(): Promise<void> {
    return this.writer.settle();
  }

  onApplicationShutdown(): Promise<void> {
    return this.writer.stop();
  }
}
