import request from 'supertest';
import { MemoryListings } from '../src/backend/memory-listings';
import { MemoryStore } from '../src/backend/memory-store';
import { activate, createAgent } from './support/agents';
import { spyOnEach } from './support/replica-providers';
import { useTestApp } from './support/test-app';

interface AgentBody {
  agent_id: string;
  memory_count: number;
}

interface ListBody {
  agents: AgentBody[];
  count: number;
  next_cursor?: string;
}

const app = useTestApp();

afterEach(() => jest.restoreAllMocks());

function agents(path = ''): string {
  return `/api/v2/agents${path}`;
}

async function list(query: string): Promise<ListBody> {
  const { body } = await request(app.url).get(agents(query)).expect(200);
  return body as ListBody;
}

async function remember(agentId: string, content: string): Promise<void> {
  const session = await activate(app, agentId);
  await session.call('post', 'remember').send({ content }).expect(200);
}

describe('creating an agent', () => {
  it('answers 201 with the record as the interface shows it', async () => {
    const { body } = await request(app.url).post(agents()).send({ agent_id: 'first_1' }).expect(201);

    expect(body).toEqual({
      agent_id: 'first_1',
      namespace: 'service_agent_first_1',
      pattern: 'support',
      description: null,
      created_at: app.clock.now().toISOString().replace('Z', '000'),
      last_session: null,
      memory_count: 0,
      session_count: 0,
      status: 'ready',
      supersession: 'link',
      redaction: 'default',
      redaction_personal: 'default',
    });
  });

  it('keeps pattern and description', async () => {
    const fields = { agent_id: 'described', pattern: 'tool', description: 'Runs the “build” 🛠' };
    const { body } = await request(app.url).post(agents()).send(fields).expect(201);

    expect(body).toMatchObject(fields);
  });

  it('refuses an id that exists with 409 AgentAlreadyExists', async () => {
    await createAgent(app, 'twice');

    const { body } = await request(app.url).post(agents()).send({ agent_id: 'twice' }).expect(409);

    expect(body).toMatchObject({ detail: { error: 'AgentAlreadyExists' } });
  });

  it('lets exactly one of 64 parallel creates win', async () => {
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => request(app.url).post(agents()).send({ agent_id: 'contested' })),
    );

    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 63 }, () => 409)]);
  });

  it.each([
    ['a missing id', {}, 'agent_id'],
    ['an empty id', { agent_id: '' }, 'agent_id'],
    ['a null id', { agent_id: null }, 'agent_id'],
    ['a number for an id', { agent_id: 7 }, 'agent_id'],
    ['a space in the id', { agent_id: 'a b' }, 'agent_id'],
    ['a dot in the id', { agent_id: 'a.b' }, 'agent_id'],
    ['a slash in the id', { agent_id: '../etc' }, 'agent_id'],
    ['a line break after the id', { agent_id: 'a\n' }, 'agent_id'],
    ['an id of 129 characters', { agent_id: 'a'.repeat(129) }, 'agent_id'],
    ['a letter beyond ASCII', { agent_id: 'agént' }, 'agent_id'],
    ['an unknown pattern', { agent_id: 'a', pattern: 'chat' }, 'pattern'],
    ['a null byte in the description', { agent_id: 'a', description: 'a\u0000b' }, 'description'],
    ['a lone surrogate in the description', { agent_id: 'a', description: '\ud800' }, 'description'],
    ['an object for a description', { agent_id: 'a', description: {} }, 'description'],
  ])('refuses %s with 422', async (_, fields, field) => {
    const { body } = await request(app.url).post(agents()).send(fields).expect(422);

    expect(body).toMatchObject({ detail: [{ loc: ['body', field] }] });
  });
});

describe('getting an agent', () => {
  it('shows the live number of memories, expired ones included', async () => {
    await createAgent(app, 'counted');
    await remember('counted', 'The meeting is at noon');

    const { body } = await request(app.url).get(agents('/counted')).expect(200);

    expect(body).toMatchObject({ agent_id: 'counted', memory_count: 1, session_count: 1 });
  });

  it('shows the last known number without counting where include_counts is false', async () => {
    await createAgent(app, 'stale');
    await remember('stale', 'One');
    const before = await request(app.url).get(agents('/stale?include_counts=false')).expect(200);
    await request(app.url).get(agents('/stale')).expect(200);
    const after = await request(app.url).get(agents('/stale?include_counts=false')).expect(200);

    expect((before.body as AgentBody).memory_count).toBe(0);
    expect((after.body as AgentBody).memory_count).toBe(1);
  });

  it('answers 404 AgentNotFound for an unknown agent', async () => {
    const { body } = await request(app.url).get(agents('/nobody')).expect(404);

    expect(body).toMatchObject({ detail: { error: 'AgentNotFound' } });
  });

  it.each(['/a.b', '/a%20b', '/a%00b', `/${'a'.repeat(129)}`])('refuses the path %j', async (path) => {
    const { body } = await request(app.url).get(agents(path)).expect(422);

    expect(body).toMatchObject({ detail: [{ loc: ['path', 'agent_id'] }] });
  });
});

