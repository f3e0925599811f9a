import { ApiProperty } from '@nestjs/swagger';
import { Cursor, Optional, WholeNumber } from '../common/request-decorators';
import { encodeTimeCursor, pageOf } from '../common/time-cursor';
import { NamespaceAnswer, SessionAnswer } from '../sessions/session-answer.dto';
import { FILE_STATUSES, type FileRecord } from './file-record';
import type { Registered } from './upload/file-registration.service';

const ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
const AT = '2026-05-01T12:00:00.000Z';

const MESSAGES: Record<Registered['outcome'], string> = {
  new: 'The file was uploaded and is being indexed',
  known: 'The same file was uploaded before: it is kept, and indexed, once',
  retried: 'The same file was uploaded before and could not be indexed: it is tried again',
};

export const UPLOAD_EXAMPLE = { file: 'The bytes of handbook.pdf' };

export class UploadForm {
  @ApiProperty({
    type: 'string',
    format: 'binary',
    description: 'A .pdf, .docx, .xlsx, .json, .txt, .csv or .md file of at least one byte',
    example: UPLOAD_EXAMPLE.file,
  })
  file!: unknown;
}

export class UploadResponse extends NamespaceAnswer {
  /** The file; an earlier file when the same bytes were uploaded before */
  @ApiProperty({ example: ID })
  file_id!: string;

  /**
   * Its name, without folders
   * @example 'handbook.pdf'
   */
  file_name!: string;

  /**
   * Bytes
   * @example 48213
   */
  @ApiProperty({ type: 'integer' })
  file_size!: number;

  /**
   * The bytes are safe
   * @example 'uploaded'
   */
  @ApiProperty({ enum: ['uploaded'] })
  status!: 'uploaded';

  /** What happens with the file, in a sentence */
  @ApiProperty({ example: MESSAGES.new })
  message!: string;
}

export class FileListQuery {
  /**
   * Entries of the page, 1 to 100
   * @example 100
   */
  @Optional()
  @WholeNumber({ min: 1, max: 100 })
  limit = 100;

  /** The `next_cursor` of the page before */
  @Optional()
  @Cursor()
  @ApiProperty({ example: encodeTimeCursor({ time: new Date(AT), id: ID }) })
  cursor: string | null = null;
}

export class FileResponse {
  /** The file */
  @ApiProperty({ example: ID })
  file_id!: string;

  /**
   * Its name, without folders
   * @example 'handbook.pdf'
   */
  file_name!: string;

  /**
   * Bytes
   * @example 48213
   */
  @ApiProperty({ type: 'integer' })
  file_size!: number;

  /**
   * `processing`: waits to be read, or is being read; `indexed`: all of it can be recalled
   * @example 'indexed'
   */
  @ApiProperty({ enum: FILE_STATUSES })
  status!: (typeof FILE_STATUSES)[number];

  /**
   * Pieces stored so far, each a memory
   * @example 31
   */
  @ApiProperty({ type: 'integer' })
  chunks!: number;

  /**
   * The share of the file that has been read, 0 to 1
   * @example 1
   */
  progress!: number;

  /** Why it could not be read; null unless `status` is `failed` */
  @ApiProperty({ example: null, type: String, nullable: true })
  error!: string | null;

  /** When it was uploaded */
  @ApiProperty({ example: AT })
  created_at!: string;
}

export class FileListResponse {
  /**
   * Newest first
   * @example []
   */
  files!: FileResponse[];

  /**
   * How many are listed here
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  count!: number;

  /** The cursor of the next page; absent on the last page */
  @ApiProperty({ example: encodeTimeCursor({ time: new Date(AT), id: ID }) })
  next_cursor?: string;
}

export class FileDeletedResponse extends SessionAnswer {
  /** The file */
  @ApiProperty({ example: ID })
  file_id!: string;

  /**
   * The file is deleted
   * @example 'deleted'
   */
  @ApiProperty({ enum: ['deleted'] })
  status!: 'deleted';

  /**
   * Memories deleted with it
   * @example 31
   */
  @ApiProperty({ type: 'integer' })
  chunks_deleted!: number;
}

export function toFileResponse(file: FileRecord): FileResponse {
  return {
    file_id: file.fileId,
    file_name: file.fileName,
    file_size: file.fileSize,
    status: file.status,
    chunks: file.chunks,
    progress: file.progress,
    error: file.error,
    created_at: file.createdAt.toISOString(),
  };
}

/** `found`: a page and, if there are more files, one of the next page. */
export function toFileList(found: readonly FileRecord[], limit: number): FileListResponse {
  const { items, nextCursor } = pageOf(found, limit, (file) => ({ time: file.createdAt, id: file.fileId }));
  const next = nextCursor === null ? {} : { next_cursor: nextCursor };
  return { files: items.map(toFileResponse), count: items.length, ...next };
}

export function messageOf({ outcome }: Registered): string {
  return MESSAGES[outcome];
}
