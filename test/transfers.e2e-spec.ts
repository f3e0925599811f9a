import request from 'supertest';
import { newSession, remember, type TestSession } from './support/agents';
import { createKey } from './support/keys';
import { itEmbedded } from './support/kind-of-run';
import { eventsIn } from './support/server-sent-events';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';

const app = useTestApp();
let from: TestSession;
let to: TestSession;

beforeEach(async () => {
  from = await newSession(app, `from-${uniqueId()}`);
  to = await newSession(app, `to-${uniqueId()}`);
});

const send = (how: 'copy' | 'move', id: string, target: unknown = to.agentId) =>
  request(app.url).post(`/api/v2/agents/${from.agentId}/memories/${id}/${how}`).send({ to: target });
const idOf = ({ body }: { body: unknown }) => (body as { memory_id: string }).memory_id;
const get = (session: TestSession, id: string) => session.call('get', `memories/${id}`);

const FIELDS = {
  content: 'There are 30 vacation days.',
  source_ref: 'hr/1',
  tags: ['hr'],
  key: 'vacation',
  scope: 'team',
  metadata: { page: 3 },
  names: ['holiday'],
};

async function edited(): Promise<string> {
  const id = await remember(from, { ...FIELDS, content: 'There are 28 vacation days.' });
  await from.call('patch', `memories/${id}`).send({ content: FIELDS.content }).expect(200);
  return id;
}

describe('a copy', () => {
  it('says what the memory says, under another id, as an import, and leaves the memory as it is', async () => {
    const id = await edited();
    const answer = await send('copy', id).expect(200);
    expect(answer.body).toMatchObject({ agent_id: to.agentId });
    expect(idOf(answer)).not.toBe(id);
    const [copy, before] = [await get(to, idOf(answer)).expect(200), await get(from, id).expect(200)];
    expect(copy.body).toMatchObject({ ...FIELDS, provenance: 'imported', agent_id: to.agentId });
    expect(before.body).toMatchObject({ provenance: 'explicit_statement' });
    const times = ({ body }: { body: unknown }) => (body as { created_at: string }).created_at;
    expect(times(copy)).toBe(times(before));
    const found = await to.call('post', 'recall').send({ query: 'vacation days', scopes: ['team'] });
    expect(found.body).toMatchObject({ count: 1, memories: [{ id: idOf(answer) }] });
  });

  it('is made once for each idempotency key', async () => {
    const id = await edited();
    const once = () => send('copy', id).set('Idempotency-Key', 'k').expect(200);
    expect(idOf(await once())).toBe(idOf(await once()));
    expect((await to.call('get', 'memories')).body).toMatchObject({ count: 1 });
    await send('copy', id).expect(200);
    expect((await to.call('get', 'memories')).body).toMatchObject({ count: 2 });
  });
});

