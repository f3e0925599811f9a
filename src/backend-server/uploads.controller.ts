import { Body, Controller, HttpCode, Param, Post, Put, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Text } from '../common/request-decorators';
import { inviteBody, UnreadBody } from '../common/request-body';
import { ApiKeyGuard } from './api-key.guard';
import { NamespaceParam } from './namespaces.dto';
import { ProtocolError } from './protocol-error';
import { MAX_FILE_BYTES, UploadsService } from './uploads.service';

class UploadUrlRequest {
  /**
   * The name of the file; its extension says how it is read
   * @example 'notes.md'
   */
  @Text({ maxCodePoints: 255 })
  fileName!: string;
}

interface UploadUrlResponse {
  /** Accepts one PUT of the bytes within 15 minutes. */
  uploadUrl: string;
  contentType: string;
  fileName: string;
}

interface UploadedResponse {
  success: true;
  message: string;
  namespace: string;
  fileName: string;
  /** Bytes. */
  fileSize: number;
  /** Number of documents stored. */
  documents: number;
}

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
    // Only the caller sees this answer, so a forged host header misleads only that caller.
    const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
    const uploadUrl = `${scheme}://${headers.host ?? 'localhost'}/uploads/${token}`;
    return { uploadUrl, contentType: mediaType, fileName };
  }

  /** The token in the URL is the credential. */
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

/** A JSON body has been parsed by now, so its bytes are gone. */
function checkBody(request: Request): void {
  if (request.body !== undefined && !(request.body instanceof UnreadBody)) {
    throw new ProtocolError('bad_request', 'Send the bytes, under the content type that came with the URL');
  }
  if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES) {
    throw new ProtocolError('file_too_large', `A file has at most ${MAX_FILE_BYTES} bytes`);
  }
}
