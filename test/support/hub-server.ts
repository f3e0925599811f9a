import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FakeServer, json, type FakeAnswer, type FakeRequest } from './fake-server';

const REVISION = '0123456789abcdef0123456789abcdef01234567';

/** A local server that speaks the read routes of a Hugging Face hub: one repository, whose ONNX files are large files. */
export class HubServer {
  readonly http = new FakeServer((request) => this.answer(request));
  /** Requests for content, as `METHOD path range`. */
  readonly requests: string[] = [];
  /** The next answers with the content of a large file break off after this many bytes. */
  cuts: number[] = [];
  /** Resolves when the client has stored this many bytes: what it has not read yet is lost when its connection breaks. */
  untilStored: (bytes: number) => Promise<unknown> = () => Promise.resolve();
  /** Whether ranges are answered, as a plain cache may not do. */
  hasRanges = true;

  constructor(
    private readonly repository: string,
    readonly files: Map<string, Buffer>,
  ) {}

  private answer({ method, url, headers: { range = '' } }: FakeRequest): FakeAnswer {
    const path = decodeURI(url.pathname);
    if (path === `/api/models/${this.repository}`) {
      const siblings = [...this.files.keys()].map((rfilename) => ({ rfilename }));
      return json({ id: this.repository, sha: REVISION, siblings });
    }
    this.requests.push(`${method} ${path} ${range}`.trim());
    const large = [...this.files.values()].find((content) => path === `/cdn/${hashOf('sha256', content)}`);
    if (large !== undefined) return this.largeContent(large, range);
    const file = path.replace(`/${this.repository}/resolve/${REVISION}/`, '');
    const content = this.files.get(file);
    if (content === undefined) return json({ error: 'Entry not found' }, 404);
    if (file.endsWith('.onnx')) return redirect(content);
    const etag = hashOf('sha1', `blob ${content.length}\0`, content);
    const headers = { ETag: `"${etag}"`, 'Content-Length': content.length };
    return { headers, body: method === 'HEAD' ? '' : content };
  }

  private largeContent(content: Buffer, range: string): FakeAnswer {
    const from = this.hasRanges ? Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0) : 0;
    const rest = content.subarray(from);
    // The ETag of the storage is not the checksum of the hub.
    const headers = { ETag: '"d41d8cd98f00b204e9800998ecf8427e-2"', 'Content-Length': rest.length };
    const partial = { 'Content-Range': `bytes ${from}-${content.length - 1}/${content.length}` };
    const cut = this.cuts.shift();
    return {
      status: from === 0 ? 200 : 206,
      headers: from === 0 ? headers : { ...headers, ...partial },
      body: cut === undefined ? rest : this.beginning(rest.subarray(0, cut), from + cut),
    };
  }

  private async *beginning(bytes: Buffer, stored: number): AsyncGenerator<Buffer> {
    yield bytes;
    await this.untilStored(stored);
    throw new Error('The rest does not come');
  }
}

function redirect(content: Buffer): FakeAnswer {
  const hash = hashOf('sha256', content);
  const linked = { 'X-Linked-Etag': `"${hash}"`, 'X-Linked-Size': content.length };
  return { status: 302, headers: { Location: `/cdn/${hash}`, 'X-Repo-Commit': REVISION, ...linked } };
}

/** The files of a folder as a repository. */
export async function startHubServer(repository: string, folder: string): Promise<HubServer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const contents = files.map((file) => [file.slice(folder.length + 1), readFileSync(file)] as const);
  const server = new HubServer(repository, new Map(contents));
  await server.http.start();
  return server;
}

function hashOf(algorithm: string, ...parts: (string | Buffer)[]): string {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
