import { type AgentCalls, splitOptions } from './agent-calls.ts';
import type { PageOptions } from './agent-memories.ts';
import { type CallOptions, Deadline } from './deadline.ts';
import { AgentMemoryError } from './errors.ts';
import type { FileDeletedResponse, FileListResponse, FileResponse, UploadResponse } from './schemas.ts';
import { pathOf } from './transport.ts';
import { openSource, type UploadProgress, type UploadSource } from './upload.ts';

export interface UploadOptions extends CallOptions {
  /** With its extension, which says the format. Default: the name of the path or of the `File`. */
  filename?: string;
  onProgress?: (progress: UploadProgress) => void;
}

/** Files may have gigabytes. */
const UPLOAD_TIMEOUT_MS = 3_600_000;
const INDEX_TIMEOUT_MS = 600_000;
const POLL_MS = 250;
const SLOWEST_POLL_MS = 2_000;

/** Files of an agent, whose text becomes memories. */
export class AgentFiles {
  private readonly calls: AgentCalls;

  constructor(calls: AgentCalls) {
    this.calls = calls;
  }

  /**
   * Uploads a file: a path (Node, Deno, Bun), a `Blob` or `File`, bytes or a stream. The promise resolves when the
   * service has stored it; `waitUntilIndexed` waits until recall finds its text. A stream cannot be sent again, so its
   * upload is tried once.
   */
  async upload(source: UploadSource, options: UploadOptions = {}): Promise<UploadResponse> {
    const { filename, onProgress, ...call } = options;
    const opened = await openSource(source, filename);
    const upload = (): ReturnType<typeof opened.toUpload> => opened.toUpload(onProgress);
    return this.calls.write(
      { method: 'POST', path: '/upload-file', upload, defaultTimeoutMs: UPLOAD_TIMEOUT_MS },
      call,
    );
  }

  /** Newest first. */
  list(options: PageOptions = {}): Promise<FileListResponse> {
    const { fields, call } = splitOptions(options);
    return this.calls.read({ method: 'GET', path: '/files', query: fields }, call);
  }

  get(id: string, options?: CallOptions): Promise<FileResponse> {
    return this.calls.read({ method: 'GET', path: pathOf`/files/${id}` }, options);
  }

  /** Deletes the file and the memories that were made of it. */
  delete(id: string, options?: CallOptions): Promise<FileDeletedResponse> {
    return this.calls.write({ method: 'DELETE', path: pathOf`/files/${id}` }, options);
  }

  /**
   * Resolves when the text of the file can be recalled. Rejects with the code `FileFailed` if the service cannot read
   * the file. Waits for ten minutes unless `timeoutMs` says otherwise.
   */
  async waitUntilIndexed(id: string, options: CallOptions = {}): Promise<FileResponse> {
    const deadline = new Deadline(options.timeoutMs ?? INDEX_TIMEOUT_MS, options.signal);
    try {
      for (let waitMs = POLL_MS; ; waitMs = Math.min(SLOWEST_POLL_MS, waitMs * 1.5)) {
        const file = await this.get(id, { signal: deadline.signal });
        if (file.status === 'indexed') return file;
        if (file.status === 'failed') throw failed(file);
        await deadline.wait(waitMs);
      }
    } finally {
      deadline.clear();
    }
  }
}

function failed(file: FileResponse): AgentMemoryError {
  const reason = file.error ?? 'no reason was given';
  return new AgentMemoryError(`${file.fileName} could not be read: ${reason}`, {
    code: 'FileFailed',
    detail: file,
  });
}
