/** The service under attack. */
export interface Target {
  url: string;
  /** Of its process. */
  pid: number;
  /** Its management credential. */
  key: string;
  /** Values that exist, by the names of the path parameters that ask for them. */
  ids: Readonly<Record<string, readonly string[]>>;
}

export interface Session {
  agent: string;
  token: string;
}

const TIMEOUT_MS = 120_000;

export interface Call {
  token?: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** One request; the response as it comes. Throws when the connection fails or nothing comes in two minutes. */
export function send(target: Target, method: string, path: string, call: Call = {}): Promise<Response> {
  const headers = {
    ...call.headers,
    ...(call.token === undefined ? {} : { 'X-Session-Token': call.token }),
    ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    Authorization: `Bearer ${target.key}`,
  };
  return fetch(`${target.url}${path}`, {
    method,
    headers,
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

/** Like `send`, reads the answer, and throws when it is not a success. */
export async function sendOk(
  target: Target,
  method: string,
  path: string,
  call: Call = {},
): Promise<Record<string, unknown>> {
  const response = await send(target, method, path, call);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** Creates an agent and activates it. */
export async function openSession(target: Target, agent: string): Promise<Session> {
  await sendOk(target, 'POST', '/api/v2/agents', { body: { agent_id: agent } });
  return reopenSession(target, agent);
}

/** Activates an agent that exists, which ends its former session. */
export async function reopenSession(target: Target, agent: string): Promise<Session> {
  const session = await sendOk(target, 'POST', `/api/v2/agents/${agent}/activate`);
  return { agent, token: String(session.session_token) };
}

/** Stores memories, 100 a request. */
export async function store(target: Target, session: Session, contents: readonly string[]): Promise<void> {
  for (let from = 0; from < contents.length; from += 100) {
    const memories = contents.slice(from, from + 100).map((content) => ({ content }));
    const path = `/api/v2/agents/${session.agent}/batch-remember`;
    await sendOk(target, 'POST', path, { token: session.token, body: { memories } });
  }
}
