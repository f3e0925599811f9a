import { Injectable } from '@nestjs/common';
import { namespaceOf } from '../agents/agent';
import type { Act } from '../backend/memory';
import { MemoryStore } from '../backend/memory-store';
import { Clock } from '../common/clock';
import { UUID } from '../common/uuid';
import { chunkId } from './chunks/chunk-memory';
import type { FileRecord } from './file-record';
import { FileStore } from './file-store';
import { FilesRepository } from './files.repository';
import { MAX_BATCH } from './jobs/chunk-storing.service';
import { FileJobsRepository } from './jobs/file-jobs.repository';

const MOST_AT_ONCE = 100;

/** Deletes files together with their chunks and their bytes. */
@Injectable()
export class FileDeletion {
  constructor(
    private readonly jobs: FileJobsRepository,
    private readonly store: FileStore,
    private readonly memories: MemoryStore,
    private readonly clock: Clock,
    private readonly files: FilesRepository,
  ) {}

  /**
   * Returns the deleted chunks. The row goes last, so a broken deletion resumes. `begun` runs in the transaction after which
   * the file is deleted, in that of one of several deletions. Throws BackendUnavailable.
   */
  async delete(
    actor: { sessionId: string | null; by: string },
    file: FileRecord,
    begun?: () => Promise<void>,
  ): Promise<number> {
    const marked = await this.jobs.markDeleting(file.fileId, begun);
    if (marked === null) return 0;
    const act = { at: this.clock.writeTime(), ...actor };
    const deleted = await this.deleteChunks(marked, act);
    await this.store.delete(file.fileId);
    await this.jobs.remove(file.fileId);
    return deleted;
  }

  /** Files of an agent whose deletion broke off, or goes on now. */
  begun(agentId: string): Promise<FileRecord[]> {
    return this.jobs.findDeleting(MOST_AT_ONCE, agentId);
  }

  /** Completes deletions that broke off; returns their number. Throws the first failure after trying all of them. */
  async resume(): Promise<number> {
    const files = await this.jobs.findDeleting(MOST_AT_ONCE);
    const failures: unknown[] = [];
    for (const file of files) {
      await this.delete({ sessionId: null, by: file.agentId }, file).catch((error: unknown) =>
        failures.push(error),
      );
    }
    if (failures.length > 0) throw failures[0];
    return files.length;
  }

  /** Deletes bytes older than a time that no reader waits for, such as of a broken upload; returns their number. */
  async deleteOrphanedBytes(before: Date): Promise<number> {
    let deleted = 0;
    let after: string | null = null;
    do {
      const keys: string[] = await this.store.list(before, after);
      const unread = new Set(await this.files.findUnread(keys.filter((key) => UUID.test(key))));
      const orphans = keys.filter((key) => !unread.has(key));
      for (const key of orphans) await this.store.delete(key);
      deleted += orphans.length;
      after = keys.at(-1) ?? null;
    } while (after !== null);
    return deleted;
  }

  private async deleteChunks(file: FileRecord, act: Act): Promise<number> {
    const namespace = namespaceOf(file.agentId);
    let deleted = 0;
    // A reader that died may have stored one more batch without counting it.
    const last = file.chunks + MAX_BATCH;
    for (let from = 0; from < last; from += MAX_BATCH) {
      const length = Math.min(MAX_BATCH, last - from);
      const ids = Array.from({ length }, (_, at) => chunkId(file, from + at));
      deleted += await this.memories.deleteAll(namespace, ids, act);
    }
    return deleted;
  }
}
