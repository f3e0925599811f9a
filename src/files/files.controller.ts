import { Controller, Delete, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { inviteBody } from '../common/request-body';
import { requestedTimeCursor } from '../common/time-cursor';
import { CurrentSession } from '../sessions/current-session';
import type { ActiveSession } from '../sessions/session';
import { SessionRoute } from '../sessions/session-route';
import { FileId, HasFileId } from './file-id.param';
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
import { UploadsService } from './upload/uploads.service';

@ApiTags('Files')
@SessionRoute()
@Controller('api/v2/agents/:agent_id')
export class FilesController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly files: FilesService,
  ) {}

  @Post('upload-file')
  @Logged('upload-file', 'write', () => 0)
  @HttpCode(200)
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: UploadForm, required: true, examples: { file: { value: UPLOAD_EXAMPLE } } })
  @Documented({
    summary: 'Upload a file, to be indexed',
    description:
      'A multipart form with one field named `file`; other fields are ignored. The response is sent when the bytes ' +
      'are durable; after that the text is extracted and stored as memories, and `GET files/{file_id}` shows the ' +
      'progress. The same bytes return the existing file and are indexed once; a file that could not be indexed is ' +
      'tried again. An empty file is refused.',
    response: UploadResponse,
    errors: ['validation', 'unsupported_extension', 'file_too_large', 'storage_full'],
  })
  async upload(
    @CurrentSession() session: ActiveSession,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UploadResponse> {
    const registered = await this.uploads.take(session, request, () => inviteBody(request, response));
    const { fileId, fileName, fileSize } = registered.file;
    return {
      agent_id: session.agentId,
      session_id: session.sessionId,
      namespace: session.namespace,
      file_id: fileId,
      file_name: fileName,
      file_size: fileSize,
      status: 'uploaded',
      message: messageOf(registered),
    };
  }

  @Get('files')
  @Logged('files-list', 'read', () => 0)
  @Documented({
    summary: 'The uploaded files, newest first',
    response: FileListResponse,
    errors: ['validation'],
  })
  async list(
    @CurrentSession() session: ActiveSession,
    @Query() { limit, cursor }: FileListQuery,
  ): Promise<FileListResponse> {
    return toFileList(await this.files.list(session, requestedTimeCursor(cursor), limit + 1), limit);
  }

  @Get('files/:file_id')
  @Logged('files-get', 'read', () => 0)
  @HasFileId()
  @Documented({
    summary: 'An uploaded file, and how far it has been indexed',
    response: FileResponse,
    errors: ['file_not_found'],
  })
  async get(@CurrentSession() session: ActiveSession, @FileId() fileId: string): Promise<FileResponse> {
    return toFileResponse(await this.files.get(session, fileId));
  }

  @Delete('files/:file_id')
  @Logged('files-delete', 'write', (answer: FileDeletedResponse) => answer.chunks_deleted)
  @HasFileId()
  @Documented({
    summary: 'Delete a file for good, with everything that was stored of it',
    response: FileDeletedResponse,
    errors: ['file_not_found'],
  })
  async delete(
    @CurrentSession() session: ActiveSession,
    @FileId() fileId: string,
  ): Promise<FileDeletedResponse> {
    const deleted = await this.files.delete(session, fileId);
    return {
      agent_id: session.agentId,
      session_id: session.sessionId,
      file_id: fileId,
      status: 'deleted',
      chunks_deleted: deleted,
    };
  }
}
