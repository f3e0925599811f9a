import { Injectable } from '@nestjs/common';
import type { TimeCursor } from '../common/time-cursor';
import { actorOf, type ActiveSession } from '../sessions/session';
import { FileDeletion } from './file-deletion.service';
import { fileNotFound, type FileRecord } from './file-record';
import { FilesRepository } from './files.repository';

/** The uploaded files of an agent. */
@Injectable()
export class FilesService {
  constructor(
    private readonly files: FilesRepository,
    private readonly deletion: FileDeletion,
  ) {}

  /** Newest first. */
  list({ agentId }: ActiveSession, after: TimeCursor | null, limit: number): Promise<FileRecord[]> {
    return this.files.list(agentId, after, limit);
  }

  /** Throws `file_not_found`, also while the file is being deleted. */
  async get({ agentId }: ActiveSession, fileId: string): Promise<FileRecord> {
    const file = await this.files.find(agentId, fileId);
    if (file === null || file.deleting) throw fileNotFound(fileId);
    return file;
  }

  /** Returns the number of deleted chunks. Completes a deletion that broke off. */
  async delete(session: ActiveSession, fileId: string): Promise<number> {
    const file = await this.files.find(session.agentId, fileId);
    if (file === null) throw fileNotFound(fileId);
    return this.deletion.delete({ sessionId: session.sessionId, by: actorOf(session) }, file);
  }
}
