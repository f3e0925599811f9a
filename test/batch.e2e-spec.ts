import { newSession, type TestSession } from './support/agents';
import { useTestApp } from './support/test-app';

interface Row {
  id: string;
  action: string;
  status: string;
  reason: string | null;
}

const app = useTestApp();
let session: TestSession;
let agents = 0;

beforeEach(async () => {
  session = await newSession(app, `batcher-${agents++}`);
});

async function batch(body: object): Promise<Row[]> {
  const answer = await session.call('post', 'batch-remember').send(body).expect(200);
  return answer.body.results;
}

async function count(): Promise<number> {
  const { body } = await session.call('post', 'recall/recent').send({}).expect(200);
  return body.total_available;
}

describe('batch-remember', () => {
  it('answers one row a memory, in order', async () => {
    const memories = [{ content: 'One', type: 'event' }, { content: 'Two' }];
    const { body } = await session.call('post', 'batch-remember').send({ memories }).expect(200);
    const row = { id: expect.any(String), status: 'queued', action: 'store', reason: null, error: null };
    expect(body).toEqual({
      agent_id: session.agentId,
      session_id: session.sessionId,
      namespace: `service_agent_${session.agentId}`,
      total_submitted: 2,
      successful: 2,
      failed: 0,
      results: [
        { ...row, type: 'event' },
        { ...row, type: 'fact' },
      ],
    });
  });

  it('stores each under the id of its row', async () => {
    const contents = Array.from({ length: 100 }, (_, i) => `Number ${i}`);
    const rows = await batch({ memories: contents.map((content) => ({ content })) });
    const { body } = await session.call('post', 'recall/all').expect(200);
    const { memories } = body as { memories: { id: string; content: string }[] };
    const stored = memories.map((memory) => [memory.id, memory.content]);
    expect(stored).toEqual(rows.map((row, i) => [row.id, contents[i]]));
  });

  it.each([0, 101])('refuses %d memories', async (length) => {
    const memories = Array.from({ length }, () => ({ content: 'x' }));
    const { body } = await session.call('post', 'batch-remember').send({ memories }).expect(422);
    expect(body.detail[0].loc).toEqual(['body', 'memories']);
  });

  it('stores nothing when one memory is not valid, and names its index', async () => {
    const memories = [{ content: 'x' }, { content: 'y' }, { content: 'z', confidence: 2 }];
    const { body } = await session.call('post', 'batch-remember').send({ memories }).expect(422);
    expect(body.detail[0].loc).toEqual(['body', 'memories', 2, 'confidence']);
    expect(await count()).toBe(0);
  });

  it('stores nothing when one content is too long', async () => {
    const memories = [{ content: 'x' }, { content: 'y'.repeat(10_001) }];
    const { body } = await session.call('post', 'batch-remember').send({ memories }).expect(413);
    expect(body.detail).toMatchObject({ error: 'text_too_long', actual_length: 10_001 });
    expect(await count()).toBe(0);
  });

  it('stores equal memories as often as they are sent', async () => {
    await batch({ memories: [{ content: 'Same' }, { content: 'Same' }] });
    await batch({ memories: [{ content: 'Same' }], dedupe: null });
    expect(await count()).toBe(3);
  });
});

describe('batch-remember with dedupe', () => {
  it('stores two equal memories of a batch once', async () => {
    const [first, second] = await batch({
      memories: [{ content: 'Same' }, { content: ' same\n' }],
      dedupe: true,
    });
    expect(second).toMatchObject({ id: first?.id, action: 'duplicate', status: 'duplicate' });
    expect(second?.reason).toEqual(expect.any(String));
    expect(await count()).toBe(1);
  });

  it('does not store again what an active memory says', async () => {
    const { body } = await session
      .call('post', 'remember')
      .send({ content: 'The Deadline is  Friday' })
      .expect(200);
    const [row] = await batch({ memories: [{ content: 'the deadline IS friday' }], dedupe: true });
    expect(row).toMatchObject({ id: body.memory_id, action: 'duplicate' });
  });

  it('counts a duplicate as successful', async () => {
    const request = { memories: [{ content: 'Same' }, { content: 'Same' }], dedupe: true };
    const { body } = await session.call('post', 'batch-remember').send(request).expect(200);
    expect(body).toMatchObject({ total_submitted: 2, successful: 2, failed: 0 });
  });

  it('stores the same content of another type', async () => {
    await batch({ memories: [{ content: 'Same' }] });
    const [row] = await batch({ memories: [{ content: 'Same', type: 'goal' }], dedupe: true });
    expect(row?.action).toBe('store');
  });

  it('stores what only an expired memory says', async () => {
    const [old] = await batch({ memories: [{ content: 'Same' }] });
    await session.call('post', `memories/${old?.id}/expire`).expect(200);
    const [row] = await batch({ memories: [{ content: 'Same' }], dedupe: true });
    expect(row?.action).toBe('store');
  });

  it('knows the content that a memory was edited to, not the one before', async () => {
    const [old] = await batch({ memories: [{ content: 'Before' }] });
    await session.call('patch', `memories/${old?.id}`).send({ content: 'After' }).expect(200);
    const rows = await batch({ memories: [{ content: 'Before' }, { content: 'After' }], dedupe: true });
    expect(rows.map((row) => row.action)).toEqual(['store', 'duplicate']);
  });

  it('does not know the memories of another agent', async () => {
    await batch({ memories: [{ content: 'Same' }] });
    session = await newSession(app, `batcher-${agents++}`);
    const [row] = await batch({ memories: [{ content: 'Same' }], dedupe: true });
    expect(row?.action).toBe('store');
  });

  it('stores once what parallel batches say', async () => {
    const request = { memories: [{ content: 'One' }, { content: 'Two' }], dedupe: true };
    const answers = await Promise.all(Array.from({ length: 8 }, () => batch(request)));
    expect(await count()).toBe(2);
    expect(new Set(answers.map((rows) => rows.map((row) => row.id).join())).size).toBe(1);
  });
});
