import { Readable } from 'node:stream';
import request from 'supertest';
import { newSession, type TestSession } from './support/agents';
import { useTestApp } from './support/test-app';

interface Listed {
  id: string;
  content: string;
  created_at: string;
}

const MANY = 3_100;

const app = useTestApp();
let session: TestSession;
let stored: string[];

/** 3100 memories, a hundred of each instant: ties are the hard part of a cursor. */
beforeAll(async () => {
  session = await newSession(app, 'reader');
  stored = [];
  for (let start = 0; start < MANY; start += 100) {
    const memories = Array.from({ length: 100 }, (_, i) => ({
      content: `memory ${start + i}`,
      type: i % 4 === 0 ? 'goal' : 'fact',
      tags: i % 10 === 0 ? ['tenth'] : [],
      source: i % 50 === 0 ? 'ci' : 'agent',
    }));
    const { body } = await session.call('post', 'batch-remember').send({ memories }).expect(200);
    stored.push(...(body as { results: { id: string }[] }).results.map((row) => row.id));
    if (start % 300 === 0) app.clock.advance({ seconds: 1 });
  }
});

async function page(body: object, listing = 'all') {
  const answer = await session.call('post', `recall/${listing}`).send(body).expect(200);
  return answer.body as {
    memories: Listed[];
    count: number;
    total_available: number;
    next_cursor: string | null;
  };
}

async function walk(body: object, listing = 'all'): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const shown = await page({ ...body, cursor }, listing);
    ids.push(...shown.memories.map((memory) => memory.id));
    cursor = shown.next_cursor;
    pages++;
  } while (cursor !== null);
  return { ids, pages };
}

async function stream(body: object): Promise<Listed[]> {
  const response = await fetch(`${app.url}/api/v2/agents/reader/recall/all`, {
    method: 'POST',
    headers: {
      'X-Session-Token': session.token,
      'Content-Type': 'application/json',
      Accept: 'application/x-ndjson',
    },
    body: JSON.stringify(body),
  });
  expect(response.headers.get('content-type')).toContain('application/x-ndjson');
  const lines = (await response.text()).split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line) as Listed);
}

describe('recall/all', () => {
  it('shows every memory, oldest first and in storage order, without a body', async () => {
    const { body } = await session.call('post', 'recall/all').expect(200);
    expect((body.memories as Listed[]).map((memory) => memory.id)).toEqual(stored);
    expect({ ...body, memories: [] }).toEqual({
      agent_id: 'reader',
      session_id: session.sessionId,
      memories: [],
      count: MANY,
      total_available: MANY,
      next_cursor: null,
      temporal_mode: 'all',
    });
  });

  it.each([7 * 100 + 1, 1000, MANY])(
    'walks over pages of %d without a gap or a repetition',
    async (limit) => {
      const { ids, pages } = await walk({ limit });
      expect(ids).toEqual(stored);
      expect(pages).toBe(Math.ceil(MANY / limit));
    },
  );

  it('walks over what passes the filters only', async () => {
    const { ids } = await walk({ limit: 33, type: ['goal'], tags: ['tenth'] });
    expect(ids).toEqual(stored.filter((_, i) => (i % 100) % 20 === 0));
  });

  it('counts on every page what passes the filters', async () => {
    const first = await page({ limit: 10, source: ['ci'] });
    const second = await page({ limit: 10, source: ['ci'], cursor: first.next_cursor });
    expect([first.total_available, second.total_available]).toEqual([62, 62]);
  });

  it.each(['x', '', 'MTIz', 'MS4x=', '../..', 'A'.repeat(101)])('refuses the cursor %j', async (cursor) => {
    const { body } = await session.call('post', 'recall/all').send({ cursor }).expect(422);
    expect(body.detail[0].loc).toEqual(['body', 'cursor']);
  });

  it('refuses a cursor of a time that the database does not know', async () => {
    const cursor = Buffer.from('999999999999999.1').toString('base64url');
    await session.call('post', 'recall/all').send({ cursor }).expect(422);
  });

  it('may be asked with a cursor that points behind everything', async () => {
    const cursor = Buffer.from('253402300799999.9007199254740991').toString('base64url');
    expect(await page({ cursor })).toMatchObject({ memories: [], total_available: MANY, next_cursor: null });
  });

  it.each([0, 5001])('refuses the limit %d', async (limit) => {
    const { body } = await session.call('post', 'recall/all').send({ limit }).expect(422);
    expect(body.detail[0].loc).toEqual(['body', 'limit']);
  });
});

