import { newSession, remember as rememberIn, type TestSession } from './support/agents';
import { useTestApp } from './support/test-app';

interface Listed {
  id: string;
  content: string;
  status: string;
  change_type?: string;
  [field: string]: unknown;
}

interface Listing {
  memories: Listed[];
  count: number;
  [field: string]: unknown;
}

const START = '2026-05-01T12:00:00.000Z';

const app = useTestApp({ env: { RECALL_LIMIT: 3 } });
let session: TestSession;
let agents = 0;

beforeEach(async () => {
  app.clock.set(new Date(START));
  session = await newSession(app, `lister-${agents++}`);
});

const remember = (content: string, fields: object = {}): Promise<string> =>
  rememberIn(session, { content, ...fields });

/** One memory a minute, the first at the start. */
async function rememberInTurn(...contents: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const content of contents) {
    ids.push(await remember(content));
    app.clock.advance({ minutes: 1 });
  }
  return ids;
}

async function list(listing: string, body: object): Promise<Listing> {
  const answer = await session.call('post', `recall/${listing}`).send(body).expect(200);
  return answer.body;
}

const contents = (listing: Listing) => listing.memories.map((memory) => memory.content);

describe('recall/recent', () => {
  it('shows the newest first, as many as the server setting says', async () => {
    await rememberInTurn('one', 'two', 'three', 'four');
    const { memories, ...rest } = await list('recent', {});
    expect(memories.map((memory) => memory.content)).toEqual(['four', 'three', 'two']);
    expect(rest).toEqual({
      agent_id: session.agentId,
      session_id: session.sessionId,
      count: 3,
      total_available: 4,
      temporal_mode: 'recent',
    });
  });

  it('needs no body', async () => {
    await remember('one');
    const { body } = await session.call('post', 'recall/recent').expect(200);
    expect(body.count).toBe(1);
  });

  it('puts the later stored first of memories of one instant', async () => {
    const memories = Array.from({ length: 10 }, (_, i) => ({ content: `at once ${i}` }));
    await session.call('post', 'batch-remember').send({ memories }).expect(200);
    const shown = contents(await list('recent', { limit: 10 }));
    expect(shown).toEqual(memories.map((memory) => memory.content).reverse());
  });

  it('is empty for an agent without memories', async () => {
    expect(await list('recent', {})).toMatchObject({ memories: [], count: 0, total_available: 0 });
  });

  it.each([
    [{ type: ['goal'] }, ['goal']],
    [{ type: ['goal', 'fact'] }, ['tagged', 'goal']],
    [{ tags: ['a', 'z'] }, ['tagged']],
    [{ source: ['ci'] }, ['sourced']],
    [{ status: 'active' }, ['sourced', 'tagged', 'goal']],
    [{ status: 'expired' }, ['gone']],
    [{ created_after: '2026-05-01T12:02:00Z' }, ['gone', 'sourced']],
    [{ created_before: '2026-05-01T12:01:00Z' }, ['tagged', 'goal']],
    [{ created_after: '2026-05-01', created_before: '2026-05-01' }, ['gone', 'sourced', 'tagged', 'goal']],
    [{ created_after: '2026-05-02' }, []],
    [{ type: [], tags: [], source: [] }, ['gone', 'sourced', 'tagged', 'goal']],
  ])('with %j shows %j', async (filter, expected) => {
    await remember('goal', { type: 'goal' });
    app.clock.advance({ minutes: 1 });
    await remember('tagged', { tags: ['a', 'b'] });
    app.clock.advance({ minutes: 1 });
    await remember('sourced', { source: 'ci', type: 'event' });
    app.clock.advance({ minutes: 1 });
    await session.call('post', `memories/${await remember('gone', { type: 'event' })}/expire`).expect(200);
    const listing = await list('recent', { limit: 10, ...filter });
    expect(contents(listing)).toEqual(expected);
    expect(listing.total_available).toBe(expected.length);
  });
});

