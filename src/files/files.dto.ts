import { ApiProperty } from '@nestjs/swagger';
import { answerOf } from '../common/answer-of';
import { CursorField, PageLimitField, Shown, ShownInteger, ShownList } from '../common/fields';
import { encodeTimeCursor, pageOf } from '../common/time-cursor';
import { withProperties } from '../common/with-properties';
import { NamespaceAnswer, SessionAnswer } from '../sessions/session-answer.dto';
import { FILE_STATUSES, type FileRecord } from './file-record';
import type { Registered } from './upload/file-registration.service';

const ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
const AT = '2026-05-01T12:00:00.000Z';
const FILE_ID = Shown('The file', ID);
const FILE_NAME = Shown('Its name, without folders', 'handbook.pdf');
const FILE_SIZE = ShownInteger('Bytes', 48_213);

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

export class UploadResponse extends withProperties(NamespaceAnswer, {
  file_id: Shown('The file; an earlier file when the same bytes were uploaded before', ID),
  file_name: FILE_NAME,
  file_size: FILE_SIZE,
  status: Shown('The bytes are safe', 'uploaded', { enum: ['uploaded'] }),
  message: Shown('What happens with the file, in a sentence', MESSAGES.new),
}) {}

export class FileListQuery extends withProperties({
  limit: PageLimitField({ max: 100 }),
  cursor: CursorField(encodeTimeCursor({ time: new Date(AT), id: ID })),
}) {}

export class FileResponse extends withProperties({
  file_id: FILE_ID,
  file_name: FILE_NAME,
  file_size: FILE_SIZE,
  status: Shown(
    '`processing`: waits to be read, or is being read; `indexed`: all of it can be recalled',
    'indexed',
    { enum: FILE_STATUSES },
  ),
  chunks: ShownInteger('Pieces stored so far, each a memory', 31),
  progress: Shown('The share of the file that has been read, 0 to 1', 1),
  error: Shown('Why it could not be read; null unless `status` is `failed`', null, {
    type: String,
    nullable: true,
  }),
  created_at: Shown('When it was uploaded', AT),
}) {}

export class FileListResponse extends withProperties({
  files: ShownList('Newest first', FileResponse),
  count: ShownInteger('How many are listed here', 0),
  next_cursor: Shown(
    'Where the next page starts; absent on the last one',
    encodeTimeCursor({ time: new Date(AT), id: ID }),
    { required: false },
  ),
}) {}

export class FileDeletedResponse extends withProperties(SessionAnswer, {
  file_id: FILE_ID,
  status: Shown('The file is deleted', 'deleted', { enum: ['deleted'] }),
  chunks_deleted: ShownInteger('Memories deleted with it', 31),
}) {}

/** `found`: a page and, if there are more files, one of the next page. */
export function toFileList(found: readonly FileRecord[], limit: number): FileListResponse {
  const { items, nextCursor } = pageOf(found, limit, (file) => ({ time: file.createdAt, id: file.fileId }));
  const next = nextCursor === null ? {} : { next_cursor: nextCursor };
  return { files: items.map((file) => answerOf(FileResponse, file)), count: items.length, ...next };
}

export function messageOf({ outcome }: Registered): string {
  return MESSAGES[outcome];
}
