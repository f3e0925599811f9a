import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { bulkhead, type BulkheadPolicy } from 'cockatiel';
import { uuidv7 } from 'uuidv7';
import type { NewDocument } from './documents.repository';
import { MemoryClock } from '../common/memory-clock';
import { Env } from '../config/env';
import { type Chunk, UnreadableFile } from '../files/file-content';
import { chunkTitle } from '../files/chunks/chunk-memory';
import { readChunks, ReaderFailure } from '../files/reading/reader-process';
import type { ScreeningPolicy } from '../screening/screen-fields';
import { Screening } from '../screening/screening.service';
import { MAX_DOCUMENTS } from './documents.dto';
import { DocumentsService } from './documents.service';
import { ProtocolError } from './protocol-error';

@Injectable()
export class FileIndexingService implements OnApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly slots: BulkheadPolicy;

  constructor(
    private readonly documents: DocumentsService,
    private readonly clock: MemoryClock,
    private readonly env: Env,
    private readonly screening: Screening,
  ) {
    // Waiting uploads take no memory: they are on disk.
    this.slots = bulkhead(Math.max(1, env.INGEST_CONCURRENCY), Infinity);
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** Stores a file as documents; their number. If reading it fails, the stored documents are deleted. */
  async indexUpload(namespace: string, fileName: string, path: string): Promise<number> {
    return this.slots.execute(() => this.index(namespace, fileName, path));
  }

  private async index(namespace: string, fileName: string, path: string): Promise<number> {
    const fileId = uuidv7();
    const createdAt = (await this.clock.now()).toISOString();
    const stored: string[] = [];
    let slice: NewDocument[] = [];
    const store = async () => {
      if (slice.length > 0) await this.documents.put(namespace, slice);
      stored.push(...slice.map(({ id }) => id));
      slice = [];
    };
    try {
      const policy = await this.screening.policyOf(namespace);
      for await (const chunk of this.chunksOf(path, fileName, policy)) {
        const n = stored.length + slice.length;
        slice.push(toDocument({ fileId, fileName, n, chunk, createdAt }));
        if (slice.length === MAX_DOCUMENTS) await store();
      }
      await store();
      return stored.length;
    } catch (error) {
      await this.forget(namespace, stored);
      throw refused(error);
    }
  }

  private chunksOf(path: string, fileName: string, policy: ScreeningPolicy): AsyncIterable<Chunk> {
    const limits = { memoryMb: this.env.INGEST_MEMORY_MB, silenceMs: this.env.INGEST_TIMEOUT_MS };
    return readChunks({ path, fileName, policy }, limits, this.stopping.signal);
  }

  private async forget(namespace: string, ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += MAX_DOCUMENTS) {
      await this.documents.delete(namespace, ids.slice(at, at + MAX_DOCUMENTS));
    }
  }
}

interface Part {
  fileId: string;
  fileName: string;
  /** From 0. */
  n: number;
  chunk: Chunk;
  createdAt: string;
}

/** Has no `memory_type`: that marks a part of a file for clients. */
function toDocument({ fileId, fileName, n, chunk, createdAt }: Part): NewDocument {
  return {
    id: `${fileId}#${n}`,
    text: chunk.text,
    metadata: {
      title: chunkTitle(fileName, chunk.place),
      file_name: fileName,
      source: 'upload',
      source_ref: `${fileId}#${n}`,
      provenance: 'imported',
      created_at: createdAt,
    },
  };
}

function refused(error: unknown): unknown {
  const isOfFile = error instanceof UnreadableFile || error instanceof ReaderFailure;
  return isOfFile ? new ProtocolError('unsupported_file', error.message) : error;
}
