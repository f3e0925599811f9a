import { Injectable } from '@nestjs/common';
import { noteOn, recordedWrite } from '../audit/recorded-write';
import { agentNotFound, namespaceOf } from '../agents/agent';
import type { TimeCursor } from '../common/time-cursor';
import { PrismaService } from '../database/prisma.service';
import { isForeignKeyViolation } from '../database/database-errors';
import { FILE_COLUMNS, toFile, type FileRecord } from './file-record';

/** A file before the database has a row of it. */
export type NewFile = Pick<
  FileRecord,
  'fileId' | 'agentId' | 'sessionId' | 'fileName' | 'fileSize' | 'createdAt' | 'uploadedBy'
> & { sha256: Uint8Array<ArrayBuffer> };

/** Files as their agents see them; their jobs have a repository of their own. */
@Injectable()
export class FilesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Null when the agent already has a file with these bytes. Throws `AgentNotFound`. */
  async insert(file: NewFile): Promise<FileRecord | null> {
    try {
      const sha256 = Buffer.from(file.sha256).toString('hex');
      const item = { kind: 'file', id: file.fileId, event: 'uploaded', fields: { sha256 } };
      const [row] = await recordedWrite(
        this.prisma,
        () => this.files.createManyAndReturn({ data: [file], skipDuplicates: true, select: FILE_COLUMNS }),
        (rows) => (rows.length > 0 ? noteOn(namespaceOf(file.agentId), 'uploadFile', item) : null),
      );
      return row ? toFile(row) : null;
    } catch (error) {
      throw isForeignKeyViolation(error) ? agentNotFound(file.agentId) : error;
    }
  }

  async findByContent(agentId: string, sha256: Uint8Array<ArrayBuffer>): Promise<FileRecord | null> {
    const row = await this.files.findUnique({
      where: { agentId_sha256: { agentId, sha256 } },
      select: FILE_COLUMNS,
    });
    return row && toFile(row);
  }

  async find(agentId: string, fileId: string): Promise<FileRecord | null> {
    const row = await this.files.findUnique({ where: { fileId, agentId }, select: FILE_COLUMNS });
    return row && toFile(row);
  }

  /** Newest first, then by id, without files that are being deleted. */
  async list(agentId: string, after: TimeCursor | null, limit: number): Promise<FileRecord[]> {
    const later = after && [
      { createdAt: { lt: after.time } },
      { createdAt: after.time, fileId: { gt: after.id } },
    ];
    const rows = await this.files.findMany({
      where: { agentId, deleting: false, ...(later && { OR: later }) },
      orderBy: [{ createdAt: 'desc' }, { fileId: 'asc' }],
      take: limit,
      select: FILE_COLUMNS,
    });
    return rows.map(toFile);
  }

  /** Queues a failed file again; false when it has not failed or is being deleted. */
  async retry(fileId: string): Promise<boolean> {
    const nextTry = await this.prisma.now();
    const { count } = await this.files.updateMany({
      where: { fileId, status: 'failed', deleting: false },
      data: { status: 'processing', error: null, attempts: 0, holder: null, heldUntil: null, nextTry },
    });
    return count > 0;
  }

  /** The files among these whose bytes must still be read. */
  async findUnread(fileIds: readonly string[]): Promise<string[]> {
    const rows = await this.files.findMany({
      where: { fileId: { in: [...fileIds] }, status: 'processing' },
      select: { fileId: true },
    });
    return rows.map((row) => row.fileId);
  }

  private get files() {
    return this.prisma.models.file;
  }
}
