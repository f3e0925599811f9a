// The few calls of the hooks, over `node:http`: loading the client and the built-in `fetch` would take a third of the
// time that a hook has.
import { request as httpRequest } from 'node:http';
import type { Scope } from '../context.ts';
import { isObject } from '../json.ts';
import type { Recalled } from './hook-text.ts';
import type { SessionToken } from './session-token.ts';

const MAX_ANSWER_BYTES = 1024 * 1024;

interface Message {
  role: string;
  content: string;
}

/** The service as a hook sees it. Every call ends at the deadline and throws when it has no good answer. */
export class HookService {
  private readonly scope: Scope;
  private readonly deadline: AbortSignal | undefined;
  private readonly kept: SessionToken;
  private token: string | null;

  /** Without a deadline, the end of the process is one. */
  constructor(scope: Scope, kept: SessionToken, deadline?: AbortSignal) {
    this.scope = scope;
    this.deadline = deadline;
    this.kept = kept;
    this.token = this.needsSession() ? kept.read() : null;
  }

  /** A key or an OpenID Connect token needs no session. */
  private needsSession(): boolean {
    const { key } = this.scope;
    return key === null || !(key.startsWith('amk_') || key.startsWith('eyJ'));
  }

  /** Joins the agent's session, which fails if there is no such agent: hooks create none. */
  private async join(): Promise<void> {
    this.token = null;
    const answer = await this.send(`${this.agentPath()}/activate`, { join: true });
    this.token = typeof answer.session_token === 'string' ? answer.session_token : null;
    if (this.token !== null) this.kept.write(this.token);
  }

  async recall(query: string, limit: number, floor: number): Promise<Recalled[]> {
    const body = { query, limit, min_similarity: floor, cut: 'auto' };
    const { memories } = await this.post(`${this.agentPath()}/recall`, body);
    if (!Array.isArray(memories)) return [];
    return (memories as (Recalled & { agent_id?: string })[]).map(({ agent_id: of, ...memory }) =>
      of === undefined || of === this.scope.agent ? memory : { ...memory, of },
    );
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

  /** Sends with the token that an earlier hook kept, which saves a request, or with a new one if that has ended. */
  private async post(
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Record<string, unknown>> {
    if (!this.needsSession()) return this.send(path, body, headers);
    if (this.token === null) await this.join();
    else {
      try {
        return await this.send(path, body, headers);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        await this.join();
      }
    }
    return this.send(path, body, headers);
  }

  private async send(
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Record<string, unknown>> {
    const { url, key } = this.scope;
    const text = await request(`${url}${path}`, JSON.stringify(body), this.deadline, {
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

/** The service does not admit the token. */
class Refused extends Error {}

async function request(
  url: string,
  body: string,
  signal: AbortSignal | undefined,
  headers: Record<string, string>,
): Promise<string> {
  const open = url.startsWith('https:') ? (await import('node:https')).request : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = open(url, { method: 'POST', headers, signal }, (response) => {
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
        const message = `The service answered ${statusCode}`;
        if (statusCode === 401 || statusCode === 403) reject(new Refused(message));
        else if (statusCode < 200 || statusCode > 299) reject(new Error(message));
        else resolve(Buffer.concat(parts).toString());
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
