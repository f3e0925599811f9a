import request from 'supertest';
import { createAgent, newSession, remember, type TestSession } from './support/agents';
import { eventually } from './support/eventually';
import { createKey } from './support/keys';
import { itEmbedded, REPLICAS } from './support/kind-of-run';
import { idsOf, putReads, recall, VACATION } from './support/reads';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';

const app = useTestApp();
let own: TestSession;
let handbook: TestSession;
let third: TestSession;

beforeEach(async () => {
  own = await newSession(app, `own-${uniqueId()}`);
  handbook = await newSession(app, `handbook-${uniqueId()}`);
  third = await newSession(app, `third-${uniqueId()}`);
});

const put = (reader: string, agents: unknown) => putReads(app, reader, agents);
const reads = (reader: TestSession, ...agents: TestSession[]) =>
  put(
    reader.agentId,
    agents.map(({ agentId }) => agentId),
  ).expect(200);

describe('the list of agents that an agent reads', () => {
  it('is empty at first, and is replaced as a whole, in its order and once each', async () => {
    const { agentId } = own;
    const path = `/api/v2/agents/${agentId}/reads`;
    expect((await request(app.url).get(path).expect(200)).body).toEqual({ agent_id: agentId, agents: [] });
    const [first, second] = [third.agentId, handbook.agentId];
    await put(agentId, [first, second, first]).expect(200);
    expect((await request(app.url).get(path)).body).toEqual({ agent_id: agentId, agents: [first, second] });
    await put(agentId, [second]).expect(200);
    expect((await request(app.url).get(path)).body).toMatchObject({ agents: [second] });
  });

  it('names existing agents only, not the agent itself, and at most 16', async () => {
    const unknown = await put(own.agentId, [handbook.agentId, 'nobody']).expect(404);
    expect(unknown.body).toMatchObject({
      detail: { error: 'AgentNotFound', details: { agent_id: 'nobody' } },
    });
    await put('nobody', []).expect(404);
    const self = await put(own.agentId, [handbook.agentId, own.agentId]).expect(422);
    expect(self.body).toMatchObject({ detail: [{ loc: ['body', 'agents', 1] }] });
    for (const agents of [Array.from({ length: 17 }, (_, at) => `a${at}`), ['a b'], 'x', null, [1]])
      await put(own.agentId, agents).expect(422);
    const { body } = await request(app.url).get(`/api/v2/agents/${own.agentId}/reads`);
    expect(body).toMatchObject({ agents: [] });
  });

  it('needs a key that manages the agent and is for all that it is to read', async () => {
    const keyOf = (agents: string[], access: 'manage' | 'create') => createKey(app, { agents, access });
    const set = async (key: Awaited<ReturnType<typeof keyOf>>) => {
      const answer = await key.call(own.agentId, 'put', 'reads').send({ agents: [handbook.agentId] });
      return [answer.status, (answer.body as { detail?: { error?: string } }).detail?.error];
    };
    expect(await set(await keyOf([own.agentId], 'manage'))).toEqual([403, 'KeyNotForAgent']);
    expect(await set(await keyOf([own.agentId, handbook.agentId], 'create'))).toEqual([403, 'KeyNotAllowed']);
    expect(await set(await keyOf([own.agentId, handbook.agentId], 'manage'))).toEqual([200, undefined]);
  });

  it('does not tell a key which agents there are', async () => {
    const key = await createKey(app, { agents: [own.agentId], access: 'manage' });
    for (const agents of [[handbook.agentId], ['nobody']]) {
      const { body } = await key.call(own.agentId, 'put', 'reads').send({ agents }).expect(403);
      expect(body).toMatchObject({ detail: { error: 'KeyNotForAgent' } });
    }
  });
});

