import { Injectable } from '@nestjs/common';
import { MemoryLifecycle } from '../backend/memory-lifecycle';
import { FileDeletion } from '../files/file-deletion.service';
import { OrphanedFiles } from '../files/stores/orphaned-files.service';

/** What memories and files leave behind when they go. Each gives the number of what it removed. */
@Injectable()
export class StoragePruning {
  constructor(
    private readonly lifecycle: MemoryLifecycle,
    private readonly deletion: FileDeletion,
    private readonly orphans: OrphanedFiles,
  ) {}

  /** Returns at once: a large namespace may take longer than the rest of the run. */
  resumeDeletions(): Promise<void> {
    this.lifecycle.resumeDeletions();
    return Promise.resolve();
  }

  pruneTombstones(before: Date): Promise<number> {
    return this.lifecycle.pruneTombstones(before);
  }

  /** Of files whose deletion broke off. */
  endDeletions(): Promise<number> {
    return this.deletion.resume();
  }

  /** Bytes that nobody will read. */
  removeOrphans(before: Date): Promise<number> {
    return this.orphans.remove(before);
  }
}
