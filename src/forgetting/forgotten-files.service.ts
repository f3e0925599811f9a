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

/** A file that goes. */
export interface ForgottenFile {
  file: FileRecord;
  /** Its chunks that are still there, which go with it. */
  chunks: number;
}

/** Which files go. */
export interface MeantFiles {
  isMeant: (name: string) => boolean;
  /** Files that lose chunks. */
  touched: ReadonlySet<string>;
  /** Memories that would be deleted before the files. */
  gone: ReadonlySet<string>;
}

interface Deletion {
  actor: { sessionId: string | null; by: string };
  /** In the transaction that begins the deletion of a file; once for each file. */
  begun: (file: ForgottenFile) => Promise<void>;
}

/** Deletes files of which nothing is left, or whose names are to be forgotten. */
@Injectable()
export class ForgottenFiles {
  constructor(
    private readonly files: FilesRepository,
    private readonly deletion: FileDeletion,
    private readonly memories: MemoryStore,
  ) {}

  /** Deletions that broke off are completed. */
  async delete(agentId: string, meant: MeantFiles, { actor, begun }: Deletion): Promise<void> {
    for (const file of await this.deletion.begun(agentId)) await this.deletion.delete(actor, file);
    for await (const forgotten of this.find(agentId, meant)) {
      await this.deletion.delete(actor, forgotten.file, () => begun(forgotten));
    }
  }

  /** The files that go. */
  async *find(agentId: string, { isMeant, touched, gone }: MeantFiles): AsyncIterable<ForgottenFile> {
    for await (const file of this.all(agentId)) {
      const isNamed = isMeant(file.fileName);
      if (!isNamed && (file.status === 'processing' || !touched.has(file.fileId))) continue;
      const chunks = await this.countChunks(file, gone);
      if (isNamed || chunks === 0) yield { file, chunks };
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

  private async countChunks(file: FileRecord, gone: ReadonlySet<string>): Promise<number> {
    let count = 0;
    for (let from = 0; from < file.chunks; from += SLICE) {
      const length = Math.min(SLICE, file.chunks - from);
      const ids = Array.from({ length }, (_, at) => chunkId(file, from + at)).filter((id) => !gone.has(id));
      if (ids.length === 0) continue;
      count += (await this.memories.findAll(namespaceOf(file.agentId), ids)).length;
    }
    return count;
  }
}
