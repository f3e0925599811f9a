import { newSession, remember as rememberIn, type TestSession } from './support/agents';
import { useTestApp } from './support/test-app';

const UNKNOWN = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
const START = '2026-05-01T12:00:00.000Z';

const app = useTestApp();
let session: TestSession;

beforeAll(async () => {
  session = await newSession(app, 'keeper');
});

beforeEach(() => app.clock.set(new Date(START)));

const remember = (fields: object): Promise<string> => rememberIn(session, fields);

async function get(id: string) {
  const { body } = await session.call('get', `memories/${id}`).expect(200);
  return body;
}

describe('remember', () => {
  it('answers what it stored', async () => {
    const fields = { content: 'Likes tea', confidence: 0.5, provenance: 'inferred', type: 'preference' };
    const { body } = await session.call('post', 'remember').send(fields).expect(200);
    expect(body).toEqual({
      memory_id: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      agent_id: 'keeper',
      session_id: session.sessionId,
      namespace: 'service_agent_keeper',
      status: 'queued',
      confidence: 0.5,
      provenance: 'inferred',
      type: 'preference',
      action: 'store',
    });
  });

  it('stores a content alone with every default', async () => {
    expect(await get(await remember({ content: 'Likes tea' }))).toEqual({
      id: expect.any(String),
      title: 'Likes tea',
      content: 'Likes tea',
      text: '[FACT] Likes tea\n\nLikes tea',
      type: 'fact',
      confidence: 0.8,
      status: 'active',
      expired_at: null,
      expired_by: null,
      tags: [],
      created_at: START,
      updated_at: START,
      actor_id: 'keeper',
      source: 'agent',
      source_ref: null,
      trust: 'trusted',
      trust_reasons: [],
      valid_from: null,
      valid_to: null,
      names: [],
      expires_at: null,
      key: null,
      scope: null,
      metadata: {},
      past: null,
      superseded_by: null,
      current: true,
      agent_id: 'keeper',
      score: null,
      provenance: 'explicit_statement',
    });
  });

  it('stores every field it is given', async () => {
    const fields = {
      content: 'Node 20 it is',
      title: 'Runtime',
      type: 'decision',
      confidence: 0,
      tags: ['build', 'node'],
      source: 'ci.bot-1',
      source_ref: 'chat-42#7',
      provenance: 'validated',
    };
    expect(await get(await remember(fields))).toMatchObject(fields);
  });

  it('takes null for a field left out', async () => {
    const nulls = { type: null, title: null, confidence: null, tags: null, source: null, provenance: null };
    const memory = await get(await remember({ content: 'Nothing else', source_ref: null, ...nulls }));
    expect(memory).toMatchObject({
      type: 'fact',
      title: 'Nothing else',
      confidence: 0.8,
      tags: [],
      source: 'agent',
    });
  });

  it('trims tags and drops duplicates', async () => {
    expect(await get(await remember({ content: 'x', tags: [' a ', 'b', 'a'] }))).toMatchObject({
      tags: ['a', 'b'],
    });
  });

  it('ignores unknown fields', async () => {
    const memory = await get(
      await remember({ content: 'x', status: 'expired', id: UNKNOWN, created_at: '1999-01-01' }),
    );
    expect(memory).toMatchObject({ status: 'active', created_at: START });
    expect(memory.id).not.toBe(UNKNOWN);
  });

  it.each(['', ' \n\t '])('refuses the blank content %j', async (content) => {
    const { body } = await session.call('post', 'remember').send({ content }).expect(422);
    expect(body.detail[0].loc).toEqual(['body', 'content']);
  });

  it('keeps a content of 10000 code points exactly as it came', async () => {
    const content = ` ${'😀'.repeat(9_998)}\n`;
    expect((await get(await remember({ content }))).content).toBe(content);
  });

  it('refuses 10001 code points with 413, saying both numbers', async () => {
    const { body } = await session
      .call('post', 'remember')
      .send({ content: 'é'.repeat(10_001) })
      .expect(413);
    expect(body.detail).toMatchObject({ error: 'text_too_long', actual_length: 10_001, max_length: 10_000 });
  });
});

describe('a derived title', () => {
  it('folds line breaks to one space', async () => {
    expect(await get(await remember({ content: 'one\r\n\ntwo' }))).toMatchObject({ title: 'one two' });
  });

  it('is the first 50 code points and dots of a longer content', async () => {
    const memory = await get(await remember({ content: '😀'.repeat(51) }));
    expect(memory.title).toBe(`${'😀'.repeat(50)}...`);
  });

  it('follows the content when that is edited', async () => {
    const id = await remember({ content: 'Old words' });
    await session.call('patch', `memories/${id}`).send({ content: 'New words' }).expect(200);
    expect(await get(id)).toMatchObject({ title: 'New words', text: '[FACT] New words\n\nNew words' });
  });

  it('stays when it was given', async () => {
    const id = await remember({ content: 'Old words', title: 'Mine' });
    await session.call('patch', `memories/${id}`).send({ content: 'New words' }).expect(200);
    expect(await get(id)).toMatchObject({ title: 'Mine', content: 'New words' });
  });

  it('stays when it was given in a later edit', async () => {
    const id = await remember({ content: 'Old words' });
    await session.call('patch', `memories/${id}`).send({ title: 'Mine' }).expect(200);
    await session.call('patch', `memories/${id}`).send({ content: 'New words' }).expect(200);
    expect(await get(id)).toMatchObject({ title: 'Mine' });
  });
});

