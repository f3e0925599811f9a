import { activate, newSession, type TestSession, remember as rememberIn } from './support/agents';
import { useTestApp } from './support/test-app';

interface Entry {
  at: string;
  event: string;
  session_id: string | null;
  by: string;
  former: Record<string, unknown> | null;
}

const START = '2026-05-01T12:00:00.000Z';

const app = useTestApp();
let session: TestSession;

beforeAll(async () => {
  session = await newSession(app, 'historian');
});

beforeEach(() => app.clock.set(new Date(START)));

const remember = (fields: object = {}): Promise<string> =>
  rememberIn(session, { content: 'First', ...fields });

async function edit(id: string, fields: object): Promise<void> {
  app.clock.advance({ seconds: 1 });
  await session.call('patch', `memories/${id}`).send(fields).expect(200);
}

async function entries(id: string, by = session): Promise<Entry[]> {
  const { body } = await by.call('get', `memories/${id}/history`).expect(200);
  return body.entries;
}

describe('the history of a memory', () => {
  it('begins with its creation', async () => {
    const id = await remember();
    const { body } = await session.call('get', `memories/${id}/history`).expect(200);
    const created = {
      at: START,
      event: 'created',
      session_id: session.sessionId,
      by: 'historian',
      former: null,
    };
    expect(body).toEqual({ agent_id: 'historian', memory_id: id, entries: [created] });
  });

  it('keeps the values before an edit, of the fields it changed', async () => {
    const id = await remember({ tags: ['a'], confidence: 0.3, title: 'T' });
    await edit(id, { tags: ['b'], confidence: 0.4 });
    const [edited] = await entries(id);
    expect(edited).toMatchObject({ at: '2026-05-01T12:00:01.000Z', event: 'edited', by: 'historian' });
    expect(edited?.former).toMatchObject({ tags: ['a'], confidence: 0.3 });
    expect(Object.keys(edited?.former ?? {})).not.toContain('content');
  });

  it('keeps a derived title that an edit of the content replaced', async () => {
    const id = await remember();
    await edit(id, { content: 'Second' });
    const [edited] = await entries(id);
    expect(edited?.former).toMatchObject({ content: 'First', title: 'First' });
  });

  it('lists what happened, newest first', async () => {
    const id = await remember();
    await edit(id, { content: 'Second' });
    app.clock.advance({ seconds: 1 });
    await session.call('post', `memories/${id}/expire`).send({ reason: 'old' }).expect(200);
    app.clock.advance({ seconds: 1 });
    await session.call('post', `memories/${id}/restore`).expect(200);
    const listed = (await entries(id)).map(({ at, event, by }) => [at.slice(17, 19), event, by]);
    expect(listed).toEqual([
      ['03', 'restored', 'historian'],
      ['02', 'expired', 'old'],
      ['01', 'edited', 'historian'],
      ['00', 'created', 'historian'],
    ]);
  });

  it('keeps the order of what happened within one millisecond', async () => {
    const id = await remember();
    for (const content of ['Second', 'Third', 'Fourth']) {
      await session.call('patch', `memories/${id}`).send({ content }).expect(200);
    }
    const former = (await entries(id)).map((entry) => entry.former?.content ?? entry.event);
    expect(former).toEqual(['Third', 'Second', 'First', 'created']);
  });

  it('names the session in which each thing was done', async () => {
    const id = await remember();
    const before = session;
    session = await activate(app, 'historian');
    await edit(id, { content: 'Second' });
    expect((await entries(id)).map((entry) => entry.session_id)).toEqual([
      session.sessionId,
      before.sessionId,
    ]);
  });

  it('notes neither a second expiry nor the restoration of an active memory', async () => {
    const id = await remember();
    await session.call('post', `memories/${id}/restore`).expect(200);
    await session.call('post', `memories/${id}/expire`).expect(200);
    await session.call('post', `memories/${id}/expire`).expect(200);
    expect((await entries(id)).map((entry) => entry.event)).toEqual(['expired', 'created']);
  });

  it('stays readable when the memory is deleted, without anything that it said', async () => {
    const id = await remember({ title: 'A title' });
    await edit(id, { content: 'Second', title: 'Another' });
    app.clock.advance({ seconds: 1 });
    await session.call('delete', `memories/${id}`).expect(200);
    const left = await entries(id);
    expect(left.map((entry) => [entry.event, entry.former])).toEqual([
      ['deleted', null],
      ['edited', null],
      ['created', null],
    ]);
    expect(left.at(-1)).toMatchObject({ at: START, by: 'historian' });
  });

  it('is not shown to another agent', async () => {
    const id = await remember();
    const other = await newSession(app, 'stranger');
    await other.call('get', `memories/${id}/history`).expect(404);
  });
});

describe('a long history', () => {
  const EDITS = 104;
  let id: string;
  let all: Entry[];

  async function page(query: string): Promise<{ entries: Entry[]; next_cursor?: string }> {
    const { body } = await session.call('get', `memories/${id}/history${query}`).expect(200);
    return body as { entries: Entry[]; next_cursor?: string };
  }

  beforeAll(async () => {
    id = await remember({ content: 'Edit 0' });
    // Several of one instant: ties are the hard part of a cursor.
    for (let edits = 1; edits <= EDITS; edits++) {
      if (edits % 3 === 0) app.clock.advance({ seconds: 1 });
      await session
        .call('patch', `memories/${id}`)
        .send({ content: `Edit ${edits}` })
        .expect(200);
    }
    all = [];
    for (let cursor = ''; ;) {
      const shown = await page(`?limit=50${cursor}`);
      all.push(...shown.entries);
      if (shown.next_cursor === undefined) break;
      cursor = `&cursor=${shown.next_cursor}`;
    }
  });

  it('is walked over page by page, without a gap or a repetition', () => {
    expect(all.map(({ event }) => event)).toEqual([...Array<string>(EDITS).fill('edited'), 'created']);
    const formers = all.slice(0, EDITS).map(({ former }) => former?.content);
    expect(formers).toEqual(Array.from({ length: EDITS }, (_, i) => `Edit ${EDITS - 1 - i}`));
  });

  it('shows the newest hundred unless asked otherwise', async () => {
    const first = await page('');
    expect(first.entries).toEqual(all.slice(0, 100));
    expect((await page(`?cursor=${first.next_cursor}`)).entries).toEqual(all.slice(100));
  });

  it('says on the last page that nothing follows', async () => {
    const { next_cursor: cursor } = await page('?limit=100');
    expect(await page(`?limit=5&cursor=${cursor}`)).not.toHaveProperty('next_cursor');
    expect(await page(`?limit=4&cursor=${cursor}`)).toHaveProperty('next_cursor');
  });

  it.each(['limit=0', 'limit=101', 'cursor=x', 'cursor=MTIz'])('refuses %s', async (query) => {
    const { body } = await session.call('get', `memories/${id}/history?${query}`).expect(422);
    expect(body.detail[0].loc).toEqual(['query', query.split('=')[0]]);
  });
});
