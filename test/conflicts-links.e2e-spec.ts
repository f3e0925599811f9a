import { DAY, judgeBySubject, TornAgent } from './support/conflicts';
import { useTestApp } from './support/test-app';

const app = useTestApp();
let agent: TornAgent;
let agents = 0;

beforeEach(async () => {
  app.clock.set(new Date(`${DAY}T12:00:00Z`));
  judgeBySubject(app);
  agent = await TornAgent.create(app, `torn-${agents++}`);
});

/** Of each memory that recall finds. */
const conflictsWith = async (): Promise<Record<string, string[]>> => {
  const { body } = await agent.session.call('post', 'recall').send({ query: 'City' }).expect(200);
  const memories = body.memories as { id: string; conflicts_with: string[] }[];
  return Object.fromEntries(memories.map(({ id, conflicts_with }) => [id, conflicts_with]));
};

it('makes an open link of each row, and reports no pair again whose link was rejected or applied', async () => {
  const older = await agent.remember('City: Berlin');
  const newer = await agent.remember('City: Munich');
  await agent.generate();
  const { body } = await agent.session.call('get', 'links').expect(200);
  const links = body.links as { link_id: string }[];
  expect(await conflictsWith()).toEqual({ [older]: [newer], [newer]: [older] });
  expect(links).toMatchObject([
    { kind: 'contradiction', state: 'open', found_by: 'model', newer_id: newer, older_id: older },
  ]);
  await agent.session.call('post', `links/${links[0]?.link_id}/reject`).expect(200);
  expect(await conflictsWith()).toEqual({ [older]: [], [newer]: [] });
  await agent.later({ hours: 24 });
  await agent.remember('City: Bonn', { supersedes: [newer] });
  await agent.session
    .call('patch', `memories/${older}`)
    .send({ tags: ['x'] })
    .expect(200);
  await agent.generate();
  const rows = await agent.open('2026-05-02');
  expect(rows.map(({ old_content, new_content }) => [old_content, new_content])).toEqual([
    ['City: Berlin', 'City: Bonn'],
  ]);
});

it('answers with both sides of an open contradiction', async () => {
  const older = await agent.remember('City of the launch: Berlin');
  const newer = await agent.remember('City of the launch: Munich');
  await agent.generate();
  const question = 'Which city is the launch in?';
  for (const fields of [{}, { valid_at: DAY }]) {
    const request = { question, ...fields };
    const { body } = await agent.session.call('post', 'answer').send(request).expect(200);
    const sources = body.sources as { memory_id: string }[];
    expect(sources.map(({ memory_id }) => memory_id).sort()).toEqual([older, newer].sort());
    expect(body).toMatchObject({ certainty: 'low', answer: expect.stringContaining('contradict') });
  }
});

it('puts the half of a contradiction that answers first, and the other one behind it', async () => {
  const allergic = await agent.remember('Lena: allergic to nuts');
  const cake = await agent.remember('Lena: a walnut cake each Sunday');
  await agent.generate();
  const recall = async (query: string, fields: object = {}): Promise<unknown[]> => {
    const { body } = await agent.session.call('post', 'recall').send({ query, ...fields });
    return (body.memories as { id: string }[]).map(({ id }) => id);
  };
  for (const cut of ['none', 'auto']) {
    expect(await recall('Who is allergic?', { cut })).toEqual([allergic, cake]);
    expect(await recall('Who is allergic?', { cut, limit: 1 })).toEqual([allergic]);
    expect(await recall('walnut cake', { cut })).toEqual([cake, allergic]);
  }
  const question = 'Who is allergic?';
  const { body } = await agent.session.call('post', 'answer').send({ question }).expect(200);
  expect(body.sources).toMatchObject([{ memory_id: allergic }, { memory_id: cake }]);
  const explained = await agent.session.call('post', 'recall').send({ query: question, explain: true });
  expect(explained.body.memories).toMatchObject([
    { explain: { matched_terms: ['allerg'] } },
    { explain: { matched_terms: [] } },
  ]);
});
