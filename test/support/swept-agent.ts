import { activate, newSession, remember, type TestSession } from './agents';
import type { TestApp } from './test-app';

export interface SweepAnswer {
  sweep_id: string | null;
  evaluated_at: string;
  scanned: number;
  matched: number;
  expired: number;
  per_rule: Record<string, number>;
  memories: { id: string; expired_by: string }[];
}

export interface HistoryRow {
  at: string;
  event: string;
  by: string;
  session_id: string | null;
}

export const START = Date.UTC(2026, 4, 1, 12);
export const DAY = 86_400_000;

/** A rule of a policy. */
export const rule = (name: string, match: object, expire_after = '1d') => ({ name, match, expire_after });

/** An agent with a policy, in a time that moves only by hand. */
export class SweptAgent {
  private constructor(
    private readonly app: TestApp,
    public session: TestSession,
  ) {}

  static async create(app: TestApp, agentId: string): Promise<SweptAgent> {
    app.clock.set(new Date(START));
    return new SweptAgent(app, await newSession(app, agentId));
  }

  get id(): string {
    return this.session.agentId;
  }

  /** Moves on in time, into a session that is alive then. */
  async later(days: number, ms = 0): Promise<void> {
    this.app.clock.advance({ ms: days * DAY + ms });
    this.session = await activate(this.app, this.id);
  }

  remember(fields: object = {}): Promise<string> {
    return remember(this.session, { content: 'x', ...fields });
  }

  /** As many memories of a type, in one request; their ids. */
  async rememberMany(count: number, type: string): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) {
      const length = Math.min(100, count - ids.length);
      const memories = Array.from({ length }, (_, i) => ({ content: `x ${ids.length + i}`, type }));
      const { results } = await this.post<{ results: { id: string }[] }>('batch-remember', { memories });
      ids.push(...results.map((row) => row.id));
    }
    return ids;
  }

  async put(policy: object): Promise<void> {
    await this.session.call('put', 'policy').send(policy).expect(200);
  }

  apply(body?: object): Promise<SweepAnswer> {
    return this.post('policy/apply', body);
  }

  async post<T>(path: string, body?: object): Promise<T> {
    const call = this.session.call('post', path);
    const answer = await (body === undefined ? call : call.send(body)).expect(200);
    return answer.body as T;
  }

  async get<T = Record<string, unknown>>(path: string): Promise<T> {
    return (await this.session.call('get', path).expect(200)).body as T;
  }

  memory(id: string): Promise<Record<string, unknown>> {
    return this.get(`memories/${id}`);
  }

  /** Newest first. */
  async history(id: string): Promise<HistoryRow[]> {
    return (await this.get<{ entries: HistoryRow[] }>(`memories/${id}/history`)).entries;
  }

  async events(id: string): Promise<string[]> {
    return (await this.history(id)).map(({ event }) => event);
  }

  async everything(): Promise<Record<string, unknown>[]> {
    return (await this.post<{ memories: Record<string, unknown>[] }>('recall/all')).memories;
  }

  /** Its newest sweeps and purges. */
  async sweeps(): Promise<Record<string, unknown>[]> {
    return (await this.get<{ sweeps: Record<string, unknown>[] }>('policy/sweeps')).sweeps;
  }
}
