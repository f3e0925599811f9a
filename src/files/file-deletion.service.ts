import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { namespaceOf } from '../agents/agent';
import type { Act } from '../backend/memory';
import { MemoryStore } from '../backend/memory-store';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { UUID } from '../common/uuid';
import { chunkId } from './chunks/chunk-memory';
import type { FileRecord } from './file-record';
import { FileStore } from './file-store';
import { FilesRepository } from './files.repository';
import { MAX_BATCH } from './jobs/chunk-storing.service';
import { FileJobsRepository } from './jobs/file-jobs.repository';
import { LEASE_MS } from './jobs/file-job';

const POLL_MS = 100;
/** Longer than the hold of a reader, so that the hold of a dead reader has expired by then. */
const LONGEST_WAIT_MS = LEASE_MS + 5_000;
const SLICE = 500;
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
   * The number of chunks deleted. The row of the file goes last, so that maintenance can resume a deletion that broke
   * off. Throws BackendUnavailable, also when the file is still being read.
   */
  async delete(session: { sessionId: string | null }, file: FileRecord): Promise<number> {
    const marked = await this.jobs.markDeleting(file.fileId);
    if (marked === null) return 0;
    // An external backend takes no part in transactions, so a reader may still store its last batch.
    if (!this.memories.joinsTransactions) await this.waitUntilLeft(file.fileId);
    const act = { at: this.clock.now(), sessionId: session.sessionId, by: file.agentId };
    const deleted = await this.deleteChunks(marked, act);
    await this.store.delete(file.fileId);
    await this.jobs.remove(file.fileId);
    return deleted;
  }

  /** Completes deletions that broke off; returns their number. Throws the first failure after trying all of them. */
  async resume(): Promise<number> {
    const files = await this.jobs.findDeleting(MOST_AT_ONCE);
    const failures: unknown[] = [];
    for (const file of files) {
      await this.delete({ sessionId: null }, file).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
    return files.length;
  }

  private async waitUntilLeft(fileId: string): Promise<void> {
    const deadline = performance.now() + LONGEST_WAIT_MS;
    while (await this.jobs.isHeld(fileId, LEASE_MS)) {
      if (performance.now() >= deadline) throw stillRead();
      await pause(POLL_MS);
    }
  }

  /**
   * Deletes stored bytes older than a time that no reader waits for: their upload, deletion or agent ended half-way.
   * Returns their number.
   */
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
    // With an external backend, the last batch may be stored without being counted.
    const last = file.chunks + (this.memories.joinsTransactions ? 0 : MAX_BATCH);
    const namespace = namespaceOf(file.agentId);
    let deleted = 0;
    for (let from = 0; from < last; from += SLICE) {
      const ids = Array.from({ length: Math.min(SLICE, last - from) }, (_, at) => chunkId(file, from + at));
      deleted += await this.memories.deleteAll(namespace, ids, act);
    }
    return deleted;
  }
}

function stillRead(): DomainError {
  const message = 'The file is still being read, and is deleted after that: try again shortly';
  return new DomainError('BackendUnavailable', message);
}
