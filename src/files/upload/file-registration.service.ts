import { createReadStream } from 'node:fs';
import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../common/domain-error';
import { Screening } from '../../screening/screening.service';
import { actorOf, type ActiveSession } from '../../sessions/session';
import { FileDeletion } from '../file-deletion.service';
import type { FileRecord } from '../file-record';
import { FileStore } from '../file-store';
import { FilesRepository, type NewFile } from '../files.repository';

/** `known`: a file with the same bytes exists; `retried`: it exists, had failed, and is queued again. */
export interface Registered {
  outcome: 'new' | 'known' | 'retried';
  file: FileRecord;
}

/** Attempts while an equal file is being deleted. */
const TRIES = 3;

/** Records a file whose bytes are stored. An agent has the same bytes once. */
@Injectable()
export class FileRegistration {
  private readonly logger = new Logger(FileRegistration.name);

  constructor(
    private readonly files: FilesRepository,
    private readonly store: FileStore,
    private readonly deletion: FileDeletion,
    private readonly screening: Screening,
  ) {}

  /** Deletes the uploaded bytes unless they are recorded as a new file. Throws SecretRefused for a name that holds one. */
  async register(session: ActiveSession, file: NewFile): Promise<Registered> {
    let recorded: Registered | null = null;
    try {
      await this.screening.screen(session.namespace, [{ file_name: file.fileName }]);
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
      await this.deletion.delete({ sessionId: session.sessionId, by: actorOf(session) }, known);
    }
    throw new DomainError('BackendUnavailable', 'The same file is being deleted: try again shortly');
  }

  /** A failed file is read again under its id, from the chunk where it stopped: its bytes are the same. */
  private async again(file: NewFile, known: FileRecord): Promise<Registered> {
    if (known.status !== 'failed') return { outcome: 'known', file: known };
    await this.copyBytes(file.fileId, known.fileId);
    const isRetried = await this.files.retry(known.fileId);
    return { outcome: isRetried ? 'retried' : 'known', file: known };
  }

  /** The bytes of a failed file were deleted. */
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

  /** When the database does not answer, maintenance deletes the bytes later. */
  private async discard({ agentId, fileId }: NewFile): Promise<void> {
    try {
      if ((await this.files.find(agentId, fileId)) === null) await this.store.delete(fileId);
    } catch {
      this.logger.warn(`The bytes of upload ${fileId} stay until maintenance removes them`);
    }
  }
}
