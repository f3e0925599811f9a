import { Body, Controller, HttpCode, Param, Post, Put, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { inviteBody, UnreadBody } from '../common/request-body';
import { ApiKeyGuard } from './api-key.guard';
import { NamespaceParam } from './namespace.param';
import { ProtocolError } from './protocol-error';
import { UploadUrlRequest, type UploadedResponse, type UploadUrlResponse } from './uploads.dto';
import { MAX_FILE_BYTES, UploadsService } from './uploads.service';

@Controller()
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @UseGuards(ApiKeyGuard)
  @Post('namespaces/:namespace/upload-url')
  @HttpCode(200)
  async prepare(
    @NamespaceParam() namespace: string,
    @Body() request: UploadUrlRequest,
    @Req() { headers }: Request,
  ): Promise<UploadUrlResponse> {
    const { token, mediaType, fileName } = await this.uploads.prepare(namespace, request.fileName);
    // Whoever asks gets this answer and no other, so a made-up host leads nobody else astray.
    const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
    const uploadUrl = `${scheme}://${headers.host ?? 'localhost'}/uploads/${token}`;
    return { uploadUrl, contentType: mediaType, fileName };
  }

  /** The URL itself is the permission. */
  @Put('uploads/:token')
  async take(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UploadedResponse> {
    checkBody(request);
    const invite = () => inviteBody(request, response);
    const { namespace, fileName, bytes, documents } = await this.uploads.take(token, request, invite);
    return {
      success: true,
      message: 'File uploaded and indexed',
      namespace,
      fileName,
      fileSize: bytes,
      documents,
    };
  }
}

/** What was sent as JSON was read by then as the body of a call. */
function checkBody(request: Request): void {
  if (request.body !== undefined && !(request.body instanceof UnreadBody)) {
    throw new ProtocolError('bad_request', 'Send the bytes, under the content type that came with the URL');
  }
  if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES) {
    throw new ProtocolError('file_too_large', `A file has at most ${MAX_FILE_BYTES} bytes`);
  }
}
