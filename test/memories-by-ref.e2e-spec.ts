import { newSession, remember, type TestSession } from './support/agents';
import { useTestApp } from './support/test-app';

const app = useTestApp();
let session: TestSession;
let named = 0;

beforeEach(async () => {
  session = await newSession(app, `keeper-${++named}`);
});

const byRef = (reference: string): string => `memories/by-ref/${encodeURIComponent(reference)}`;
const found = async (reference: string, scope?: string) => {
  const { body } = await session.call('get', byRef(reference)).query({ scope }).expect(200);
  return (body as { id: string }).id;
};

describe('a memory by its reference', () => {
  it.each(['chat-42#7', '/memories/notes.md', 'a b?c=d&e', '100 % done', 'Küche/Öl', 'history', '*', '👍'])(
    'is found and deleted: %s',
    async (reference) => {
      const id = await remember(session, { content: 'Likes tea', source_ref: reference });
      await remember(session, { content: 'Likes coffee', source_ref: `${reference} and more` });
      const { body } = await session.call('get', byRef(reference)).expect(200);
      expect(body).toMatchObject({ id, source_ref: reference, content: 'Likes tea', current: true });
      const deleted = await session.call('delete', byRef(reference)).expect(200);
      expect(deleted.body).toMatchObject({ memory_id: id, status: 'deleted', agent_id: session.agentId });
      const gone = await session.call('get', byRef(reference)).expect(404);
      expect(gone.body).toMatchObject({
        detail: `No active memory without a scope has the source_ref '${reference}'`,
      });
      await session.call('get', `memories/${id}`).expect(404);
    },
  );

  it('is the newest active one', async () => {
    const [first, second, third] = [
      await remember(session, { content: 'one', source_ref: 'r' }),
      await remember(session, { content: 'two', source_ref: 'r' }),
      await remember(session, { content: 'three', source_ref: 'r' }),
    ];
    await session.call('post', `memories/${third}/expire`).send({}).expect(200);
    expect(await found('r')).toBe(second);
    await session.call('delete', byRef('r')).expect(200);
    expect(await found('r')).toBe(first);
  });

  it('is the one of its scope, and a scope that ends with a star is a scope', async () => {
    const ids = new Map<string | undefined, string>();
    for (const scope of [undefined, 'user:dana', 'user:*', 'user:max']) {
      ids.set(scope, await remember(session, { content: 'Likes tea', source_ref: 'r', scope }));
    }
    for (const [scope, id] of ids) expect(await found('r', scope)).toBe(id);
    await session.call('get', byRef('r')).query({ scope: 'user:' }).expect(404);
    await session.call('delete', byRef('r')).query({ scope: 'user:*' }).expect(200);
    await session.call('get', byRef('r')).query({ scope: 'user:*' }).expect(404);
    expect(await found('r', 'user:dana')).toBe(ids.get('user:dana'));
  });

  it('is edited by an upsert, and found again', async () => {
    const id = await remember(session, { content: 'Likes tea', source_ref: 'r', scope: 's' });
    await remember(session, { content: 'Likes coffee', source_ref: 'r', scope: 's', upsert: true });
    const { body } = await session.call('get', byRef('r')).query({ scope: 's' }).expect(200);
    expect(body).toMatchObject({ id, content: 'Likes coffee' });
  });

  it('is deleted once by a repeated request', async () => {
    await remember(session, { content: 'one', source_ref: 'r' });
    await remember(session, { content: 'two', source_ref: 'r' });
    const send = () => session.call('delete', byRef('r')).set('Idempotency-Key', 'k').expect(200);
    const first = await send();
    const second = await send();
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
    const { body } = await session.call('get', byRef('r')).expect(200);
    expect(body).toMatchObject({ content: 'one' });
  });

  it('of another agent is not found', async () => {
    const other = await newSession(app, `other-${named}`);
    await remember(other, { content: 'one', source_ref: 'r' });
    await session.call('get', byRef('r')).expect(404);
    await session.call('delete', byRef('r')).expect(404);
  });

  it.each([
    ['%20', 'Text must not be blank'],
    ['%00', 'Text must not hold null characters or lone surrogates'],
    ['x'.repeat(513), 'String should have at most 512 characters'],
  ])('is refused for the reference %s', async (reference, msg) => {
    for (const method of ['get', 'delete'] as const) {
      const { body } = await session.call(method, `memories/by-ref/${reference}`).expect(422);
      expect(body).toMatchObject({ detail: [{ loc: ['path', 'source_ref'], msg }] });
    }
  });
});
