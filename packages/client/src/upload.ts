import type { Upload } from './transport.ts';

/** A path, a `Blob` or `File`, bytes, or a stream of bytes (of the web or of Node). */
export type UploadSource =
  string | Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

export interface UploadProgress {
  sentBytes: number;
  /** Null for a stream. */
  totalBytes: number | null;
}

const PIECE_BYTES = 65_536;

export interface OpenedSource {
  /** The body of one try; null when the source was read already. */
  toUpload(onProgress?: (progress: UploadProgress) => void): Upload | null;
}

interface Content {
  name: string;
  size: number | null;
  /** Null when it was read already. */
  read(): AsyncIterable<Uint8Array> | null;
}

/** A source that is sent as it is, with this content type. Reads nothing of it. */
export async function openLines(source: UploadSource, contentType: string): Promise<OpenedSource> {
  const content = await contentOf(source, 'lines.ndjson');
  return {
    toUpload: (onProgress) => {
      const bytes = content.read();
      if (bytes === null) return null;
      const body = streamOf(counted(bytes, content.size, onProgress));
      return { body, headers: { 'Content-Type': contentType }, init: { duplex: 'half' } };
    },
  };
}

/** Finds out the name and size of a source. Reads nothing of it. */
export async function openSource(source: UploadSource, filename?: string): Promise<OpenedSource> {
  const content = await contentOf(source, filename);
  return {
    toUpload: (onProgress) => {
      // Browsers do not send streams over HTTP/1.1, so they get the whole form.
      if (source instanceof Blob && !streamsRequests()) return formUpload(source, content.name, onProgress);
      const bytes = content.read();
      return bytes === null ? null : streamUpload(bytes, content, onProgress);
    },
  };
}

async function contentOf(source: UploadSource, filename?: string): Promise<Content> {
  if (typeof source === 'string') return fileContent(source, filename);
  if (source instanceof Uint8Array) return contentOf(new Blob([source as BlobPart]), nameOf(filename));
  if (source instanceof Blob) {
    const name = filename ?? (source instanceof File ? source.name : undefined);
    return { name: nameOf(name), size: source.size, read: () => piecesOf(source) };
  }
  let isRead = false;
  return {
    name: nameOf(filename),
    size: null,
    read: () => {
      if (isRead) return null;
      isRead = true;
      return Symbol.asyncIterator in source ? source : iterate(source);
    },
  };
}

function nameOf(filename: string | undefined): string {
  if (filename === undefined) throw new TypeError('Give a `filename` with its extension, such as notes.txt');
  return filename;
}

/** Node, Deno and Bun have `getBuiltinModule`: an import would keep bundlers from building for the browser. */
async function fileContent(path: string, filename?: string): Promise<Content> {
  const load = (globalThis as { process?: Partial<NodeJS.Process> }).process?.getBuiltinModule;
  const fs = load?.('node:fs');
  if (fs === undefined) throw new TypeError('Paths need Node 20.16 or later, Deno or Bun: give a Blob');
  const found = await fs.promises.stat(path);
  if (found.isDirectory()) throw new TypeError(`${path} is a folder: give a file`);
  const name = filename ?? path.split(/[\\/]/).at(-1) ?? path;
  return { name, size: found.size, read: () => fs.createReadStream(path) as AsyncIterable<Uint8Array> };
}

/** A blob in memory streams all of it at once, so that its progress would be reported once, at the end. */
async function* piecesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < blob.size; from += PIECE_BYTES)
    yield new Uint8Array(await blob.slice(from, from + PIECE_BYTES).arrayBuffer());
}

async function* iterate(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

function streamsRequests(): boolean {
  return typeof document === 'undefined';
}

function formUpload(source: Blob, name: string, onProgress?: (progress: UploadProgress) => void): Upload {
  const form = new FormData();
  form.append('file', source, name);
  onProgress?.({ sentBytes: 0, totalBytes: source.size });
  return { body: form, headers: {} };
}

/** A form with one file, written as it is sent. */
function streamUpload(
  bytes: AsyncIterable<Uint8Array>,
  { name, size }: Content,
  onProgress?: (progress: UploadProgress) => void,
): Upload {
  const boundary = `agent-memory-${crypto.getRandomValues(new Uint32Array(4)).join('')}`;
  const encoder = new TextEncoder();
  const quoted = name.replace(/["\r\n]/g, encodeURIComponent);
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n';
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    yield encoder.encode(head);
    yield* counted(bytes, size, onProgress);
    yield encoder.encode(`\r\n--${boundary}--\r\n`);
  };
  return {
    body: streamOf(pieces()),
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    init: { duplex: 'half' },
  };
}

/** Reports each piece after it was sent. */
async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  totalBytes: number | null,
  onProgress?: (progress: UploadProgress) => void,
): AsyncGenerator<Uint8Array> {
  let sentBytes = 0;
  for await (const piece of bytes) {
    yield piece;
    sentBytes += piece.length;
    onProgress?.({ sentBytes, totalBytes });
  }
}

function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const piece = await pieces.next();
      if (piece.done === true) controller.close();
      else controller.enqueue(piece.value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
