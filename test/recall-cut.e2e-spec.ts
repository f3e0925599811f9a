import { newSession, remember, type TestSession } from './support/agents';
import { uniqueId } from './support/sessions';
import { TEAM_FACTS } from './support/team-facts';
import { waitLongForLinks } from './support/replica-providers';
import { useTestApp } from './support/test-app';

const app = useTestApp();
beforeAll(() => waitLongForLinks(app));
let session: TestSession;

interface Found {
  memories: {
    id: string;
    content: string;
    current: boolean;
    bears?: { certainty: string; reason: string };
  }[];
  count: number;
  verdict?: string;
  left_out?: number;
  truncated?: boolean;
  explained?: { id: string; reason: string }[];
}

async function recall(query: string, fields: object = {}): Promise<Found> {
  const { body } = await session
    .call('post', 'recall')
    .send({ query, ...fields })
    .expect(200);
  return body as Found;
}

const contentsOf = ({ memories }: Found): string[] => memories.map(({ content }) => content);

const MARIA = 'Maria runs the payments team.';

describe('recall with a cut', () => {
  beforeAll(async () => {
    session = await newSession(app, uniqueId());
    const memories = TEAM_FACTS.map((content) => ({ content }));
    await session.call('post', 'batch-remember').send({ memories }).expect(200);
  });

  it('returns only memories that bear on the query, and says why', async () => {
    const found = await recall('Who runs the payments team?', { cut: 'auto' });
    expect(contentsOf(found)).toEqual([MARIA]);
    expect(found).toMatchObject({
      verdict: 'found',
      count: 1,
      memories: [{ bears: { certainty: 'high', reason: 'holds 3 of 3 terms' } }],
    });
    const all = await recall('Who runs the payments team?');
    expect(found.left_out).toBe(all.count - 1);
  });

  it('says that what it returns is weak', async () => {
    expect(await recall('Who in the payments team sings in the choir?', { cut: 'auto' })).toMatchObject({
      verdict: 'weak',
      memories: [{ content: MARIA, bears: { certainty: 'low' } }],
    });
  });

  it('returns nothing where nothing bears on the query, or gives the name in it', async () => {
    for (const query of ['How tall is Kim?', 'Does Ben Holt run the payments team?']) {
      const found = await recall(query, { cut: 'auto' });
      expect(found).toMatchObject({ memories: [], count: 0, verdict: 'nothing' });
    }
    expect((await recall('Does Ben Holt run the payments team?')).count).toBeGreaterThan(0);
  });

  it('finds what answers a question in a long message about other things', async () => {
    const story =
      'I spent the whole morning on the new screens with two designers, and the importer is still far too slow.';
    const query = `${story} Who runs the payments team? I will write to them after lunch, if the train is on time.`;
    const found = await recall(query, { cut: 'auto' });
    expect(contentsOf(found)).toEqual([MARIA]);
    expect(found).toMatchObject({ query, verdict: 'found' });
    const silent = await recall(`${story} How tall is Kim?`, { cut: 'auto' });
    expect(silent).toMatchObject({ count: 0, verdict: 'nothing' });
    const { body } = await session.call('post', 'answer').send({ question: query }).expect(200);
    expect(body).toMatchObject({ sources: [{ title: MARIA }], certainty: 'high' });
  });

  it('decides alike whatever the limit is', async () => {
    const wide = await recall('Which team is on which day?', { cut: 'auto' });
    const narrow = await recall('Which team is on which day?', { cut: 'auto', limit: 1 });
    expect(narrow.verdict).toBe(wide.verdict);
    expect(contentsOf(narrow)).toEqual(contentsOf(wide).slice(0, 1));
  });

  it('keeps the form of an answer without it', async () => {
    for (const fields of [{}, { cut: 'none' }, { cut: null }]) {
      const found = await recall('Who runs the payments team?', fields);
      expect(found).not.toHaveProperty('verdict');
      expect(found).not.toHaveProperty('left_out');
      expect(found.memories[0]).not.toHaveProperty('bears');
    }
  });

  it('counts what does not fit and what does not bear on the query together', async () => {
    const all = await recall('Who runs the payments team?');
    const found = await recall('Who runs the payments team?', { cut: 'auto', max_tokens: 1 });
    expect(found).toMatchObject({ count: 0, left_out: all.count, truncated: true, verdict: 'found' });
    const fitting = await recall('Who runs the payments team?', { cut: 'auto', max_tokens: 1_000 });
    expect(fitting).toMatchObject({ count: 1, left_out: all.count - 1, truncated: false });
  });

  it('explains which memories do not bear on the query', async () => {
    const query = 'Who runs the payments team on Thursdays?';
    const ids = (await recall(query)).memories.map(({ id }) => id);
    const found = await recall(query, { cut: 'auto', explain_ids: ids });
    const reasons = found.explained?.map(({ reason }) => reason) ?? [];
    expect(reasons).toEqual(['returned', ...ids.slice(1).map(() => 'not_bearing')]);
    expect(found.left_out).toBe(ids.length - 1);
    expect(found.left_out).toBeGreaterThan(0);
  });

  it('goes with diversity', async () => {
    const found = await recall('Who runs the payments team?', { cut: 'auto', diversity: 0.5 });
    expect(contentsOf(found)).toEqual([MARIA]);
  });

  it('refuses other cuts', async () => {
    await session.call('post', 'recall').send({ query: 'tea', cut: 'all' }).expect(422);
  });
});

