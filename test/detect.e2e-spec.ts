import { LinkFinder } from '../src/links/link-finder.service';
import { newSession, remember, type TestSession } from './support/agents';
import { uniqueId } from './support/sessions';
import { inEach, waitLongForLinks } from './support/replica-providers';
import { useTestApp } from './support/test-app';

const app = useTestApp();
let session: TestSession;

beforeEach(async () => {
  waitLongForLinks(app);
  app.clock.set(new Date('2026-05-01T12:00:00Z'));
  session = await newSession(app, uniqueId());
});

interface Link {
  link_id: string;
  older_id: string;
  newer_id: string;
  older_content: string;
}

/** Stores a memory a minute later; its id, and its links. */
async function detect(content: string, fields: object = {}): Promise<{ id: string; links: Link[] }> {
  app.clock.advance({ minutes: 1 });
  const { body } = await session
    .call('post', 'remember')
    .send({ content, detect: 'now', ...fields })
    .expect(200);
  return { id: body.memory_id, links: body.links };
}

const OLD = 'Maria Lopez works as a nurse at the city hospital.';
const NEW = 'Maria Lopez now works as a teacher at the city school.';

describe('remember with detect', () => {
  it('answers with what the new memory may replace, and closes nothing', async () => {
    const old = await remember(session, { content: OLD });
    await remember(session, { content: 'Ben Holt works as a nurse at the city hospital.' });
    const { id, links } = await detect(NEW);
    expect(links).toMatchObject([
      { kind: 'update', state: 'open', found_by: 'judge', newer_id: id, older_id: old, older_content: OLD },
    ]);
    const { body } = await session.call('get', `memories/${old}`).expect(200);
    expect(body).toMatchObject({ current: true, superseded_by: null });
    const listed = await session.call('get', 'links?state=open').expect(200);
    expect(listed.body.links).toHaveLength(1);
  });

  it('finds no pair again that was rejected, and none that is closed', async () => {
    await remember(session, { content: OLD });
    const { id, links } = await detect(NEW);
    await session.call('post', `links/${links[0]?.link_id}/reject`).expect(200);
    // What says the same again would replace that one.
    await session.call('delete', `memories/${id}`).expect(200);
    const again = await detect(`${NEW} `);
    expect(again.links.map(({ older_id }) => older_id)).toContain(links[0]?.older_id);
    await session.call('post', `links/${again.links[0]?.link_id}/apply`).expect(200);
    const third = await detect('Maria Lopez now works as a doctor at the city school.');
    expect(third.links.map(({ older_id }) => older_id)).not.toContain(again.links[0]?.older_id);
  });

  it('names links of the new memory alone', async () => {
    await remember(session, { content: OLD });
    await detect(NEW);
    const { id, links } = await detect('Maria Lopez now works as a doctor at the city hospital.');
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(({ newer_id, older_id }) => newer_id !== id && older_id !== id)).toEqual([]);
  });

  it.each([
    ['another person', 'Anna is a product manager.', 'Ben is a product manager.'],
    ['another attribute', 'The hobby of Maria Lopez is chess.', 'Maria Lopez moved to Meta.'],
    ['something else', 'The release is planned for Friday.', 'The user prefers dark mode.'],
  ])('finds nothing in %s', async (_, older, newer) => {
    await remember(session, { content: older });
    expect((await detect(newer)).links).toEqual([]);
  });

  it('leaves memories of one key and of one thread alone', async () => {
    await remember(session, { content: OLD, key: 'maria.job' });
    expect((await detect(NEW, { key: 'maria.job' })).links).toEqual([]);
    const [thread, other] = ['chat-1', 'chat-2'];
    await remember(session, { content: 'Our office is in Bonn.', thread });
    expect((await detect('Our office is in Kiel now.', { thread })).links).toEqual([]);
    expect((await detect('Our office is in Ulm now.', { thread: other })).links).not.toBeNull();
  });

  it('stores the memory and says that there was no time, when it takes too long', async () => {
    for (const finder of inEach(app, LinkFinder)) finder.timeoutMs = 0;
    await remember(session, { content: OLD });
    const { id, links } = await detect(NEW);
    expect(links).toBeNull();
    await session.call('get', `memories/${id}`).expect(200);
  });

  it('answers as usual without it, and refuses other values', async () => {
    const { body } = await session.call('post', 'remember').send({ content: OLD }).expect(200);
    expect(body).not.toHaveProperty('links');
    await session.call('post', 'remember').send({ content: OLD, detect: 'later' }).expect(422);
  });
});