describe('recall/all as a stream', () => {
  it('holds the records of the pages, one a line', async () => {
    const { memories } = await page({});
    expect(await stream({})).toEqual(memories);
  });

  it('takes filters, and neither limit nor cursor', async () => {
    const { memories } = await page({ type: ['goal'] });
    expect(await stream({ type: ['goal'], limit: 3 })).toEqual(memories);
  });

  it('is empty where nothing passes', async () => {
    expect(await stream({ tags: ['none'] })).toEqual([]);
  });

  it('answers a bad filter like any request', async () => {
    const { body } = await request(app.url)
      .post('/api/v2/agents/reader/recall/all')
      .set({ 'X-Session-Token': session.token, Accept: 'application/x-ndjson' })
      .send({ type: ['nonsense'] })
      .expect(422);
    expect(body.detail[0].loc).toEqual(['body', 'type', 0]);
  });

  it('leaves the service working when its reader goes away', async () => {
    const cut = new AbortController();
    const response = await fetch(`${app.url}/api/v2/agents/reader/recall/all`, {
      method: 'POST',
      headers: { 'X-Session-Token': session.token, Accept: 'application/x-ndjson' },
      signal: cut.signal,
    });
    for await (const chunk of Readable.fromWeb(response.body as never)) if (chunk) break;
    cut.abort();
    expect((await page({ limit: 1 })).total_available).toBe(MANY);
  });
});

describe('recall/as-of', () => {
  it('walks over pages of what was there at the instant, newest first', async () => {
    const { memories } = await page({ limit: MANY });
    const [instant = ''] = memories.slice(2 * 300 + 100).map((memory) => memory.created_at);
    const then = memories.filter((memory) => memory.created_at <= instant).map((memory) => memory.id);
    const { ids, pages } = await walk({ as_of: instant, limit: 100 }, 'as-of');
    expect(ids).toEqual(then.reverse());
    expect([then.length < MANY, pages]).toEqual([true, Math.ceil(then.length / 100)]);
  });

  it('refuses a cursor that it did not give', async () => {
    const request = { as_of: '2026-05-02', cursor: 'x' };
    const { body } = await session.call('post', 'recall/as-of').send(request).expect(422);
    expect(body.detail[0].loc).toEqual(['body', 'cursor']);
  });
});

describe.each([
  ['as-of', 'as_of'],
  ['changed-since', 'since'],
])('recall/%s', (listing, field) => {
  const send = (value: unknown) => session.call('post', `recall/${listing}`).send({ [field]: value });

  it.each(['2026-05-01', '2026-05-01T12:00', '2026-05-01T12:00:30,5Z', '2026-05-01T12:00:00+0200'])(
    'takes %s',
    async (value) => {
      await send(value).expect(200);
    },
  );

  it.each(['yesterday', '1 May 2026', '2026-05-01 12:00:00', '2026-05-01t12:00:00z', '20260501', 1777636800])(
    'refuses %j, which is not in ISO 8601, and names the format and an example',
    async (value) => {
      const { body } = await send(value).expect(422);
      const msg = expect.stringMatching(/YYYY-MM-DD or an ISO 8601 datetime such as 2026-05-01T12:00:00Z$/);
      const { detail } = body as { detail: unknown };
      expect(detail).toEqual([expect.objectContaining({ loc: ['body', field], input: value, msg })]);
    },
  );
});
