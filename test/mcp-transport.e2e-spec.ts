import request from 'supertest';
import { TEST_SECRET_KEY } from './support/database';
import { jsonRpcError, LIST_TOOLS, postMessage } from './support/mcp-clients';
import { useTestApp } from './support/test-app';

/** Takes the rights of this machine away. */
const ELSEWHERE = { 'X-Forwarded-For': '203.0.113.9' };

const app = useTestApp({ env: { ALLOWED_ORIGINS: 'https://app.example.com' } });

describe('the transport', () => {
  it('answers a message with JSON, also to a client that accepts only that', async () => {
    const { body, headers } = await postMessage(app, LIST_TOOLS, { Accept: 'application/json' }).expect(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.stringify(body).length).toBeLessThanOrEqual(9_500);
    expect(body).toMatchObject({
      id: 1,
      result: { tools: [{ name: 'remember' }, {}, {}, {}, {}, {}, {}, {}] },
    });
  });

  it('accepts notifications without a body', async () => {
    const { text } = await postMessage(app, { jsonrpc: '2.0', method: 'notifications/initialized' }).expect(
      202,
    );
    expect(text).toBe('');
  });

  it.each(['get', 'delete', 'put'] as const)(
    'answers %s with 405 before it asks for a key',
    async (method) => {
      for (const path of ['/mcp', '/mcp/agents/any']) {
        await request(app.url)[method](path).set(ELSEWHERE).expect(405).expect('Allow', 'POST');
      }
    },
  );

  it('refuses pages of other origins first of all', async () => {
    const foreign = { Origin: 'https://evil.example' };
    for (const call of [
      request(app.url).get('/mcp').set(foreign),
      postMessage(app, LIST_TOOLS, { ...foreign, Authorization: `Bearer ${TEST_SECRET_KEY}` }),
      postMessage(app, LIST_TOOLS, foreign, '/mcp/agents/any'),
    ]) {
      expect((await call.expect(403)).body).toEqual(jsonRpcError(-32_000, /ALLOWED_ORIGINS/));
    }
    await postMessage(app, LIST_TOOLS, { Origin: 'http://localhost:6274' }).expect(200);
    await postMessage(app, LIST_TOOLS, {
      Origin: 'https://app.example.com',
      Authorization: `Bearer ${TEST_SECRET_KEY}`,
    }).expect(200);
  });

  it('lets a page of an allowed origin send the headers of the protocol', async () => {
    const { headers } = await request(app.url)
      .options('/mcp')
      .set({
        Origin: 'https://app.example.com',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type,mcp-protocol-version,mcp-method',
      })
      .expect(204);
    expect(headers['access-control-allow-origin']).toBe('https://app.example.com');
    expect(headers['access-control-allow-headers']).toMatch(/mcp-protocol-version/);
  });

  it('has no OAuth that a client could begin', async () => {
    for (const name of [
      'oauth-protected-resource',
      'oauth-authorization-server',
      'oauth-protected-resource/mcp',
    ]) {
      await request(app.url).get(`/.well-known/${name}`).expect(404);
    }
  });

  it('does not keep a stream open for a subscription', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { notifications: { toolsListChanged: true }, _meta: meta };
    const message = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params };
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' };
    const { body, headers: answered } = await postMessage(app, message, headers);
    expect(answered['content-type']).toMatch(/^application\/json/);
    expect(body).toMatchObject({ id: 1, error: { code: expect.any(Number) } });
  });

  it.each([
    ['no JSON', '{"jsonrpc":', {}, 400, -32_700],
    ['a batch', [LIST_TOOLS, LIST_TOOLS], {}, 400, -32_600],
    ['text', 'hello', { 'Content-Type': 'text/plain' }, 400, -32_600],
    ['an unknown revision', LIST_TOOLS, { 'MCP-Protocol-Version': '1999-01-01' }, 400, -32_000],
    ['too much', `"${'x'.repeat(8_400_000)}"`, {}, 413, -32_000],
  ])('answers %s with an error of JSON-RPC', async (_, body, headers, status, code) => {
    const answer = await postMessage(app, body, headers).expect(status);
    expect(answer.body).toEqual(jsonRpcError(code, /./));
    expect(answer.headers['x-request-id']).toBeDefined();
  });

  it('answers 400 for an agent id that is none', async () => {
    expect((await postMessage(app, LIST_TOOLS, { 'X-Agent-Id': 'a b' }).expect(400)).body).toEqual(
      jsonRpcError(-32_600, /letters/),
    );
    expect((await postMessage(app, LIST_TOOLS, {}, '/mcp/agents/a.b').expect(400)).body).toEqual(
      jsonRpcError(-32_600, /letters/),
    );
  });

  it('counts requests by their route', async () => {
    await postMessage(app, LIST_TOOLS).expect(200);
    await postMessage(app, LIST_TOOLS, {}, '/mcp/agents/counted').expect(200);
    const { text } = await request(app.url).get('/metrics').expect(200);
    expect(text).toMatch(/http_requests_total\{method="POST",route="\/mcp",status="200"\} \d/);
    expect(text).toMatch(
      /http_requests_total\{method="POST",route="\/mcp\/agents\/:agent_id",status="200"\} \d/,
    );
  });
});

describe('access from elsewhere', () => {
  it('needs a key, and the answer says so before the body is read', async () => {
    const { body, headers } = await postMessage(app, '{"not JSON', ELSEWHERE).expect(401);
    expect(headers['www-authenticate']).toBe('Bearer');
    expect(body).toEqual(jsonRpcError(-32_000, /Authorization: Bearer or X-Api-Key/));
    await postMessage(app, LIST_TOOLS, { Host: 'evil.example' }).expect(401);
  });

  it.each<Record<string, string>>([
    { Authorization: `Bearer ${TEST_SECRET_KEY}` },
    { 'X-Api-Key': TEST_SECRET_KEY },
  ])('is granted to the management credential', async (credential) => {
    await postMessage(app, LIST_TOOLS, { ...ELSEWHERE, ...credential }).expect(200);
  });
});
