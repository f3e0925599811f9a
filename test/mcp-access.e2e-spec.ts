import request from 'supertest';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { activate, createAgent, newSession, remember } from './support/agents';
import { createKey, revokeKey } from './support/keys';
import { eventually } from './support/eventually';
import {
  jsonRpcError,
  LIST_TOOLS,
  McpClients,
  postMessage,
  textOf,
  ToolCaller,
  type McpClient,
} from './support/mcp-clients';
import { newToken, recent, uniqueId } from './support/sessions';
import { startTestApp, type TestApp } from './support/test-app';

/** Takes the rights of this machine away. */
const ELSEWHERE = { 'X-Forwarded-For': '203.0.113.9' };

let app: TestApp;
let clients: McpClients;

beforeAll(async () => {
  app = await startTestApp({ env: { ALLOWED_ORIGINS: 'https://app.example.com' } });
  clients = new McpClients(app);
});

afterAll(async () => {
  await clients.close();
  await app.close();
});

describe('a key', () => {
  const bearer = ({ key }: { key: string }) => ({ Authorization: `Bearer ${key}` });
  const toolsWith = async (headers: Record<string, string>, agentId: string) => {
    const client = await clients.connect('2025-11-25', agentId, headers);
    return { client, tools: await ToolCaller.of(client) };
  };
  const namesOf = async (client: McpClient) => (await client.listTools()).tools.map(({ name }) => name);

  it('with read access sees and uses the tools that read, from this machine too', async () => {
    const session = await newSession(app, uniqueId());
    await remember(session, { content: 'Written by its owner.' });
    const { client, tools } = await toolsWith(bearer(await createKey(app)), session.agentId);

    expect(await namesOf(client)).toEqual(['recall', 'recent', 'answer']);
    expect(await tools.call('recent')).toMatchObject({ count: 1 });
    expect(await tools.failure('remember', { content: 'x' })).toMatch(
      /read access: this operation needs write/,
    );
    const { sessionId } = await activate(app, session.agentId);
    expect(sessionId).not.toBe(session.sessionId);
    expect(await tools.call('recent')).toMatchObject({ count: 1 });
  });

  it('that a tool refuses leaves a record of it in the audit chain of the agent', async () => {
    const { agentId } = await newSession(app, uniqueId());
    const { tools } = await toolsWith(bearer(await createKey(app, { name: 'reader' })), agentId);
    await tools.failure('remember', { content: 'x' });
    const [refused] = await eventually(
      async () => {
        const path = `/api/v2/agents/${agentId}/audit?operation=refused`;
        return ((await request(app.url).get(path).expect(200)).body as { records: object[] }).records;
      },
      (records) => records.length > 0,
    );
    expect(refused).toMatchObject({
      actor: 'key:reader',
      targets: [
        { kind: 'refusal', ids: ['KeyNotAllowed'] },
        { kind: 'operation', ids: ['mcp:remember'] },
      ],
    });
  });

  it('with write access writes under its name, and creates no agent', async () => {
    const { agentId } = await newSession(app, uniqueId());
    const headers = {
      ...ELSEWHERE,
      'X-Api-Key': (await createKey(app, { access: 'write', name: 'ci' })).key,
    };
    const { tools } = await toolsWith(headers, agentId);
    const { memory_id: id } = await tools.call('remember', { content: 'Written by a key.' });
    const session = await activate(app, agentId);
    const { body } = await session.call('get', `memories/${String(id)}/history`).expect(200);
    expect((body as { entries: object[] }).entries).toMatchObject([{ event: 'created', by: 'key:ci' }]);

    const other = await toolsWith(headers, uniqueId());
    expect(await other.tools.failure('recent')).toMatch(/not found: ask the user to create it/);
  });

  it('with create access creates the agent at its first use', async () => {
    const headers = {
      ...ELSEWHERE,
      ...bearer(await createKey(app, { access: 'create', agents: ['team-*'] })),
    };
    const { tools } = await toolsWith(headers, 'team-new');
    await tools.call('remember', { content: 'The first note.' });
    const refused = await postMessage(app, LIST_TOOLS, headers, '/mcp/agents/elsewhere').expect(403);
    expect(refused.body).toEqual(jsonRpcError(-32_000, /not for agent 'elsewhere'/));
  });

  it('that is unknown or revoked is refused with 401, from this machine too', async () => {
    const revoked = await createKey(app);
    await revokeKey(app, revoked).expect(200);
    for (const headers of [bearer(revoked), { 'X-Api-Key': 'amk_unknown_x' }]) {
      const { body, headers: answered } = await postMessage(app, LIST_TOOLS, headers).expect(401);
      expect(answered['www-authenticate']).toBe('Bearer');
      expect(body).toEqual(jsonRpcError(-32_000, /./));
    }
  });
});

describe('a session token', () => {
  it('admits to its agent, and is not renewed', async () => {
    const session = await newSession(app, uniqueId());
    const headers = { ...ELSEWHERE, 'X-Session-Token': session.token };
    const tools = await ToolCaller.of(await clients.connect('2025-11-25', session.agentId, headers));
    app.clock.advance({ hours: 5.9 });
    await tools.call('remember', { content: 'By token.' });
    await postMessage(
      app,
      LIST_TOOLS,
      { ...headers, 'X-Session-Token': 'bad' },
      `/mcp/agents/${session.agentId}`,
    ).expect(401);
    app.clock.advance({ hours: 1 });
    await postMessage(app, LIST_TOOLS, headers, `/mcp/agents/${session.agentId}`)
      .expect(401)
      .expect('WWW-Authenticate', 'Bearer');
  });
});

