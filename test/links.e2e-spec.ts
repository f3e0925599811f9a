import { newSession, remember as rememberIn, type TestSession } from './support/agents';
import { waitLongForLinks } from './support/replica-providers';
import { useTestApp } from './support/test-app';

const START = '2026-05-01T12:00:00.000Z';
const MINUTE_MS = 60_000;

const app = useTestApp();
beforeAll(() => waitLongForLinks(app));
let session: TestSession;
let agents = 0;

beforeEach(async () => {
  app.clock.set(new Date(START));
  session = await newSession(app, `linked-${agents++}`);
});

const later = (minutes: number): void => app.clock.set(new Date(Date.parse(START) + minutes * MINUTE_MS));
const remember = (fields: object): Promise<string> => rememberIn(session, fields);

interface Link {
  link_id: string;
  [field: string]: unknown;
}

async function links(query = ''): Promise<Link[]> {
  const { body } = await session.call('get', `links${query}`).expect(200);
  return body.links;
}

async function get(id: string): Promise<Record<string, unknown>> {
  const { body } = await session.call('get', `memories/${id}`).expect(200);
  return body as Record<string, unknown>;
}

const change = async (id: string, action: string): Promise<Link> =>
  (await session.call('post', `links/${id}/${action}`).expect(200)).body;

/** Two memories of which the second one replaces the first. */
async function replaced(fields: object = {}): Promise<{ older: string; newer: string; link: Link }> {
  const older = await remember({ content: 'We deploy on Fridays', ...fields });
  later(1);
  const newer = await remember({ content: 'We deploy on Mondays', supersedes: [older] });
  const [link] = await links(`?memory_id=${newer}`);
  if (!link) throw new Error('No link');
  return { older, newer, link };
}

describe('the link that a client makes', () => {
  it('names both memories, and is applied', async () => {
    const { older, newer, link } = await replaced();
    expect(link).toMatchObject({
      kind: 'update',
      state: 'applied',
      certainty: 1,
      found_by: 'client',
      newer_id: newer,
      older_id: older,
      newer_content: 'We deploy on Mondays',
      older_content: 'We deploy on Fridays',
      changed_by: session.agentId,
    });
    expect(await get(older)).toMatchObject({ superseded_by: newer, current: false });
  });

  it('comes from batch rows, edits and superseded_by too, one for each pair', async () => {
    const [a, b, c] = [
      await remember({ content: 'A' }),
      await remember({ content: 'B' }),
      await remember({ content: 'C' }),
    ];
    await session
      .call('post', 'batch-remember')
      .send({ memories: [{ content: 'D', supersedes: [a, a.toUpperCase()] }] })
      .expect(200);
    await session
      .call('patch', `memories/${c}`)
      .send({ supersedes: [b] })
      .expect(200);
    const d = await remember({ content: 'E' });
    await session.call('patch', `memories/${c}`).send({ superseded_by: d }).expect(200);
    const found = await links();
    expect(found.map(({ older_id }) => older_id).sort()).toEqual([a, b, c].sort());
    expect(found.map(({ state }) => state)).toEqual(['applied', 'applied', 'applied']);
  });

  it('turns round when the client says the opposite later', async () => {
    const { older, newer, link } = await replaced();
    await session
      .call('patch', `memories/${older}`)
      .send({ supersedes: [newer] })
      .expect(200);
    expect(await get(older)).toMatchObject({ superseded_by: null, valid_to: null, current: true });
    expect(await get(newer)).toMatchObject({ superseded_by: older, current: false });
    expect(await links()).toEqual([expect.objectContaining({ link_id: link.link_id, newer_id: older })]);
  });
});

describe('rejecting an applied link', () => {
  it('makes the older memory current again, and the history shows both changes', async () => {
    const { older, link } = await replaced();
    expect(await change(link.link_id, 'reject')).toMatchObject({ state: 'rejected' });
    expect(await get(older)).toMatchObject({ superseded_by: null, valid_to: null, current: true });
    const { body } = await session.call('get', `memories/${older}/history`).expect(200);
    const entries = body.entries as { event: string }[];
    expect(entries.map(({ event }) => event)).toEqual(['edited', 'edited', 'created']);
  });

  it('gives back the end that the older memory had', async () => {
    const end = '2026-12-01T00:00:00.000Z';
    const { older, link } = await replaced({ valid_to: end });
    expect((await get(older)).valid_to).toBe('2026-05-01T12:01:00.000Z');
    await change(link.link_id, 'reject');
    expect(await get(older)).toMatchObject({ valid_to: end, current: true });
  });

  it('gives back what replaced it before', async () => {
    const { older, newer } = await replaced();
    later(2);
    const third = await remember({ content: 'We deploy daily', supersedes: [older] });
    const [link] = await links(`?memory_id=${third}`);
    await change(link?.link_id ?? '', 'reject');
    expect(await get(older)).toMatchObject({ superseded_by: newer, current: false });
  });

  it('leaves an end that was changed since', async () => {
    const { older, link } = await replaced();
    await session.call('patch', `memories/${older}`).send({ valid_to: '2026-06-01' }).expect(200);
    await change(link.link_id, 'reject');
    expect(await get(older)).toMatchObject({ superseded_by: null, valid_to: '2026-06-01T00:00:00.000Z' });
  });

  it('changes nothing the second time, and applies again', async () => {
    const { older, newer, link } = await replaced();
    await change(link.link_id, 'reject');
    const before = await get(older);
    await change(link.link_id, 'reject');
    expect(await get(older)).toEqual(before);
    expect(await change(link.link_id, 'apply')).toMatchObject({ state: 'applied' });
    expect(await get(older)).toMatchObject({ superseded_by: newer, current: false });
  });

  it('happens once when many ask at a time', async () => {
    const { older, link } = await replaced();
    await Promise.all(Array.from({ length: 8 }, () => change(link.link_id, 'reject')));
    const { body } = await session.call('get', `memories/${older}/history`).expect(200);
    expect(body.entries).toHaveLength(3);
  });
});

