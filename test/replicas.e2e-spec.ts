import request, { type Response } from 'supertest';
import { activate, newSession, remember, type TestSession } from './support/agents';
import { newTestStore, type TestStore } from './support/database';
import { eventually } from './support/eventually';
import { maintainedLongAgo, shown } from './support/maintenance';
import { describeReplicas, REPLICAS } from './support/kind-of-run';
import { ReplicaProcesses } from './support/replica-processes';
import { buildService } from './support/service-process';
import { errorOf, newToken, recent } from './support/sessions';
import { changeSettings } from './support/settings';

/** A setting that the environment names cannot be changed. */
const CHANGEABLE = { SESSION_DEFAULT_DURATION_HOURS: undefined, RECALL_LIMIT: undefined };

describeReplicas('processes on one database, behind a proxy that gives each request to the next', () => {
  let store: TestStore;
  let replicas: ReplicaProcesses;
  let agents = 0;

  beforeAll(async () => {
    buildService();
    store = await newTestStore();
    await maintainedLongAgo(store.env);
    replicas = await ReplicaProcesses.start(store.env, REPLICAS, CHANGEABLE);
  });

  afterAll(async () => {
    await replicas.close();
    await store.remove();
  });

  const uniqueId = () => `shared-${agents++}`;
  const each = () => replicas.urls.map((url) => ({ url }));
  /** The answers of all processes to a request with a token, at the same time. */
  const recentOfEach = ({ agentId }: TestSession, token: string): Promise<Response[]> =>
    Promise.all(each().map((one) => recent(one, agentId, token).then((answer) => answer)));
  const statusOfEach = async (session: TestSession, token: string) =>
    (await recentOfEach(session, token)).map((answer) => answer.status);
  const all = (status: number) => replicas.urls.map(() => status);

  it('share the requests evenly', async () => {
    await newSession(replicas, uniqueId());
    const before = [...replicas.given];
    for (let i = 0; i < 2 * REPLICAS; i++) await request(replicas.url).get('/live').expect(200);
    expect(replicas.given).toHaveLength(REPLICAS);
    expect(Math.max(...replicas.given) - Math.min(...replicas.given)).toBeLessThanOrEqual(1);
    expect(before.reduce((sum, n) => sum + n) + 2 * REPLICAS).toBe(
      replicas.given.reduce((sum, n) => sum + n),
    );
  });

  describe('a session', () => {
    it('of one is one of all, and at an end everywhere when one ends it', async () => {
      const [first, second] = each();
      const session = await newSession(first!, uniqueId());
      expect(await statusOfEach(session, session.token)).toEqual(all(200));
      await request(second!.url)
        .post(`/api/v2/agents/${session.agentId}/deactivate`)
        .set('X-Session-Token', session.token)
        .expect(200);
      for (const answer of await recentOfEach(session, session.token)) {
        expect([answer.status, errorOf(answer)]).toEqual([401, 'InvalidSessionToken']);
      }
    });

    it('gives way everywhere to one that is activated on another', async () => {
      const [first, second] = each();
      const former = await newSession(first!, uniqueId());
      const next = await activate(second!, former.agentId);
      expect(await statusOfEach(former, former.token)).toEqual(all(401));
      expect(await statusOfEach(next, next.token)).toEqual(all(200));
    });
  });

  describe('near its expiry', () => {
    beforeAll(async () => {
      // Ten seconds, of which the second half is near.
      await changeSettings(replicas, { 'session.default_duration_hours': 10 / 3600 }).expect(200);
    });
    afterAll(async () => {
      await changeSettings(replicas, { 'session.default_duration_hours': null }).expect(200);
    });

    /** Requests in turn until one renews the session; that one's new token. */
    async function renewed(session: TestSession): Promise<string> {
      const answer = await eventually(
        () => recent(replicas, session.agentId, session.token).then((response) => response),
        (response) => response.status !== 200 || newToken(response) !== undefined,
      );
      expect(answer.status).toBe(200);
      return newToken(answer) ?? '';
    }

    it('a session is renewed by one, and its former token dead everywhere', async () => {
      const session = await newSession(replicas, uniqueId());
      const token = await renewed(session);
      expect(token).not.toBe(session.token);
      expect(await statusOfEach(session, token)).toEqual(all(200));
      expect(await statusOfEach(session, session.token)).toEqual(all(401));
    });

    it('a session is renewed once by many requests to all', async () => {
      const sessions = await Promise.all([1, 2, 3, 4].map(() => newSession(replicas, uniqueId())));
      for (const session of sessions) {
        const answers = await parallelAtRenewal(session);
        const tokens = new Set(answers.flatMap((answer) => newToken(answer) ?? []));
        expect(
          answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 401),
        ).toEqual([]);
        expect(tokens.size).toBe(1);
        const [token = ''] = tokens;
        expect(await statusOfEach(session, token)).toEqual(all(200));
        expect(await statusOfEach(session, session.token)).toEqual(all(401));
      }
    });

    /** Rounds of requests to all processes until a round renews; the answers of that one. */
    function parallelAtRenewal({ agentId, token }: TestSession): Promise<Response[]> {
      const round = () =>
        Promise.all(
          Array.from({ length: 24 }, () => recent(replicas, agentId, token).then((answer) => answer)),
        );
      return eventually(round, (answers) => answers.some((answer) => newToken(answer) !== undefined));
    }
  });

  it('store one memory under one Idempotency-Key, whichever is asked', async () => {
    const session = await newSession(replicas, uniqueId());
    const store = (content: string) =>
      session.call('post', 'remember').set('Idempotency-Key', 'once').send({ content });
    const answers = await Promise.all(Array.from({ length: 30 }, () => store('Likes tea').expect(200)));
    expect(new Set(answers.map(({ body }) => (body as { memory_id: string }).memory_id)).size).toBe(1);
    expect(answers.filter((answer) => answer.get('Idempotency-Replayed') === 'true')).toHaveLength(29);
    for (let i = 0; i < REPLICAS; i++) await store('Likes coffee').expect(409);
    const { body } = await session.call('post', 'recall/recent').send({}).expect(200);
    expect((body as { total_available: number }).total_available).toBe(1);
  });

  it('find at once what any of them has stored, edited and deleted', async () => {
    const session = await newSession(replicas, uniqueId());
    const found = async (query: string): Promise<string[][]> => {
      const answers = await Promise.all(
        each().map(({ url }) =>
          request(url)
            .post(`/api/v2/agents/${session.agentId}/recall`)
            .set('X-Session-Token', session.token)
            .send({ query })
            .expect(200),
        ),
      );
      return answers.map(({ body }) => (body as { memories: { id: string }[] }).memories.map(({ id }) => id));
    };
    for (const word of ['amber', 'cobalt', 'crimson', 'emerald', 'indigo', 'magenta', 'scarlet']) {
      const id = await remember(session, { content: `The kettle is ${word}` });
      expect(await found(word)).toEqual(replicas.urls.map(() => [id]));
      await session
        .call('patch', `memories/${id}`)
        .send({ content: `It was un${word}ed` })
        .expect(200);
      expect(await found(`un${word}ed`)).toEqual(replicas.urls.map(() => [id]));
      await session.call('delete', `memories/${id}`).expect(200);
      expect(await found(`un${word}ed`)).toEqual(replicas.urls.map(() => []));
    }
  });

  it('go by settings that were changed on another, from the answer on', async () => {
    const session = await newSession(replicas, uniqueId());
    for (let i = 0; i < 7; i++) await remember(session, { content: `Memory ${i}` });
    for (const [i, one] of each().entries()) {
      await changeSettings(one, { 'recall.limit': i + 2 }).expect(200);
      const counts = (await recentOfEach(session, session.token)).map(
        ({ body }) => (body as { count: number }).count,
      );
      expect(counts).toEqual(replicas.urls.map(() => i + 2));
    }
    await changeSettings(replicas, { 'recall.limit': null }).expect(200);
  });

  // The last test: by now each process has looked whether maintenance is due.
  it('ran maintenance once, though each of them saw at its start that it was due', async () => {
    for (const one of each()) {
      const { runs } = await eventually(
        () => shown(one),
        (now) => now.runs[0]?.finished_at != null,
      );
      expect(runs).toMatchObject([{ cause: 'schedule', errors: [] }]);
    }
  });
});
