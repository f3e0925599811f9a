import { startBackendServer, type TestBackendServer } from './backend-server';
import {
  eventStream,
  FakeServer,
  forward,
  json,
  type FakeAnswer,
  type FakeRequest,
  type StreamStep,
} from './fake-server';

/** Of the cloud that tests start. */
export const CLOUD_KEY = 'cloud-key-0123456789abcdef';

interface AskedRun {
  namespace: string;
  prompt: string;
}

/** How a run goes. */
interface CloudRun {
  /** Sent before the end, in order. */
  events?: readonly StreamStep[];
  /** What the final message says: a text, or anything else as JSON. */
  says?: unknown;
  /** Whether the stream is broken off, or silent, before the final message. */
  stream?: 'break' | 'wait';
  failed?: boolean;
  /** An answer without a run, such as 404 of a server that has none. */
  status?: number;
}

/** A run by what is asked for. */
export type CloudScript = (asked: AskedRun) => CloudRun;

const NO_RUNS: CloudScript = () => ({ status: 404 });

/**
 * A backend as the cloud has it, over real HTTP: the backend server of this repository, which wants a key, and in front
 * of it the detection of conflicts, which the test scripts.
 */
export class CloudBackend {
  script: CloudScript = NO_RUNS;
  /** Runs that were asked for. */
  readonly asked: AskedRun[] = [];
  readonly http = new FakeServer((request) => this.answer(request));
  private readonly runs = new Map<string, CloudRun>();

  private constructor(private readonly backend: TestBackendServer) {}

  static async start(): Promise<CloudBackend> {
    const cloud = new CloudBackend(await startBackendServer({ env: { BACKEND_SERVER_API_KEY: CLOUD_KEY } }));
    await cloud.http.start();
    return cloud;
  }

  /** What a service needs to use it. */
  get env() {
    return { BACKEND_MODE: 'cloud' as const, BACKEND_URL: this.http.url, BACKEND_API_KEY: CLOUD_KEY };
  }

  /** Forgets what was asked, and has no runs, for the next test. */
  reset(): void {
    this.script = NO_RUNS;
    this.asked.length = 0;
    this.http.reset();
    this.runs.clear();
  }

  async close(): Promise<void> {
    await this.http.close();
    await this.backend.close();
  }

  private answer(request: FakeRequest): Promise<FakeAnswer | null> | FakeAnswer {
    const path = request.url.pathname;
    if (!path.startsWith('/agent/')) return forward(request, this.backend.url);
    if (request.headers['x-api-key'] !== CLOUD_KEY) return json({ message: 'Wrong key' }, 401);
    if (path === '/agent/run') return this.startRun(JSON.parse(request.body.toString()) as AskedRun);
    const id = path.split('/').at(-1) ?? '';
    const run = this.runs.get(id);
    return run ? polled(id, run) : json({ message: 'Not found' }, 404);
  }

  private startRun(asked: AskedRun): FakeAnswer {
    this.asked.push(asked);
    const run = this.script(asked);
    if (run.status !== undefined) return json({ message: 'No' }, run.status);
    const id = `run_${this.asked.length}`;
    this.runs.set(id, run);
    return eventStream([
      { event: 'run_started', data: { run_id: id } },
      ...(run.events ?? []),
      run.stream ?? { event: 'message', data: { run_id: id, text: textOf(run) } },
      { event: 'done', data: { run_id: id, stop_reason: 'end_turn' } },
    ]);
  }
}

function polled(id: string, run: CloudRun): FakeAnswer {
  if (run.failed === true) return json({ run_id: id, status: 'failed', error: 'No luck' });
  const messages = [
    { role: 'user', content: [{ text: 'Find conflicts' }] },
    { role: 'assistant', content: [{ text: textOf(run) }] },
  ];
  return json({ run_id: id, status: 'completed', messages });
}

function textOf({ says }: CloudRun): string {
  return typeof says === 'string' ? says : JSON.stringify(says ?? { conflicts: [] });
}
