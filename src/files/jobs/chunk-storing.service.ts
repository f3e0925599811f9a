import { Injectable } from '@nestjs/common';
import { namespaceOf } from '../../agents/agent';
import { MemoryStore } from '../../backend/memory-store';
import { Clock } from '../../common/clock';
import { type Chunk, UnreadableFile } from '../file-content';
import { isOverQuota } from '../../quotas/quota';
import { chunkMemory } from '../chunks/chunk-memory';
import { type FileJob, JobLost } from './file-job';
import { FileJobsRepository } from './file-jobs.repository';

/** Stores the chunks of a file, each once, while the job is held. */
@Injectable()
export class ChunkStoring {
  constructor(
    private readonly jobs: FileJobsRepository,
    private readonly memories: MemoryStore,
    private readonly clock: Clock,
  ) {}

  /** Throws UnreadableFile over a quota, and JobLost; then nothing of the batch stays, unless another holder stores it. */
  async store(job: FileJob, batch: ChunkBatch): Promise<void> {
    const { from, chunks } = batch;
    const createdAt = this.clock.writeTime();
    const memories = chunks.map((chunk, at) => chunkMemory(job.file, chunk, from + at, createdAt));
    const namespace = namespaceOf(job.file.agentId);
    const unit = {
      // A deletion of the file that begins now waits for these.
      ids: memories.map(({ id }) => id),
      lock: async () => {
        if (!(await this.jobs.lock(job))) throw new JobLost();
      },
      // The process that read the file looked through whole sections; a chunk may begin within a secret.
      work: () =>
        this.memories.store(namespace, memories, { dedupe: false, isScreened: true, isOfService: true }),
      record: async () => {
        const progress = chunks.at(-1)?.progress ?? 0;
        if (!(await this.jobs.advance(job, from, from + chunks.length, progress))) throw new JobLost();
      },
    };
    await this.memories.unitOfWork(namespace, unit).catch((error: unknown) => {
      // Trying again would not help: the status of the file says what would.
      throw isOverQuota(error) ? new UnreadableFile(error.message) : error;
    });
  }
}

export interface ChunkBatch {
  /** The index of its first chunk in the file. */
  from: number;
  chunks: Chunk[];
}

/** Chunks that one statement stores. */
export const MAX_BATCH = 500;
/** In UTF-16 units. */
const MAX_BATCH_TEXT = 2_000_000;
/** A slow reader's batch is stored after this time, so that its progress is visible. */
const MAX_BATCH_MS = 2_000;

/** Leaves out the first `skip` chunks, which are stored already. */
export async function* chunkBatches(chunks: AsyncIterable<Chunk>, skip: number): AsyncGenerator<ChunkBatch> {
  let batch: ChunkBatch = { from: skip, chunks: [] };
  let length = 0;
  let since = performance.now();
  let n = 0;
  for await (const chunk of chunks) {
    if (n++ < skip) continue;
    if (batch.chunks.length === 0) since = performance.now();
    batch.chunks.push(chunk);
    length += chunk.text.length;
    const isFull = batch.chunks.length >= MAX_BATCH || length >= MAX_BATCH_TEXT;
    if (!isFull && performance.now() - since < MAX_BATCH_MS) continue;
    yield batch;
    batch = { from: n, chunks: [] };
    length = 0;
  }
  if (batch.chunks.length > 0) yield batch;
}
