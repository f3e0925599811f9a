import { Injectable } from '@nestjs/common';
import { namespaceOf } from '../agents/agent';
import { MemoryStore } from '../backend/memory-store';
import { chunkId } from '../files/chunks/chunk-memory';
import { FileDeletion } from '../files/file-deletion.service';
import type { FileRecord } from '../files/file-record';
import { FilesRepository } from '../files/files.repository';
import type { TimeCursor } from '../common/time-cursor';

const PAGE = 100;
/** Chunks that are looked up at a time. */
const SLICE = 500;

interface Deletion {
  actor: { sessionId: string | null; by: string };
  /** In the transaction that begins the deletion of a file with this name; once for each file. */
  begun: (name: string) => Promise<void>;
}

/** Deletes files of which nothing is left, or whose names are to be forgotten. */
@Injectable()
export class ForgottenFiles {
  constructor(
    private readonly files: FilesRepository,
    private readonly deletion: FileDeletion,
    private readonly memories: MemoryStore,
  ) {}

  /** `touched`: files that lost chunks. Deletions that broke off are completed. */
  async delete(
    agentId: string,
    touched: readonly string[],
    isMeant: (name: string) => boolean,
    { actor, begun }: Deletion,
  ): Promise<void> {
    for (const file of await this.deletion.begun(agentId)) await this.deletion.delete(actor, file);
    for await (const file of this.all(agentId)) {
      const goes = isMeant(file.fileName) || (touched.includes(file.fileId) && !(await this.hasChunks(file)));
      if (!goes) continue;
      await this.deletion.delete(actor, file, () => begun(file.fileName));
    }
  }

  /** Files whose chunks are not all there yet. */
  async countUnread(agentId: string): Promise<number> {
    let count = 0;
    for await (const file of this.all(agentId)) count += Number(file.status === 'processing');
    return count;
  }

  private async *all(agentId: string): AsyncIterable<FileRecord> {
    let after: TimeCursor | null = null;
    for (;;) {
      const page: FileRecord[] = await this.files.list(agentId, after, PAGE);
      yield* page;
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) return;
      after = { time: last.createdAt, id: last.fileId };
    }
  }

  private async hasChunks(file: FileRecord): Promise<boolean> {
    if (file.status === 'processing') return true;
    for (let from = 0; from < file.chunks; from += SLICE) {
      const length = Math.min(SLICE, file.chunks - from);
      const ids = Array.from({ length }, (_, at) => chunkId(file, from + at));
      if ((await this.memories.findAll(namespaceOf(file.agentId), ids)).length > 0) return true;
    }
    return false;
  }
}