describe('the limit of a listing', () => {
  const listings = [
    ['recent', {}],
    ['as-of', { as_of: '2026-05-01' }],
    ['changed-since', { since: '2026-05-01' }],
  ] as const;

  it.each(listings)('is the server setting where %s names none', async (listing, body) => {
    await rememberInTurn('one', 'two', 'three', 'four');
    expect((await list(listing, body)).count).toBe(3);
  });

  it.each(listings)('above 100 is 400 k_too_large on %s', async (listing, body) => {
    const answer = await session
      .call('post', `recall/${listing}`)
      .send({ ...body, limit: 101 })
      .expect(400);
    expect(answer.body.detail).toEqual({
      error: 'k_too_large',
      message: expect.any(String),
      actual_k: 101,
      max_k: 100,
    });
  });

  it.each(listings)('below 1 is 422 on %s', async (listing, body) => {
    const answer = await session
      .call('post', `recall/${listing}`)
      .send({ ...body, limit: 0 })
      .expect(422);
    expect(answer.body.detail[0]).toMatchObject({ type: 'greater_than_equal', loc: ['body', 'limit'] });
  });
});

describe('recall/as-of', () => {
  it('takes a date for the end of its day, and says which instant it took', async () => {
    await remember('one');
    const listing = await list('as-of', { as_of: '2026-05-01' });
    expect(listing).toMatchObject({
      agent_id: session.agentId,
      session_id: session.sessionId,
      count: 1,
      as_of_date: '2026-05-01T23:59:59.999+00:00',
      temporal_mode: 'as_of',
    });
  });

  it('understands an offset', async () => {
    await remember('one');
    expect((await list('as-of', { as_of: '2026-05-01T14:00:00+02:00' })).count).toBe(1);
    expect((await list('as-of', { as_of: '2026-05-01T12:00:00+02:00' })).count).toBe(0);
  });

  it('shows what was created at the instant, and nothing created after it', async () => {
    await rememberInTurn('one', 'two', 'three');
    expect(contents(await list('as-of', { as_of: '2026-05-01T12:01:00Z' }))).toEqual(['two', 'one']);
    expect(contents(await list('as-of', { as_of: '2026-05-01T11:59:59.999Z' }))).toEqual([]);
  });

  it('shows every field as it was after each of several edits', async () => {
    const id = await remember('first', { tags: ['a'], confidence: 0.1, type: 'goal' });
    app.clock.advance({ minutes: 1 });
    await session.call('patch', `memories/${id}`).send({ content: 'second', confidence: 0.2 }).expect(200);
    app.clock.advance({ minutes: 1 });
    const third = {
      content: 'third',
      tags: ['b'],
      type: 'fact',
      title: 'Third',
      source: 's',
      source_ref: 'r',
    };
    await session.call('patch', `memories/${id}`).send(third).expect(200);
    const at = async (minute: string) =>
      (await list('as-of', { as_of: `2026-05-01T12:0${minute}Z` })).memories[0];
    const early = { source: 'agent', source_ref: null, tags: ['a'], type: 'goal' };
    expect(await at('0:30')).toMatchObject({ ...early, content: 'first', title: 'first', confidence: 0.1 });
    expect(await at('1:00')).toMatchObject({ ...early, content: 'second', title: 'second', confidence: 0.2 });
    expect(await at('1:59')).toMatchObject({ content: 'second', updated_at: '2026-05-01T12:01:00.000Z' });
    expect(await at('2:00')).toMatchObject({ ...third, text: '[FACT] Third\n\nthird', confidence: 0.2 });
  });

  it('filters by what the fields were', async () => {
    const id = await remember('x', { type: 'goal', tags: ['a'] });
    app.clock.advance({ minutes: 1 });
    await session
      .call('patch', `memories/${id}`)
      .send({ type: 'fact', tags: ['b'] })
      .expect(200);
    const as_of = '2026-05-01T12:00:30Z';
    expect((await list('as-of', { as_of, type: ['goal'], tags: ['a'] })).count).toBe(1);
    expect((await list('as-of', { as_of, type: ['fact'] })).count).toBe(0);
    expect((await list('as-of', { as_of, tags: ['b'] })).count).toBe(0);
  });

  it('shows as active what had not expired before it, and leaves out what had', async () => {
    const id = await remember('x');
    app.clock.advance({ minutes: 1 });
    await session.call('post', `memories/${id}/expire`).expect(200);
    const [shown] = (await list('as-of', { as_of: '2026-05-01T12:01:00Z' })).memories;
    expect(shown).toMatchObject({ status: 'active', expired_at: null, expired_by: null });
    expect((await list('as-of', { as_of: '2026-05-01T12:01:00.001Z' })).count).toBe(0);
  });

  it('follows a memory that expired and was restored', async () => {
    const id = await remember('x');
    for (const act of ['expire', 'restore', 'expire']) {
      app.clock.advance({ minutes: 1 });
      await session.call('post', `memories/${id}/${act}`).expect(200);
    }
    const seen = async (minute: string) =>
      (await list('as-of', { as_of: `2026-05-01T12:0${minute}Z` })).count;
    expect(await Promise.all(['0:30', '1:30', '2:00', '2:30', '3:30'].map(seen))).toEqual([1, 0, 1, 1, 0]);
  });

  it('shows nothing of a memory that was deleted since', async () => {
    const id = await remember('x');
    app.clock.advance({ minutes: 1 });
    await session.call('delete', `memories/${id}`).expect(200);
    expect((await list('as-of', { as_of: '2026-05-01T12:00:30Z' })).count).toBe(0);
  });

  it.each(['soon', '2026-02-30', '', 5, null])('refuses %j, naming the formats', async (as_of) => {
    const { body } = await session.call('post', 'recall/as-of').send({ as_of }).expect(422);
    expect(body.detail[0].loc).toEqual(['body', 'as_of']);
    if (typeof as_of === 'string') expect(body.detail[0].msg).toContain('YYYY-MM-DD');
  });

  it('refuses a request that names no instant', async () => {
    const { body } = await session.call('post', 'recall/as-of').send({}).expect(422);
    expect(body.detail[0]).toMatchObject({ type: 'missing', loc: ['body', 'as_of'] });
  });
});

