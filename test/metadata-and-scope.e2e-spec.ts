import { newSession, remember as rememberIn, type TestSession } from './support/agents';
import { useTestApp } from './support/test-app';

const START = '2026-05-01T12:00:00.000Z';
const DANA = 'user:dana@example.com';
const BEN = 'user:ben';

const app = useTestApp();
let session: TestSession;
let agents = 0;

beforeEach(async () => {
  app.clock.set(new Date(START));
  session = await newSession(app, `scoped-${agents++}`);
});

const remember = (fields: object): Promise<string> => rememberIn(session, fields);

interface Shown {
  id: string;
  content: string;
  current: boolean;
  scope: string | null;
  metadata: object;
}

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  return (await session.call('post', path).send(body).expect(200)).body as Record<string, unknown>;
}

const contentsOf = (body: Record<string, unknown>) =>
  (body.memories as Shown[]).map(({ content }) => content).sort();

/** The contents that each read finds with a filter. */
async function readings(filter: { scopes?: (string | null)[]; metadata?: object }) {
  const query = {
    ...(filter.scopes && { scopes: filter.scopes.map((scope) => scope ?? '') }),
    ...(filter.metadata && { metadata: JSON.stringify(filter.metadata) }),
  };
  const listed = await session.call('get', 'memories').query(query).expect(200);
  return {
    recall: contentsOf(await post('recall', { query: 'likes', limit: 100, ...filter })),
    recent: contentsOf(await post('recall/recent', { limit: 100, ...filter })),
    asOf: contentsOf(await post('recall/as-of', { as_of: '2026-05-02', limit: 100, ...filter })),
    changedSince: contentsOf(
      await post('recall/changed-since', { since: '2026-04-01', limit: 100, ...filter }),
    ),
    all: contentsOf(await post('recall/all', filter)),
    memories: contentsOf(listed.body as Record<string, unknown>),
  };
}

async function expectOnly(filter: Parameters<typeof readings>[0], contents: string[]): Promise<void> {
  const found = await readings(filter);
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((read) => [read, contents])));
}

