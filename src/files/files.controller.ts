import { Controller, Delete, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { inviteBody } from '../common/request-body';
import { requestedTimeCursor } from '../common/time-cursor';
import { uuidParam } from '../common/uuid-param';
import { Repeats, type Repetition } from '../memories/idempotency-key.param';
import { RepeatableWrites } from '../memories/repeatable-writes.service';
import type { ActiveSession } from '../sessions/session';
import { CurrentSession } from '../sessions/current-session';
import { SessionRoute } from '../sessions/session-route';
import { fileNotFound } from './file-record';
import {
  FileDeletedResponse,
  FileListQuery,
  FileListResponse,
  FileResponse,
  messageOf,
  toFileList,
  toFileResponse,
  UPLOAD_EXAMPLE,
  UploadForm,
  UploadResponse,
} from './files.dto';
import { FilesService } from './files.service';
import type { Registered } from './upload/file-registration.service';
import { UploadsService } from './upload/uploads.service';
import { namespaceAnswer, sessionAnswer } from '../sessions/session-answer.dto';

const FileId = uuidParam('file_id', 'Id of the file', fileNotFound);

@ApiTags('Files')
@Controller('api/v2/agents/:agent_id')
export class FilesController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly files: FilesService,
    private readonly writes: RepeatableWrites,
  ) {}

  @Post('upload-file')
  @SessionRoute('write')
  @Logged('upload-file', 'write', () => 0)
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: UploadForm, required: true, examples: { file: { value: UPLOAD_EXAMPLE } } })
  @Documented({
    summary: 'Upload a file, to be indexed',
    description:
      'A multipart form with one field named `file`. It answers when the bytes are durable; then the text is stored as ' +
      'memories, and `GET files/{file_id}` shows the progress. The same bytes return the existing file; one that ' +
      'could not be indexed is tried again.',
    response: UploadResponse,
    errors: ['unsupported_extension', 'file_too_large', 'SecretRefused', 'storage_full'],
  })
  async uploadFile(
    @CurrentSession() session: ActiveSession,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Repeats() repetition: Repetition,
  ): Promise<UploadResponse> {
    const invite = (): void => inviteBody(request, response);
    return this.uploads.take(session, request, invite, ({ fileName, fileSize, sha256 }, register) => {
      const body = { file_name: fileName, file_size: fileSize, sha256: sha256.toString('hex') };
      const write = { agentId: session.agentId, operation: 'upload-file', body };
      return this.writes.onceInParts(repetition, write, async () =>
        toUploadResponse(session, await register()),
      );
    });
  }

  @Get('files')
  @SessionRoute('read')
  @Logged('files-list', 'read', () => 0)
  @Documented({
    summary: 'The uploaded files, newest first',
    description: 'With the status of each file and how many memories were made from it.',
    response: FileListResponse,
  })
  async listFiles(
    @CurrentSession() session: ActiveSession,
    @Query() { limit, cursor }: FileListQuery,
  ): Promise<FileListResponse> {
    return toFileList(await this.files.list(session, requestedTimeCursor(cursor), limit + 1), limit);
  }

  @Get('files/:file_id')
  @SessionRoute('read')
  @Logged('files-get', 'read', () => 0)
  @Documented({
    summary: 'An uploaded file, and how far it has been indexed',
    description: 'Poll it after an upload until `status` is `indexed` or `failed`.',
    response: FileResponse,
  })
  async getFile(@CurrentSession() session: ActiveSession, @FileId() fileId: string): Promise<FileResponse> {
    return toFileResponse(await this.files.get(session, fileId));
  }

  @Delete('files/:file_id')
  @SessionRoute('write')
  @Logged('files-delete', 'write', (answer: FileDeletedResponse) => answer.chunks_deleted)
  @Documented({
    summary: 'Delete a file for good, with everything that was stored of it',
    description: 'Deletes the bytes and all memories that were made from the file.',
    response: FileDeletedResponse,
  })
  async deleteFile(
    @CurrentSession() session: ActiveSession,
    @FileId() fileId: string,
    @Repeats() repetition: Repetition,
  ): Promise<FileDeletedResponse> {
    const write = { agentId: session.agentId, operation: 'delete-file', body: { file_id: fileId } };
    return this.writes.onceInParts(repetition, write, async () => {
      const deleted = await this.files.delete(session, fileId);
      return {
        ...sessionAnswer(session),
        file_id: fileId,
        status: 'deleted',
        chunks_deleted: deleted,
      };
    });
  }
}

function toUploadResponse(session: ActiveSession, registered: Registered): UploadResponse {
  const { fileId, fileName, fileSize } = registered.file;
  return {
    ...namespaceAnswer(session),
    file_id: fileId,
    file_name: fileName,
    file_size: fileSize,
    status: 'uploaded',
    message: messageOf(registered),
  };
}
