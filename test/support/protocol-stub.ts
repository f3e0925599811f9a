import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { StubNamespaces, type StubDocument } from './stub-namespaces';
import { close, listen, urlOf } from './local-server';

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

/** An event of a run, or a pause, or the end of the connection without that of the answer. */
export type RunStep = { event: string; data: unknown } | { raw: string } | 'wait' | 'break';

export interface StubRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

type Handler = (parts: string[], request: StubRequest, query: URLSearchParams) => StubAnswer;

/** A small server that speaks the protocol of backends, in the tongue of several versions of them. */
export class ProtocolStub {
  readonly requests: StubRequest[] = [];
  readonly namespaces = new StubNamespaces();
  /** Polls that a job takes until it is `jobEnd`. */
  jobPolls = 2;
  jobEnd = 'completed';
  /** Answers to the next puts instead of the right one. */
  readonly putAnswers: StubAnswer[] = [];
  /** Whether pages say where up to 16 pages after them start. */
  tellsAhead = false;
  /** What a question is answered. */
  answer: StubAnswer = { status: 200, body: { answer: 'Yes.', model: 'stub', contextCount: 0, query: '' } };
  /** The events of the next run, null where the server offers none; and what polls of the run are answered in turn. */
  run: RunStep[] | null = null;
  runPolls: StubAnswer[] = [];
  private jobs = 0;
  private readonly polls = new Map<string, number>();
  private readonly server = createServer((request, response) => void this.handle(request, response));

  constructor(readonly options: StubOptions) {}

  get url(): string {
    return urlOf(this.server);
  }

  start(): Promise<void> {
    return listen(this.server);
  }

  close(): Promise<void> {
    return close(this.server);
  }

  /** Hears of the port of each client that connects. */
  onConnection(listener: (port: number | undefined) => void): void {
    this.server.on('connection', ({ remotePort }) => listener(remotePort));
  }

  /** Requests to paths with this part. */
  to(part: string): StubRequest[] {
    return this.requests.filter(({ method, path }) => `${method} ${path}`.includes(part));
  }

