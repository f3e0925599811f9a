import { TextField } from '../common/fields';

export class UploadUrlRequest {
  @TextField({
    description: 'The name of the file; its extension says how it is read',
    example: 'notes.md',
    maxCodePoints: 255,
  })
  fileName!: string;
}

export interface UploadUrlResponse {
  /** For one PUT of the bytes, within 15 minutes. */
  uploadUrl: string;
  /** What to send as Content-Type. */
  contentType: string;
  fileName: string;
}

export interface UploadedResponse {
  success: true;
  message: string;
  namespace: string;
  fileName: string;
  /** Bytes received. */
  fileSize: number;
  /** Documents made of it. */
  documents: number;
}
