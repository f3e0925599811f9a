import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isHeldUntil } from '../../database/bounded-work';
import { Database, sql } from '../../database/database';
import type { FileRecord } from '../file-record';
import { type FileJob, LONGEST_WAIT_MS } from './file-job';

export interface JobsReport {
  /** Files that are read or wait for it. */
  processing: number;
  /** Of these, the ones whose last try failed. */
  failing: number;
}

interface JobRow extends FileRecord {
  attempts: number;
}

const COLUMNS = sql`f.file_id AS "fileId", f.agent_id AS "agentId", f.session_id AS "sessionId",
  f.file_name AS "fileName", f.file_size::float8 AS "fileSize", f.status, f.chunks, f.progress, f.error,
  f.created_at AS "createdAt"`;

/** The jobs of files, each in the row of its file. Times are those of the database. */
@Injectable()
export class FileJobsRepository {
  constructor(private readonly database: Database) {}

  /** Everything inside is stored or nothing. */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }

  /** Takes the job that has waited longest, also one whose holder has died; null when none is due. */
  async take(leaseMs: number): Promise<FileJob | null> {
    const holder = randomUUID();
    const rows = await this.database.query<JobRow>(sql`
      UPDATE files f SET holder = ${holder}::uuid, attempts = f.attempts + 1,
        held_until = now() + ${leaseMs}::float8 * interval '1 millisecond'
      FROM (
        SELECT j.file_id FROM files j
        WHERE j.status = 'processing' AND NOT j.deleting
          AND NOT ${isHeldUntil(sql`j.next_try`, LONGEST_WAIT_MS)}
          AND NOT ${isHeldUntil(sql`j.held_until`, leaseMs)}
        ORDER BY j.next_try, j.file_id LIMIT 1 FOR UPDATE SKIP LOCKED
      ) AS due
      WHERE f.file_id = due.file_id
      RETURNING ${COLUMNS}, f.attempts`);
    const [row] = rows;
    if (row === undefined) return null;
    const { attempts, ...file } = row;
    return { file, holder, attempts };
  }

  /** Keeps the job for so much longer; false when it is lost. */
  async keep({ file, holder }: FileJob, leaseMs: number): Promise<boolean> {
    const kept = await this.database.execute(sql`
      UPDATE files f SET held_until = now() + ${leaseMs}::float8 * interval '1 millisecond'
      WHERE f.file_id = ${file.fileId}::uuid AND f.holder = ${holder}::uuid AND NOT f.deleting`);
    return kept > 0;
  }

  /**
   * Notes that the chunks up to a number are stored; false when the job is lost. The agent is locked first, as it is
   * by whoever deletes it together with its memories: the two do not wait for each other.
   */
  async advance({ file, holder }: FileJob, from: number, to: number, progress: number): Promise<boolean> {
    const advanced = await this.database.execute(sql`
      WITH owner AS MATERIALIZED (
        SELECT a.agent_id FROM agents a WHERE a.agent_id = ${file.agentId} FOR KEY SHARE
      )
      UPDATE files f SET chunks = ${to}::int, progress = LEAST(1, GREATEST(f.progress, ${progress}::float8)), attempts = 1
      FROM owner o
      WHERE f.agent_id = o.agent_id AND f.file_id = ${file.fileId}::uuid AND f.holder = ${holder}::uuid
        AND NOT f.deleting AND f.chunks = ${from}::int`);
    return advanced > 0;
  }

  /** False when the job is lost. */
  async finish({ file, holder }: FileJob): Promise<boolean> {
    const finished = await this.database.execute(sql`
      UPDATE files f SET status = 'indexed', progress = 1, error = NULL, holder = NULL, held_until = NULL
      WHERE f.file_id = ${file.fileId}::uuid AND f.holder = ${holder}::uuid AND NOT f.deleting`);
    return finished > 0;
  }

  /** For good. `error` is for the person who sent the file. False when the job is lost. */
  async fail({ file, holder }: FileJob, error: string): Promise<boolean> {
    const failed = await this.database.execute(sql`
      UPDATE files f SET status = 'failed', error = ${error}, holder = NULL, held_until = NULL
      WHERE f.file_id = ${file.fileId}::uuid AND f.holder = ${holder}::uuid AND NOT f.deleting`);
    return failed > 0;
  }

  /** Gives the job back, to be taken again after a while. A try that does not count is not the file's fault. */
  async giveBack({ file, holder }: FileJob, waitMs: number, counts: boolean): Promise<void> {
    await this.database.execute(sql`
      UPDATE files f SET holder = NULL, held_until = NULL, attempts = f.attempts - ${counts ? 0 : 1}::int,
        next_try = now() + ${waitMs}::float8 * interval '1 millisecond'
      WHERE f.file_id = ${file.fileId}::uuid AND f.holder = ${holder}::uuid`);
  }

  /** False when it is gone, or is to go. */
  async isWanted(fileId: string): Promise<boolean> {
    const rows = await this.database.query(sql`
      SELECT 1 AS one FROM files f WHERE f.file_id = ${fileId}::uuid AND NOT f.deleting`);
    return rows.length > 0;
  }

  /** No more of the file is stored from now on, but for what its holder is storing; null when it is gone. */
  async markDeleting(fileId: string): Promise<FileRecord | null> {
    const rows = await this.database.query<FileRecord>(sql`
      UPDATE files f SET deleting = true WHERE f.file_id = ${fileId}::uuid RETURNING ${COLUMNS}`);
    return rows[0] ?? null;
  }

  /** Whether somebody may still be at it. */
  async isHeld(fileId: string, leaseMs: number): Promise<boolean> {
    const rows = await this.database.query(sql`
      SELECT 1 AS one FROM files f
      WHERE f.file_id = ${fileId}::uuid AND ${isHeldUntil(sql`f.held_until`, leaseMs)}`);
    return rows.length > 0;
  }

  /** Where others wait for the file to be let go. */
  async letGo({ file, holder }: FileJob): Promise<void> {
    await this.database.execute(sql`
      UPDATE files f SET holder = NULL, held_until = NULL
      WHERE f.file_id = ${file.fileId}::uuid AND f.holder = ${holder}::uuid`);
  }

  async remove(fileId: string): Promise<void> {
    await this.database.execute(sql`DELETE FROM files f WHERE f.file_id = ${fileId}::uuid`);
  }

  /** Files whose deletion was begun. */
  async findDeleting(limit: number): Promise<FileRecord[]> {
    return this.database.query(sql`
      SELECT ${COLUMNS} FROM files f WHERE f.deleting ORDER BY f.file_id LIMIT ${limit}`);
  }

  async report(): Promise<JobsReport> {
    const rows = await this.database.query<JobsReport>(sql`
      SELECT count(*)::float8 AS processing,
        (count(*) FILTER (WHERE f.attempts > CASE WHEN f.holder IS NULL THEN 0 ELSE 1 END))::float8 AS failing
      FROM files f WHERE f.status = 'processing' AND NOT f.deleting`);
    return rows[0] ?? { processing: 0, failing: 0 };
  }
}
