import request from 'supertest';
import { newSession, remember, type TestSession } from './support/agents';
import { consoleCookie } from './support/console';
import { eventually } from './support/eventually';
import { createKey } from './support/keys';
import { useTestApp } from './support/test-app';

interface Body {
  first: string | null;
  last: string | null;
  since: string;
  until: string;
  groups: { name: string; count: number; counts: number[] | null; memories: { id: string }[] | null }[];
}

const app = useTestApp({ alone: true });
let session: TestSession;

beforeAll(async () => {
  session = await newSession(app, 'counted');
  await remember(session, { content: 'Invoices go out on Monday.', tags: ['invoice'], source: 'crm' });
  await remember(session, { content: 'The user wants a dark theme.', type: 'preference' });
  await newSession(app, 'empty');
  const other = await newSession(app, 'rival');
  await remember(other, { content: 'A secret of somebody else.', tags: ['secret'] });
});

const counts = async (query: string, headers = {}) =>
  (await request(app.url).get(`/api/ui/counts?${query}`).set(headers).expect(200)).body as Body;
const numbers = ({ groups }: Body) => groups.map(({ name, count }) => [name, count]);

describe('numbers of memories and recalls', () => {
  it('are those of an agent by type and part of its time', async () => {
    const body = await counts('by=type&agent_id=counted&buckets=3');
    expect(numbers(body)).toEqual([
      ['fact', 1],
      ['preference', 1],
    ]);
    expect(body.since).toBe(body.first);
    for (const { counts: parts, memories } of body.groups) {
      expect([parts?.length, memories]).toEqual([3, null]);
      expect(parts?.reduce((sum, each) => sum + each, 0)).toBe(1);
    }
    const before = await counts('by=type&agent_id=counted&until=2001-01-01');
    expect(before.groups).toEqual([]);
  });

  it('are none of an agent without memories', async () => {
    expect(await counts('by=type&agent_id=empty')).toMatchObject({ first: null, last: null, groups: [] });
    const changes = await counts('by=change&agent_id=empty&since=2001-01-01');
    expect(numbers(changes).map(([, count]) => count)).toEqual([0, 0, 0, 0]);
  });

  it('are those of all agents together, and of each', async () => {
    expect(numbers(await counts('by=agent'))).toEqual([
      ['counted', 2],
      ['rival', 1],
    ]);
    expect(numbers(await counts('by=tag&part=E'))).toEqual([
      ['invoice', 1],
      ['secret', 1],
    ]);
    expect(numbers(await counts('by=source&agent_id=counted&part=cr'))).toEqual([['crm', 1]]);
    // Changes are those of one agent.
    expect((await counts('by=change')).groups).toEqual([]);
  });

  it('say what became of the memories of an agent since a moment', async () => {
    app.clock.advance({ ms: 60_000 });
    const since = app.clock.now().toISOString();
    app.clock.advance({ ms: 60_000 });
    const old = await remember(session, { content: 'The office is in Berlin.' });
    const { groups } = await counts(`by=change&agent_id=counted&since=${since}`);
    expect(groups.map(({ name, count, memories }) => [name, count, memories?.map(({ id }) => id)])).toEqual([
      ['learned', 1, [old]],
      ['changed', 0, []],
      ['superseded', 0, []],
      ['forgotten', 0, []],
    ]);
  });

  it('are those of recalls by client and by certainty', async () => {
    const ask = (query: string) =>
      session
        .call('post', 'recall')
        .set('X-Client-Name', 'my-editor')
        .send({ query, cut: 'auto' })
        .expect(200);
    await ask('Which theme does the user want?');
    await ask('What is the name of the cat?');
    const asked = () => counts('by=certainty&agent_id=counted&since=2001-01-01');
    const body = await eventually(asked, ({ groups }) => groups.length === 2);
    expect(numbers(body)).toEqual([
      ['certain', 1],
      ['nothing', 1],
    ]);
    expect(numbers(await counts('by=client&since=2001-01-01'))).toEqual([['my-editor', 2]]);
    expect(numbers(await counts('by=client&agent_id=rival&since=2001-01-01'))).toEqual([]);
  });

  it('are those of the agents of a login only', async () => {
    const { key } = await createKey(app, { name: 'own', access: 'read', agents: ['counted', 'e*'] });
    const cookie = await consoleCookie(app, key);
    const headers = { Cookie: cookie, Origin: app.url, 'X-Forwarded-For': '203.0.113.9' };
    expect(numbers(await counts('by=agent', headers)).map(([name]) => name)).toEqual(['counted']);
    expect(numbers(await counts('by=tag', headers))).toEqual([['invoice', 1]]);
    expect(numbers(await counts('by=client&since=2001-01-01', headers))).toEqual([['my-editor', 2]]);
    await request(app.url).get('/api/ui/counts?by=type&agent_id=rival').set(headers).expect(403);
  });

  it.each([
    ['nothing to count by', 'by=colour', 422],
    ['too many parts', 'by=type&buckets=401', 422],
    ['no part', 'by=type&buckets=0', 422],
    ['no time', 'by=type&since=soon', 422],
    ['an unknown agent', 'by=type&agent_id=nobody', 404],
  ])('refuse %s', async (_, query, status) => {
    await request(app.url).get(`/api/ui/counts?${query}`).expect(status);
  });
});