describe('listing agents', () => {
  beforeAll(async () => {
    for (const id of ['list-c', 'list-a', 'list-b']) await createAgent(app, id, { pattern: 'project' });
    app.clock.advance({ minutes: 1 });
    await createAgent(app, 'list-new', { pattern: 'project' });
  });

  const ids = (body: ListBody) => body.agents.map((agent) => agent.agent_id);

  it('puts the newest first, and those of one instant in the order of their ids', async () => {
    const body = await list('?pattern=project');

    expect(ids(body)).toEqual(['list-new', 'list-a', 'list-b', 'list-c']);
    expect(body.count).toBe(4);
    expect(body).not.toHaveProperty('next_cursor');
  });

  it('walks all agents once in pages', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(`?pattern=project&limit=1${cursor ? `&cursor=${cursor}` : ''}`);
      expect(page.count).toBe(1);
      seen.push(...ids(page));
      cursor = page.next_cursor;
    } while (cursor);

    expect(seen).toEqual(['list-new', 'list-a', 'list-b', 'list-c']);
  });

  it('lists all agents where no limit is given', async () => {
    const { body } = await request(app.url).get(agents()).expect(200);

    expect(ids(body as ListBody)).toEqual(expect.arrayContaining(['list-new', 'contested']));
  });

  it('counts every agent in one look-up', async () => {
    const count = spyOnEach(app, MemoryListings, 'countMemories');

    await list('?pattern=project');

    expect(count).toHaveBeenCalledTimes(1);
  });

  it('skips the look-up where include_counts is false', async () => {
    const count = spyOnEach(app, MemoryListings, 'countMemories');

    await list('?include_counts=false');

    expect(count).not.toHaveBeenCalled();
  });

  it('shows the last known numbers when counting fails', async () => {
    spyOnEach(app, MemoryListings, 'countMemories').mockRejectedValue(new Error('down'));

    const body = await list('?pattern=project');

    expect(body.agents.map((agent) => agent.memory_count)).toEqual([0, 0, 0, 0]);
  });

  it.each([
    ['include_counts=yes', 'include_counts'],
    ['include_counts=1', 'include_counts'],
    ['include_counts=TRUE', 'include_counts'],
    ['include_counts=', 'include_counts'],
    ['include_counts=true&include_counts=false', 'include_counts'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['pattern=chat', 'pattern'],
    ['cursor=nonsense', 'cursor'],
    ['cursor=%00', 'cursor'],
    [`cursor=${Buffer.from('99999999999999999.a').toString('base64url')}`, 'cursor'],
    [`cursor=${Buffer.from('1.a b').toString('base64url')}`, 'cursor'],
  ])('refuses ?%s with 422', async (query, field) => {
    const { body } = await request(app.url)
      .get(agents(`?${query}`))
      .expect(422);

    expect(body).toMatchObject({ detail: [{ loc: ['query', field] }] });
  });
});

describe('deleting an agent', () => {
  it('keeps the memories, which an agent of the same id finds again', async () => {
    await createAgent(app, 'reborn');
    await remember('reborn', 'Kept');

    const { body } = await request(app.url).delete(agents('/reborn')).expect(200);
    await request(app.url).get(agents('/reborn')).expect(404);
    await createAgent(app, 'reborn');

    expect((body as { message: string }).message).toMatch(/reborn.*namespace retained/);
    const again = await request(app.url).get(agents('/reborn')).expect(200);
    expect(again.body).toMatchObject({ memory_count: 1, session_count: 0 });
  });

  it('deletes the memories where delete-backup-too is true', async () => {
    await createAgent(app, 'gone');
    await remember('gone', 'Lost');

    const { body } = await request(app.url).delete(agents('/gone?delete-backup-too=true')).expect(200);
    await createAgent(app, 'gone');

    expect((body as { message: string }).message).toMatch(/gone.*namespace and memories deleted/);
    const again = await request(app.url).get(agents('/gone')).expect(200);
    expect(again.body).toMatchObject({ memory_count: 0 });
  });

  it('deletes nothing and answers 400 NamespaceError when the memories cannot be deleted', async () => {
    await createAgent(app, 'stuck');
    await remember('stuck', 'Safe');
    spyOnEach(app, MemoryStore, 'dropNamespace').mockRejectedValue(new Error('no'));

    const { body } = await request(app.url).delete(agents('/stuck?delete-backup-too=true')).expect(400);

    expect(body).toMatchObject({ detail: { error: 'NamespaceError' } });
    const still = await request(app.url).get(agents('/stuck')).expect(200);
    expect(still.body).toMatchObject({ memory_count: 1 });
  });

  it('ends its sessions, whose tokens are dead for an agent of the same id', async () => {
    await createAgent(app, 'ended');
    const session = await activate(app, 'ended');
    await request(app.url).delete(agents('/ended')).expect(200);
    await createAgent(app, 'ended');

    const { body } = await session.call('post', 'recall/recent').send({}).expect(401);

    expect(body).toMatchObject({ detail: { error: 'InvalidSessionToken' } });
  });

  it.each(['', '?delete-backup-too=true'])('answers 404 for an unknown agent (%j)', async (query) => {
    const { body } = await request(app.url)
      .delete(agents(`/nobody${query}`))
      .expect(404);

    expect(body).toMatchObject({ detail: { error: 'AgentNotFound' } });
  });

  it('refuses a delete-backup-too that is no boolean, and deletes nothing', async () => {
    await createAgent(app, 'spared');

    const { body } = await request(app.url).delete(agents('/spared?delete-backup-too=yes')).expect(422);

    expect(body).toMatchObject({ detail: [{ loc: ['query', 'delete-backup-too'] }] });
    await request(app.url).get(agents('/spared')).expect(200);
  });
});
