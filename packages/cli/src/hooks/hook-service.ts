// The few calls of the hooks, over `node:http`: loading the client and the built-in `fetch` would take a third of the
// time that a hook has.
import { request as httpRequest } from 'node:http';
import type { Scope } from '../context.ts';
import { isObject } from '../json.ts';
import type { Recalled } from './hook-text.ts';

const MAX_ANSWER_BYTES = 1024 * 1024;

interface Message {
  role: string;
  content: string;
}

/** The service as a hook sees it. Every call ends at the deadline and throws when it has no good answer. */
export class HookService {
  private readonly scope: Scope;
  private readonly deadline: AbortSignal | undefined;
  private token: string | null = null;

  /** Without a deadline, the end of the process is one. */
  constructor(scope: Scope, deadline?: AbortSignal) {
    this.scope = scope;
    this.deadline = deadline;
  }

  /** Joins the agent's session, which fails if there is no such agent: hooks create none. */
  async join(): Promise<void> {
    // A key or an OpenID Connect token needs no session.
    const { key } = this.scope;
    if (key !== null && (key.startsWith('amk_') || key.startsWith('eyJ'))) return;
    const answer = await this.post(`${this.agentPath()}/activate`, { join: true });
    this.token = typeof answer.session_token === 'string' ? answer.session_token : null;
  }

  async recall(query: string, limit: number, floor: number): Promise<Recalled[]> {
    const body = { query, limit, min_similarity: floor, cut: 'auto' };
    const { memories } = await this.post(`${this.agentPath()}/recall`, body);
    return Array.isArray(memories) ? (memories as Recalled[]) : [];
  }

  /** Instructions, preferences and decisions, as the resource `memory://profile` of the MCP endpoint has them. */
  async profile(): Promise<string> {
    const params = { uri: 'memory://profile' };
    const message = { jsonrpc: '2.0', id: 1, method: 'resources/read', params };
    const { result } = await this.post(`/mcp/agents/${encodeURIComponent(this.scope.agent)}`, message);
    const contents = isObject(result) && Array.isArray(result.contents) ? (result.contents as unknown[]) : [];
    const [first] = contents;
    return isObject(first) && typeof first.text === 'string' ? first.text : '';
  }

  /** `key` names these messages, so that a repetition stores nothing. */
  async extract(messages: readonly Message[], key: string): Promise<void> {
    await this.post(`${this.agentPath()}/remember/extract`, { messages }, { 'Idempotency-Key': key });
  }

  private agentPath(): string {
    return `/api/v2/agents/${encodeURIComponent(this.scope.agent)}`;
  }

  private async post(
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Record<string, unknown>> {
    const { url, key } = this.scope;
    const text = await send(`${url}${path}`, JSON.stringify(body), this.deadline, {
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...(this.token === null ? {} : { 'X-Session-Token': this.token }),
      ...headers,
    });
    const answer: unknown = JSON.parse(text);
    return isObject(answer) ? answer : {};
  }
}

async function send(
  url: string,
  body: string,
  signal: AbortSignal | undefined,
  headers: Record<string, string>,
): Promise<string> {
  const request = url.startsWith('https:') ? (await import('node:https')).request : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, signal }, (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        parts.push(part);
        bytes += part.length;
        if (bytes > MAX_ANSWER_BYTES) sent.destroy(new Error('The answer is too long'));
      });
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0 } = response;
        if (statusCode < 200 || statusCode > 299) reject(new Error(`The service answered ${statusCode}`));
        else resolve(Buffer.concat(parts).toString());
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
