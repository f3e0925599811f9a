import { newSession, remember, type TestSession } from './support/agents';
import { useTestApp } from './support/test-app';

interface Upserted {
  memory_id: string;
  action: string;
}

interface Page {
  body: { memories: { content: string }[]; next_cursor: string | null };
}

const app = useTestApp();
let session: TestSession;
let agents = 0;

beforeEach(async () => {
  session = await newSession(app, `referrer-${agents++}`);
});

function upsert(content: string, fields: object = {}, query = '') {
  const body = { content, source_ref: 'note-1', upsert: true, ...fields };
  return session.call('post', `remember${query}`).send(body);
}

async function upserted(content: string, fields: object = {}, query = ''): Promise<Upserted> {
  return (await upsert(content, fields, query).expect(200)).body;
}

async function batch(body: object, query = '') {
  const answer = await session.call('post', `batch-remember${query}`).send(body).expect(200);
  return answer.body.results as { id: string; action: string; reason: string | null }[];
}

async function active(): Promise<{ id: string; content: string }[]> {
  const { body } = await session.call('post', 'recall/recent').send({ status: 'active' }).expect(200);
  return body.memories;
}

async function get(id: string) {
  return (await session.call('get', `memories/${id}`).expect(200)).body;
}

async function historyOf(id: string): Promise<{ event: string; former: object | null }[]> {
  return (await session.call('get', `memories/${id}/history`).expect(200)).body.entries;
}

describe('remember with upsert', () => {
  it('stores the first memory of a reference, and edits it from then on', async () => {
    const first = await upserted('Tea', { tags: ['drink'], type: 'preference' });
    expect(first.action).toBe('store');
    const second = await upsert('Coffee', { confidence: 0.5 }).expect(200);
    expect(second.body).toMatchObject({
      memory_id: first.memory_id,
      action: 'update',
      type: 'preference',
      confidence: 0.5,
      provenance: 'explicit_statement',
    });
    const memory = await get(first.memory_id);
    expect(memory).toMatchObject({
      content: 'Coffee',
      title: 'Coffee',
      tags: ['drink'],
      source_ref: 'note-1',
    });
    const [edited] = await historyOf(first.memory_id);
    expect(edited).toMatchObject({ event: 'edited', former: { content: 'Tea', confidence: 0.8 } });
    expect(edited?.former).not.toHaveProperty('source_ref');
    expect(await active()).toHaveLength(1);
  });

  it('needs a reference, also in the row of a batch', async () => {
    const one = await upsert('Tea', { source_ref: null }).expect(422);
    expect(one.body.detail[0]).toMatchObject({ type: 'missing', loc: ['body', 'source_ref'] });
    const memories = [{ content: 'Tea' }, { content: 'Tea', upsert: true }];
    const many = await session.call('post', 'batch-remember').send({ memories }).expect(422);
    expect(many.body.detail[0].loc).toEqual(['body', 'memories', 1, 'source_ref']);
    expect(await active()).toEqual([]);
  });

  it('edits the newest active memory, also one that another client stored, and none that is expired', async () => {
    await remember(session, { content: 'Old', source_ref: 'note-1' });
    app.clock.advance({ ms: 5 });
    const newest = await remember(session, { content: 'New', source_ref: 'note-1' });
    await remember(session, { content: 'Other', source_ref: 'note-2' });
    expect(await upserted('Newer')).toMatchObject({ memory_id: newest, action: 'update' });
    for (const { id } of (await active()).filter(({ content }) => content !== 'Other'))
      await session.call('post', `memories/${id}/expire`).expect(200);
    expect((await upserted('Newest')).action).toBe('store');
    expect(await active()).toHaveLength(2);
  });

  it('leaves one active memory when 32 come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) => upsert(`Number ${i}`).expect(200)),
    );
    const bodies = answers.map(({ body }) => body as Upserted);
    expect(new Set(bodies.map(({ memory_id }) => memory_id)).size).toBe(1);
    expect(bodies.filter(({ action }) => action === 'store')).toHaveLength(1);
    const events = (await historyOf(bodies[0]!.memory_id)).map(({ event }) => event);
    expect(events).toEqual([...Array<string>(31).fill('edited'), 'created']);
    expect(await active()).toHaveLength(1);
  });

  it('answers a repeated Idempotency-Key once, and another upsert under it is refused', async () => {
    const first = await upsert('Tea').set('Idempotency-Key', 'k').expect(200);
    await upserted('Coffee');
    const again = await upsert('Tea').set('Idempotency-Key', 'k').expect(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await active()).toMatchObject([{ content: 'Coffee' }]);
    await upsert('Tea', {}, '?restore_deleted=true').set('Idempotency-Key', 'k').expect(409);
  });
});