describe('a move', () => {
  it('keeps the id and all that the memory says, and once more changes nothing', async () => {
    const id = await edited();
    expect((await send('move', id).expect(200)).body).toEqual({ agent_id: to.agentId, memory_id: id });
    await get(from, id).expect(404);
    expect((await get(to, id).expect(200)).body).toMatchObject({ ...FIELDS, provenance: 'imported' });
    await send('move', id).expect(200);
    expect((await to.call('get', 'memories')).body).toMatchObject({ count: 1 });
    expect((await from.call('get', 'memories')).body).toMatchObject({ count: 0 });
    const there = await to.call('get', 'memories/by-ref/hr%2F1').query({ scope: 'team' }).expect(200);
    expect(there.body).toMatchObject({ id });
  });

  itEmbedded('keeps the history, there and back', async () => {
    const id = await edited();
    await send('move', id).expect(200);
    const events = async (session: TestSession) => {
      const { body } = await session.call('get', `memories/${id}/history`).expect(200);
      return (body as { entries: { event: string; former: { content?: string } | null }[] }).entries;
    };
    const moved = await events(to);
    expect(moved.map(({ event }) => event)).toEqual(['edited', 'edited', 'created']);
    expect(moved[1]?.former).toMatchObject({ content: 'There are 28 vacation days.' });
    const back = `/api/v2/agents/${to.agentId}/memories/${id}/move`;
    await request(app.url).post(back).send({ to: from.agentId }).expect(200);
    expect((await events(from)).map(({ event }) => event)).toEqual(['edited', 'edited', 'edited', 'created']);
  });

  it('of many at once leaves each in one place', async () => {
    const ids = await Promise.all([1, 2, 3].map((n) => remember(from, { content: `Number ${n}` })));
    const answers = await Promise.all([...ids, ...ids, ...ids].map((id) => send('move', id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await to.call('get', 'memories')).body).toMatchObject({ count: 3 });
    expect((await from.call('get', 'memories')).body).toMatchObject({ count: 0 });
  });

  it('takes an expired memory as it is', async () => {
    const id = await edited();
    await from.call('post', `memories/${id}/expire`).send({ reason: 'old' }).expect(200);
    await send('move', id).expect(200);
    expect((await get(to, id).expect(200)).body).toMatchObject({ status: 'expired', expired_by: 'old' });
  });
});

describe.each(['copy', 'move'] as const)('to %s a memory', (how) => {
  it('takes a key that may write to both agents', async () => {
    const id = await edited();
    const status = async (agents: string[], access: 'read' | 'write', scopes: string[] | null = null) => {
      const key = await createKey(app, { agents, access, scopes });
      const answer = await key.call(from.agentId, 'post', `memories/${id}/${how}`).send({ to: to.agentId });
      return [answer.status, (answer.body as { detail?: { error: string } }).detail?.error];
    };
    const both = [from.agentId, to.agentId];
    expect(await status([from.agentId], 'write')).toEqual([403, 'KeyNotForAgent']);
    expect(await status([to.agentId], 'write')).toEqual([403, 'KeyNotForAgent']);
    expect(await status(both, 'read')).toEqual([403, 'KeyNotAllowed']);
    expect(await status(both, 'write', ['team'])).toEqual([403, 'KeyNotAllowed']);
    expect((await to.call('get', 'memories')).body).toMatchObject({ count: 0 });
    expect(await status(both, 'write')).toEqual([200, undefined]);
  });

  it('takes a memory and an agent that there are, and no session token', async () => {
    const id = await edited();
    await send(how, '0190a1b2-0000-7000-8000-000000000000').expect(404);
    await send(how, id, 'nobody').expect(404);
    for (const target of [from.agentId, 'a b', null, 3]) await send(how, id, target).expect(422);
    const far = { 'X-Forwarded-For': '203.0.113.9' };
    await from.call('post', `memories/${id}/${how}`).set(far).send({ to: to.agentId }).expect(401);
  });

  // A server of another kind looks for secrets itself.
  itEmbedded('takes none with a secret that the other agent does not store', async () => {
    const patch = (agentId: string, redaction: string) =>
      request(app.url).patch(`/api/v2/agents/${agentId}`).send({ redaction }).expect(200);
    await patch(from.agentId, 'off');
    const id = await remember(from, { content: 'The PIN is 4821.' });
    for (const redaction of ['redact', 'block']) {
      await patch(to.agentId, redaction);
      const { body } = await send(how, id).expect(422);
      expect(body).toMatchObject({ detail: { error: 'SecretRefused' } });
      expect(JSON.stringify(body)).not.toContain('4821');
    }
    await get(from, id).expect(200);
  });

  it('sends an event to who follows an agent that gets or loses it', async () => {
    const id = await edited();
    const there = idOf(await send(how, id).expect(200));
    const eventsOf = async (session: TestSession) => {
      const { text } = await session
        .call('get', 'events')
        .query({ follow: false, since: '2000-01-01' })
        .expect(200);
      const events = eventsIn(text).filter(({ event }) => event.startsWith('memory.'));
      return events.map(({ event, data }) => [
        event,
        (JSON.parse(data) as { memory_ids: string[] }).memory_ids,
      ]);
    };
    const before = [
      ['memory.created', [id]],
      ['memory.updated', [id]],
    ];
    expect(await eventsOf(to)).toEqual([['memory.created', [there]]]);
    expect(await eventsOf(from)).toEqual(how === 'move' ? [...before, ['memory.deleted', [id]]] : before);
  });

  it('leaves a record with both agents', async () => {
    const id = await edited();
    await send(how, id).expect(200);
    for (const { agentId } of [from, to]) {
      const { body } = await request(app.url).get(`/api/v2/agents/${agentId}/audit`).expect(200);
      const { records } = body as { records: { operation: string; actor: string }[] };
      const found = records.filter(({ operation }) => operation === `${how}Memory`);
      expect(found).toMatchObject([{ actor: 'local' }]);
    }
  });
});
