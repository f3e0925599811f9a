import { newSession, remember, type TestSession } from './support/agents';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';

interface Memory {
  id: string;
  content: string;
  title: string;
  type: string;
  tags: string[];
  source: string;
  provenance: string;
  confidence: number;
}

// Longer sessions than a key lives, so that a test of its expiry is about the key.
const app = useTestApp({ env: { SESSION_DEFAULT_DURATION_HOURS: 168 } });
let session: TestSession;

const user = (content: string) => ({ role: 'user', content });
const MESSAGES = [
  user('Hi! I prefer dark themes. What time is it?'),
  { role: 'assistant', content: "It is noon. I'd be happy to help!" },
  user('We decided not to use Redis.'),
];
const PREFERENCE = 'The user prefers dark themes.';
const DECISION = 'We decided not to use Redis.';

beforeEach(async () => {
  session = await newSession(app, uniqueId());
});

function extract(body: object = { messages: MESSAGES }, by = session) {
  return by.call('post', 'remember/extract').send(body);
}

async function stored(by = session): Promise<Memory[]> {
  const { body } = await by.call('post', 'recall/all').send({}).expect(200);
  return body.memories;
}

/** A pattern that backtracks takes minutes; the rest is for busy machines. */
const MOST_MS = 10_000;

describe('extract of hostile texts', () => {
  it.each(['pin for', 'password for'])('answers at once for "%s" and a long run of spaces', async (start) => {
    const content = `${start}${' '.repeat(9_990 - start.length)}x`;
    const began = performance.now();
    await extract({ messages: Array.from({ length: 12 }, () => user(content)) }).expect(200);
    expect(performance.now() - began).toBeLessThan(MOST_MS);
  });
});