describe('links of memories that go', () => {
  it('go with the older one', async () => {
    const { older } = await replaced();
    await session.call('delete', `memories/${older}`).expect(200);
    expect(await links()).toEqual([]);
  });

  it('stay with the newer one, so that they can be rejected', async () => {
    const { older, newer, link } = await replaced();
    await session.call('delete', `memories/${newer}`).expect(200);
    expect(await get(older)).toMatchObject({ superseded_by: newer, current: false });
    expect(await change(link.link_id, 'reject')).toMatchObject({ newer_content: null });
    expect(await get(older)).toMatchObject({ superseded_by: null, current: true });
  });

  it('cannot be applied without the newer one', async () => {
    const { newer, link } = await replaced();
    await change(link.link_id, 'reject');
    await session.call('delete', `memories/${newer}`).expect(200);
    await session.call('post', `links/${link.link_id}/apply`).expect(404);
  });
});

describe('a list of links', () => {
  it('has pages and filters', async () => {
    const olds: string[] = [];
    for (let minute = 1; minute <= 5; minute++) {
      const old = await remember({ content: `Plan ${minute}` });
      later(minute);
      await remember({ content: `Plan ${minute} is done`, supersedes: [old] });
      olds.push(old);
    }
    const first = (await session.call('get', 'links?limit=3').expect(200)).body;
    const second = (await session.call('get', `links?limit=3&cursor=${first.next_cursor}`).expect(200)).body;
    expect([...first.links, ...second.links].map(({ older_id }: Link) => older_id)).toEqual(olds.reverse());
    expect(second.next_cursor).toBeNull();
    expect(await links('?since=2026-05-01T12:02:00Z&until=2026-05-01T12:04:00Z')).toHaveLength(2);
    expect(await links('?state=open')).toEqual([]);
    expect(await links('?state=applied&kind=update&found_by=client')).toHaveLength(5);
    await session.call('get', 'links?cursor=x').expect(422);
    await session.call('get', 'links?state=closed').expect(422);
  });

  it('is of one agent only', async () => {
    const { link } = await replaced();
    const other = await newSession(app, `linked-${agents++}`);
    expect((await other.call('get', 'links').expect(200)).body.links).toEqual([]);
    await other.call('post', `links/${link.link_id}/reject`).expect(404);
  });
});

it('undoes the applied links of a span, and no others', async () => {
  const first = await replaced();
  later(10);
  const old = await remember({ content: 'The build uses Node 18' });
  await remember({ content: 'The build uses Node 20', supersedes: [old] });
  const { body } = await session
    .call('post', 'links/undo')
    .send({ since: '2026-05-01T12:10:00Z' })
    .expect(200);
  expect(body).toMatchObject({ rejected: [expect.any(String)], has_more: false });
  expect(await get(old)).toMatchObject({ current: true });
  expect(await get(first.older)).toMatchObject({ current: false });
});

it('clears fields of a memory that an edit names', async () => {
  const id = await remember({
    content: 'The lease',
    valid_from: '2026-01-01',
    valid_to: '2026-06-01',
    key: 'lease',
  });
  const { body } = await session
    .call('patch', `memories/${id}`)
    .send({ clear: ['valid_to', 'key'] })
    .expect(200);
  expect(body.updated_fields).toEqual(['valid_to', 'key']);
  expect(await get(id)).toMatchObject({ valid_from: '2026-01-01T00:00:00.000Z', valid_to: null, key: null });
  await session
    .call('patch', `memories/${id}`)
    .send({ clear: ['title'] })
    .expect(422);
  await session
    .call('patch', `memories/${id}`)
    .send({ clear: ['key'], key: 'x' })
    .expect(422);
});

describe('the order of a recall', () => {
  const OLD = 'Maria Lopez works as a nurse at the city hospital.';
  const NEW = 'Maria Lopez now works as a teacher at the city school.';
  const recalled = async (fields: object = {}): Promise<string[]> => {
    const query = 'Who is a nurse at the city hospital?';
    const { body } = await session
      .call('post', 'recall')
      .send({ query, ...fields })
      .expect(200);
    return (body.memories as { id: string }[]).map(({ id }) => id);
  };

  it('has the newer memory of an open update first, until the link is rejected', async () => {
    const older = await remember({ content: OLD });
    later(1);
    const newer = await remember({ content: NEW });
    expect(await recalled()).toEqual([older, newer]);
    await session.call('delete', `memories/${newer}`).expect(200);
    const linked = await remember({ content: NEW, detect: 'now' });
    const [link] = await links();
    expect(link).toMatchObject({ kind: 'update', state: 'open', newer_id: linked, older_id: older });
    expect(await recalled()).toEqual([linked, older]);
    expect(await recalled({ limit: 1 })).toEqual([linked]);
    await change(link?.link_id ?? '', 'reject');
    expect(await recalled()).toEqual([older, linked]);
  });
});
