import request, { type Response, type Test } from 'supertest';
import type { Reachable } from './test-app';

let serial = 0;

/** An agent id that no other test of the file uses. */
export function uniqueId(): string {
  return `agent-${++serial}`;
}

/** Some request that needs a session token. */
export function recent(app: Reachable, agentId: string, token: string): Test {
  return request(app.url)
    .post(`/api/v2/agents/${agentId}/recall/recent`)
    .set('X-Session-Token', token)
    .send({});
}

/** The code of a structured error. */
export function errorOf(response: Response): string {
  return (response.body as { detail: { error: string } }).detail.error;
}

/** The token that takes the place of the request's, where there is one. */
export function newToken(response: Response): string | undefined {
  return response.get('X-Session-Token');
}

export function cookiesOf(response: Response): string[] {
  return response.get('Set-Cookie') ?? [];
}

export function payloadOf(token: string): Record<string, string> {
  const part = token.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, string>;
}

/** The session that `GET /api/v2/status` shows. */
export async function sessionStatus(app: Reachable): Promise<Record<string, unknown>> {
  const { body } = await request(app.url).get('/api/v2/status').expect(200);
  return body as Record<string, unknown>;
}
