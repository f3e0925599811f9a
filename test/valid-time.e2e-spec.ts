import { newSession, remember as rememberIn } from './support/agents';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';
import { idsOf, later, type Shown, useTimedAgent } from './support/timed-agent';

const UNKNOWN = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';

const app = useTestApp();
const { call, get, recalled, refused, remember } = useTimedAgent(app, 'timed');

const supersede = (content: string, ids: readonly string[], fields: object = {}) =>
  remember({ content, supersedes: ids, ...fields });

describe('the time of a memory', () => {
  it('is stored, trimmed and shown', async () => {
    const id = await remember({
      content: 'We deploy to k8s',
      valid_from: '2026-04-01',
      valid_to: '2027-01-01T00:00:00+02:00',
      names: [' kube ', 'kube', 'k8s'],
      key: 'deploy.target',
      past: false,
    });
    expect(await get(id)).toMatchObject({
      valid_from: '2026-04-01T00:00:00.000Z',
      valid_to: '2026-12-31T22:00:00.000Z',
      names: ['kube', 'k8s'],
      key: 'deploy.target',
      past: false,
      superseded_by: null,
      current: true,
    });
  });

  it.each([
    ['valid_from', 'tomorrow'],
    ['valid_from', '0001-01-01'],
    ['valid_to', '2026-13-01'],
    ['names', ['']],
    ['names', ['x'.repeat(65)]],
    ['names', Array.from({ length: 21 }, (_, n) => `n${n}`)],
    ['key', ''],
    ['key', 'x'.repeat(201)],
    ['past', 'yes'],
    ['supersedes', Array.from({ length: 21 }, () => UNKNOWN)],
  ])('refuses a wrong %s: %j', async (field, value) => {
    const problem = await refused('remember', { content: 'x', [field]: value });
    expect(problem.loc.slice(0, 2)).toEqual(['body', field]);
  });

  it.each(['2026-05-01', '2026-04-30'])(
    'refuses an end of %s, which is not after the start',
    async (valid_to) => {
      const row = { content: 'x', valid_from: '2026-05-01', valid_to };
      expect((await refused('remember', row)).loc).toEqual(['body', 'valid_to']);
      const batch = await refused('batch-remember', { memories: [{ content: 'y' }, row] });
      expect(batch.loc).toEqual(['body', 'memories', 1, 'valid_to']);
    },
  );

  it('is checked together with what an edit or an upsert leaves alone', async () => {
    const id = await remember({ content: 'x', source_ref: 'r', valid_from: '2026-05-01' });
    const end = { valid_to: '2026-04-01' };
    expect((await refused(`memories/${id}`, end, 'patch')).loc).toEqual(['body', 'valid_to']);
    await refused('remember', { content: 'x', source_ref: 'r', upsert: true, ...end });
    await call('patch', `memories/${id}`)
      .send({ valid_to: '2026-06-01', names: ['y'] })
      .expect(200);
    expect(await get(id)).toMatchObject({ valid_to: '2026-06-01T00:00:00.000Z', names: ['y'] });
  });
});

describe('recall', () => {
  it('finds what holds now, from the start of its time until just before its end', async () => {
    const id = await remember({ content: 'The fair is open', valid_from: later(1), valid_to: later(2) });
    const counts: number[] = [];
    for (const at of [0.99, 1, 1.99, 2]) {
      app.clock.set(later(at));
      counts.push((await recalled('fair')).length);
      expect((await get(id)).current).toBe(counts.at(-1) === 1);
    }
    expect(counts).toEqual([0, 1, 1, 0]);
    const asked = [later(0.99), later(1), later(1.99), later(2)].map((valid_at) =>
      recalled('fair', { valid_at }),
    );
    expect((await Promise.all(asked)).map(({ length }) => length)).toEqual([0, 1, 1, 0]);
  });

  it('leaves out what is past, and brings it with include', async () => {
    const id = await remember({ content: 'Used Mongo', past: true });
    expect(await recalled('Mongo')).toEqual([]);
    for (const include of ['superseded', ['superseded']]) {
      expect(await recalled('Mongo', { include })).toMatchObject([{ id, current: false, past: true }]);
    }
    expect((await refused('recall', { query: 'x', include: 'all' })).loc).toEqual(['body', 'include']);
    expect(await recalled('Mongo', { include: [] })).toEqual([]);
  });

  it('returns as many current memories as were asked for', async () => {
    const old = [];
    for (let n = 0; n < 12; n++) old.push(await remember({ content: `The build tool is number ${n}` }));
    for (let n = 0; n < 10; n++)
      await remember({ content: `The build tool of team ${n} in the long run is make` });
    await supersede('The build tool is make', old);
    const found = await recalled('the build tool is number', { limit: 10 });
    expect(found).toHaveLength(10);
    expect(found.every(({ current, superseded_by }) => current && superseded_by === null)).toBe(true);
  });
});