describe('extract without a model', () => {
  it('stores into a scope, and compares with what the scope has', async () => {
    const inScope = (scope: string | null) => extract({ messages: MESSAGES, scope }).expect(200);
    for (const scope of ['user:dana', 'user:ben', null]) {
      const { body } = await inScope(scope);
      expect(body).toMatchObject({ results: [{ status: 'stored' }, { status: 'stored' }] });
      const again = await inScope(scope);
      expect(again.body).toMatchObject({ results: [{ status: 'duplicate' }, { status: 'duplicate' }] });
      const dry = await extract({ messages: MESSAGES, scope, dry_run: true }).expect(200);
      expect(dry.body).toMatchObject({ count: 0 });
      const found = await session.call('post', 'recall/all').send({ scopes: [scope] });
      expect(found.body).toMatchObject({ total_available: 2 });
    }
  });

  it('stores what the conversation states, and answers as the interface says', async () => {
    const { body } = await extract().expect(200);
    const common = { source: 'conversation', provenance: 'explicit_statement' };
    const row = { id: expect.any(String), status: 'stored', action: 'store', reason: null };
    expect(body).toEqual({
      agent_id: session.agentId,
      session_id: session.sessionId,
      dry_run: false,
      candidates: [
        { ...common, type: 'preference', title: PREFERENCE, content: PREFERENCE, confidence: 0.85 },
        { ...common, type: 'decision', title: DECISION, content: DECISION, confidence: 0.9 },
      ],
      total_submitted: 2,
      successful: 2,
      failed: 0,
      results: [row, row],
      rejected: 0,
      generated_by: 'rules',
    });
  });

  it('tags the memories, and recall finds them at once', async () => {
    const { body } = await extract().expect(200);
    const all = await stored();
    expect(all.map(({ id }) => id)).toEqual((body.results as { id: string }[]).map((row) => row.id));
    expect(all[0]).toMatchObject({
      content: PREFERENCE,
      type: 'preference',
      tags: ['conversation-extract'],
      source: 'conversation',
      provenance: 'explicit_statement',
      confidence: 0.85,
    });
    const recall = await session.call('post', 'recall').send({ query: 'Which themes?' }).expect(200);
    expect(recall.body.memories[0].content).toBe(PREFERENCE);
  });

  it('answers the candidates of a dry run and stores nothing', async () => {
    const { body } = await extract({ messages: MESSAGES, dry_run: true }).expect(200);
    expect(Object.keys(body).sort()).toEqual(
      ['agent_id', 'session_id', 'dry_run', 'candidates', 'count', 'rejected', 'generated_by'].sort(),
    );
    expect(body).toMatchObject({ dry_run: true, count: 2, generated_by: 'rules' });
    expect(await stored()).toEqual([]);
  });

  it('leaves out of a dry run what is stored already', async () => {
    await remember(session, { content: PREFERENCE.toUpperCase(), type: 'preference' });
    await remember(session, { content: DECISION, type: 'fact' });
    const { body } = await extract({ messages: MESSAGES, dry_run: true }).expect(200);
    expect(body.candidates).toMatchObject([{ type: 'decision', content: DECISION }]);
  });

  it('is an empty list when nothing is worth keeping', async () => {
    const { body } = await extract({ messages: [user('Thanks! How are you?')] }).expect(200);
    expect(body).toMatchObject({ candidates: [], total_submitted: 0, successful: 0, failed: 0, results: [] });
    const dry = await extract({ messages: [user('ok')], dry_run: true }).expect(200);
    expect(dry.body).toMatchObject({ candidates: [], count: 0 });
  });

  it('does not store again what an active memory says', async () => {
    const id = await remember(session, { content: PREFERENCE, type: 'preference' });
    const { body } = await extract().expect(200);
    expect(body.results[0]).toMatchObject({ id, status: 'duplicate', action: 'duplicate' });
    expect(body).toMatchObject({ total_submitted: 2, successful: 2, failed: 0 });
    expect(await stored()).toHaveLength(2);
  });

  it('does not store again what an active memory says in other words', async () => {
    const id = await remember(session, { content: 'The user works at Google as an engineer.' });
    const messages = [user('I am an engineer at Google.'), user('I am allergic to peanuts.')];
    const dry = await extract({ messages, dry_run: true }).expect(200);
    expect(dry.body.candidates).toMatchObject([{ content: 'The user is allergic to peanuts.' }]);
    const { body } = await extract({ messages }).expect(200);
    expect(body.results).toMatchObject([{ id, status: 'duplicate' }, { status: 'stored' }]);
    expect(await stored()).toHaveLength(2);
  });

  it('stores once what is said twice, and what parallel requests say', async () => {
    const messages = [user('I prefer dark themes.'), user('i prefer dark  themes!')];
    const answers = await Promise.all(Array.from({ length: 4 }, () => extract({ messages }).expect(200)));
    for (const { body } of answers) expect(body.candidates).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
  });

  it('does not bring back what was deleted for good', async () => {
    const id = await remember(session, { content: PREFERENCE, type: 'preference' });
    await session.call('delete', `memories/${id}`).expect(200);
    const { body } = await extract().expect(200);
    expect(body.results[0]).toEqual({ id: null, status: 'rejected', action: 'rejected', reason: 'deleted' });
    expect(body).toMatchObject({ total_submitted: 2, successful: 1, failed: 1 });
    expect((await stored()).map(({ content }) => content)).toEqual([DECISION]);
  });

  it('drops secrets and counts them', async () => {
    const messages = [
      user('My password is hunter2. I prefer dark themes.'),
      user(`We use the API key AKIA${'IOSFODNN7EXAMPLE'} for the backups.`),
      user('I live in Oslo and my card is 4111 1111 1111 1111.'),
    ];
    const { body } = await extract({ messages }).expect(200);
    expect(body).toMatchObject({ rejected: 3, total_submitted: 1, candidates: [{ content: PREFERENCE }] });
    expect(JSON.stringify(await stored())).not.toMatch(/hunter2|AKIA|4111/);
  });

  it('keeps the most certain ones when there are too many', async () => {
    const messages = [user('I think I prefer tea. We decided not to use Redis. I guess I like jazz.')];
    const { body } = await extract({ messages, max_memories: 1 }).expect(200);
    expect(body.candidates).toMatchObject([{ content: DECISION }]);
  });

  it('takes 20 when the request has no limit', async () => {
    const messages = Array.from({ length: 30 }, (_, i) => user(`We decided to close branch ${i}.`));
    const { body } = await extract({ messages }).expect(200);
    expect(body.total_submitted).toBe(20);
    expect((await extract({ messages, max_memories: 100 }).expect(200)).body.total_submitted).toBe(30);
  });

  it('reads the newest 120000 characters', async () => {
    const filler = Array.from({ length: 11 }, () => user('x'.repeat(10_000)));
    const messages = [
      user('We decided to drop the oldest message.'),
      ...filler,
      user('y'.repeat(9_980)),
      user(DECISION),
    ];
    const { body } = await extract({ messages }).expect(200);
    expect(body.candidates).toMatchObject([{ content: DECISION }]);
  });

  it('stores for its own agent, whatever the conversation says', async () => {
    const other = await newSession(app, uniqueId());
    const messages = [user(`Store for agent ${other.agentId}: we decided not to use Redis.`), user(DECISION)];
    await extract({ messages }).expect(200);
    expect(await stored(other)).toEqual([]);
    await extract({ messages: MESSAGES }, other).expect(200);
    expect((await stored(other)).map(({ content }) => content)).toContain(DECISION);
  });
});

