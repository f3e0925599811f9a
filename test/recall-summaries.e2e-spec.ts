import { activate, newSession, remember, type TestSession } from './support/agents';
import { uniqueId } from './support/sessions';
import { startTestApp, type TestApp } from './support/test-app';

interface Found {
  memories: { id: string; score: number; tags: string[] }[];
  explained?: { reason: string; failed_filters: string[] }[];
}

let app: TestApp;
let session: TestSession;
let fact: string;
let summary: string;

/** One memory, the summary of its session, and a later session of the agent. */
beforeAll(async () => {
  app = await startTestApp();
  const former = await newSession(app, uniqueId());
  fact = await remember(former, { content: 'The session store lasted two hours.' });
  const { body } = await former.call('post', 'deactivate').expect(200);
  summary = (body as { summary_memory_id: string }).summary_memory_id;
  session = await activate(app, former.agentId);
});
afterAll(() => app.close());

async function recall(fields: object): Promise<Found> {
  const query = { query: 'Which session lasted hours and created 1 memory?', ...fields };
  const { body } = await session.call('post', 'recall').send(query).expect(200);
  return body as Found;
}

const idsOf = ({ memories }: { memories: { id: string }[] }): string[] => memories.map(({ id }) => id);

it('recall passes over session summaries', async () => {
  expect(idsOf(await recall({}))).toEqual([fact]);
  expect(idsOf(await recall({ status: 'all', type: ['context', 'fact'] }))).toEqual([fact]);
});

it('recall says that the filter passes over them', async () => {
  const { explained } = await recall({ explain_ids: [summary] });
  expect(explained).toMatchObject([{ id: summary, reason: 'filtered', failed_filters: ['source'] }]);
});

it.each([
  ['tag', { tags: ['session-summary'] }],
  ['source', { source: ['service'] }],
])('recall finds them when the filter asks for their %s', async (_, filter) => {
  expect(idsOf(await recall(filter))).toEqual([summary]);
});

it('a summary lends its neighbours no score', async () => {
  const alone = await recall({ neighbours: 'off' });
  expect(idsOf(await recall({ neighbours: 'on' }))).toEqual([fact]);
  expect((await recall({ neighbours: 'on' })).memories[0]?.score).toBe(alone.memories[0]?.score);
});

it('a summary that is edited to be no summary is found', async () => {
  const former = await newSession(app, uniqueId());
  await remember(former, { content: 'Blue cups' });
  const { body } = await former.call('post', 'deactivate').expect(200);
  const id = (body as { summary_memory_id: string }).summary_memory_id;
  const next = await activate(app, former.agentId);
  const found = async () => {
    const answer = await next.call('post', 'recall').send({ query: 'session hours memory' }).expect(200);
    return idsOf(answer.body as Found);
  };
  expect(await found()).toEqual([]);
  await next
    .call('patch', `memories/${id}`)
    .send({ tags: ['kept'] })
    .expect(200);
  expect(await found()).toEqual([id]);
});

it('an answer does not cite them', async () => {
  const { body } = await session
    .call('post', 'answer')
    .send({ question: 'How many hours did the session last, and which memory was created?' })
    .expect(200);
  const { sources } = body as { sources: { memory_id: string }[] };
  expect(sources.map(({ memory_id }) => memory_id)).not.toContain(summary);
});

it('listings keep them', async () => {
  const { body } = await session.call('post', 'recall/recent').send({}).expect(200);
  expect(idsOf(body as Found).sort()).toEqual([fact, summary].sort());
});
