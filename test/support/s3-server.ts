import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { close, listen, urlOf } from './local-server';

interface StoredObject {
  bytes: Buffer;
  at: Date;
}

interface Call {
  method: string;
  key: string;
  query: URLSearchParams;
  body: Buffer;
  response: ServerResponse;
}

interface Refusal {
  status: number;
  code: string;
  /** Calls that are let through first. */
  after: number;
}

const PAGE = 1_000;

/** As much of S3 as a file store needs, one bucket at `/test-bucket` by path style, in memory. */
export class S3Server {
  readonly bucket = 'test-bucket';
  readonly objects = new Map<string, StoredObject>();
  /** Multipart uploads under way: their parts by number. */
  readonly multiparts = new Map<string, Map<number, Buffer>>();
  private refusal: Refusal | null = null;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<S3Server> {
    const server = createServer();
    const s3 = new S3Server(server);
    server.on('request', (request, response) => void s3.answer(request, response));
    await listen(server);
    return s3;
  }

  get url(): string {
    return urlOf(this.server);
  }

  /** From now on, after so many calls that store bytes, such calls are refused. */
  refuse(status: number, code: string, after = 0): void {
    this.refusal = { status, code, after };
  }

  accept(): void {
    this.refusal = null;
  }

  close(): Promise<void> {
    return close(this.server);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    try {
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    } catch {
      return;
    }
    const url = new URL(request.url ?? '/', this.url);
    const [, bucket, ...path] = url.pathname.split('/');
    const key = decodeURIComponent(path.join('/'));
    const call = {
      method: request.method ?? '',
      key,
      query: url.searchParams,
      body: Buffer.concat(parts),
      response,
    };
    if (!/^AWS4-HMAC-SHA256 Credential=/.test(request.headers.authorization ?? '')) {
      return fail(response, 403, 'AccessDenied');
    }
    if (bucket !== this.bucket) return fail(response, 404, 'NoSuchBucket');
    this.dispatch(call);
  }

  private dispatch(call: Call): void {
    const { method, key, query, response } = call;
    if (method === 'PUT' && this.isRefused(response)) return;
    if (method === 'POST' && query.has('uploads')) return this.begin(call);
    if (method === 'PUT' && query.has('uploadId')) return this.putPart(call);
    if (method === 'POST' && query.has('uploadId')) return this.complete(call);
    if (method === 'DELETE' && query.has('uploadId')) return this.abort(call);
    if (method === 'PUT') return this.put(call);
    if (method === 'GET' && key === '') return this.list(call);
    if (method === 'GET') return this.get(call);
    if (method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    fail(response, 405, 'MethodNotAllowed');
  }

  private isRefused(response: ServerResponse): boolean {
    if (this.refusal === null || this.refusal.after-- > 0) return false;
    fail(response, this.refusal.status, this.refusal.code);
    return true;
  }

  private put({ key, body, response }: Call): void {
    this.objects.set(key, { bytes: body, at: new Date() });
    response.writeHead(200, { ETag: etag(body) }).end();
  }

  private begin({ key, response }: Call): void {
    const id = randomUUID();
    this.multiparts.set(id, new Map());
    xml(
      response,
      `<InitiateMultipartUploadResult><Bucket>${this.bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>` +
        '</InitiateMultipartUploadResult>',
    );
  }

  private putPart({ query, body, response }: Call): void {
    const parts = this.multiparts.get(query.get('uploadId') ?? '');
    if (!parts) return fail(response, 404, 'NoSuchUpload');
    parts.set(Number(query.get('partNumber')), body);
    response.writeHead(200, { ETag: etag(body) }).end();
  }

  private complete({ key, query, body, response }: Call): void {
    const id = query.get('uploadId') ?? '';
    const parts = this.multiparts.get(id);
    if (!parts) return fail(response, 404, 'NoSuchUpload');
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map((each) =>
      Number(each[1]),
    );
    const bytes = numbers.map((number) => parts.get(number));
    if (bytes.some((part) => part === undefined)) return fail(response, 400, 'InvalidPart');
    if (bytes.slice(0, -1).some((part) => (part?.length ?? 0) < 5_242_880)) {
      return fail(response, 400, 'EntityTooSmall');
    }
    this.objects.set(key, { bytes: Buffer.concat(bytes as Buffer[]), at: new Date() });
    this.multiparts.delete(id);
    xml(response, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
  }

  private abort({ query, response }: Call): void {
    this.multiparts.delete(query.get('uploadId') ?? '');
    response.writeHead(204).end();
  }

  private get({ key, response }: Call): void {
    const found = this.objects.get(key);
    if (!found) return fail(response, 404, 'NoSuchKey');
    response
      .writeHead(200, { 'Content-Length': found.bytes.length, ETag: etag(found.bytes) })
      .end(found.bytes);
  }

  private list({ query, response }: Call): void {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE);
    const contents = page.map((key) => {
      const { bytes, at } = this.objects.get(key) as StoredObject;
      const fields = `<Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size>`;
      return `<Contents>${fields}</Contents>`;
    });
    const isCut = keys.length > PAGE;
    const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    xml(
      response,
      `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  }
}

function etag(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function xml(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'Content-Type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${body}`);
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  );
}
