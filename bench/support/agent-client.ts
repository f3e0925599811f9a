import type { Cleanup } from './cleanup';
import { startService } from './service-process';

/** A memory to store; the service fills in what is left out. */
export interface NewMemory {
  content: string;
  type?: string;
  title?: string;
  tags?: readonly string[];
  source?: string;
  supersedes?: readonly string[];
}

/** The service's interface as the benchmarks use it: one agent, its session, batches and questions. */
export class AgentClient {
  private token = '';

  private constructor(
    private readonly url: string,
    private readonly key: string | null,
    readonly agentId: string,
  ) {}

  /** Creates the agent and activates it. `key` is the management credential; loopback needs none. */
  static async create(url: string, key: string | null, agentId: string): Promise<AgentClient> {
    const client = new AgentClient(url.replace(/\/+$/, ''), key, agentId);
    await client.call('POST', '/api/v2/agents', { agent_id: agentId });
    await client.activate();
    return client;
  }

  /** The same agent and session on another process of the service, which has the same database and secret. */
  on(url: string): AgentClient {
    const moved = new AgentClient(url, this.key, this.agentId);
    moved.token = this.token;
    return moved;
  }

  /** Without links that are found in the background, where they are not what is measured. */
  async findNoLinks(): Promise<void> {
    await this.call('PATCH', this.path, { supersession: 'off' });
  }

  /** Starts a new session. */
  async activate(): Promise<void> {
    const session = await this.call<{ session_token: string }>('POST', `${this.path}/activate`);
    this.token = session.session_token;
  }

  /** Stores one memory. */
  async remember(memory: NewMemory): Promise<void> {
    await this.call('POST', `${this.path}/remember`, memory);
  }

  /** A new key that may write to these agents. */
  async createKey(agents: readonly string[]): Promise<string> {
    const created = await this.call<{ key: string }>('POST', '/api/v2/keys', {
      name: 'bench',
      agents,
      access: 'write',
    });
    return created.key;
  }

  /** Stores the contents in order; the ids of the memories, in the same order. */
  async rememberBatch(contents: readonly string[]): Promise<string[]> {
    return this.rememberAll(contents.map((content) => ({ content })));
  }

  /** As `rememberBatch`, with more fields. */
  async rememberAll(memories: readonly NewMemory[]): Promise<string[]> {
    const body = { memories };
    const answer = await this.call<{ results: { id: string }[] }>(
      'POST',
      `${this.path}/batch-remember`,
      body,
    );
    return answer.results.map((row) => row.id);
  }

  /** Ids found, best first. */
  async recall(query: string, limit: number, cut: 'none' | 'auto' = 'none'): Promise<string[]> {
    const answer = await this.call<{ memories: { id: string }[] }>('POST', `${this.path}/recall`, {
      query,
      limit,
      cut,
    });
    return answer.memories.map((memory) => memory.id);
  }

  /** Ids of the memories that the answer to a question rests on, those of them that hold, how sure it is, and who wrote it. */
  async answer(
    question: string,
  ): Promise<{ sources: string[]; current: string[]; certainty: string; by: string }> {
    const answer = await this.call<{
      sources: { memory_id: string; current: boolean }[];
      certainty: string;
      generated_by: string;
    }>('POST', `${this.path}/answer`, { question });
    const sources = answer.sources.map((source) => source.memory_id);
    const current = answer.sources.filter((source) => source.current).map((source) => source.memory_id);
    return { sources, current, certainty: answer.certainty, by: answer.generated_by };
  }

  /** Deletes one memory. */
  async delete(memoryId: string): Promise<void> {
    await this.call('DELETE', `${this.path}/memories/${memoryId}`);
  }

  /** Deletes the agent with its memories. */
  async remove(): Promise<void> {
    await this.call('DELETE', `${this.path}?delete-backup-too=true`);
  }

  /** Such as `/api/v2/agents/my-agent`. */
  get path(): string {
    return `/api/v2/agents/${this.agentId}`;
  }

  get sessionToken(): string {
    return this.token;
  }

  private async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: this.headers(body !== undefined),
      body: body === undefined ? null : JSON.stringify(body),
    }).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause ? error.cause : error;
      throw new Error(`${method} ${path}: ${String(cause)}`);
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    // A session near its end is renewed by any request, and the old token then stops working.
    this.token = response.headers.get('x-session-token') ?? this.token;
    return JSON.parse(text) as T;
  }

  private headers(hasBody: boolean): Record<string, string> {
    return {
      ...(hasBody && { 'Content-Type': 'application/json' }),
      ...(this.key !== null && { Authorization: `Bearer ${this.key}` }),
      ...(this.token !== '' && { 'X-Session-Token': this.token }),
    };
  }
}

/** By a process that ends again: one that has just activated an agent has its index, of nothing, already. */
export async function createAgentApart(
  databaseUrl: string,
  agentId: string,
  cleanup: Cleanup,
): Promise<AgentClient> {
  const service = await startService({ databaseUrl }, cleanup);
  const agent = await AgentClient.create(service.url, service.key, agentId);
  await service.child.stop();
  return agent;
}
