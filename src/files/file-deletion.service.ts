import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { namespaceOf } from '../agents/agent';
import type { Act } from '../backend/memory';
import { MemoryStore } from '../backend/memory-store';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { chunkId } from './chunks/chunk-memory';
import type { FileRecord } from './file-record';
import { FileStore } from './file-store';
import { MOST_CHUNKS } from './jobs/chunk-batches';
import { FileJobsRepository } from './jobs/file-jobs.repository';
import { LEASE_MS } from './jobs/lease';

const POLL_MS = 100;
/** How long a reader is waited for: longer than its hold lasts, so that the hold of one that died has lapsed. */
const LONGEST_WAIT_MS = LEASE_MS + 5_000;
const SLICE = 500;
const MOST_AT_ONCE = 100;

/** Removes files with all that was made of them. */
@Injectable()
export class FileDeletion {
  constructor(
    private readonly jobs: FileJobsRepository,
    private readonly store: FileStore,
    private readonly memories: MemoryStore,
    private readonly clock: Clock,
  ) {}

  /**
   * The number of chunks deleted. What is done stays done when it breaks off, and the file is there until all is:
   * it can be deleted again, and maintenance does. Throws BackendUnavailable, also when the file is still being read.
   */
  async delete(session: { sessionId: string | null }, file: FileRecord): Promise<number> {
    const marked = await this.jobs.markDeleting(file.fileId);
    if (marked === null) return 0;
    // A reader's last batch and the note of it are one transaction where they can be; else it is waited for.
    if (!this.memories.joinsTransactions) await this.waitUntilLeft(file.fileId);
    const act = { at: this.clock.now(), sessionId: session.sessionId, by: file.agentId };
    const deleted = await this.deleteChunks(marked, act);
    await this.store.delete(file.fileId);
    await this.jobs.remove(file.fileId);
    return deleted;
  }

  /** Ends deletions that broke off; the number of them. One that fails keeps none of the others, and is thrown last. */
  async resume(): Promise<number> {
    const files = await this.jobs.findDeleting(MOST_AT_ONCE);
    const failures: unknown[] = [];
    for (const file of files) {
      await this.delete({ sessionId: null }, file).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
    return files.length;
  }

  /** A holder that is alive notices soon, one that has died is out when its hold lapses. */
  private async waitUntilLeft(fileId: string): Promise<void> {
    const deadline = performance.now() + LONGEST_WAIT_MS;
    while (await this.jobs.isHeld(fileId, LEASE_MS)) {
      if (performance.now() >= deadline) throw stillRead();
      await pause(POLL_MS);
    }
  }

  private async deleteChunks(file: FileRecord, act: Act): Promise<number> {
    // Where the last batch was stored and not noted, there may be that many more.
    const last = file.chunks + (this.memories.joinsTransactions ? 0 : MOST_CHUNKS);
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