describe('batch-remember with upserts', () => {
  const row = (content: string, reference: string) => ({ content, source_ref: reference, upsert: true });

  it('makes one memory of the rows of one reference, which says what the last one says', async () => {
    const memories = [row('One', 'a'), { content: 'Plain' }, row('Two', 'a'), row('Other', 'b')];
    const rows = await batch({ memories });
    expect(rows.map(({ action }) => action)).toEqual(['store', 'store', 'update', 'store']);
    expect(rows[2]?.id).toBe(rows[0]?.id);
    const contents = (await active()).map(({ content }) => content);
    expect(contents.sort()).toEqual(['Other', 'Plain', 'Two']);
    const again = await batch({ memories: [row('Three', 'a'), row('Four', 'a')] });
    expect(again.map(({ action, id }) => [action, id])).toEqual(Array(2).fill(['update', rows[0]?.id]));
    const [edited, ...rest] = await historyOf(rows[0]!.id);
    expect(edited).toMatchObject({ event: 'edited', former: { content: 'Two' } });
    expect(rest.map(({ event }) => event)).toEqual(['created']);
    expect(await get(rows[0]!.id)).toMatchObject({ content: 'Four' });
  });

  it('decides by the reference alone, also with dedupe', async () => {
    await remember(session, { content: 'Tea' });
    const memories = [row('Tea', 'a'), { content: 'tea ' }];
    const rows = await batch({ memories, dedupe: true });
    expect(rows.map(({ action }) => action)).toEqual(['store', 'duplicate']);
    expect((await batch({ memories: [row('Tea', 'a')], dedupe: true }))[0]?.action).toBe('update');
  });

  it('leaves one active memory of each reference when batches in different orders come at once', async () => {
    const references = ['a', 'b', 'c', 'd'];
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => {
        const order = i % 2 ? references : references.toReversed();
        return batch({ memories: order.map((reference) => row(`${reference} ${i}`, reference)) });
      }),
    );
    expect(await active()).toHaveLength(4);
  });
});

describe('an upsert of what was deleted for good', () => {
  beforeEach(async () => {
    const id = await remember(session, { content: 'Secret plan' });
    await session.call('delete', `memories/${id}`).expect(200);
  });

  it('is refused, whether it would store or edit, unless restore_deleted', async () => {
    const { body } = await upsert('secret  plan').set('Idempotency-Key', 'k').expect(409);
    expect(body.detail).toMatchObject({ error: 'ContentDeleted', message: expect.any(String) });
    await upserted('Harmless');
    await upsert('secret plan').expect(409);
    expect(await active()).toMatchObject([{ content: 'Harmless' }]);
    const restored = upsert('Secret plan', {}, '?restore_deleted=true').set('Idempotency-Key', 'k');
    expect((await restored.expect(200)).body.action).toBe('update');
    // What an active memory says is no longer deleted.
    expect((await upserted('Secret plan', { confidence: 0.5 })).action).toBe('update');
  });

  it('is a rejected row of a batch, whose other rows are stored', async () => {
    const memories = [
      { content: 'Secret plan', source_ref: 'a', upsert: true },
      { content: 'Harmless', source_ref: 'b', upsert: true },
    ];
    const rows = await batch({ memories });
    expect(rows).toMatchObject([
      { action: 'rejected', reason: 'deleted' },
      { action: 'store', reason: null },
    ]);
    const again = await batch({ memories }, '?restore_deleted=true');
    expect(again.map(({ action }) => action)).toEqual(['store', 'update']);
  });

  it('is an explicit wish without upsert, which is granted as before', async () => {
    await remember(session, { content: 'Secret plan', source_ref: 'a' });
    expect(await active()).toHaveLength(1);
  });
});

describe('the list of memories', () => {
  const list = (query = '') => session.call('get', `memories${query}`);
  const contentsOf = async (query: string) => {
    const { body }: Page = await list(query).expect(200);
    return body.memories.map(({ content }) => content);
  };

  it('is read in pages, newest first, with the number of all matches', async () => {
    const rows = Array.from({ length: 7 }, (_, i) => ({
      content: `Number ${i}`,
      tags: [i < 5 ? 'low' : 'high'],
    }));
    await batch({ memories: rows });
    for (const [filter, total] of [
      ['', 7],
      ['&tags=low', 5],
    ] as const) {
      const contents: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Page = await list(`?limit=3${filter}${cursor && `&cursor=${cursor}`}`).expect(200);
        const { body } = page;
        expect(body).toMatchObject({ total_available: total, count: body.memories.length });
        contents.push(...body.memories.map(({ content }) => content));
        cursor = body.next_cursor;
      }
      const wanted = rows.filter(({ tags }) => filter === '' || tags[0] === 'low');
      expect(contents).toEqual(wanted.map(({ content }) => content).reverse());
    }
  });

  it('takes each filter several times, and shows active memories unless asked', async () => {
    const memories = [
      { content: 'A', type: 'goal', source: 'ci', source_ref: 'note 1' },
      { content: 'B', type: 'event', source: 'me', source_ref: 'note-2' },
      { content: 'C', type: 'fact', source: 'me' },
    ];
    const rows = await batch({ memories });
    await session.call('post', `memories/${rows[2]!.id}/expire`).expect(200);
    expect(await contentsOf('')).toEqual(['B', 'A']);
    expect(await contentsOf('?status=expired')).toEqual(['C']);
    expect(await contentsOf('?status=all&type=goal&type=fact')).toEqual(['C', 'A']);
    expect(await contentsOf('?source=me')).toEqual(['B']);
    expect(await contentsOf('?source_ref=note%201&source_ref=note-2')).toEqual(['B', 'A']);
    expect(await contentsOf('?source_ref=note-2')).toEqual(['B']);
    expect((await list('?source_ref=none').expect(200)).body).toMatchObject({ count: 0, total_available: 0 });
  });

  it('refuses more than 100, a foreign cursor and unknown values', async () => {
    const { body } = await list('?limit=101').expect(400);
    expect(body.detail).toMatchObject({ error: 'k_too_large', actual_k: 101, max_k: 100 });
    for (const query of ['?limit=0', '?cursor=x', '?type=nonsense', '?status=gone', '?source_ref='])
      await list(query).expect(422);
  });
});
