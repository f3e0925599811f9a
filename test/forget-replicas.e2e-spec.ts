import { Client } from 'pg';
import request from 'supertest';
import { newSession, type TestSession } from './support/agents';
import { newTestStore, type TestStore } from './support/database';
import { eventually } from './support/eventually';
import { describeReplicas, REPLICAS } from './support/kind-of-run';
import { ReplicaProcesses } from './support/replica-processes';
import { buildService } from './support/service-process';

const NAME = 'Zephyrine Quillfeather';
const NEEDLES = ['Zephyrine', 'Quillfeather'];
const MEANT = 250;
/** Runs that are left are looked for twice a minute. */
const RESUMED_WITHIN_MS = 75_000;

interface Traces {
  traces: { trace_id: string }[];
}

describeReplicas('forgetting on one of the replicas', () => {
  let store: TestStore;
  let replicas: ReplicaProcesses;
  let client: Client;

  beforeAll(async () => {
    buildService();
    store = await newTestStore();
    replicas = await ReplicaProcesses.start(store.env, REPLICAS, { TRACE: 'full' });
    client = new Client(store.env.DATABASE_URL ?? '');
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await replicas.close();
    await store.remove();
  });

  async function filled(agentId: string): Promise<TestSession> {
    const agent = await newSession(replicas, agentId);
    const contents = Array.from({ length: MEANT }, (_, n) => `${NAME} wrote letter ${n}`);
    for (let at = 0; at < MEANT; at += 100) {
      const memories = contents.slice(at, at + 100).map((content) => ({ content }));
      await agent.call('post', 'batch-remember').send({ memories }).expect(200);
    }
    await agent.call('post', 'remember').send({ content: 'Carol wrote a letter' }).expect(200);
    return agent;
  }

  const forget = (url: string, { agentId }: TestSession) =>
    request(url).post(`/api/v2/agents/${agentId}/forget`).send({ about: NAME, dry_run: false });

  const on = (url: string, { agentId, token }: TestSession) => ({
    get: (path: string) =>
      request(url).get(`/api/v2/agents/${agentId}/${path}`).set('X-Session-Token', token).expect(200),
    post: (path: string, body: object) =>
      request(url)
        .post(`/api/v2/agents/${agentId}/${path}`)
        .set('X-Session-Token', token)
        .send(body)
        .expect(200),
  });

  /** All that one replica gives of an agent. */
  async function given(url: string, agent: TestSession): Promise<string> {
    const { get, post } = on(url, agent);
    const recalled = await post('recall', { query: 'Who wrote a letter?', limit: 50 });
    const answers = [
      recalled,
      await post('recall/recent', { limit: 50 }),
      await get('memories?limit=100'),
      await get('traces?limit=100'),
    ];
    const { traces } = (await get('traces?limit=100')).body as Traces;
    for (const { trace_id } of traces) answers.push(await get(`traces/${trace_id}`));
    return answers.map(({ text }) => text).join('\n');
  }

  const namesHer = (text: string): boolean => NEEDLES.some((needle) => text.includes(needle));

  it('leaves nothing that recall, lists and traces of the others give', async () => {
    const agent = await filled('forgotten');
    for (const url of replicas.urls) {
      await on(url, agent).post('recall', { query: `What did ${NAME} write?` });
      expect(namesHer(await given(url, agent))).toBe(true);
    }
    // A trace is in the database a second after its recall.
    await eventually(
      () =>
        client.query<{ n: string }>(`SELECT count(*) AS n FROM recall_traces WHERE query LIKE '%${NAME}%'`),
      ({ rows }) => Number(rows[0]?.n) === REPLICAS,
    );
    const { body } = await forget(replicas.urls[0] ?? '', agent).expect(200);
    expect(body).toMatchObject({ receipt: { state: 'done', counts: { memories: MEANT } } });
    for (const url of replicas.urls) {
      const text = await given(url, agent);
      expect([url, namesHer(text)]).toEqual([url, false]);
      expect(text).toContain('Carol');
    }
  });

  it('is finished once, by another one, when its process is killed', async () => {
    const agent = await filled('killed');
    await client.query('BEGIN');
    await client.query('LOCK TABLE idempotency_keys IN ACCESS EXCLUSIVE MODE');
    // The first of the list is the one that is killed.
    const answer = forget(replicas.urls[0] ?? '', agent).catch(() => null);
    const left = () =>
      client.query<{ n: string }>(
        `SELECT count(*) AS n FROM memories m JOIN namespaces n ON n.id = m.namespace_id
         WHERE n.name LIKE '%killed' AND m.content LIKE '${NAME}%'`,
      );
    await eventually(left, ({ rows }) => Number(rows[0]?.n) === 0);
    await replicas.killOne();
    await client.query('ROLLBACK');
    await answer;
    await client.query(`UPDATE forget_runs SET held_until = NULL WHERE state = 'running'`);
    const run = () =>
      client.query<{ receipt_id: string; state: string }>(
        `SELECT receipt_id, state FROM forget_runs WHERE agent_ids = '{killed}'`,
      );
    const { rows } = await eventually(run, (found) => found.rows[0]?.state === 'done', RESUMED_WITHIN_MS);
    expect(rows).toHaveLength(1);
    const shown = await Promise.all(
      replicas.urls.map(
        async (url) => (await request(url).get(`/api/v2/receipts/${rows[0]?.receipt_id}`).expect(200)).body,
      ),
    );
    expect(shown[0]).toMatchObject({ state: 'done', counts: { memories: MEANT }, remaining: [] });
    expect((shown[0] as { digests: string[] }).digests).toHaveLength(MEANT);
    expect(shown.every((each) => JSON.stringify(each) === JSON.stringify(shown[0]))).toBe(true);
    const target = rows[0]?.receipt_id;
    const audit = await request(replicas.url).get(`/api/v2/agents/killed/audit?target=${target}`).expect(200);
    expect((audit.body as { records: unknown[] }).records).toHaveLength(1);
    for (const url of replicas.urls) expect(namesHer(await given(url, agent))).toBe(false);
  });
});
