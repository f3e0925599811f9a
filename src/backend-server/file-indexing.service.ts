import { createReadStream } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import type { NewDocument } from '../backend/embedded/documents/document';
import { Clock } from '../common/clock';
import { MAX_DOCUMENTS } from './document-rule';
import { DocumentsService } from './documents.service';
import { ProtocolError } from './protocol-error';
import { passagesOf } from './text-passages';

/** Makes documents of files. */
@Injectable()
export class FileIndexingService {
  constructor(
    private readonly documents: DocumentsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes documents of the file at `path`, a text in UTF-8, a slice at a time; their number. When it fails half-way
   * nothing of it stays.
   */
  async indexUpload(namespace: string, fileName: string, path: string): Promise<number> {
    const fileId = uuidv7();
    const createdAt = this.clock.now().toISOString();
    const stored: string[] = [];
    let slice: NewDocument[] = [];
    const store = async () => {
      if (slice.length > 0) await this.documents.put(namespace, slice);
      stored.push(...slice.map(({ id }) => id));
      slice = [];
    };
    try {
      for await (const text of passagesOf(textOf(path))) {
        const place = stored.length + slice.length;
        slice.push(toDocument({ fileId, fileName, place, text, createdAt }));
        if (slice.length === MAX_DOCUMENTS) await store();
      }
      await store();
      return stored.length;
    } catch (error) {
      await this.forget(namespace, stored);
      throw error;
    }
  }

  private async forget(namespace: string, ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += MAX_DOCUMENTS) {
      await this.documents.delete(namespace, ids.slice(at, at + MAX_DOCUMENTS));
    }
  }
}

interface Passage {
  fileId: string;
  fileName: string;
  place: number;
  text: string;
  createdAt: string;
}

/** Without a `memory_type`, by which clients tell a part of a file. */
function toDocument({ fileId, fileName, place, text, createdAt }: Passage): NewDocument {
  return {
    id: `${fileId}#${place}`,
    text,
    metadata: {
      title: fileName,
      file_name: fileName,
      source: 'upload',
      source_ref: `${fileId}#${place}`,
      provenance: 'imported',
      created_at: createdAt,
    },
  };
}

/** Bytes that are no UTF-8 are replaced; a null character says that the file is none of text. */
async function* textOf(path: string): AsyncIterable<string> {
  const stream = createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>;
  for await (const text of stream) {
    if (text.includes('\0')) throw new ProtocolError('unsupported_file', 'The file is not a text');
    yield text;
  }
}
