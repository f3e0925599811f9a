import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { close, listen, sendJson, urlOf } from './local-server';

const REVISION = '0123456789abcdef0123456789abcdef01234567';

/** A local server that speaks the read routes of a Hugging Face hub: one repository, whose ONNX files are large files. */
export class HubServer {
  /** Requests for content, as `METHOD path range`. */
  readonly requests: string[] = [];
  /** The next answers with the content of a large file break off after this many bytes. */
  cuts: number[] = [];
  /** Resolves when the client has stored this many bytes: what it has not read yet is lost when its connection breaks. */
  untilStored: (bytes: number) => Promise<unknown> = () => Promise.resolve();
  /** Whether ranges are answered, as a plain cache may not do. */
  hasRanges = true;
  private readonly server = createServer((request, response) => this.handle(request, response));

  constructor(
    private readonly repository: string,
    readonly files: Map<string, Buffer>,
  ) {}

  get url(): string {
    return urlOf(this.server);
  }

  start(): Promise<void> {
    return listen(this.server);
  }

  close(): Promise<void> {
    return close(this.server);
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    const path = decodeURI(request.url ?? '');
    if (path === `/api/models/${this.repository}`) {
      const siblings = [...this.files.keys()].map((rfilename) => ({ rfilename }));
      return sendJson(response, 200, { id: this.repository, sha: REVISION, siblings });
    }
    this.requests.push(`${request.method} ${path} ${request.headers.range ?? ''}`.trim());
    const resolved = `/${this.repository}/resolve/${REVISION}/`;
    const large = [...this.files.values()].find((content) => path === `/cdn/${sha256(content)}`);
    const file = path.startsWith(resolved) ? path.slice(resolved.length) : null;
    const content = file === null ? large : this.files.get(file);
    if (content === undefined) return sendJson(response, 404, { error: 'Entry not found' });
    if (file === null) return this.sendLarge(request, response, content);
    if (file.endsWith('.onnx')) return redirect(response, content);
    response.writeHead(200, { ETag: `"${gitHash(content)}"`, 'Content-Length': content.length });
    response.end(request.method === 'HEAD' ? undefined : content);
  }

  private sendLarge(request: IncomingMessage, response: ServerResponse, content: Buffer): void {
    const from = this.hasRanges ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0;
    const rest = content.subarray(from);
    // The ETag of the storage is not the checksum of the hub.
    const headers = { ETag: '"d41d8cd98f00b204e9800998ecf8427e-2"', 'Content-Length': rest.length };
    if (from === 0) response.writeHead(200, headers);
    else {
      const range = `bytes ${from}-${content.length - 1}/${content.length}`;
      response.writeHead(206, { ...headers, 'Content-Range': range });
    }
    const cut = this.cuts.shift();
    if (cut === undefined) return void response.end(rest);
    response.write(rest.subarray(0, cut));
    void this.untilStored(from + cut).finally(() => response.destroy());
  }
}

function redirect(response: ServerResponse, content: Buffer): void {
  const hash = sha256(content);
  response.writeHead(302, {
    Location: `/cdn/${hash}`,
    'X-Repo-Commit': REVISION,
    'X-Linked-Etag': `"${hash}"`,
    'X-Linked-Size': content.length,
  });
  response.end();
}

/** The files of a folder as a repository. */
export async function startHubServer(repository: string, folder: string): Promise<HubServer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const contents = files.map((file) => [file.slice(folder.length + 1), readFileSync(file)] as const);
  const server = new HubServer(repository, new Map(contents));
  await server.start();
  return server;
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function gitHash(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}
