import { Injectable } from '@nestjs/common';
import { namespaceOf } from '../../agents/agent';
import { Env } from '../../config/env';
import { Screening } from '../../screening/screening.service';
import { UnreadableFile } from '../file-content';
import { FileStore } from '../file-store';
import { readChunks } from '../reading/reader-process';
import { chunkBatches, ChunkStoring } from './chunk-storing.service';
import type { FileJob } from './file-job';

/** Reads a file and stores its chunks, from where an earlier reader stopped. */
@Injectable()
export class FileReading {
  constructor(
    private readonly store: FileStore,
    private readonly storing: ChunkStoring,
    private readonly env: Env,
    private readonly screening: Screening,
  ) {}

  /** Throws UnreadableFile, ReaderFailure, JobLost, what the stores throw, and the signal's reason. */
  async read(job: FileJob, signal: AbortSignal): Promise<void> {
    const { agentId, fileId, fileName, chunks } = job.file;
    const policy = await this.screening.policyOf(namespaceOf(agentId));
    const copy = await this.store.fetch(fileId, signal);
    if (copy === null) throw new UnreadableFile('The bytes of the file are gone: upload it again');
    const limits = { memoryMb: this.env.INGEST_MEMORY_MB, silenceMs: this.env.INGEST_TIMEOUT_MS };
    // One batch is stored while the next one is read.
    let storing: Promise<void> = Promise.resolve();
    try {
      const read = readChunks({ path: copy.path, fileName, policy }, limits, signal);
      for await (const batch of chunkBatches(read, chunks)) {
        await storing;
        signal.throwIfAborted();
        storing = this.storing.store(job, batch);
        storing.catch(() => undefined);
      }
      await storing;
    } finally {
      await storing.catch(() => undefined);
      await copy.release();
    }
  }
}
