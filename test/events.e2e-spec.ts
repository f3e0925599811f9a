import request from 'supertest';
import { linkOf, newSession, remember, type TestSession } from './support/agents';
import { DAY, judgeBySubject, TornAgent } from './support/conflicts';
import { EventReader } from './support/event-reader';
import { eventually } from './support/eventually';
import { createKey, revokeKey } from './support/keys';
import { uniqueId } from './support/sessions';
import { startTestApp, useTestApp } from './support/test-app';

const app = useTestApp();
let session: TestSession;
const open: EventReader[] = [];

beforeEach(async () => {
  session = await newSession(app, uniqueId());
});
afterEach(() => {
  for (const reader of open.splice(0)) reader.close();
  jest.restoreAllMocks();
});

async function read(query = '', headers: Record<string, string> = {}, by = session): Promise<EventReader> {
  const url = `${app.url}/api/v2/agents/${by.agentId}/events${query}`;
  const reader = await EventReader.open(url, { 'X-Session-Token': by.token, ...headers });
  open.push(reader);
  return reader;
}

/** A reader that gets what happens from now on. */
async function following(): Promise<EventReader> {
  const reader = await read();
  await reader.until(({ events }) => events.length > 0);
  return reader;
}

async function past(query = '', headers: Record<string, string> = {}): Promise<EventReader> {
  const reader = await read(`?follow=false${query}`, headers);
  await reader.until(({ hasEnded }) => hasEnded);
  return reader;
}

const kinds = (reader: EventReader) => reader.changes.map(({ event }) => event);

describe('a stream of events', () => {
  it('sends what becomes of a memory, with ids and no content', async () => {
    const reader = await following();
    expect(reader.head.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const id = await remember(session, { content: 'Likes quartz', title: 'Quartz' });
    await session.call('patch', `memories/${id}`).send({ content: 'Likes quartz clocks' }).expect(200);
    await session.call('post', `memories/${id}/expire`).send({}).expect(200);
    await session.call('post', `memories/${id}/restore`).send({}).expect(200);
    await session.call('delete', `memories/${id}`).expect(200);
    await reader.until(({ changes }) => changes.length === 5);
    expect(kinds(reader)).toEqual(
      ['created', 'updated', 'expired', 'restored', 'deleted'].map((each) => `memory.${each}`),
    );
    expect(reader.changes.map(({ data }) => data.memory_ids)).toEqual(Array(5).fill([id]));
    expect(reader.changes[0]?.data).toMatchObject({ agent_id: session.agentId, actor: session.agentId });
    expect(JSON.stringify(reader.events).toLowerCase()).not.toContain('quartz');
  });

  it('sends the memories of a batch together', async () => {
    const memories = Array.from({ length: 90 }, (_, at) => ({ content: `Fact ${at}` }));
    for (let times = 0; times < 2; times++)
      await session.call('post', 'batch-remember').send({ memories }).expect(200);
    const reader = await past();
    expect(new Set(reader.idsOf('memory.created')).size).toBe(180);
    expect(reader.changes.every(({ data }) => data.memory_ids.length <= 100)).toBe(true);
    expect(reader.changes.length).toBeLessThanOrEqual(4);
  });

  it('says which memory replaces which', async () => {
    const older = await remember(session, { content: 'The user likes tea.' });
    await linkOf(session, older);
    const { changes } = await past();
    const replaced = changes.find(({ event }) => event === 'memory.superseded');
    const newer = changes.filter(({ event }) => event === 'memory.created')[1]?.data.memory_ids[0];
    expect(replaced?.data).toMatchObject({ memory_ids: [older], superseded_by: newer });
  });

  it('sends conflicts that are found and resolved', async () => {
    app.clock.set(new Date(`${DAY}T12:00:00Z`));
    judgeBySubject(app);
    const agent = await TornAgent.create(app, uniqueId());
    const { index } = await agent.tear();
    await agent.resolve(index, 'keep_both').expect(200);
    const key = await createKey(app);
    const reader = await EventReader.open(`${app.url}/api/v2/agents/${agent.id}/events?follow=false`, {
      'X-Api-Key': key.key,
    });
    await reader.until(({ hasEnded }) => hasEnded);
    const [found, resolved] = ['conflict.found', 'conflict.resolved'].map(
      (kind) => reader.changes.find(({ event }) => event === kind)?.data,
    );
    expect(found).toMatchObject({ conflict: `${DAY}/${index}` });
    expect(found?.memory_ids).toHaveLength(2);
    expect(resolved).toMatchObject({ conflict: found?.conflict, memory_ids: found?.memory_ids });
  });

  it('goes on after the id that a reader names, by header or by query', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 4; at++) ids.push(await remember(session, { content: `Fact ${at}` }));
    const whole = await past();
    expect(whole.idsOf('memory.created')).toEqual(ids);
    for (const [at, { id }] of whole.changes.entries()) {
      for (const reader of [await past(`&since=${id}`), await past('', { 'Last-Event-ID': id! })])
        expect(reader.idsOf('memory.created')).toEqual(ids.slice(at + 1));
    }
  });

  it('gives a place to come back to before the first event', async () => {
    const first = await following();
    first.close();
    const id = await remember(session, { content: 'Likes tea' });
    const again = await read('', { 'Last-Event-ID': first.lastId! });
    await again.until(({ changes }) => changes.length === 1);
    expect(again.idsOf('memory.created')).toEqual([id]);
  });

  it('begins at an instant', async () => {
    await remember(session, { content: 'Likes tea' });
    expect((await past('&since=2000-01-01')).changes).toHaveLength(1);
    expect((await past('&since=2999-01-01')).changes).toHaveLength(0);
  });

  it('sends what comes after an instant that is not there yet', async () => {
    const reader = await read('?since=2000-01-01');
    const id = await remember(session, { content: 'Likes tea' });
    await reader.until(({ changes }) => changes.length === 1);
    expect(reader.idsOf('memory.created')).toEqual([id]);
  });

  it('says that it does not know a place, and sends more rather than less', async () => {
    const id = await remember(session, { content: 'Likes tea' });
    const { changes } = await past();
    // Of a log that ended elsewhere: the place is there, with another record.
    const foreign = changes[0]!.id!.replace(/[0-9a-f]{4}$/, (end) => (end === '0000' ? '0001' : '0000'));
    const reader = await past(`&since=${foreign}`);
    expect(reader.events[0]).toMatchObject({ event: 'reset', data: { reason: 'unknown_place' } });
    expect(reader.idsOf('memory.created')).toEqual([id]);
  });

  it.each(['tomorrow', '1-2-3', '12-1-019a2b3c'])('refuses %s as a place', async (since) => {
    await session.call('get', 'events').query({ since }).expect(422);
    await session.call('get', 'events').set('Last-Event-ID', since).expect(422);
  });

  it('sends nothing of other agents', async () => {
    const reader = await following();
    const other = await newSession(app, uniqueId());
    await remember(other, { content: 'Likes milk' });
    const id = await remember(session, { content: 'Likes tea' });
    await reader.until(({ changes }) => changes.length > 0);
    expect(reader.changes.map(({ data }) => data.memory_ids)).toEqual([[id]]);
  });

  it('is for keys with read access to all memories of the agent', async () => {
    const url = `${app.url}/api/v2/agents/${session.agentId}/events?follow=false`;
    const scoped = await createKey(app, { scopes: ['user:dana'] });
    const foreign = await createKey(app, { agents: ['others'] });
    for (const { key } of [scoped, foreign]) await request(url).get('').set('X-Api-Key', key).expect(403);
    await request(url).get('').set('X-Forwarded-For', '203.0.113.9').expect(401);
    await request(url)
      .get('')
      .set('X-Api-Key', (await createKey(app)).key)
      .expect(200);
  });
});

