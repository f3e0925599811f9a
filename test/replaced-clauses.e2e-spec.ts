import { useTestApp } from './support/test-app';
import { idsOf, later, useTimedAgent } from './support/timed-agent';

const UNKNOWN = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';

const app = useTestApp();
const { call, get, recalled, refused, remember } = useTimedAgent(app, 'clauses');

describe('remember that replaces one clause', () => {
  const MARRIED = 'Dana is married to Jamie and works at Google.';
  const clauseOf = (id: string, text = 'works at Google') => [{ id: id.toUpperCase(), text }];

  it('ends the clause, and keeps the rest', async () => {
    const old = await remember({ content: MARRIED, tags: ['dana'], valid_from: '2020-01-01', key: 'dana' });
    app.clock.set(later(5));
    const id = await remember({ content: 'Dana works at Meta.', supersedes: clauseOf(old) });
    expect(await get(old)).toMatchObject({
      content: 'Dana is married to Jamie.',
      superseded_by: null,
      current: true,
      key: 'dana',
    });
    expect(await recalled('Google')).toEqual([]);
    expect(idsOf(await recalled('Jamie married'))).toEqual([old]);
    const [clause] = await recalled('Google', { include: 'superseded' });
    expect(clause).toMatchObject({
      content: 'works at Google',
      tags: ['dana'],
      valid_from: '2020-01-01T00:00:00.000Z',
      valid_to: (await get(id)).created_at,
      superseded_by: id,
      key: null,
    });
    const { body } = await call('get', `memories/${old}/history`).expect(200);
    expect(body.entries[0].former).toMatchObject({ content: MARRIED });
  });

  it('is found by its subject, and is what held before', async () => {
    const old = await remember({ content: MARRIED, names: ['Dee'] });
    const id = await remember({ content: 'Dana works at Meta.', supersedes: clauseOf(old) });
    const [, clause] = await recalled('Where does Dana work?', { include: 'superseded' });
    expect(clause).toMatchObject({ content: 'works at Google', names: ['Dee', 'Dana'] });
    const { body } = await call('post', 'answer').send({ question: 'Where does Dana work?' }).expect(200);
    expect(body.sources).toMatchObject([
      { memory_id: id, current: true },
      { memory_id: clause?.id, current: false },
    ]);
  });

  it('is taken back by a rejection: then both clauses hold again', async () => {
    const old = await remember({ content: MARRIED });
    await remember({ content: 'Dana works at Meta.', supersedes: clauseOf(old) });
    const { body } = await call('get', 'links').expect(200);
    expect(body.links).toMatchObject([{ state: 'applied', kind: 'update' }]);
    await call('post', `links/${body.links[0].link_id}/reject`).expect(200);
    expect(await recalled('Google')).toMatchObject([{ content: 'works at Google', current: true }]);
  });

  it('ends the whole memory when that says nothing else, and two clauses one after the other', async () => {
    const only = await remember({ content: 'Dana works at Google.' });
    const id = await remember({ content: 'x', supersedes: clauseOf(only, 'Dana works at Google') });
    expect(await get(only)).toMatchObject({ content: 'Dana works at Google.', superseded_by: id });
    const both = await remember({ content: MARRIED });
    const supersedes = [...clauseOf(both), ...clauseOf(both, 'is married to Jamie')];
    await call('patch', `memories/${id}`).send({ supersedes }).expect(200);
    expect(await get(both)).toMatchObject({ content: 'Dana is married to Jamie.', superseded_by: id });
  });

  it.each([
    [{ id: UNKNOWN }, ['body', 'supersedes', 0, 'text']],
    [{ text: 'x' }, ['body', 'supersedes', 0, 'id']],
    [{ id: UNKNOWN, text: ' ' }, ['body', 'supersedes', 0, 'text']],
    [7, ['body', 'supersedes', 0]],
  ])('refuses %j', async (replaced, loc) => {
    expect((await refused('remember', { content: 'x', supersedes: [replaced] })).loc).toEqual(loc);
  });

  it('changes nothing when the memory does not say the clause', async () => {
    const old = await remember({ content: MARRIED });
    const rows = [{ content: 'z' }, { content: 'x', supersedes: clauseOf(old, 'works at Meta') }];
    const wrong = await refused('batch-remember', { memories: rows });
    expect(wrong).toMatchObject({ input: 'works at Meta', msg: expect.stringContaining('copy a part') });
    const { body } = await call('get', 'memories').expect(200);
    expect(body.memories).toMatchObject([{ id: old, content: MARRIED }]);
    await call('post', 'remember')
      .send({ content: 'x', supersedes: clauseOf(UNKNOWN) })
      .expect(404);
  });
});