describe('an agent that reads others', () => {
  it('finds their memories among its own, each with its agent, from the next request on', async () => {
    const ours = await remember(own, { content: 'Dana has taken five vacation days.' });
    const theirs = await remember(handbook, { content: 'There are thirty vacation days a year.' });
    expect(idsOf(await recall(own, VACATION))).toEqual([ours]);
    await reads(own, handbook, third);
    const found = await recall(own, VACATION);
    expect(found.map(({ id, agent_id }) => [id, agent_id]).sort()).toEqual(
      [
        [ours, own.agentId],
        [theirs, handbook.agentId],
      ].sort(),
    );
    expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a));
    await reads(own);
    expect(idsOf(await recall(own, VACATION))).toEqual([ours]);
  });

  it('finds nothing of theirs in any request after its list was changed, whichever process serves it', async () => {
    await remember(handbook, { content: 'There are thirty vacation days a year.' });
    // Requests go to the processes in turn.
    const ofEach = () => Promise.all(Array.from({ length: 2 * REPLICAS }, () => recall(own, VACATION)));
    for (let round = 0; round < 3; round++) {
      await reads(own, handbook);
      expect((await ofEach()).map(({ length }) => length)).toEqual(Array(2 * REPLICAS).fill(1));
      await reads(own);
      expect((await ofEach()).flat()).toEqual([]);
    }
  });

  it('does not read what they read, and they do not read it', async () => {
    await remember(third, { content: 'Vacation days of the third agent.' });
    await remember(own, { content: 'Vacation days of the reader.' });
    const theirs = await remember(handbook, { content: 'There are thirty vacation days a year.' });
    await reads(own, handbook);
    await reads(handbook, third);
    expect((await recall(own, VACATION)).map(({ agent_id }) => agent_id)).not.toContain(third.agentId);
    await reads(handbook);
    expect(idsOf(await recall(handbook, VACATION))).toEqual([theirs]);
  });

  it('finds nothing of an agent that was deleted, nor of a later one of its name', async () => {
    await remember(handbook, { content: 'There are thirty vacation days a year.' });
    await reads(own, handbook);
    await request(app.url).delete(`/api/v2/agents/${handbook.agentId}`).expect(200);
    expect(await recall(own, VACATION)).toEqual([]);
    // It finds the memories of the one before, which were kept.
    await createAgent(app, handbook.agentId);
    expect(await recall(own, VACATION)).toEqual([]);
    const { body } = await request(app.url).get(`/api/v2/agents/${own.agentId}/reads`);
    expect(body).toMatchObject({ agents: [] });
  });

  it('sees at once what is written to them, and what is deleted', async () => {
    await reads(own, handbook);
    const id = await remember(handbook, { content: 'There are thirty vacation days a year.' });
    expect(idsOf(await recall(own, VACATION))).toEqual([id]);
    await handbook.call('patch', `memories/${id}`).send({ content: 'Vacation: 28 days.' }).expect(200);
    expect(await recall(own, VACATION)).toMatchObject([{ content: 'Vacation: 28 days.' }]);
    await handbook.call('delete', `memories/${id}`).expect(200);
    expect(await recall(own, VACATION)).toEqual([]);
  });

  it('filters, cuts, limits and diversifies over all', async () => {
    await reads(own, handbook, third);
    for (const [at, session] of [own, handbook, third].entries())
      for (const kind of ['paid', 'unpaid'])
        await remember(session, {
          content: `Office ${at}: ${kind} vacation days are granted.`,
          tags: [kind],
        });
    const query = 'vacation days granted';
    expect(await recall(own, { query, tags: ['paid'] })).toHaveLength(3);
    expect(await recall(own, { query, limit: 4 })).toHaveLength(4);
    expect(await recall(own, { query: 'Which theme does Zephyr like?', cut: 'auto' })).toEqual([]);
    const short = await own.call('post', 'recall').send({ query, max_tokens: 25 }).expect(200);
    expect(short.body).toMatchObject({ truncated: true, left_out: 4, count: 2 });
    const diverse = await recall(own, { query, diversity: 0.5, limit: 2 });
    expect(diverse).toHaveLength(2);
    expect(await recall(own, { query, min_similarity: 0.99 })).toEqual([]);
  });

  itEmbedded(
    'keeps the order of a chat, and takes no message to another agent for a later one of its user',
    async () => {
      const chat = [
        'User: I spent $575 of my $600 annual budget for sneakers.',
        'Assistant: Your annual budget for sneakers leaves $25. An annual budget for sneakers of $600 is not much for sneakers.',
        'User: Which sneakers fit the increased annual budget of $650?',
        'Assistant: Light sneakers do.',
      ];
      for (const content of chat) await remember(own, { content });
      await remember(handbook, {
        content: 'The annual budget for sneakers of the team is a question of taste.',
      });
      const other = await remember(handbook, { content: 'User: Now what, with an annual budget of $90?' });
      await remember(handbook, { content: 'Assistant: Save money.' });
      const budget = { query: 'What is the annual budget for sneakers?' };
      const alone = await recall(own, budget);
      expect(alone.map(({ content }) => content)).toEqual([chat[2], chat[0], chat[1], chat[3]]);
      expect(alone[2]?.score).toBeGreaterThan(alone[1]?.score ?? 1);
      await reads(own, handbook);
      const found = await recall(own, budget);
      expect(found.filter(({ agent_id }) => agent_id === own.agentId)).toEqual(alone);
      expect(idsOf(found).indexOf(other)).toBeGreaterThan(1);
      for (const limit of [1, 2, 3])
        expect(await recall(own, { ...budget, limit })).toEqual(found.slice(0, limit));
    },
  );

  it('explains where a memory stands among all', async () => {
    await reads(own, handbook);
    const best = await remember(handbook, { content: 'vacation days' });
    const second = await remember(own, {
      content: 'vacation plans',
    });
    const none = await remember(third, { content: 'vacation days' });
    const body = { query: 'vacation days', explain: true, explain_ids: [second, best, none], limit: 1 };
    const answer = await own.call('post', 'recall').send(body).expect(200);
    expect(answer.body).toMatchObject({
      memories: [{ id: best, agent_id: handbook.agentId }],
      explained: [
        { id: second, reason: 'beyond_limit', rank: 2 },
        { id: best, reason: 'returned', rank: 1 },
        { id: none, reason: 'not_found', rank: null },
      ],
    });
  });

  it('marks what holds now, and conflicts, by the account of each agent', async () => {
    await reads(own, handbook);
    const old = await remember(handbook, { content: 'There are 28 vacation days.', key: 'vacation' });
    const now = await remember(handbook, {
      content: 'There are 30 vacation days.',
      key: 'vacation',
      supersedes: [old],
    });
    const mine = await remember(own, { content: 'I have 31 vacation days.', key: 'vacation' });
    expect(idsOf(await recall(own, VACATION)).sort()).toEqual([mine, now].sort());
    const all = await recall(own, { ...VACATION, include: 'superseded' });
    const states = new Map(all.map(({ id, current }) => [id, current]));
    expect(states).toEqual(
      new Map([
        [old, false],
        [now, true],
        [mine, true],
      ]),
    );
    expect(idsOf(all).indexOf(now)).toBeLessThan(idsOf(all).indexOf(old));
  });

  it('answers from them, and says whose memory it cites', async () => {
    const id = await remember(handbook, { content: 'The office in Oslo closes at six.' });
    await reads(own, handbook);
    const question = { question: 'When does the office in Oslo close?' };
    const answer = await own.call('post', 'answer').send(question).expect(200);
    expect(answer.body).toMatchObject({
      agent_id: own.agentId,
      sources: [{ memory_id: id, agent_id: handbook.agentId, current: true }],
    });
    await handbook.call('patch', `memories/${id}`).send({ valid_to: '2020-01-01' }).expect(200);
    const later = await remember(handbook, {
      content: 'The office in Oslo closes at five.',
      supersedes: [id],
    });
    const changed = await own.call('post', 'answer').send(question).expect(200);
    expect((changed.body as { sources: object[] }).sources[0]).toMatchObject({
      memory_id: later,
      current: true,
    });
  });

  it('lists, counts and changes its own memories only', async () => {
    const theirs = await remember(handbook, { content: 'There are thirty vacation days a year.' });
    await reads(own, handbook);
    for (const path of ['recall/recent', 'recall/all', 'recall/changed-since', 'recall/as-of']) {
      const body = { since: '2020-01-01', as_of: '2099-01-01' };
      const answer = await own.call('post', path).send(body);
      expect([path, answer.body]).toMatchObject([path, { memories: [] }]);
    }
    const listed = await own.call('get', 'memories').expect(200);
    expect(listed.body).toMatchObject({ count: 0, total_available: 0 });
    const agent = await request(app.url).get(`/api/v2/agents/${own.agentId}`);
    expect(agent.body).toMatchObject({ memory_count: 0 });
    await own.call('get', `memories/${theirs}`).expect(404);
    await own.call('patch', `memories/${theirs}`).send({ title: 'x' }).expect(404);
    await own.call('delete', `memories/${theirs}`).expect(404);
    await own.call('post', `memories/${theirs}/expire`).send({}).expect(404);
    await own
      .call('post', 'remember')
      .send({ content: 'x', supersedes: [theirs] })
      .expect(404);
  });

  it('leaves traces that name the agent of each memory', async () => {
    const theirs = await remember(handbook, { content: 'There are thirty vacation days a year.' });
    await reads(own, handbook);
    await recall(own, VACATION);
    const list = async () =>
      ((await own.call('get', 'traces')).body as { traces: { trace_id: string; memories: object[] }[] })
        .traces;
    const [trace] = await eventually(list, ({ length }) => length === 1);
    const memory = { memory_id: theirs, agent_id: handbook.agentId };
    expect(trace?.memories).toMatchObject([memory]);
    const one = () => own.call('get', `traces/${trace?.trace_id}`).expect(200);
    expect((await one()).body).toMatchObject({ memories: [{ ...memory, now: 'same' }] });
    await reads(own);
    const { body } = await one();
    expect((body as { memories: object[] }).memories[0]).not.toHaveProperty('now');
    const ofHandbook = await handbook.call('get', 'traces').expect(200);
    expect(ofHandbook.body).toMatchObject({ traces: [] });
  });
});
