import type { IncomingHttpHeaders } from 'node:http';
import {
  eventStream,
  FakeServer,
  json,
  type FakeAnswer,
  type FakeRequest,
  type StreamStep,
} from './fake-server';

export interface StubOptions {
  /** `on-prem` answers puts and deletions of namespaces with jobs. */
  mode: 'cloud' | 'on-prem';
  /** What the fields and paths that differ between versions of servers are called. */
  spelling: 'new' | 'old';
  /** Every call but `/health` needs it where it is set. */
  apiKey?: string;
}

/** An answer, as it is sent. */
export interface StubAnswer {
  status: number;
  body: unknown;
}

interface StubRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** A document as it is put: metadata stands beside the text. */
interface StubDocument {
  id: string;
  text: string;
  [field: string]: unknown;
}

const NOT_FOUND: StubAnswer = { status: 404, body: { error: 'refused', message: 'No' } };

/** A small server that speaks the protocol of backends, in the dialects of several versions of them. */
export class ProtocolStub {
  readonly http = new FakeServer((request) => this.respond(request));
  readonly requests: StubRequest[] = [];
  /** Polls that a job takes until it is `jobEnd`. */
  jobPolls = 2;
  jobEnd = 'completed';
  /** Answers to the next puts instead of the right one. */
  readonly putAnswers: StubAnswer[] = [];
  /** What a question is answered. */
  answer = ok({ answer: 'Yes.', model: 'stub', contextCount: 0, query: '' });
  /** The events of the next run, null where the server offers none; and what polls of the run are answered in turn. */
  run: StreamStep[] | null = null;
  runPolls: StubAnswer[] = [];
  private readonly spaces = new Map<string, Map<string, StubDocument>>();
  private jobs = 0;
  private readonly polls = new Map<string, number>();

  constructor(readonly options: StubOptions) {}

  /** Puts documents into a namespace, which is created if it is missing. */
  put(name: string, documents: readonly StubDocument[]): void {
    const space = this.spaces.get(name) ?? new Map<string, StubDocument>();
    for (const document of documents) space.set(document.id, document);
    this.spaces.set(name, space);
  }

  /** Requests to paths with this part. */
  to(part: string): StubRequest[] {
    return this.requests.filter(({ method, path }) => `${method} ${path}`.includes(part));
  }

  private respond({ method, url, headers, body: bytes }: FakeRequest): FakeAnswer {
    const body = (bytes.length === 0 ? {} : JSON.parse(bytes.toString())) as StubRequest['body'];
    const request = { method, path: url.pathname, headers, body };
    this.requests.push(request);
    if (request.path === '/agent/run' && this.run !== null) return eventStream(this.run);
    const answer = this.answerOf(request, url.searchParams);
    return json(answer.body, answer.status);
  }

  private answerOf({ method, path, headers, body }: StubRequest, query: URLSearchParams): StubAnswer {
    const [root, name, ...rest] = path.split('/').slice(1).map(decodeURIComponent);
    const { apiKey, mode } = this.options;
    if (root === 'health') return ok({ status: 'ok' });
    if (apiKey !== undefined && headers['x-api-key'] !== apiKey) return { ...NOT_FOUND, status: 403 };
    if (root === 'agent' && name === 'runs') return this.runPolls.shift() ?? NOT_FOUND;
    if (root === 'answer') return this.answer;
    if (root === 'search') return this.search(body);
    if (root !== 'namespaces') return NOT_FOUND;
    if (name === undefined) return method === 'GET' ? this.listNamespaces() : this.create(body);
    if (rest[0]?.endsWith('-jobs') && mode === 'on-prem') return this.job(path);
    return this.inNamespace(name, `${method} ${rest.join('/')}`, body, query);
  }