describe('recall/changed-since', () => {
  it('shows what was created or updated strictly after the instant, last updated first', async () => {
    const [one, two] = await rememberInTurn('one', 'two', 'three');
    await session
      .call('patch', `memories/${one}`)
      .send({ tags: ['t'] })
      .expect(200);
    const listing = await list('changed-since', { since: '2026-05-01T12:01:00Z' });
    expect(listing.memories.map((memory) => [memory.content, memory.change_type])).toEqual([
      ['one', 'updated'],
      ['three', 'created'],
    ]);
    expect(listing).toMatchObject({ count: 2, since_date: '2026-05-01T12:01:00.000+00:00' });
    expect(listing.temporal_mode).toBe('changed_since');
    expect(listing.memories.map((memory) => memory.id)).not.toContain(two);
  });

  it('takes a date for the start of its day', async () => {
    await remember('one');
    expect((await list('changed-since', { since: '2026-05-01' })).since_date).toBe(
      '2026-05-01T00:00:00.000+00:00',
    );
  });

  it('does not count an expiry as a change, but a restoration', async () => {
    const [one, two] = await rememberInTurn('one', 'two');
    await session.call('post', `memories/${one}/expire`).expect(200);
    await session.call('post', `memories/${two}/expire`).expect(200);
    await session.call('post', `memories/${two}/restore`).expect(200);
    expect(contents(await list('changed-since', { since: '2026-05-01T12:01:30Z' }))).toEqual(['two']);
  });

  it.each([
    ['all', ['two', 'one']],
    ['active', ['two']],
    ['expired', ['one']],
  ])('with status %s shows %j', async (status, expected) => {
    const [one] = await rememberInTurn('one', 'two');
    await session.call('post', `memories/${one}/expire`).expect(200);
    expect(contents(await list('changed-since', { since: '2026-05-01', status }))).toEqual(expected);
  });

  it('shows both states where none is named', async () => {
    const [one] = await rememberInTurn('one', 'two');
    await session.call('post', `memories/${one}/expire`).expect(200);
    expect((await list('changed-since', { since: '2026-05-01' })).count).toBe(2);
  });
});