describe('metadata', () => {
  const METADATA = { project: 'atlas', ticket: 42, open: true, owner: null, labels: ['ä', 'b,c'] };

  it('comes back from every read, and its history keeps what an edit replaced', async () => {
    const id = await remember({ content: 'Ana likes tea', metadata: METADATA });
    const { body } = await session.call('get', `memories/${id}`).expect(200);
    expect(body).toMatchObject({ metadata: METADATA, scope: null });
    app.clock.advance({ hours: 1 });
    await session
      .call('patch', `memories/${id}`)
      .send({ metadata: { project: 'b' } })
      .expect(200);
    const changed = await session.call('get', `memories/${id}`).expect(200);
    expect((changed.body as Shown).metadata).toEqual({ project: 'b' });
    const history = await session.call('get', `memories/${id}/history`).expect(200);
    const { entries } = history.body as { entries: { former: Record<string, unknown> | null }[] };
    expect(entries[0]?.former?.metadata).toEqual(METADATA);
    const then = await post('recall/as-of', { as_of: START });
    expect((then.memories as Shown[])[0]?.metadata).toEqual(METADATA);
    await session.call('patch', `memories/${id}`).send({ metadata: {} }).expect(200);
    const cleared = await session.call('get', `memories/${id}`).expect(200);
    expect((cleared.body as Shown).metadata).toEqual({});
  });

  it('narrows every read to equal values, or to any of several', async () => {
    await post('batch-remember', {
      memories: [
        { content: 'Ana likes tea', metadata: { project: 'atlas', ticket: 1, labels: ['x', 'y'] } },
        { content: 'Ben likes jam', metadata: { project: 'atlas', ticket: '1', open: true } },
        { content: 'Cid likes ham', metadata: { project: 'other', owner: null } },
        { content: 'Dan likes pie' },
      ],
    });
    await expectOnly({ metadata: { project: 'atlas' } }, ['Ana likes tea', 'Ben likes jam']);
    await expectOnly({ metadata: { project: 'atlas', ticket: 1 } }, ['Ana likes tea']);
    await expectOnly({ metadata: { ticket: ['1', 2] } }, ['Ben likes jam']);
    await expectOnly({ metadata: { labels: 'y' } }, ['Ana likes tea']);
    await expectOnly({ metadata: { labels: ['z', 'x'], open: [] } }, ['Ana likes tea']);
    await expectOnly({ metadata: { open: true } }, ['Ben likes jam']);
    await expectOnly({ metadata: { owner: null } }, ['Cid likes ham']);
    await expectOnly({ metadata: { project: 'none' } }, []);
  });

  it('takes keys that objects of JavaScript have by themselves', async () => {
    const metadata = { toString: 'c', hasOwnProperty: 'd' };
    const id = await remember({ content: 'Ana likes tea', metadata });
    const { body } = await session.call('get', `memories/${id}`).expect(200);
    expect((body as Shown).metadata).toEqual(metadata);
    await expectOnly({ metadata }, ['Ana likes tea']);
    await expectOnly({ metadata: { valueOf: 'c' } }, []);
  });

  it.each(['__proto__', 'constructor', 'prototype'])(
    'is refused with the key %s, in rows and filters too',
    async (key) => {
      const metadata = JSON.parse(`{"${key}": 1}`) as object;
      const expectRefused = async (path: string, body: object, ...loc: unknown[]) => {
        const answer = await session.call('post', path).send(body).expect(422);
        expect((answer.body as { detail: object[] }).detail).toMatchObject([{ loc: ['body', ...loc, key] }]);
      };
      await expectRefused('remember', { content: 'x', metadata }, 'metadata');
      const memories = [{ content: 'x' }, { content: 'y', metadata }];
      await expectRefused('batch-remember', { memories }, 'memories', 1, 'metadata');
      await expectRefused('recall', { query: 'x', metadata }, 'metadata');
      await session
        .call('get', 'memories')
        .query({ metadata: JSON.stringify(metadata) })
        .expect(422);
    },
  );

  it.each([
    ['a list', [], ['body', 'metadata']],
    ['a value that is an object', { a: { b: 1 } }, ['body', 'metadata', 'a']],
    ['a list of numbers', { a: ['x', 1] }, ['body', 'metadata', 'a', 1]],
    ['a blank key', { ' ': 1 }, ['body', 'metadata', ' ']],
    ['a null character', { a: 'x\0' }, ['body', 'metadata', 'a']],
    ['33 keys', Object.fromEntries(Array.from({ length: 33 }, (_, n) => [n, n])), ['body', 'metadata']],
    ['more than 4 KB', { a: 'ä'.repeat(2048) }, ['body', 'metadata']],
  ])('is refused with %s', async (_, metadata, loc) => {
    const { body } = await session.call('post', 'remember').send({ content: 'x', metadata }).expect(422);
    expect((body as { detail: { loc: unknown }[] }).detail).toMatchObject([{ loc }]);
  });

  it('is refused as a filter that is no object, in a body and in a query', async () => {
    await session.call('post', 'recall').send({ query: 'x', metadata: 'atlas' }).expect(422);
    await session.call('get', 'memories').query({ metadata: 'atlas' }).expect(422);
    await session.call('get', 'memories').query({ metadata: '{"a":{}}' }).expect(422);
  });
});