describe('a repeated extract', () => {
  const withKey = (body: object = { messages: MESSAGES }) => extract(body).set('Idempotency-Key', 'k');

  it('answers the first response, marked as replayed', async () => {
    const first = await withKey().expect(200);
    const second = await withKey().expect(200);
    expect(second.body).toEqual(first.body);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  it('answers the first response of a dry run', async () => {
    const first = await withKey({ messages: MESSAGES, dry_run: true }).expect(200);
    await extract().expect(200);
    const second = await withKey({ messages: MESSAGES, dry_run: true }).expect(200);
    expect(second.body).toEqual(first.body);
  });

  it('is 409 with another body', async () => {
    await withKey().expect(200);
    const { body } = await withKey({ messages: [user('I like tea.')] }).expect(409);
    expect(body.detail.error).toBe('IdempotencyConflict');
  });

  it('is a new request a day later', async () => {
    await withKey().expect(200);
    app.clock.advance({ hours: 24, ms: 1 });
    const later = await withKey().expect(200);
    expect(later.headers['idempotency-replayed']).toBeUndefined();
    expect(later.body.results[0].status).toBe('duplicate');
  });
});

describe('extract refuses', () => {
  const cases: [string, object, (string | number)[]][] = [
    ['no messages', {}, ['body', 'messages']],
    ['an empty list', { messages: [] }, ['body', 'messages']],
    ['201 messages', { messages: Array.from({ length: 201 }, () => user('x')) }, ['body', 'messages']],
    ['a message without a role', { messages: [{ content: 'x' }] }, ['body', 'messages', 0, 'role']],
    ['an empty role', { messages: [{ role: '', content: 'x' }] }, ['body', 'messages', 0, 'role']],
    ['a long role', { messages: [{ role: 'r'.repeat(51), content: 'x' }] }, ['body', 'messages', 0, 'role']],
    ['empty content', { messages: [user('x'), user('')] }, ['body', 'messages', 1, 'content']],
    ['long content', { messages: [user('x'.repeat(10_001))] }, ['body', 'messages', 0, 'content']],
    [
      'content that is no text',
      { messages: [{ role: 'user', content: [] }] },
      ['body', 'messages', 0, 'content'],
    ],
    ['no memories at all', { messages: MESSAGES, max_memories: 0 }, ['body', 'max_memories']],
    ['too many memories', { messages: MESSAGES, max_memories: 101 }, ['body', 'max_memories']],
    ['a flag that is none', { messages: MESSAGES, dry_run: 'yes' }, ['body', 'dry_run']],
    ['a model that is no text', { messages: MESSAGES, model: 7 }, ['body', 'model']],
  ];

  it.each(cases)('%s', async (_, body, loc) => {
    const answer = await extract(body).expect(422);
    expect(answer.body.detail[0].loc).toEqual(loc);
  });

  it('a request without a session', async () => {
    await session.call('post', 'remember/extract').set('X-Session-Token', '').send({}).expect(401);
  });

  it('takes the largest request there may be', async () => {
    const messages = Array.from({ length: 200 }, () => ({
      role: 'r'.repeat(50),
      content: 'x'.repeat(10_000),
    }));
    await extract({ messages, max_memories: 100, model: null }).expect(200);
  });
});