  private async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://stub');
    const body = await jsonOf(incoming);
    const request = { method: incoming.method ?? '', path: url.pathname, headers: incoming.headers, body };
    this.requests.push(request);
    if (url.pathname === '/agent/run' && this.run !== null) return this.tell(response, this.run);
    const { status, body: answer } = this.answerOf(request, url.searchParams);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }

  private answerOf(request: StubRequest, query: URLSearchParams): StubAnswer {
    const parts = request.path.split('/').slice(1).map(decodeURIComponent);
    if (parts[0] === 'health') return { status: 200, body: { status: 'ok' } };
    const { apiKey } = this.options;
    if (apiKey !== undefined && request.headers['x-api-key'] !== apiKey) return refused(403);
    return this.handlerOf(request.method, parts)?.(parts, request, query) ?? refused(404);
  }

  private handlerOf(method: string, parts: string[]): Handler | null {
    const pattern = parts.map((part, index) => (parts[0] === 'namespaces' && index === 1 ? '*' : part));
    const handlers: Record<string, Handler> = {
      'GET namespaces': () => this.listNamespaces(),
      'POST namespaces': (_, { body }) => ({
        status: this.namespaces.create(String(body.namespace_name)) ? 201 : 409,
        body: {},
      }),
      'DELETE namespaces/*': ([, name = '']) => this.accepted(this.namespaces.drop(name), {}, 200),
      'POST namespaces/*/documents': (path, { body }) => this.put(path, body),
      [`POST namespaces/*/${this.folder}/get`]: (path, { body }) => this.get(path, body),
      [`POST namespaces/*/${this.folder}/delete`]: (path, { body }) => this.delete(path, body),
      'GET namespaces/*/documents/fetch-text-data': (path, _, query) => this.page(path, query),
      'POST search': (_, { body }) => this.search(body),
      'POST answer': () => this.answer,
    };
    if (parts[2]?.endsWith('-jobs') && this.options.mode === 'on-prem')
      return () => this.job(parts.join('/'));
    if (parts[0] === 'agent' && parts[1] === 'runs') return () => this.runPolls.shift() ?? refused(404);
    return handlers[`${method} ${pattern.join('/')}`] ?? null;
  }

  private get folder(): string {
    return this.options.spelling === 'new' ? 'documents' : 'items';
  }

  private listNamespaces(): StubAnswer {
    const count = this.options.spelling === 'new' ? 'item_count' : 'itemCount';
    const namespaces = this.namespaces
      .all()
      .map(([name, size]) => ({ namespace_name: name, type: 'text', [count]: size }));
    return { status: 200, body: { namespaces } };
  }

  private put([, name = '']: string[], body: StubRequest['body']): StubAnswer {
    const planned = this.putAnswers.shift();
    if (planned) return planned;
    const documents = body.documents as StubDocument[];
    const ids = documents.map(({ id }) => id);
    return this.accepted(this.namespaces.put(name, documents), { status: 'queued', submitted_ids: ids }, 202);
  }

  /** On-prem it is a job. */
  private accepted(isDone: boolean, body: object, status: number): StubAnswer {
    if (!isDone) return refused(404);
    return this.options.mode === 'cloud'
      ? { status, body }
      : { status: 202, body: { status: 'queued', job_id: `job-${this.jobs++}` } };
  }

  private job(path: string): StubAnswer {
    const polls = (this.polls.get(path) ?? 0) + 1;
    this.polls.set(path, polls);
    return { status: 200, body: { status: polls > this.jobPolls ? this.jobEnd : 'processing' } };
  }

  private get([, name = '']: string[], { ids }: StubRequest['body']): StubAnswer {
    const found = this.namespaces.get(name, ids as string[]);
    if (found === null) return refused(404);
    return {
      status: 200,
      body: {
        [this.options.spelling === 'new' ? 'items' : 'documents']: found.map((each) => this.shown(each)),
      },
    };
  }

  private delete([, name = '']: string[], { ids }: StubRequest['body']): StubAnswer {
    const deleted = this.namespaces.delete(name, ids as string[]);
    if (deleted === null) return refused(404);
    const errors = (ids as string[])
      .filter((id) => !deleted.includes(id))
      .map((id) => ({ id, error: 'not found' }));
    const status = errors.length === 0 ? 200 : 207;
    return {
      status,
      body: { status: 'partial', deleted_ids: deleted, actual_deletions: deleted.length, errors },
    };
  }

  private page([, name = '']: string[], query: URLSearchParams): StubAnswer {
    const limit = Number(query.get('limit'));
    const page = this.namespaces.page(name, query.get('next_token'), limit);
    if (page === null) return refused(404);
    const pagination = { limit, has_more: page.next !== null, next_token: page.next };
    const ahead = this.tellsAhead ? { page_tokens: page.ahead } : {};
    return {
      status: 200,
      body: {
        items: page.documents.map((each) => this.shown(each)),
        pagination: { ...pagination, ...ahead },
      },
    };
  }

  private search({ namespaces, query, top_k: topK }: StubRequest['body']): StubAnswer {
    const [name = ''] = namespaces as string[];
    const found = this.namespaces.search(name, String(query), Number(topK));
    return found === null
      ? refused(404)
      : { status: 200, body: { results: found.map((each) => ({ ...this.shown(each), score: 0.5 })) } };
  }

  /** Old servers show metadata beside the text. */
  private shown({ id, text, ...metadata }: StubDocument): object {
    return this.options.spelling === 'new'
      ? { id, text, metadata, created_at: '2026-01-01T00:00:00Z', is_summary: false }
      : { id, text, ...metadata };
  }

  private async tell(response: ServerResponse, steps: readonly RunStep[]): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    for (const step of steps) {
      if (step === 'wait') return;
      if (step === 'break') return void response.destroy();
      const text = 'raw' in step ? step.raw : `event: ${step.event}\ndata: ${JSON.stringify(step.data)}\n\n`;
      await new Promise((resolve) => response.write(text, resolve));
    }
    response.end();
  }
}

function refused(status: number): StubAnswer {
  return { status, body: { error: 'refused', message: 'No' } };
}

async function jsonOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = await textOf(request);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
