import {
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { text as bodyOf } from 'node:stream/consumers';
import { startBackendServer, type TestBackendServer } from './backend-server';
import { close, listen, sendJson, urlOf } from './local-server';

/** Of the cloud that tests start. */
export const CLOUD_KEY = 'cloud-key-0123456789abcdef';

export interface AskedRun {
  namespace: string;
  prompt: string;
}

/** How a run goes. */
export interface CloudRun {
  /** Sent before the end, in order. */
  events?: readonly { event: string; data: unknown }[];
  /** What the final message says: a text, or anything else as JSON. */
  says?: unknown;
  /** The stream: to its end, broken off before the final message, or silent then. */
  stream?: 'whole' | 'broken' | 'silent';
  /** How often the run is said to be processed still before it is said to be done, or to have failed. */
  polls?: number;
  failed?: boolean;
  /** An answer without a run, such as 404 of a server that has none. */
  status?: number;
}

/** A run by what is asked for. */
export type CloudScript = (asked: AskedRun) => CloudRun;

interface Run extends CloudRun {
  left: number;
}

const NO_RUNS: CloudScript = () => ({ status: 404 });

/**
 * A backend as the cloud has it, over real HTTP: the backend server of this repository, which wants a key, and in front
 * of it the detection of conflicts, which the test scripts.
 */
export class CloudBackend {
  script: CloudScript = NO_RUNS;
  /** Runs that were asked for. */
  readonly asked: AskedRun[] = [];
  /** How often a run was asked after. */
  polled = 0;
  /** Streams whose client has gone before their end. */
  abandoned = 0;
  /** Streams that go on. */
  open = 0;
  private readonly runs = new Map<string, Run>();
  /** Streams that this server broke off. */
  private readonly dropped = new WeakSet<ServerResponse>();

  private constructor(
    private readonly backend: TestBackendServer,
    private readonly server: Server,
  ) {
    server.on('request', (request, response) => void this.handle(request, response));
  }

  static async start(): Promise<CloudBackend> {
    const backend = await startBackendServer({ env: { BACKEND_SERVER_API_KEY: CLOUD_KEY } });
    const server = createServer();
    await listen(server);
    return new CloudBackend(backend, server);
  }

  get url(): string {
    return urlOf(this.server);
  }

  /** What a service needs to use it. */
  get env() {
    return { BACKEND_MODE: 'cloud' as const, BACKEND_URL: this.url, BACKEND_API_KEY: CLOUD_KEY };
  }

  /** Forgets what was asked, and has no runs, for the next test. */
  reset(): void {
    this.script = NO_RUNS;
    this.asked.length = 0;
    this.polled = this.abandoned = 0;
    this.runs.clear();
  }

  async close(): Promise<void> {
    await close(this.server);
    await this.backend.close();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?');
    const id = /^\/agent\/runs\/([^/]+)$/.exec(path)?.[1];
    if (!path.startsWith('/agent/')) return this.pass(request, response);
    if (request.headers['x-api-key'] !== CLOUD_KEY) return sendJson(response, 401, { message: 'Wrong key' });
    if (request.method === 'POST' && path === '/agent/run') return this.start(request, response);
    if (request.method === 'GET' && id !== undefined) return this.tell(id, response);
    sendJson(response, 404, { message: 'Not found' });
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    const { host } = new URL(this.backend.url);
    const passed = forward(
      new URL(request.url ?? '/', this.backend.url),
      { method: request.method, headers: { ...request.headers, host }, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.once('error', () => response.destroy());
    request.pipe(passed);
  }

  private async start(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = JSON.parse(await bodyOf(request)) as AskedRun;
    this.asked.push(asked);
    const script = this.script(asked);
    if (script.status !== undefined) return sendJson(response, script.status, { message: 'No' });
    const id = `run_${this.asked.length}`;
    const run: Run = { ...script, left: script.polls ?? 0 };
    this.runs.set(id, run);
    this.stream(id, run, response);
  }

  private stream(id: string, run: Run, response: ServerResponse): void {
    this.watch(response);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    sendEvent(response, 'run_started', { run_id: id });
    for (const { event, data } of run.events ?? []) sendEvent(response, event, data);
    if (run.stream === 'silent') return;
    if (run.stream === 'broken') return this.drop(response);
    sendEvent(response, 'message', { run_id: id, text: textOf(run) });
    sendEvent(response, 'done', { run_id: id, stop_reason: 'end_turn' });
    response.end();
  }

  private watch(response: ServerResponse): void {
    this.open++;
    response.once('close', () => {
      this.open--;
      if (!response.writableFinished && !this.dropped.has(response)) this.abandoned++;
    });
  }

  /** After what was written has gone out. */
  private drop(response: ServerResponse): void {
    this.dropped.add(response);
    response.write(': so far\n\n', () => response.destroy());
  }

  private tell(id: string, response: ServerResponse): void {
    this.polled++;
    const run = this.runs.get(id);
    if (!run) return sendJson(response, 404, { message: 'Not found' });
    if (run.left-- > 0) return sendJson(response, 200, { run_id: id, status: 'processing', messages: [] });
    if (run.failed === true)
      return sendJson(response, 200, { run_id: id, status: 'failed', error: 'No luck' });
    const messages = [
      { role: 'user', content: [{ text: 'Find conflicts' }] },
      { role: 'assistant', content: [{ text: textOf(run) }] },
    ];
    sendJson(response, 200, { run_id: id, status: 'completed', messages });
  }
}

function textOf({ says }: CloudRun): string {
  return typeof says === 'string' ? says : JSON.stringify(says ?? { conflicts: [] });
}

function sendEvent(response: ServerResponse, event: string, data: unknown): void {
  response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