describe('remember with supersedes', () => {
  it('ends the older memories when the new one begins', async () => {
    const old = await remember({ content: 'We deploy on Fridays', valid_from: '2026-01-01' });
    const other = await remember({ content: 'Deploy day is Friday' });
    const id = await supersede('We deploy on Mondays', [old, other], { valid_from: '2026-04-01' });
    expect(await get(old)).toMatchObject({
      superseded_by: id,
      valid_to: '2026-04-01T00:00:00.000Z',
      current: false,
      status: 'active',
    });
    expect(idsOf(await recalled('deploy'))).toEqual([id]);
    const all = await recalled('deploy', { include: 'superseded' });
    expect(all.filter(({ superseded_by }) => superseded_by === id)).toHaveLength(2);
    expect(idsOf(await recalled('deploy', { valid_at: '2026-02-01' }))).toEqual([old]);
  });

  it('takes the creation of a memory without a start, and keeps an earlier end', async () => {
    const open = await remember({ content: 'Lives in Ulm' });
    const ended = await remember({
      content: 'Lived in Bonn',
      valid_from: '2020-01-01',
      valid_to: '2021-01-01',
    });
    app.clock.set(later(5));
    const id = await supersede('Lives in Kiel', [open, ended]);
    expect((await get(open)).valid_to).toBe((await get(id)).created_at);
    expect((await get(ended)).valid_to).toBe('2021-01-01T00:00:00.000Z');
  });

  it('keeps the older memories until a new one begins that is a plan', async () => {
    const old = await remember({ content: 'The office is in Bern' });
    const plan = await supersede('The office is in Chur', [old], { valid_from: later(180).toISOString() });
    expect(await get(old)).toMatchObject({ superseded_by: plan, current: true });
    for (const fields of [{}, { cut: 'auto' }, { valid_at: later(30).toISOString() }])
      expect(idsOf(await recalled('Where is the office?', fields))).toEqual([old]);
    const { body } = await call('post', 'answer').send({ question: 'Where is the office?' }).expect(200);
    expect(body.sources).toMatchObject([{ memory_id: old, current: true }]);
    const history = await recalled('Where is the office?', { include: 'superseded' });
    expect(history.map(({ id, current }) => [id, current])).toEqual([
      [old, true],
      [plan, false],
    ]);
    app.clock.set(later(180));
    expect(idsOf(await recalled('Where is the office?'))).toEqual([plan]);
    expect(await get(old)).toMatchObject({ superseded_by: plan, current: false });
  });

  it('is an edit in the history of the older memory, and was not yet so before', async () => {
    const old = await remember({ content: 'Lives in Ulm' });
    app.clock.set(later(5));
    const id = await supersede('Lives in Kiel', [old]);
    const { body } = await call('get', `memories/${old}/history`).expect(200);
    expect(body.entries).toMatchObject([{ event: 'edited' }, { event: 'created' }]);
    expect(body.entries[0].former).toMatchObject({ superseded_by: null, valid_to: null });
    const before = await call('post', 'recall/as-of')
      .send({ as_of: later(1) })
      .expect(200);
    expect(before.body.memories).toMatchObject([{ id: old, superseded_by: null, current: true }]);
    const after = await call('post', 'recall/as-of')
      .send({ as_of: later(6) })
      .expect(200);
    const shown = after.body.memories as Shown[];
    expect(shown.find((each) => each.id === old)).toMatchObject({ superseded_by: id, current: false });
  });

  it('stores nothing when one of the memories does not exist', async () => {
    const old = await remember({ content: 'Lives in Ulm' });
    const row = { content: 'Lives in Kiel', supersedes: [old, UNKNOWN] };
    const { body } = await call('post', 'remember').send(row).expect(404);
    expect(JSON.stringify(body)).toContain(UNKNOWN);
    await call('post', 'batch-remember')
      .send({ memories: [{ content: 'z' }, row] })
      .expect(404);
    const listed = await call('get', 'memories').expect(200);
    expect(listed.body.memories).toMatchObject([{ id: old, superseded_by: null, valid_to: null }]);
    await call('post', 'remember')
      .send({ content: 'x', supersedes: ['no-uuid'] })
      .expect(404);
  });

  it('knows no memory of another agent', async () => {
    const other = await newSession(app, `other-${uniqueId()}`);
    const foreign = await rememberIn(other, { content: 'Lives in Ulm' });
    await call('post', 'remember')
      .send({ content: 'x', supersedes: [foreign] })
      .expect(404);
  });

  it('works in batches, upserts and edits, and refuses a memory that replaces itself', async () => {
    const [a, b, c] = [
      await remember({ content: 'a' }),
      await remember({ content: 'b' }),
      await remember({ content: 'c' }),
    ];
    const batch = await call('post', 'batch-remember')
      .send({ memories: [{ content: 'a2', supersedes: [a] }, { content: 'more' }] })
      .expect(200);
    expect((await get(a)).superseded_by).toBe(batch.body.results[0].id);
    const kept = await remember({ content: 'd', source_ref: 'r' });
    await remember({ content: 'd2', source_ref: 'r', upsert: true, supersedes: [b] });
    expect((await get(b)).superseded_by).toBe(kept);
    const edit = await call('patch', `memories/${kept}`)
      .send({ supersedes: [c] })
      .expect(200);
    expect(edit.body.updated_fields).toEqual(['supersedes']);
    expect((await get(c)).superseded_by).toBe(kept);
    await refused(`memories/${kept}`, { supersedes: [kept] }, 'patch');
    await refused(`memories/${kept}`, { superseded_by: kept }, 'patch');
    await refused('remember', { content: 'd3', source_ref: 'r', upsert: true, supersedes: [kept] });
    expect(await get(kept)).toMatchObject({ superseded_by: null, content: 'd2' });
  });

  it.each(['supersedes', 'superseded_by'])(
    'brings back a value that was replaced before, by %s',
    async (by) => {
      const first = await remember({ content: 'The box holds apples' });
      const second = await supersede('The box holds pears', [first]);
      const third = await supersede('The box holds plums', [second]);
      for (const last of [second, third]) {
        const [id, edit] =
          by === 'supersedes' ? [first, { supersedes: [last] }] : [last, { superseded_by: first }];
        await call('patch', `memories/${id}`).send(edit).expect(200);
        expect(idsOf(await recalled('box'))).toEqual(last === second ? [first, third].sort() : [first]);
        await call('patch', `memories/${first}`).send({ superseded_by: second }).expect(200);
        await call('patch', `memories/${second}`).send({ superseded_by: third }).expect(200);
        expect(idsOf(await recalled('box'))).toEqual([third]);
      }
    },
  );

  it('can be given by an edit of the older memory, too', async () => {
    const [old, id] = [await remember({ content: 'old' }), await remember({ content: 'new' })];
    await call('patch', `memories/${old}`).send({ superseded_by: UNKNOWN }).expect(404);
    await call('patch', `memories/${old}`).send({ superseded_by: id }).expect(200);
    expect(await get(old)).toMatchObject({ superseded_by: id, valid_to: (await get(id)).created_at });
  });

  it('answers a repetition without another change', async () => {
    const old = await remember({ content: 'Lives in Ulm' });
    const send = () =>
      call('post', 'remember')
        .set('Idempotency-Key', 'move-1')
        .send({ content: 'Lives in Kiel', supersedes: [old] })
        .expect(200);
    const first = await send();
    expect((await send()).body).toEqual(first.body);
    expect((await get(old)).superseded_by).toBe(first.body.memory_id);
    const { body } = await call('get', `memories/${old}/history`).expect(200);
    expect(body.entries).toHaveLength(2);
  });

  it('leaves the mark when the newer memory is deleted, and reads go on', async () => {
    const old = await remember({ content: 'Lives in Ulm' });
    const id = await supersede('Lives in Kiel', [old]);
    await call('delete', `memories/${id}`).expect(200);
    expect(await get(old)).toMatchObject({ superseded_by: id, current: false });
    expect(await recalled('lives')).toEqual([]);
    expect(await recalled('lives', { include: 'superseded' })).toMatchObject([{ id: old, current: false }]);
  });
});

describe('as-of with valid_at', () => {
  it('says what was known then to hold at another instant', async () => {
    const old = await remember({ content: 'Lives in Ulm', valid_from: '2020-01-01' });
    app.clock.set(later(5));
    const id = await supersede('Lives in Kiel', [old], { valid_from: '2025-01-01' });
    const then = async (as_of: Date, valid_at: string) => {
      const { body } = await call('post', 'recall/as-of').send({ as_of, valid_at }).expect(200);
      return idsOf(body.memories);
    };
    expect(await then(later(1), '2026-01-01')).toEqual([old]);
    expect(await then(later(6), '2026-01-01')).toEqual([id]);
    expect(await then(later(6), '2024-01-01')).toEqual([old]);
    expect(await then(later(6), '2019-01-01')).toEqual([]);
  });
});
