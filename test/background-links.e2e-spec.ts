import request from 'supertest';
import { LinkFinder } from '../src/links/link-finder.service';
import { newSession, remember, type TestSession } from './support/agents';
import { eventually } from './support/eventually';
import { itEmbedded } from './support/kind-of-run';
import { inEach } from './support/replica-providers';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';
import { exported, NDJSON } from './support/transfers';

const app = useTestApp({ finding: true });
let session: TestSession;

beforeEach(async () => {
  app.clock.set(new Date('2026-05-01T12:00:00Z'));
  session = await newSession(app, uniqueId());
});

interface Link {
  link_id: string;
  older_id: string;
  newer_id: string;
  state: string;
  found_by: string;
  changed_by: string;
}

const OLD = 'Maria Lopez works as a nurse at the city hospital.';
const NEW = 'Maria Lopez now works as a teacher at the city school.';
/** Says nothing about the others. */
const MARK = [
  'Tom Reed works as a cook at the old mill.',
  'Tom Reed now works as a guide at the old mine.',
] as const;

const links = async (of: TestSession, query = ''): Promise<Link[]> =>
  ((await of.call('get', `links${query}`).expect(200)).body as { links: Link[] }).links;
const WITHIN_MS = 20_000;
/** Links of a memory, once there are some. */
const linksOf = (id: string): Promise<Link[]> =>
  eventually(
    () => links(session, `?memory_id=${id}`),
    (found) => found.length > 0,
    WITHIN_MS,
  );
const set = (supersession: string) =>
  request(app.url).patch(`/api/v2/agents/${session.agentId}`).send({ supersession });
const later = (): void => app.clock.advance({ minutes: 1 });

/** Stores two memories, of which the second one may replace the first. */
async function store(older = OLD, newer = NEW): Promise<{ older: string; newer: string }> {
  const first = await remember(session, { content: older });
  later();
  return { older: first, newer: await remember(session, { content: newer }) };
}

/** Waits until another pair that was stored later was found: all before it has been judged. */
async function settle(): Promise<void> {
  const { newer } = await store(...MARK);
  await linksOf(newer);
}

/** Whatever the weights of the judge say. */
function makeCertain(): void {
  for (const finder of inEach(app, LinkFinder)) {
    const judge = finder.judgePairs.bind(finder);
    jest
      .spyOn(finder, 'judgePairs')
      .mockImplementation(async (...given) =>
        (await judge(...given)).map((pair) => ({ ...pair, isCertain: true })),
      );
  }
}

