import request from 'supertest';
import { PrismaService } from '../src/database/prisma.service';
import { sql, type Sql } from '../src/database/sql';
import { newSession, remember, type TestSession } from './support/agents';
import { startTestApp, type TestApp } from './support/test-app';
import { exported, memoriesOf } from './support/transfers';

const DAMAGES: [name: string, change: Sql][] = [
  ['a creation without end', sql`created_at = 'infinity'`],
  ['a creation before all times', sql`created_at = '-infinity'`],
  ['a change without end', sql`updated_at = 'infinity'`],
  ['no tags', sql`tags = NULL`],
  ['a type that there is not', sql`type = 'rumour'`],
  ['a content of 18 MB', sql`content = repeat('tea and biscuits ', 1100000)`],
];

interface Listed {
  memories: { id: string }[];
}

describe('a damaged row', () => {
  let app: TestApp;
  let agent: TestSession;
  let sound: string;
  const damaged: string[] = [];

  beforeAll(async () => {
    app = await startTestApp();
    agent = await newSession(app, 'damaged');
    sound = await remember(agent, { content: 'Likes tea' });
    await agent.call('post', 'recall').send({ query: 'tea' }).expect(200);
    const database = app.app.get(PrismaService);
    await database.execute(sql`
      ALTER TABLE memories DROP CONSTRAINT memories_times_fit, DROP CONSTRAINT memories_texts_fit,
        DROP CONSTRAINT memories_type_check, ALTER COLUMN tags DROP NOT NULL`);
    for (const [name, change] of DAMAGES) {
      const id = await remember(agent, { content: `Drinks tea with ${name}` });
      damaged.push(id);
      await database.execute(sql`UPDATE memories SET ${change} WHERE id = ${id}::uuid`);
    }
  });
  afterAll(() => app.close());

  const metric = async () => {
    const { text } = await request(app.url).get('/metrics').expect(200);
    return /^damaged_memories_total (\d+)/m.exec(text)?.[1];
  };

  it.each([
    ['recall', { query: 'tea' }],
    ['recall/recent', {}],
    ['recall/recent', { limit: 1 }],
    ['recall/as-of', { as_of: '2999-01-01T00:00:00Z' }],
    ['recall/changed-since', { since: '2020-01-01T00:00:00Z' }],
    ['recall/changed-since', { since: '2020-01-01T00:00:00Z', limit: 1 }],
    ['recall/all', {}],
  ])('is left out of %s with %j', async (path, body) => {
    const answer = await agent.call('post', path).send(body).expect(200);
    expect((answer.body as Listed).memories.map(({ id }) => id)).toEqual([sound]);
  });

  it('ends no listing that is read page by page', async () => {
    for (const page of [
      (cursor: string | null) => agent.call('post', 'recall/all').send({ limit: 1, cursor }),
      (cursor: string | null) => agent.call('get', `memories?limit=1${cursor ? `&cursor=${cursor}` : ''}`),
    ]) {
      const found: string[] = [];
      let cursor: string | null = null;
      for (let pages = 0; pages < 20; pages++) {
        const { body } = await page(cursor).expect(200);
        const listed = body as Listed & { next_cursor?: string | null };
        found.push(...listed.memories.map(({ id }) => id));
        cursor = listed.next_cursor ?? null;
        if (cursor === null) break;
      }
      expect(cursor).toBeNull();
      expect(found).toEqual([sound]);
    }
  });

  it('is left out of the stream of all memories, the list, the export and answers', async () => {
    const stream = await agent
      .call('post', 'recall/all')
      .set('Accept', 'application/x-ndjson')
      .send({})
      .expect(200);
    expect(stream.text.trimEnd().split('\n')).toHaveLength(1);
    expect(((await agent.call('get', 'memories').expect(200)).body as Listed).memories).toHaveLength(1);
    expect(memoriesOf(await exported(app, 'damaged')).map(({ id }) => id)).toEqual([sound]);
    await agent.call('post', 'answer').send({ question: 'What does the user drink?' }).expect(200);
    await agent.call('post', 'daily-summary').send({}).expect(200);
  });

  it('is counted once, whatever is read how often', async () => {
    expect(await metric()).toBe(String(DAMAGES.length));
    await agent.call('post', 'recall/all').send({}).expect(200);
    expect(await metric()).toBe(String(DAMAGES.length));
  });

  it('is not found by its id, and can be deleted', async () => {
    for (const id of damaged) {
      await agent.call('get', `memories/${id}`).expect(404);
      await agent.call('delete', `memories/${id}`).expect(200);
    }
    await agent.call('post', 'recall/recent').send({}).expect(200);
  });
});

describe('the tables', () => {
  it.each([
    sql`created_at = 'infinity'`,
    sql`updated_at = '-infinity'`,
    sql`expired_at = 'infinity', expired_by = 'me', status = 'expired'`,
    sql`content = repeat('x', 400001)`,
    sql`title = repeat('x', 1000000)`,
    sql`tags = array_fill('x'::text, ARRAY[40000])`,
  ])('refuse such a row', async (change) => {
    const app = await startTestApp();
    const agent = await newSession(app, 'refused');
    await remember(agent, { content: 'Likes tea' });
    await expect(app.app.get(PrismaService).execute(sql`UPDATE memories SET ${change}`)).rejects.toThrow(
      /_fit/,
    );
    await app.close();
  });
});
