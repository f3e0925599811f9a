import type { Env } from '../../src/config/env';
import type { SeededRandom } from './seeded-random';
import { startService, type ServiceProcess } from './service-process';

export interface Answer {
  status: number;
  body: unknown;
}

/** Where requests of a test go. */
export interface Target {
  /** Null when the process that was asked is killed before it answers: what it did is not known. */
  request(method: string, path: string, token: string, body?: object): Promise<Answer | null>;
}

/** One life of a process, from a start to its end. */
interface Life {
  service: ServiceProcess;
  killed: boolean;
}

/** One service that no test kills. */
export class SoleTarget implements Target {
  /** `url` is asked before each request: a service that is started again has another. */
  constructor(private readonly url: () => string) {}

  request(method: string, path: string, token: string, body?: object): Promise<Answer> {
    return send(this.url(), method, path, token, body);
  }
}

/** Processes of the compiled service on one database, which requests reach by chance. */
export class ReplicaPool implements Target {
  private lives: Life[] = [];

  constructor(
    private readonly env: Env,
    private readonly random: SeededRandom,
  ) {}

  get urls(): string[] {
    return this.lives.map(({ service }) => service.url);
  }

  async start(count: number): Promise<void> {
    const started = await Promise.all(Array.from({ length: count }, () => startService(this.env)));
    this.lives.push(...started.map((service) => ({ service, killed: false })));
  }

  /** Kills one in the middle of what it does; the others go on. */
  async killOne(): Promise<void> {
    const victim = this.random.pick(this.lives);
    this.lives = this.lives.filter((life) => life !== victim);
    victim.killed = true;
    await victim.service.kill();
  }

  async killAll(): Promise<void> {
    for (const life of this.lives) life.killed = true;
    await Promise.all(this.lives.map(({ service }) => service.kill()));
    this.lives = [];
  }

  async request(method: string, path: string, token: string, body?: object): Promise<Answer | null> {
    const life = this.random.pick(this.lives);
    try {
      return await send(life.service.url, method, path, token, body);
    } catch (error) {
      if (life.killed) return null;
      throw error;
    }
  }
}

async function send(
  url: string,
  method: string,
  path: string,
  token: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`${url}/api/v2/agents${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Session-Token': token },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Makes an agent and starts a session; its token. */
export async function openAgent(target: Target, agentId: string): Promise<string> {
  const created = await target.request('POST', '', '', { agent_id: agentId });
  if (created?.status !== 201) throw new Error(`The agent was not created: ${JSON.stringify(created)}`);
  return activateAgent(target, agentId);
}

/** Starts a session; its token. */
export async function activateAgent(target: Target, agentId: string): Promise<string> {
  const answer = await target.request('POST', `/${agentId}/activate`, '');
  if (answer?.status !== 200) throw new Error(`No session was started: ${JSON.stringify(answer)}`);
  return (answer.body as { session_token: string }).session_token;
}
