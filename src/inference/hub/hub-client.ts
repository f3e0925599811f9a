import { StartProblem } from '../../common/start-problem';
import { isObject } from '../../common/objects';

/** Time for the head of an answer. */
const ANSWER_MS = 30_000;
const MAX_REDIRECTS = 5;
/** A list of the files of a repository; larger answers are none. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;

export interface Repository {
  /** Commit; files are fetched from it, so that they belong together. */
  revision: string;
  files: string[];
}

export interface HubFile {
  url: string;
  /** Null if the hub does not say. */
  bytes: number | null;
  /** SHA-256 of the content, or the hash of a Git blob; null if the hub names neither. */
  checksum: { kind: 'sha256' | 'git'; hex: string } | null;
}

/** The read routes of a Hugging Face hub, or of a mirror. */
export class HubClient {
  private readonly endpoint: string;

  constructor(endpoint: string) {
    this.endpoint = endpoint.replace(/\/$/, '');
  }

  /** Throws `StartProblem` if the hub has no such repository, or cannot be reached. */
  async repository(name: string): Promise<Repository> {
    const response = await this.ask(`${this.endpoint}/api/models/${name}`, {});
    const text = await response.text();
    const answer: unknown = text.length > MAX_LIST_BYTES ? null : parsed(text);
    const siblings: unknown = isObject(answer) ? answer.siblings : null;
    if (!isObject(answer) || !Array.isArray(siblings)) {
      throw new StartProblem(`${this.endpoint} does not answer as a model hub: check HF_ENDPOINT`);
    }
    const files = siblings.flatMap((each: unknown) =>
      isObject(each) && typeof each.rfilename === 'string' ? [each.rfilename] : [],
    );
    return { revision: typeof answer.sha === 'string' ? answer.sha : 'main', files };
  }

  /** Size and checksum of a file. Large files are redirected to another server, which does not name their checksum. */
  async file(repository: string, revision: string, path: string): Promise<HubFile> {
    const url = `${this.endpoint}/${repository}/resolve/${revision}/${path}`;
    let at = url;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const { headers, status } = await this.ask(at, { method: 'HEAD', redirect: 'manual' });
      const checksum = checksumOf(headers.get('x-linked-etag') ?? headers.get('etag'));
      const size = headers.get('x-linked-size') ?? headers.get('content-length');
      const location = status >= 300 ? headers.get('location') : null;
      if (location === null || headers.has('x-linked-etag')) {
        return { url, bytes: size === null ? null : Number(size), checksum };
      }
      at = new URL(location, at).href;
    }
    throw new StartProblem(`${url} redirects more than ${MAX_REDIRECTS} times`);
  }

  /** The content from a byte on. Aborting the signal ends it. */
  content({ url }: HubFile, from: number, signal: AbortSignal): Promise<Response> {
    return this.ask(url, { signal, ...(from > 0 && { headers: { Range: `bytes=${from}-` } }) });
  }

  private async ask(url: string, init: RequestInit): Promise<Response> {
    const signal = init.signal ?? AbortSignal.timeout(ANSWER_MS);
    // Compressed answers have other sizes and positions.
    const headers = { 'Accept-Encoding': 'identity', ...init.headers };
    const response = await fetch(url, { ...init, headers, signal }).catch((error: unknown) => {
      throw new StartProblem(`${url} cannot be reached (${reasonOf(error)}): check HF_ENDPOINT`, error);
    });
    if (response.status < 400 || response.status === 416) return response;
    await response.body?.cancel();
    const hint = response.status === 404 || response.status === 401 ? ': is the name right?' : '';
    throw new StartProblem(`${url} answered ${response.status}${hint}`);
  }
}

/** An ETag of the hub: the SHA-256 of a large file, or the Git hash of a small one. */
function checksumOf(etag: string | null): HubFile['checksum'] {
  const hex = /^(?:W\/)?"?([0-9a-f]+)"?$/i.exec(etag ?? '')?.[1]?.toLowerCase();
  if (hex?.length === 64) return { kind: 'sha256', hex };
  return hex?.length === 40 ? { kind: 'git', hex } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
