import { Injectable } from '@nestjs/common';
import { MemoryLifecycle } from '../backend/memory-lifecycle';
import { FileDeletion } from '../files/file-deletion.service';
import { daysBefore, type PruneTask } from './prune-task';

/** A recall index that was not updated for longer is rebuilt, so it needs no older tombstones. */
const TOMBSTONE_DAYS = 1;
/** An upload may take long before its row exists. */
const ORPHAN_DAYS = 1;

/** Deletes leftovers of deleted memories and files. */
@Injectable()
export class Leftovers {
  constructor(
    private readonly memories: MemoryLifecycle,
    private readonly files: FileDeletion,
  ) {}

  tasks(now: Date): PruneTask[] {
    const { memories, files } = this;
    return [
      { name: 'deleted namespaces', run: () => this.resumeNamespaceDeletions() },
      { name: 'tombstones', run: () => memories.pruneTombstones(daysBefore(now, TOMBSTONE_DAYS)) },
      { name: 'deleted files', run: () => files.resume() },
      { name: 'orphaned files', run: () => files.deleteOrphanedBytes(daysBefore(now, ORPHAN_DAYS)) },
    ];
  }

  /** Does not wait: a large namespace may take longer than the rest of the run. */
  private resumeNamespaceDeletions(): Promise<void> {
    this.memories.resumeDeletions();
    return Promise.resolve();
  }
}
