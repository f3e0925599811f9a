import { ApiProperty } from '@nestjs/swagger';
import { answerOf } from '../common/answer-of';
import { CursorField, PageLimitField, Shown, ShownList } from '../common/fields';
import { encodeTimeCursor } from '../common/time-cursor';
import { NamespaceAnswer, SessionAnswer } from '../sessions/session-answer.dto';
import { FILE_STATUSES, type FileRecord, type FileStatus } from './file-record';
import type { Registered } from './upload/file-registration.service';

const ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
const AT = '2026-05-01T12:00:00.000Z';
const FILE_ID = ['The file', ID] as const;
const FILE_NAME = ['Its name, without folders', 'handbook.pdf'] as const;
const FILE_SIZE = ['Bytes', 48_213, { type: 'integer' }] as const;

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
  @Shown('The file; an earlier file when the same bytes were uploaded before', ID)
  file_id!: string;

  @Shown(...FILE_NAME)
  file_name!: string;

  @Shown(...FILE_SIZE)
  file_size!: number;

  @Shown('The bytes are safe', 'uploaded', { enum: ['uploaded'] })
  status!: 'uploaded';

  @Shown('What happens with the file, in a sentence', MESSAGES.new)
  message!: string;
}

export class FileListQuery {
  @PageLimitField({ max: 100 })
  limit!: number;

  @CursorField(encodeTimeCursor({ time: new Date(AT), id: ID }))
  cursor!: string | null;
}

export class FileResponse {
  @Shown(...FILE_ID)
  file_id!: string;

  @Shown(...FILE_NAME)
  file_name!: string;

  @Shown(...FILE_SIZE)
  file_size!: number;

  @Shown(
    '`processing`: waits to be read, or is being read; `indexed`: all of it can be recalled',
    'indexed',
    { enum: FILE_STATUSES },
  )
  status!: FileStatus;

  @Shown('Pieces stored so far, each a memory', 31, { type: 'integer' })
  chunks!: number;

  @Shown('The share of the file that has been read, 0 to 1', 1)
  progress!: number;

  @Shown('Why it could not be read; null unless `status` is `failed`', null, { type: String, nullable: true })
  error!: string | null;

  @Shown('When it was uploaded', AT)
  created_at!: string;
}

export class FileListResponse {
  @ShownList('Newest first', FileResponse)
  files!: FileResponse[];

  @Shown('How many are listed here', 0, { type: 'integer' })
  count!: number;

  @Shown(
    'Where the next page starts; absent on the last one',
    encodeTimeCursor({ time: new Date(AT), id: ID }),
    { required: false },
  )
  next_cursor?: string;
}

export class FileDeletedResponse extends SessionAnswer {
  @Shown(...FILE_ID)
  file_id!: string;

  @Shown('The file is deleted', 'deleted', { enum: ['deleted'] })
  status!: 'deleted';

  @Shown('Memories deleted with it', 31, { type: 'integer' })
  chunks_deleted!: number;
}

/** `found`: a page and, if there are more files, one of the next page. */
export function toFileList(found: readonly FileRecord[], limit: number): FileListResponse {
  const files = found.slice(0, limit);
  const last = files.at(-1);
  const next =
    found.length > limit && last
      ? { next_cursor: encodeTimeCursor({ time: last.createdAt, id: last.fileId }) }
      : {};
  return { files: files.map((file) => answerOf(FileResponse, file)), count: files.length, ...next };
}

export function messageOf({ outcome }: Registered): string {
  return MESSAGES[outcome];
}
