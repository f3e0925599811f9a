import { createHash, randomUUID } from 'node:crypto';
import { FakeServer, type FakeAnswer, type FakeRequest } from './fake-server';

interface Call {
  key: string;
  query: URLSearchParams;
  body: Buffer;
}

const BUCKET = 'test-bucket';
const LEAST_PART_BYTES = 5_242_880;

/** As much of S3 as a file store needs, one bucket at `/test-bucket` by path style, in memory. */
export class S3Server {
  readonly http = new FakeServer((request) => this.answer(request));
  readonly bucket = BUCKET;
  readonly objects = new Map<string, Buffer>();
  /** Multipart uploads under way: their parts by number. */
  readonly multiparts = new Map<string, Map<number, Buffer>>();

  /** Refuses calls that store bytes from now on, but not the next one. */
  refuse(status: number, code: string): void {
    this.http.failNext(1, { kind: 'none' }, 'PUT');
    this.http.failAll({ kind: 'body', body: errorText(code), status, contentType: 'application/xml' }, 'PUT');
  }

  private answer({ method, url, headers, body }: FakeRequest): FakeAnswer {
    const [, bucket, ...path] = url.pathname.split('/');
    if (!/^AWS4-HMAC-SHA256 Credential=/.test(headers.authorization ?? ''))
      return failure(403, 'AccessDenied');
    if (bucket !== BUCKET) return failure(404, 'NoSuchBucket');
    const call = { key: decodeURIComponent(path.join('/')), query: url.searchParams, body };
    switch (method) {
      case 'PUT':
        return this.put(call);
      case 'POST':
        return call.query.has('uploads') ? this.begin(call) : this.complete(call);
      case 'DELETE':
        if (!this.multiparts.delete(call.query.get('uploadId') ?? '')) this.objects.delete(call.key);
        return { status: 204 };
      case 'GET':
        return call.key === '' ? this.list(call) : this.get(call);
      default:
        return failure(405, 'MethodNotAllowed');
    }
  }

  /** An object, or a part of one. */
  private put({ key, query, body }: Call): FakeAnswer {
    const uploadId = query.get('uploadId');
    if (uploadId === null) this.objects.set(key, body);
    else if (!this.multiparts.has(uploadId)) return failure(404, 'NoSuchUpload');
    else this.multiparts.get(uploadId)?.set(Number(query.get('partNumber')), body);
    return { headers: { ETag: etag(body) } };
  }

  private begin({ key }: Call): FakeAnswer {
    const id = randomUUID();
    this.multiparts.set(id, new Map());
    const fields = element('Bucket', BUCKET) + element('Key', key) + element('UploadId', id);
    return xml(element('InitiateMultipartUploadResult', fields));
  }

  private complete({ key, query, body }: Call): FakeAnswer {
    const id = query.get('uploadId') ?? '';
    const parts = this.multiparts.get(id);
    if (!parts) return failure(404, 'NoSuchUpload');
    const named = body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g);
    const bytes = [...named].map(([, number]) => parts.get(Number(number)));
    if (bytes.includes(undefined)) return failure(400, 'InvalidPart');
    if (bytes.slice(0, -1).some((part) => part!.length < LEAST_PART_BYTES))
      return failure(400, 'EntityTooSmall');
    this.objects.set(key, Buffer.concat(bytes as Buffer[]));
    this.multiparts.delete(id);
    return xml(element('CompleteMultipartUploadResult', element('Key', key)));
  }

  private get({ key }: Call): FakeAnswer {
    const found = this.objects.get(key);
    if (!found) return failure(404, 'NoSuchKey');
    return { headers: { 'Content-Length': found.length, ETag: etag(found) }, body: found };
  }

  /** One page holds the objects of a test. */
  private list({ query }: Call): FakeAnswer {
    const after = query.get('start-after') ?? '';
    const keys = [...this.objects.keys()].filter(
      (key) => key.startsWith(query.get('prefix') ?? '') && key > after,
    );
    const modified = element('LastModified', new Date().toISOString());
    const contents = keys.sort().map((key) => {
      return element(
        'Contents',
        element('Key', key) + modified + element('Size', this.objects.get(key)!.length),
      );
    });
    return xml(element('ListBucketResult', element('IsTruncated', false) + contents.join('')));
  }
}

function element(name: string, content: unknown): string {
  return `<${name}>${String(content)}</${name}>`;
}

function errorText(code: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element('Error', element('Code', code) + element('Message', code))}`;
}

function failure(status: number, code: string): FakeAnswer {
  return { status, headers: { 'Content-Type': 'application/xml' }, body: errorText(code) };
}

function xml(body: string): FakeAnswer {
  const headers = { 'Content-Type': 'application/xml' };
  return { headers, body: `<?xml version="1.0" encoding="UTF-8"?>${body}` };
}

function etag(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}
