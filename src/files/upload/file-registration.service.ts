import { createReadStream } from 'node:fs';
import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../common/domain-error';
import type { ActiveSession } from '../../sessions/session';
import { FileDeletion } from '../file-deletion.service';
import type { FileRecord } from '../file-record';
import { FileStore } from '../file-store';
import { FilesRepository, type NewFile } from '../files.repository';

/** What became of an upload: `known` has the same bytes and is there already, `retried` had failed to be read. */
export interface Registered {
  outcome: 'new' | 'known' | 'retried';
  file: FileRecord;
}

/** A file that is deleted just now is waited for as often. */
const TRIES = 3;

/** Records files whose bytes are in the store, the same bytes once an agent. */
@Injectable()
export class FileRegistration {
  private readonly logger = new Logger(FileRegistration.name);

  constructor(
    private readonly files: FilesRepository,
    private readonly store: FileStore,
    private readonly deletion: FileDeletion,
  ) {}

  /** The bytes of the new file are kept only where it is recorded as such. */
  async register(session: ActiveSession, file: NewFile): Promise<Registered> {
    let recorded: Registered | null = null;
    try {
      recorded = await this.record(session, file);
      return recorded;
    } finally {
      if (recorded?.outcome !== 'new') await this.discard(file);
    }
  }

  private async record(session: ActiveSession, file: NewFile): Promise<Registered> {
    for (let tries = 0; tries < TRIES; tries++) {
      const inserted = await this.files.insert(file);
      if (inserted !== null) return { outcome: 'new', file: inserted };
      const known = await this.files.findByContent(file.agentId, file.sha256);
      // Deleted between the two statements.
      if (known === null) continue;
      if (!known.deleting) return this.again(file, known);
      await this.deletion.delete(session, known);
    }
    throw new DomainError('BackendUnavailable', 'The same file is being deleted: try again shortly');
  }

  /** A file that failed is read again, under its id: from its place on, since its bytes are the same. */
  private async again(file: NewFile, known: FileRecord): Promise<Registered> {
    if (known.status !== 'failed') return { outcome: 'known', file: known };
    await this.copyBytes(file.fileId, known.fileId);
    const isRetried = await this.files.retry(known.fileId);
    return { outcome: isRetried ? 'retried' : 'known', file: known };
  }

  /** Those of a file that failed are gone. */
  private async copyBytes(from: string, to: string): Promise<void> {
    const { signal } = new AbortController();
    const copy = await this.store.fetch(from, signal);
    if (copy === null) throw new TypeError('The bytes that were just stored are gone');
    try {
      await this.store.put(to, createReadStream(copy.path, { highWaterMark: 1_048_576 }), signal);
    } finally {
      await copy.release();
    }
  }

  /** Where the database does not tell whether the file was recorded, its bytes are left to maintenance. */
  private async discard({ agentId, fileId }: NewFile): Promise<void> {
    try {
      if ((await this.files.find(agentId, fileId)) === null) await this.store.delete(fileId);
    } catch {
      this.logger.warn(`The bytes of upload ${fileId} stay until maintenance removes them`);
    }
  }
}