describe('an edit', () => {
  it('answers the fields it changed', async () => {
    const id = await remember({ content: 'x' });
    const { body } = await session
      .call('patch', `memories/${id}`)
      .send({ tags: ['t'], confidence: 0.1 })
      .expect(200);
    expect(body).toEqual({
      agent_id: 'keeper',
      session_id: session.sessionId,
      namespace: 'service_agent_keeper',
      memory_id: id,
      status: 'queued',
      action: 'updated',
      updated_fields: expect.arrayContaining(['confidence', 'tags']),
    });
    expect(body.updated_fields).toHaveLength(2);
  });

  it.each([
    ['title', 'T'],
    ['content', 'c'],
    ['type', 'goal'],
    ['confidence', 0],
    ['tags', []],
    ['source', 'me'],
    ['source_ref', 'ref'],
  ])('changes %s and nothing else but updated_at', async (field, value) => {
    const id = await remember({ content: 'before', title: 'before', tags: ['before'], source_ref: 'before' });
    const before = await get(id);
    app.clock.advance({ seconds: 1 });
    await session
      .call('patch', `memories/${id}`)
      .send({ [field]: value })
      .expect(200);
    const after = await get(id);
    const updated_at = '2026-05-01T12:00:01.000Z';
    expect(after).toEqual({ ...before, [field]: value, updated_at, text: after.text });
  });

  it('leaves alone what is null', async () => {
    const id = await remember({ content: 'before', tags: ['t'] });
    const { body } = await session
      .call('patch', `memories/${id}`)
      .send({ content: 'after', tags: null })
      .expect(200);
    expect(body.updated_fields).toEqual(['content']);
    expect(await get(id)).toMatchObject({ tags: ['t'] });
  });

  it.each([{}, { title: null }, { unknown: 1 }])(
    'of nothing, %j, is 400 and leaves updated_at',
    async (fields) => {
      const id = await remember({ content: 'x' });
      app.clock.advance({ seconds: 1 });
      const { body } = await session.call('patch', `memories/${id}`).send(fields).expect(400);
      expect(body).toEqual({ detail: expect.any(String) });
      expect((await get(id)).updated_at).toBe(START);
    },
  );

  it('refuses a content that is too long with 413', async () => {
    const id = await remember({ content: 'x' });
    const { body } = await session
      .call('patch', `memories/${id}`)
      .send({ content: 'y'.repeat(10_001) })
      .expect(413);
    expect(body.detail.error).toBe('text_too_long');
  });
});

describe('deleting', () => {
  it('answers, and the memory is gone', async () => {
    const id = await remember({ content: 'x' });
    const { body } = await session.call('delete', `memories/${id}`).expect(200);
    expect(body).toEqual({
      agent_id: 'keeper',
      session_id: session.sessionId,
      namespace: 'service_agent_keeper',
      memory_id: id,
      status: 'deleted',
    });
    await session.call('get', `memories/${id}`).expect(404);
  });

  it('is done once', async () => {
    const id = await remember({ content: 'x' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => session.call('delete', `memories/${id}`)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 404),
    ]);
  });
});

describe('a memory that does not exist', () => {
  const routes = [
    ['get', ''],
    ['get', '/history'],
    ['patch', ''],
    ['delete', ''],
    ['post', '/expire'],
    ['post', '/restore'],
  ] as const;

  it.each(routes)('is 404 by %s memories/{id}%s, with a text that names it', async (method, suffix) => {
    const { body } = await session
      .call(method, `memories/${UNKNOWN}${suffix}`)
      .send({ title: 't' })
      .expect(404);
    expect(body).toEqual({ detail: expect.stringContaining(UNKNOWN) });
  });

  it.each(routes)('is 404 by %s memories/{id}%s also when the path holds no id', async (method, suffix) => {
    const { body } = await session
      .call(method, `memories/not-an-id${suffix}`)
      .send({ title: 't' })
      .expect(404);
    expect(body).toEqual({ detail: expect.stringContaining('not-an-id') });
  });

  it('does not hide one whose id is written in capitals', async () => {
    const id = await remember({ content: 'x' });
    expect((await get(id.toUpperCase())).id).toBe(id);
  });
});