  private inNamespace(
    name: string,
    call: string,
    body: StubRequest['body'],
    query: URLSearchParams,
  ): StubAnswer {
    const space = this.spaces.get(name);
    if (!space) return NOT_FOUND;
    const folder = this.options.spelling === 'new' ? 'documents' : 'items';
    switch (call) {
      case 'DELETE ':
        this.spaces.delete(name);
        return this.accepted({}, 200);
      case 'POST documents':
        return this.putAnswers.shift() ?? this.takeDocuments(name, body.documents as StubDocument[]);
      case `POST ${folder}/get`:
        return this.found((body.ids as string[]).flatMap((id) => space.get(id) ?? []));
      case `POST ${folder}/delete`:
        return deleted(space, body.ids as string[]);
      case 'GET documents/fetch-text-data':
        return this.page([...space.values()], query);
      default:
        return NOT_FOUND;
    }
  }

  private listNamespaces(): StubAnswer {
    const count = this.options.spelling === 'new' ? 'item_count' : 'itemCount';
    const shown = ([name, { size }]: [string, { size: number }]) => {
      return { namespace_name: name, type: 'text', [count]: size };
    };
    return ok({ namespaces: [...this.spaces].map(shown) });
  }

  private create({ namespace_name: given }: StubRequest['body']): StubAnswer {
    const name = String(given);
    if (this.spaces.has(name)) return { status: 409, body: {} };
    this.put(name, []);
    return { status: 201, body: {} };
  }

  private takeDocuments(name: string, documents: readonly StubDocument[]): StubAnswer {
    this.put(name, documents);
    return this.accepted({ status: 'queued', submitted_ids: documents.map(({ id }) => id) }, 202);
  }

  /** On-prem it is a job. */
  private accepted(body: object, status: number): StubAnswer {
    return this.options.mode === 'cloud'
      ? { status, body }
      : { status: 202, body: { status: 'queued', job_id: `job-${this.jobs++}` } };
  }

  private job(path: string): StubAnswer {
    const polls = (this.polls.get(path) ?? 0) + 1;
    this.polls.set(path, polls);
    return ok({ status: polls > this.jobPolls ? this.jobEnd : 'processing' });
  }

  private found(documents: readonly StubDocument[]): StubAnswer {
    const items = documents.map((each) => this.shown(each));
    return ok(this.options.spelling === 'new' ? { items } : { documents: items });
  }

  /** Tokens are offsets. */
  private page(all: readonly StubDocument[], query: URLSearchParams): StubAnswer {
    const limit = Number(query.get('limit'));
    const start = Number(query.get('next_token') ?? 0);
    const end = start + limit;
    const hasMore = end < all.length;
    return ok({
      items: all.slice(start, end).map((each) => this.shown(each)),
      pagination: { limit, has_more: hasMore, next_token: hasMore ? String(end) : null },
    });
  }

  /** Those with the query in their text. */
  private search({ namespaces, query, top_k: topK }: StubRequest['body']): StubAnswer {
    const space = this.spaces.get((namespaces as string[])[0] ?? '');
    if (!space) return NOT_FOUND;
    const found = [...space.values()].filter(({ text }) => text.includes(String(query)));
    return ok({ results: found.slice(0, Number(topK)).map((each) => ({ ...this.shown(each), score: 0.5 })) });
  }

  /** Old servers show metadata beside the text. */
  private shown({ id, text, ...metadata }: StubDocument): object {
    return this.options.spelling === 'new'
      ? { id, text, metadata, created_at: '2026-01-01T00:00:00Z', is_summary: false }
      : { id, text, ...metadata };
  }
}

function ok(body: unknown): StubAnswer {
  return { status: 200, body };
}

function deleted(space: Map<string, StubDocument>, ids: readonly string[]): StubAnswer {
  const gone = ids.filter((id) => space.delete(id));
  const errors = ids.filter((id) => !gone.includes(id)).map((id) => ({ id, error: 'not found' }));
  const body = { status: 'partial', deleted_ids: gone, actual_deletions: gone.length, errors };
  return { status: errors.length === 0 ? 200 : 207, body };
}
