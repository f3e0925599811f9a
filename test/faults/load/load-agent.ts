import type { Answer, Method, Sent, Traffic } from './traffic';

/** A memory as the service shows it. */
export interface Shown {
  id: string;
  title: string;
  content: string;
  type: string;
  tags: string[];
  status: 'active' | 'expired';
  expired_at: string | null;
  expired_by: string | null;
  created_at: string;
  updated_at: string;
  source: string;
  source_ref: string | null;
}

/** All that an agent remembers, by id. */
export type Memories = ReadonlyMap<string, Shown>;

/** One agent, and the session in which it is used. */
export class LoadAgent {
  token = '';

  constructor(
    readonly id: string,
    readonly traffic: Traffic,
  ) {}

  async create(): Promise<void> {
    await this.traffic.need('POST', 'api/v2/agents', { body: { agent_id: this.id } });
  }

  async activate(): Promise<void> {
    const path = `api/v2/agents/${this.id}/activate`;
    const { session_token: token } = await this.traffic.need<{ session_token: string }>('POST', path);
    this.token = token;
  }

  /** `path` follows that of the agent. */
  send<T>(method: Method, path: string, sent: Sent = {}): Promise<Answer<T> | null> {
    return this.traffic.send<T>(method, `api/v2/agents/${this.id}/${path}`, { token: this.token, ...sent });
  }

  need<T>(method: Method, path: string, sent: Sent = {}): Promise<T> {
    return this.traffic.need<T>(method, `api/v2/agents/${this.id}/${path}`, { token: this.token, ...sent });
  }

  /** Throws where one id is listed twice. */
  async memories(): Promise<Map<string, Shown>> {
    const headers = { Accept: 'application/x-ndjson' };
    const text = await this.need<string>('POST', 'recall/all', { body: {}, headers });
    const lines = text.split('\n').filter((line) => line !== '');
    const shown = lines.map((line) => JSON.parse(line) as Shown);
    const byId = new Map(shown.map((memory) => [memory.id, memory]));
    if (byId.size !== shown.length) throw new Error(`Agent ${this.id}: ids are listed twice`);
    return byId;
  }

  /** How the counts that the service gives differ from what it lists. */
  async miscounts(memories: Memories): Promise<string[]> {
    const path = `api/v2/agents/${this.id}`;
    const { memory_count: counted } = await this.traffic.need<{ memory_count: number }>('GET', path);
    const recent = await this.need<{ total_available: number }>('POST', 'recall/recent', {
      body: { limit: 1 },
    });
    const report = { counted, recent: recent.total_available };
    if (counted === memories.size && recent.total_available === memories.size) return [];
    return [`${this.id}: ${memories.size} memories are listed, but ${JSON.stringify(report)}`];
  }
}