describe('the end of a stream', () => {
  /** As after a while: rights are looked at again each 15 s. */
  const later = () => {
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + 20_000);
  };

  it('comes when the key is revoked, and before further events', async () => {
    const key = await createKey(app);
    const reader = await read('', { 'X-Api-Key': key.key, 'X-Session-Token': '' });
    const other = await following();
    await reader.until(({ events }) => events.length > 0);
    await revokeKey(app, key).expect(200);
    later();
    await remember(session, { content: 'Likes tea' });
    await reader.until(({ hasEnded }) => hasEnded);
    expect(reader.changes).toEqual([]);
    await other.until(({ changes }) => changes.length === 1);
    expect(other.hasEnded).toBe(false);
  });

  it('comes when the session ends, or the agent is deleted', async () => {
    const reader = await following();
    later();
    await request(app.url).delete(`/api/v2/agents/${session.agentId}`).expect(200);
    await reader.until(({ hasEnded }) => hasEnded);
  });

  it('comes when the service stops, which waits for no reader', async () => {
    const alone = await startTestApp();
    const one = await newSession(alone, 'one');
    const reader = await EventReader.open(`${alone.url}/api/v2/agents/one/events`, {
      'X-Session-Token': one.token,
    });
    await reader.until(({ events }) => events.length > 0);
    await alone.close();
    await reader.until(({ hasEnded }) => hasEnded);
  });
});

describe('limits', () => {
  const limited = useTestApp({ env: { EVENT_STREAMS: 3 }, alone: true });

  it('answer further streams with 503, until one ends', async () => {
    const sessions = [await newSession(limited, 'one'), await newSession(limited, 'two')];
    const openOf = async (at: number) => {
      const { agentId, token } = sessions[at]!;
      const url = `${limited.url}/api/v2/agents/${agentId}/events`;
      const reader = await EventReader.open(url, { 'X-Session-Token': token });
      open.push(reader);
      return reader;
    };
    const status = async (at: number) => {
      const reader = await openOf(at);
      if (reader.head.statusCode !== 200) reader.close();
      return reader.head.statusCode;
    };
    const [first] = [await openOf(0), await openOf(0)];
    expect(await status(0)).toBe(503);
    expect(await status(1)).toBe(200);
    expect(await status(1)).toBe(503);
    first.close();
    await eventually(
      () => status(0),
      (found) => found === 200,
    );
  });
});
