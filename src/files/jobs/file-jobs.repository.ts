// SQL: FOR UPDATE SKIP LOCKED, times of the database's clock, and values that follow from the old ones.
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { noteOn, recordedWrite } from '../../audit/recorded-write';
import { namespaceOf } from '../../agents/agent';
import { isHeldUntil } from '../../database/bounded-work';
import { PrismaService } from '../../database/prisma.service';
import { sql } from '../../database/sql';
import { FILE_COLUMNS, toFile, type FileRecord } from '../file-record';
import { LONGEST_WAIT_MS, type FileJob } from './file-job';

export interface JobsReport {
  /** Files that are being read or wait for a reader. */
  processing: number;
  /** The ones among them whose last attempt failed. */
  failing: number;
}

const NOT_HELD = { holder: null, heldUntil: null } as const;

/** The jobs of files, each in the row of its file. Times are those of the database's clock. */
@Injectable()
export class FileJobsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Takes the job that has waited longest, also one whose holder has died; null when none is due. */
  async take(leaseMs: number): Promise<FileJob | null> {
    const holder = randomUUID();
    // A subquery in FROM may be run for each row, and would take one more job each time.
    const rows = await this.prisma.query<FileRecord & { attempts: number }>(sql`
      WITH due AS MATERIALIZED (
        SELECT j.file_id FROM files j
        WHERE j.status = 'processing' AND NOT j.deleting
          AND NOT ${isHeldUntil(sql`j.next_try`, LONGEST_WAIT_MS)}
          AND NOT ${isHeldUntil(sql`j.held_until`, leaseMs)}
        ORDER BY j.next_try, j.file_id LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      UPDATE files f SET holder = ${holder}::uuid, attempts = f.attempts + 1,
        held_until = now() + ${leaseMs}::float8 * interval '1 millisecond'
      FROM due
      WHERE f.file_id = due.file_id
      RETURNING f.file_id AS "fileId", f.agent_id AS "agentId", f.session_id AS "sessionId",
        f.file_name AS "fileName", f.file_size::float8 AS "fileSize", f.status, f.chunks, f.progress, f.error,
        f.created_at AS "createdAt", f.deleting, f.uploaded_by AS "uploadedBy", f.attempts`);
    const [row] = rows;
    if (row === undefined) return null;
    const { attempts, ...file } = row;
    return { file, holder, attempts };
  }

  /** Extends the hold on the job; false when the job is lost. */
  async extend({ file, holder }: FileJob, leaseMs: number): Promise<boolean> {
    const extended = await this.prisma.execute(sql`
      UPDATE files f SET held_until = now() + ${leaseMs}::float8 * interval '1 millisecond'
      WHERE f.file_id = ${file.fileId}::uuid AND f.holder = ${holder}::uuid AND NOT f.deleting`);
    return extended > 0;
  }

  /** Locks the agent, then the job, like a deletion of the agent, to avoid deadlocks. False when the job is lost. */
  async lock({ file, holder }: FileJob): Promise<boolean> {
    const rows = await this.prisma.query(sql`
      WITH owner AS MATERIALIZED (
        SELECT a.agent_id FROM agents a WHERE a.agent_id = ${file.agentId} FOR KEY SHARE
      )
      SELECT 1 AS one FROM owner o JOIN files f ON f.agent_id = o.agent_id
      WHERE f.file_id = ${file.fileId}::uuid AND f.holder = ${holder}::uuid AND NOT f.deleting
      FOR UPDATE OF f`);
    return rows.length > 0;
  }

  /** Records that the chunks up to a number are stored; false when the job is lost. */
  async advance({ file, holder }: FileJob, from: number, to: number, progress: number): Promise<boolean> {
    const advanced = await this.prisma.execute(sql`
      UPDATE files f SET chunks = ${to}::int, progress = LEAST(1, GREATEST(f.progress, ${progress}::float8)), attempts = 1
      WHERE f.file_id = ${file.fileId}::uuid AND f.holder = ${holder}::uuid AND NOT f.deleting
        AND f.chunks = ${from}::int`);
    return advanced > 0;
  }

  /** False when the job is lost. */
  async finish({ file: { fileId }, holder }: FileJob): Promise<boolean> {
    const { count } = await this.files.updateMany({
      where: { fileId, holder, deleting: false },
      data: { ...NOT_HELD, status: 'indexed', progress: 1, error: null },
    });
    return count > 0;
  }

  /** `error` is for the person who uploaded the file. False when the job is lost. */
  async fail({ file: { fileId }, holder }: FileJob, error: string): Promise<boolean> {
    const { count } = await this.files.updateMany({
      where: { fileId, holder, deleting: false },
      data: { ...NOT_HELD, status: 'failed', error },
    });
    return count > 0;
  }

  /** Releases the job, to be taken again after a while. An attempt that does not count was not the file's fault. */
  async postpone({ file, holder }: FileJob, waitMs: number, counts: boolean): Promise<void> {
    await this.prisma.execute(sql`
      UPDATE files f SET holder = NULL, held_until = NULL, attempts = f.attempts - ${counts ? 0 : 1}::int,
        next_try = now() + ${waitMs}::float8 * interval '1 millisecond'
      WHERE f.file_id = ${file.fileId}::uuid AND f.holder = ${holder}::uuid`);
  }

  /** Whether the file is there and no deletion has begun. */
  async isWanted(fileId: string): Promise<boolean> {
    return (await this.files.count({ where: { fileId, deleting: false } })) > 0;
  }

  /**
   * After this only a batch that is being stored may still follow. `begun` runs in the same transaction, unless the file was
   * marked before. Null when the file is gone.
   */
  markDeleting(fileId: string, begun?: () => Promise<void>): Promise<FileRecord | null> {
    return this.prisma.transaction(async () => {
      const unmarked = { where: { fileId, deleting: false }, data: { deleting: true } };
      const { count } = await this.files.updateMany(unmarked);
      if (count > 0) await begun?.();
      const row = await this.files.findUnique({ where: { fileId }, select: FILE_COLUMNS });
      return row && toFile(row);
    });
  }

  async remove(fileId: string): Promise<void> {
    const select = { agentId: true } as const;
    await recordedWrite(
      this.prisma,
      async () => {
        const file = await this.files.findUnique({ where: { fileId }, select });
        await this.files.deleteMany({ where: { fileId } });
        return file;
      },
      (file) => {
        const item = { kind: 'file', id: fileId, event: 'deleted' };
        return file === null ? null : noteOn(namespaceOf(file.agentId), 'deleteFile', item);
      },
    );
  }

  /** Files whose deletion has begun, of one agent or of all. */
  async findDeleting(limit: number, agentId?: string): Promise<FileRecord[]> {
    const rows = await this.files.findMany({
      where: { deleting: true, agentId },
      orderBy: { fileId: 'asc' },
      take: limit,
      select: FILE_COLUMNS,
    });
    return rows.map(toFile);
  }

  async report(): Promise<JobsReport> {
    const queued = { status: 'processing', deleting: false };
    // Taking a job counts an attempt.
    const failed = [
      { holder: null, attempts: { gt: 0 } },
      { holder: { not: null }, attempts: { gt: 1 } },
    ];
    const [processing, failing] = await Promise.all([
      this.files.count({ where: queued }),
      this.files.count({ where: { ...queued, OR: failed } }),
    ]);
    return { processing, failing };
  }

  private get files() {
    return this.prisma.models.file;
  }
}
