import { Injectable } from '@nestjs/common';
import type { TimeCursor } from '../common/time-cursor';
import { Database, sql, type Sql } from '../database/database';
import type { FileRecord, FileStatus } from './file-record';

/** A file as it comes. */
export type NewFile = Pick<
  FileRecord,
  'fileId' | 'agentId' | 'sessionId' | 'fileName' | 'fileSize' | 'createdAt'
> & { sha256: Buffer };

export interface KnownFile extends FileRecord {
  /** Somebody wants it gone. */
  deleting: boolean;
}

interface FileRow {
  file_id: string;
  agent_id: string;
  session_id: string;
  file_name: string;
  file_size: number;
  status: FileStatus;
  chunks: number;
  progress: number;
  error: string | null;
  created_at: Date;
  deleting: boolean;
}

const COLUMNS: Sql = sql`file_id::text AS file_id, agent_id, session_id, file_name, file_size::float8 AS file_size,
  status, chunks, progress, error, created_at, deleting`;

/** Files as their agents see them; their jobs have a repository of their own. */
@Injectable()
export class FilesRepository {
  constructor(private readonly db: Database) {}

  /** Null when the agent has a file of these bytes, or there is no such agent. */
  async insert(file: NewFile): Promise<FileRecord | null> {
    const rows = await this.db.query<FileRow>(sql`
      INSERT INTO files (file_id, agent_id, session_id, file_name, file_size, sha256, created_at)
      SELECT ${file.fileId}::uuid, agent_id, ${file.sessionId}, ${file.fileName}, ${file.fileSize}::bigint,
        ${file.sha256}::bytea, ${file.createdAt}::timestamptz
      FROM agents WHERE agent_id = ${file.agentId} FOR KEY SHARE
      ON CONFLICT (agent_id, sha256) DO NOTHING
      RETURNING ${COLUMNS}`);
    return firstOf(rows);
  }

  async findByContent(agentId: string, sha256: Buffer): Promise<KnownFile | null> {
    const rows = await this.db.query<FileRow>(
      sql`SELECT ${COLUMNS} FROM files WHERE agent_id = ${agentId} AND sha256 = ${sha256}::bytea`,
    );
    return firstOf(rows);
  }

  async find(agentId: string, fileId: string): Promise<KnownFile | null> {
    const rows = await this.db.query<FileRow>(
      sql`SELECT ${COLUMNS} FROM files WHERE agent_id = ${agentId} AND file_id = ${fileId}::uuid`,
    );
    return firstOf(rows);
  }

  /** Newest first, those of one instant by id, without those that are being deleted. */
  async list(agentId: string, after: TimeCursor | null, limit: number): Promise<FileRecord[]> {
    const createdAt = after?.time ?? null;
    const rows = await this.db.query<FileRow>(sql`
      SELECT ${COLUMNS} FROM files
      WHERE agent_id = ${agentId} AND NOT deleting
        AND (${createdAt}::timestamptz IS NULL OR created_at < ${createdAt}
             OR (created_at = ${createdAt} AND files.file_id > ${after?.id ?? null}::uuid))
      ORDER BY created_at DESC, files.file_id LIMIT ${limit}`);
    return rows.map(toFile);
  }

  /** Gives a file that failed to the readers once more. Null when it has not failed, or is wanted gone. */
  async retry(fileId: string): Promise<FileRecord | null> {
    const rows = await this.db.query<FileRow>(sql`
      UPDATE files
      SET status = 'processing', error = NULL, attempts = 0, holder = NULL, held_until = NULL, next_try = now()
      WHERE file_id = ${fileId}::uuid AND status = 'failed' AND NOT deleting
      RETURNING ${COLUMNS}`);
    return firstOf(rows);
  }

  /** Of these files those whose bytes are still to be read. */
  async unread(fileIds: readonly string[]): Promise<string[]> {
    const rows = await this.db.query<{ file_id: string }>(sql`
      SELECT file_id::text AS file_id FROM files
      WHERE file_id = ANY(${fileIds}::uuid[]) AND status = 'processing'`);
    return rows.map((row) => row.file_id);
  }

  async hasAgent(agentId: string): Promise<boolean> {
    const rows = await this.db.query<object>(sql`SELECT 1 AS one FROM agents WHERE agent_id = ${agentId}`);
    return rows.length > 0;
  }
}

function firstOf(rows: readonly FileRow[]): KnownFile | null {
  return rows[0] ? toFile(rows[0]) : null;
}

function toFile(row: FileRow): KnownFile {
  return {
    fileId: row.file_id,
    agentId: row.agent_id,
    sessionId: row.session_id,
    fileName: row.file_name,
    fileSize: row.file_size,
    status: row.status,
    chunks: row.chunks,
    progress: row.progress,
    error: row.error,
    createdAt: row.created_at,
    deleting: row.deleting,
  };
}
