import { Injectable } from '@nestjs/common';
import { namespaceOf } from '../../agents/agent';
import { MemoryStore } from '../../backend/memory-store';
import { chunkId, chunkMemory } from '../chunks/chunk-memory';
import type { ChunkBatch } from './chunk-batches';
import { JobLost, type FileJob } from './file-job';
import { FileJobsRepository } from './file-jobs.repository';

const AS_IT_IS = { dedupe: false } as const;

/** Stores the chunks of a file, each once, for as long as the job is held. */
@Injectable()
export class ChunkStoring {
  constructor(
    private readonly jobs: FileJobsRepository,
    private readonly memories: MemoryStore,
  ) {}

  /** Throws JobLost: then nothing of the batch stays, unless another holder stores it. */
  async store(job: FileJob, batch: ChunkBatch): Promise<void> {
    const memories = batch.chunks.map((chunk, at) => chunkMemory(job.file, chunk, batch.from + at));
    const namespace = namespaceOf(job.file.agentId);
    if (this.memories.joinsTransactions) {
      await this.jobs.transaction(async () => {
        await this.advance(job, batch);
        await this.memories.store(namespace, memories, AS_IT_IS);
      });
    } else {
      try {
        await this.memories.store(namespace, memories, AS_IT_IS);
        await this.advance(job, batch);
      } catch (error) {
        await this.undoUnwanted(job, batch);
        throw error;
      }
    }
  }

  private async advance(job: FileJob, { from, chunks }: ChunkBatch): Promise<void> {
    const progress = chunks.at(-1)?.progress ?? 0;
    if (!(await this.jobs.advance(job, from, from + chunks.length, progress))) throw new JobLost();
  }

  /** Where the file is wanted gone or is gone, its deletion may not have seen what came so late. */
  private async undoUnwanted({ file }: FileJob, { from, chunks }: ChunkBatch): Promise<void> {
    if (await this.jobs.isWanted(file.fileId)) return;
    const ids = chunks.map((_, at) => chunkId(file, from + at));
    const act = { at: file.createdAt, sessionId: file.sessionId, by: file.agentId };
    await this.memories.deleteAll(namespaceOf(file.agentId), ids, act);
  }
}