describe('recall with a cut, where only what was replaced bears on the query', () => {
  const QUERY = 'Where does the nightly build run?';
  const ask = (fields: object = {}) => recall(QUERY, { cut: 'auto', ...fields });

  beforeAll(async () => {
    session = await newSession(app, uniqueId());
    const keep = (fields: object) => remember(session, fields);
    const first = await keep({ content: 'The nightly build runs on Jenkins.', tags: ['ci'] });
    const second = await keep({ content: 'We moved it to Buildkite.', tags: ['ci'], supersedes: [first] });
    await keep({ content: 'GitHub Actions does that now.', tags: ['ci'], supersedes: [second] });
    await keep({ content: 'The canteen serves soup.' });
  });

  it('returns what holds in its place, and says why', async () => {
    const found = await ask();
    expect(contentsOf(found)).toEqual(['GitHub Actions does that now.']);
    expect(found).toMatchObject({
      verdict: 'found',
      memories: [{ current: true, bears: { certainty: 'high', reason: 'replaces a memory that does' } }],
    });
    expect(found.left_out).toBeGreaterThanOrEqual(0);
    expect(contentsOf(await ask({ tags: ['ci'] }))).toEqual(['GitHub Actions does that now.']);
  });

  it('returns nothing that the filters leave out, and nothing where history is asked for', async () => {
    expect(await ask({ tags: ['other'] })).toMatchObject({ count: 0, verdict: 'nothing' });
    expect(await ask({ status: 'expired' })).toMatchObject({ count: 0, verdict: 'nothing' });
    expect(contentsOf(await ask({ include: 'superseded' }))).toEqual(['The nightly build runs on Jenkins.']);
    expect(await recall('Who sings in the choir?', { cut: 'auto' })).toMatchObject({ verdict: 'nothing' });
  });

  it('returns nothing where what came in its place holds no longer', async () => {
    const [{ id } = { id: '' }] = (await ask()).memories;
    await session.call('patch', `memories/${id}`).send({ valid_to: '2020-01-01' }).expect(200);
    expect(await ask()).toMatchObject({ count: 0, verdict: 'nothing' });
  });
});

describe('recall, where an open link names another memory', () => {
  it('returns the newer value before the memory that bears, until the link is rejected', async () => {
    session = await newSession(app, uniqueId());
    const old = await remember(session, { content: 'Maria Lopez works as a nurse at the city hospital.' });
    app.clock.advance({ minutes: 1 });
    const content = 'Maria Lopez now works as a teacher at the city school.';
    const { body } = await session.call('post', 'remember').send({ content, detect: 'now' }).expect(200);
    const query = 'Who is a nurse at the hospital?';
    const ask = (fields: object = {}) => recall(query, { cut: 'auto', ...fields });
    const found = await ask();
    expect(found).toMatchObject({ verdict: 'found', count: 2, left_out: 0 });
    expect(found.memories.map(({ id, bears }) => [id, bears?.reason])).toEqual([
      [body.memory_id, 'may replace a memory that does'],
      [old, 'holds 2 of 2 terms'],
    ]);
    const plain = await recall(query);
    expect(plain.memories.map(({ id, bears }) => [id, bears])).toEqual([
      [body.memory_id, undefined],
      [old, undefined],
    ]);
    expect((await recall(query, { limit: 1 })).memories.map(({ id }) => id)).toEqual([body.memory_id]);
    expect((await ask({ created_before: '2000-01-01' })).count).toBe(0);
    await session.call('post', `memories/${old}/expire`).expect(200);
    expect((await ask({ status: 'expired' })).memories.map(({ id }) => id)).toEqual([old]);
    await session.call('post', `memories/${old}/restore`).expect(200);
    await session.call('post', `links/${body.links[0].link_id}/reject`).expect(200);
    for (const each of [await ask(), await recall(query)])
      expect(each.memories.map(({ id }) => id)).toEqual([old]);
  });

  it('follows links from each newer value to the next one, in an answer too', async () => {
    session = await newSession(app, uniqueId());
    const values = ['Dana lives in Porto.', 'Dana moved to Lisbon.', 'Dana has left Lisbon for Berlin.'];
    for (const content of values) {
      app.clock.advance({ minutes: 1 });
      await session.call('post', 'remember').send({ content, detect: 'now' }).expect(200);
    }
    const query = 'Where does Dana live?';
    for (const cut of ['auto', 'none'])
      expect(contentsOf(await recall(query, { cut }))).toEqual(values.toReversed());
    const { body } = await session.call('post', 'answer').send({ question: query }).expect(200);
    const shown = (body as { sources: { title: string }[] }).sources.map(({ title }) => title);
    expect([shown, body.certainty]).toEqual([values.toReversed(), 'high']);
  });
});

describe('a question by a relation', () => {
  const BIRTHDAY = "December 2 is Noor's birthday.";

  beforeAll(async () => {
    session = await newSession(app, uniqueId());
    for (const content of ['My wife Noor runs a flower shop.', BIRTHDAY, 'My birthday is August 30.'])
      await remember(session, { content });
  });

  it.each([{}, { cut: 'auto' }])('is asked by its name too, with %j', async (fields) => {
    const found = await recall("When is my wife's birthday?", fields);
    expect(contentsOf(found)[0]).toBe(BIRTHDAY);
  });

  it('is answered from what gives the name', async () => {
    const { body } = await session.call('post', 'answer').send({ question: "When is my wife's birthday?" });
    expect(body).toMatchObject({ certainty: 'high', answer: expect.stringContaining(BIRTHDAY) as string });
    expect((body as { answer: string }).answer).not.toContain('August 30');
  });
});