describe('links that are found in the background', () => {
  it('are open after a plain remember, once for each pair', async () => {
    const { older, newer } = await store();
    expect(await linksOf(newer)).toMatchObject([
      {
        kind: 'update',
        state: 'open',
        found_by: 'judge',
        changed_by: 'judge',
        newer_id: newer,
        older_id: older,
      },
    ]);
    await settle();
    expect(await links(session, `?memory_id=${newer}`)).toHaveLength(1);
    const { body } = await session.call('get', `memories/${older}`).expect(200);
    expect(body).toMatchObject({ current: true, superseded_by: null });
  });

  it('are found within two seconds on an idle service', async () => {
    const start = performance.now();
    await linksOf((await store()).newer);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('are found among the rows of one batch', async () => {
    const memories = [{ content: OLD }, { content: NEW }];
    const { body } = await session.call('post', 'batch-remember').send({ memories }).expect(200);
    const ids = (body as { results: { id: string }[] }).results.map(({ id }) => id);
    const [link] = await linksOf(ids[1]!);
    expect([link?.newer_id, link?.older_id].sort()).toEqual([...ids].sort());
  });

  it('say the same as those of detect, which are not made twice', async () => {
    await remember(session, { content: OLD });
    later();
    const { body } = await session.call('post', 'remember').send({ content: NEW, detect: 'now' }).expect(200);
    await settle();
    const found = await links(session, `?memory_id=${(body as { memory_id: string }).memory_id}`);
    expect(found).toHaveLength(1);
  });

  it('are found again after an edit, and go with what was edited away', async () => {
    const { newer } = await store();
    await linksOf(newer);
    later();
    await session
      .call('patch', `memories/${newer}`)
      .send({ content: 'The build takes ten minutes.' })
      .expect(200);
    await eventually(
      () => links(session, `?memory_id=${newer}`),
      (found) => found.length === 0,
    );
    later();
    await session.call('patch', `memories/${newer}`).send({ content: NEW }).expect(200);
    await linksOf(newer);
  });

  it('are not found again after a rejection', async () => {
    const { newer } = await store();
    const [link] = await linksOf(newer);
    later();
    await session.call('post', `links/${link?.link_id}/reject`).expect(200);
    await session.call('patch', `memories/${newer}`).send({ confidence: 0.4 }).expect(200);
    await settle();
    expect(await links(session, `?memory_id=${newer}`)).toMatchObject([{ state: 'rejected' }]);
  });
});

describe('the setting supersession', () => {
  it('is link by default, is shown, and can be chosen with the agent', async () => {
    const agent = await request(app.url).get(`/api/v2/agents/${session.agentId}`).expect(200);
    expect(agent.body).toMatchObject({ supersession: 'link' });
    const body = { agent_id: uniqueId(), supersession: 'auto' };
    const created = await request(app.url).post('/api/v2/agents').send(body).expect(201);
    expect(created.body).toMatchObject({ supersession: 'auto' });
    expect((await set('off').expect(200)).body).toMatchObject({ supersession: 'off' });
  });

  it('refuses other values and unknown agents', async () => {
    await set('always').expect(422);
    await request(app.url).patch('/api/v2/agents/nobody').send({ supersession: 'off' }).expect(404);
  });

  it('off finds nothing, also not afterwards, and detect answers', async () => {
    await set('off').expect(200);
    const { newer } = await store();
    later();
    const content = 'Maria Lopez now works as a doctor at the city hospital.';
    const { body } = await session.call('post', 'remember').send({ content, detect: 'now' }).expect(200);
    expect((body as { links: unknown[] | null }).links).not.toEqual([]);
    await set('link').expect(200);
    await settle();
    const found = await links(session, `?memory_id=${newer}`);
    expect(found.filter(({ newer_id }) => newer_id === newer)).toEqual([]);
  });

  it('auto applies what is certain, which undo takes back', async () => {
    await set('auto').expect(200);
    makeCertain();
    const { older, newer } = await store();
    const applied = await eventually(
      () => links(session, `?memory_id=${newer}`),
      (found) => found.some(({ state }) => state === 'applied'),
      WITHIN_MS,
    );
    expect(applied).toMatchObject([
      { found_by: 'judge', changed_by: 'judge', newer_id: newer, older_id: older },
    ]);
    const closed = await session.call('get', `memories/${older}`).expect(200);
    expect(closed.body).toMatchObject({ superseded_by: newer, current: false });
    const undone = await session.call('post', 'links/undo').send({ found_by: 'judge' }).expect(200);
    expect(undone.body).toMatchObject({ rejected: [applied[0]?.link_id] });
    const back = await session.call('get', `memories/${older}`).expect(200);
    expect(back.body).toMatchObject({ superseded_by: null, current: true });
  });
});

itEmbedded('an import keeps its links, and what is new in it is compared', async () => {
  const { newer } = await store();
  const [link] = await linksOf(newer);
  later();
  await session.call('post', `links/${link?.link_id}/reject`).expect(200);
  const text = await exported(app, session.agentId);
  await request(app.url).delete(`/api/v2/agents/${session.agentId}?delete-backup-too=true`).expect(200);
  const lines = text.split('\n').filter((line) => !line.includes('"kind":"link"'));
  await request(app.url).post('/api/v2/import').set('Content-Type', NDJSON).send(lines.join('\n'));
  const { body } = await request(app.url).post(`/api/v2/agents/${session.agentId}/activate`).expect(200);
  const token = (body as { session_token: string }).session_token;
  const listed = () =>
    request(app.url).get(`/api/v2/agents/${session.agentId}/links`).set('X-Session-Token', token);
  const found = async () => ((await listed().expect(200)).body as { links: Link[] }).links;
  expect(await eventually(found, (all) => all.length > 0)).toMatchObject([{ state: 'open' }]);
  await request(app.url).post('/api/v2/import').set('Content-Type', NDJSON).send(text).expect(200);
  expect(await found()).toMatchObject([{ state: 'rejected', link_id: link?.link_id }]);
});