describe('the activity log', () => {
  it('has a row for each tool call, by the names that the HTTP interface gives them', async () => {
    const agentId = uniqueId();
    const client = await clients.connect('2025-11-25', agentId, { 'X-Client-Name': 'Editor 9' });
    const tools = await ToolCaller.of(client);
    const { memory_id: id } = await tools.call('remember', { content: 'Logged.' });
    await tools.call('recall', { query: 'logged' });
    await tools.failure('update', { memory_id: id });
    await tools.call('forget', { memory_id: id });

    const rows = await eventually(
      () =>
        app.app.get(PrismaService).query<{ op: string }>(sql`
          SELECT tool, op, kind, n FROM activity WHERE agent_id = ${agentId} ORDER BY op`),
      (found) => found.length >= 3,
    );
    expect(rows).toEqual([
      { tool: 'editor-9', op: 'expire', kind: 'write', n: 1 },
      { tool: 'editor-9', op: 'recall', kind: 'read', n: 1 },
      { tool: 'editor-9', op: 'remember', kind: 'write', n: 1 },
    ]);
  });
});

describe('the text of results', () => {
  it('stays within 12,000 characters, and says how many memories it leaves out', async () => {
    const tools = await clients.toolsOf();
    const memories = Array.from({ length: 40 }, (_, i) => ({
      content: `Report ${i}. ${'All is well. '.repeat(60)}`,
    }));
    await tools.call('remember_many', { memories });

    for (const [name, args] of [
      ['recall', { query: 'report', limit: 40 }],
      ['recall', { query: 'report', limit: 40, full: true }],
      ['recent', { limit: 40 }],
    ] as const) {
      const answer = await tools.answer(name, args);
      const { count, left_out } = answer.structuredContent as { count: number; left_out: number };
      expect(textOf(answer).length).toBeLessThanOrEqual(12_000);
      expect(count + left_out).toBe(40);
      expect(textOf(answer)).toMatch(new RegExp(`\\n${left_out} more did not fit`));
    }
  });
});

describe('the agent of a request', () => {
  const remembered = async (path: string, headers: Record<string, string>, content: string) => {
    const client = await clients.connectAt('2025-11-25', { path, headers });
    await client.callTool({ name: 'remember', arguments: { content } });
  };
  const memoriesOf = async (agentId: string) => {
    const { token } = await activate(app, agentId);
    return ((await recent(app, agentId, token)).body as { memories: { content: string }[] }).memories;
  };

  it('is that of the path, else of X-Agent-Id, else the default one', async () => {
    await remembered('/mcp', {}, 'For the default agent.');
    await remembered('/mcp', { 'X-Agent-Id': 'by-header' }, 'By header.');
    await remembered('/mcp/agents/by-path', { 'X-Agent-Id': 'by-header' }, 'By path.');

    expect(await memoriesOf('default')).toMatchObject([{ content: 'For the default agent.' }]);
    expect(await memoriesOf('by-header')).toMatchObject([{ content: 'By header.' }]);
    expect(await memoriesOf('by-path')).toMatchObject([{ content: 'By path.' }]);
  });

  it('is created once by parallel first calls', async () => {
    const agentId = uniqueId();
    const tools = await Promise.all(Array.from({ length: 4 }, () => clients.toolsOf(agentId)));
    await Promise.all(
      Array.from({ length: 16 }, (_, i) => tools[i % 4]!.call('remember', { content: `Fact number ${i}.` })),
    );
    const { body } = await request(app.url).get(`/api/v2/agents/${agentId}`).expect(200);
    expect(body).toMatchObject({ session_count: 1, memory_count: 16 });
  });
});

describe('the session of an agent', () => {
  it('is shared with clients of the HTTP interface, whose tokens stay good', async () => {
    const http = await newSession(app, uniqueId());
    const id = await remember(http, { content: 'Written over HTTP.' });
    const tools = await clients.toolsOf(http.agentId);

    expect(await tools.call('recent')).toMatchObject({ memories: [{ id, content: 'Written over HTTP.' }] });
    await recent(app, http.agentId, http.token).expect(200);
    const { body } = await request(app.url).get(`/api/v2/agents/${http.agentId}`).expect(200);
    expect(body).toMatchObject({ session_count: 1 });
  });

  it('serves two clients of one agent through renewals and after its end without a failed call', async () => {
    const agentId = uniqueId();
    await createAgent(app, agentId);
    let { token } = await activate(app, agentId);
    const both = [
      await ToolCaller.of(await clients.connect('2025-11-25', agentId)),
      await ToolCaller.of(await clients.connect('2026-07-28', agentId)),
    ];
    const work = () =>
      Promise.all(
        both.flatMap((tools) => [tools.call('remember', { content: 'Work.' }), tools.call('recent')]),
      );

    for (let renewal = 0; renewal < 3; renewal++) {
      await work();
      app.clock.advance({ hours: 5.75 });
      const [renewed] = await Promise.all([recent(app, agentId, token).expect(200), work()]);
      token = newToken(renewed)!;
      expect(token).toBeDefined();
    }
    await recent(app, agentId, token).expect(200);
    app.clock.advance({ hours: 7 });
    await work();
    const session = await activate(app, agentId);
    await work();
    await session.call('post', 'deactivate').expect(200);
    await work();
    expect(await both[0]!.call('recent', { limit: 100, tags: [] })).toMatchObject({ left_out: 0 });
  });
});