describe('a scope', () => {
  beforeEach(async () => {
    await remember({ content: 'Dana likes tea', scope: DANA });
    await remember({ content: 'Ben likes jam', scope: BEN });
    await remember({ content: 'The office likes pie' });
  });

  it('narrows every read to itself, to those that begin so, or to none', async () => {
    await expectOnly({ scopes: [DANA] }, ['Dana likes tea']);
    await expectOnly({ scopes: ['user:*'] }, ['Ben likes jam', 'Dana likes tea']);
    await expectOnly({ scopes: [BEN, null] }, ['Ben likes jam', 'The office likes pie']);
    await expectOnly({ scopes: [null] }, ['The office likes pie']);
    await expectOnly({ scopes: ['user:d'] }, []);
    await expectOnly({ scopes: ['*'] }, ['Ben likes jam', 'Dana likes tea']);
  });

  it('narrows an answer, whatever replaced or contradicts a memory in another one', async () => {
    const [mine] = (await post('recall/recent', { scopes: [DANA] })).memories as Shown[];
    await remember({ content: 'Dana likes coffee, says Ben', scope: BEN, supersedes: [mine?.id] });
    const answer = await post('answer', { question: 'What does Dana like?', scopes: [DANA] });
    const sources = (answer.sources as { memory_id: string }[]).map(({ memory_id: id }) => id);
    expect(JSON.stringify(answer)).not.toContain('coffee');
    expect(sources.every((id) => id === mine?.id)).toBe(true);
  });

  it('is never empty in a filter, lest no user be taken for all', async () => {
    const { body } = await session.call('post', 'recall').send({ query: 'x', scopes: [] }).expect(422);
    expect((body as { detail: object[] }).detail).toMatchObject([{ loc: ['body', 'scopes'] }]);
  });

  it('holds its keys for itself', async () => {
    const keyed = (content: string, scope: string | null) => remember({ content, scope, key: 'user.city' });
    const dana = await keyed('The city is Bonn', DANA);
    app.clock.advance({ minutes: 1 });
    const ben = await keyed('The city is Kiel', BEN);
    const none = await keyed('The city is Rome', null);
    app.clock.advance({ minutes: 1 });
    const later = await keyed('The city is Ulm', DANA);
    const all = (await post('recall/all', {})).memories as Shown[];
    const current = new Map(all.map(({ id, current }) => [id, current]));
    expect([dana, ben, none, later].map((id) => current.get(id))).toEqual([false, true, true, true]);
    const found = (await post('recall', { query: 'city' })).memories as Shown[];
    if (process.env.TEST_BACKEND !== 'on-prem')
      expect(found.map(({ id }) => id).sort()).toEqual([ben, none, later].sort());
  });

  it('holds its references and duplicates for itself', async () => {
    const fields = { source_ref: '/notes.md', upsert: true };
    const dana = await remember({ content: 'Notes of Dana', scope: DANA, ...fields });
    const ben = await remember({ content: 'Notes of Ben', scope: BEN, ...fields });
    const none = await remember({ content: 'Notes of the team', ...fields });
    expect(new Set([dana, ben, none]).size).toBe(3);
    expect(await remember({ content: 'More notes of Ben', scope: BEN, ...fields })).toBe(ben);
    const rows = [
      { content: 'Notes of Dana', scope: DANA },
      { content: 'Notes of Dana', scope: BEN },
      { content: 'Notes of Dana' },
    ];
    const batch = await post('batch-remember', { dedupe: true, memories: rows });
    expect((batch.results as { action: string }[]).map(({ action }) => action)).toEqual([
      'duplicate',
      'store',
      'store',
    ]);
  });

  it('can be any text of 1 to 200 characters, and stays with an edit', async () => {
    const scope = 'ü/ *%_\\"\'\n'.repeat(20);
    const id = await remember({ content: 'x', scope });
    await session.call('patch', `memories/${id}`).send({ content: 'He likes y', scope: BEN }).expect(200);
    const { body } = await session.call('get', `memories/${id}`).expect(200);
    expect((body as Shown).scope).toBe(scope);
    await expectOnly({ scopes: [`${scope.slice(0, 15)}*`] }, ['He likes y']);
    await session
      .call('post', 'remember')
      .send({ content: 'x', scope: 'a'.repeat(201) })
      .expect(422);
    await session.call('post', 'remember').send({ content: 'x', scope: ' ' }).expect(422);
  });
});
