import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import request from 'supertest';
import { Env } from '../src/config/env';
import { newSession, type TestSession } from './support/agents';
import { TEST_SECRET_KEY } from './support/database';
import { eventually } from './support/eventually';
import { OwnPostgres } from './support/own-postgres';
import { buildService, startService, type ServiceProcess } from './support/service-process';

const NAME = 'Zephyrine Quillfeather';
/** Memories of an agent on her, in more than two slices of a run, and others. */
const MEANT = 450;
const OTHERS = 50;
/** Memories that a run deletes at a time. */
const SLICE = 200;
const BATCH = 100;
const EDITED = 20;
/** Runs that are left are looked for twice a minute. */
const RESUMED_WITHIN_MS = 60_000;

/** A memory of all agents that no first slice has. */
const OF_SECOND_SLICE = `SELECT 1 FROM memories WHERE content = '${NAME} wrote letter 225' FOR UPDATE`;
/** The row of a file goes last. */
const WAITING_DELETION = `
  CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN PERFORM pg_advisory_xact_lock(36); RETURN OLD; END';
  CREATE TRIGGER wait_for_test BEFORE DELETE ON files FOR EACH ROW EXECUTE FUNCTION wait_for_test()`;
const lockOf = (table: string): string => `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`;

const whyNoServer = OwnPostgres.whyNot();

(whyNoServer === null ? describe : describe.skip)('runs of forgetting on a PostgreSQL server', () => {
  let server: OwnPostgres;
  let client: Client;
  let env: Env;
  let dataDir: string;
  let service: ServiceProcess;

  beforeAll(async () => {
    buildService();
    server = await OwnPostgres.start({ options: '-c fsync=off' });
    dataDir = await mkdtemp(join(tmpdir(), 'ams-'));
    const settings = { DATA_DIR: dataDir, DATABASE_URL: server.url, SERVICE_SECRET_KEY: TEST_SECRET_KEY };
    env = Object.assign(new Env(), { ...settings, PORT: 0, RATE_LIMIT_PER_MINUTE: 0 });
    service = await startService(env);
    client = new Client(server.url);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await service.kill();
    await server.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function filled(agentId: string, of = service): Promise<TestSession> {
    const agent = await newSession(of, agentId);
    const contents = [
      ...Array.from({ length: MEANT }, (_, n) => `${NAME} wrote letter ${n}`),
      ...Array.from({ length: OTHERS }, (_, n) => `Carol wrote letter ${n}`),
    ];
    for (let at = 0; at < contents.length; at += BATCH) {
      const memories = contents.slice(at, at + BATCH).map((content) => ({ content }));
      await agent.call('post', 'batch-remember').send({ memories }).expect(200);
    }
    return agent;
  }

  const forgetting = (agentId: string, of = service) =>
    request(of.url).post(`/api/v2/agents/${agentId}/forget`).send({ about: NAME, dry_run: false });

  async function count(query: string, values: unknown[]): Promise<number> {
    const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${query}`, values);
    return Number(rows[0]?.n);
  }

  const left = (agentId: string) =>
    count(
      `memories m JOIN namespaces n ON n.id = m.namespace_id WHERE n.name LIKE $1 AND m.content LIKE $2`,
      [`%${agentId}`, `${NAME}%`],
    );
  const open = () => count(`forget_runs WHERE state = 'running'`, []);

  /** Kills the service while a run waits for a lock and a condition holds. */
  async function killAt(agentId: string, lock: string, isReached: () => Promise<boolean>): Promise<void> {
    await client.query('BEGIN');
    await client.query(lock);
    const answer = forgetting(agentId).catch(() => null);
    await eventually(isReached, (reached) => reached);
    await service.kill();
    await client.query('ROLLBACK');
    await answer;
    service = await startService(env);
  }

  it('go on after a kill at each of their steps', async () => {
    for (const agentId of ['slices', 'quoting', 'signing']) await filled(agentId);
    const isEmptied = (agentId: string) => async () => (await left(agentId)) === 0;
    const isInSlices = async () => (await left('slices')) < MEANT;
    await killAt('slices', OF_SECOND_SLICE, isInSlices);
    await killAt('quoting', lockOf('idempotency_keys'), isEmptied('quoting'));
    await killAt('signing', lockOf('recall_segments'), isEmptied('signing'));
    expect(await left('slices')).toBe(MEANT - SLICE);
    expect(await open()).toBe(3);
    // As if they had been held for their time.
    await client.query('UPDATE forget_runs SET held_until = NULL');
    await eventually(open, (runs) => runs === 0, RESUMED_WITHIN_MS);
    const { rows } = await client.query<{ receipt_id: string; agent_ids: string[] }>(
      'SELECT receipt_id, agent_ids FROM forget_runs',
    );
    for (const { receipt_id, agent_ids } of rows) {
      const { body } = await request(service.url).get(`/api/v2/receipts/${receipt_id}`).expect(200);
      expect(body).toMatchObject({ state: 'done', counts: { memories: MEANT }, remaining: [] });
      expect((body as { digests: string[] }).digests).toHaveLength(MEANT);
      expect(await left(agent_ids[0] ?? '')).toBe(0);
    }
  });

  it('finish and count a file whose deletion broke off', async () => {
    const agent = await newSession(service, 'file');
    const name = `${NAME}.txt`;
    const { body } = await agent
      .call('post', 'upload-file')
      .attach('file', Buffer.from('The cellar key hangs there.'), name)
      .expect(200);
    const fileId = (body as { file_id: string }).file_id;
    const ofFile = () =>
      agent.call('get', `files/${fileId}`).then(({ body }) => (body as { status: string }).status);
    await eventually(ofFile, (status) => status === 'indexed');
    const begun = () => count('files WHERE file_id = $1 AND deleting', [fileId]);
    await client.query(WAITING_DELETION);
    await killAt('file', 'SELECT pg_advisory_xact_lock(36)', async () => (await begun()) === 1);
    await client.query('UPDATE forget_runs SET held_until = NULL');
    await eventually(open, (runs) => runs === 0, RESUMED_WITHIN_MS);
    expect(await count('files WHERE file_id = $1', [fileId])).toBe(0);
    const { rows } = await client.query<{ counts: object }>(
      `SELECT counts FROM forget_runs WHERE agent_ids = '{file}'`,
    );
    expect(rows).toEqual([{ counts: expect.objectContaining({ files: 1 }) as object }]);
  });

  it('at once delete and count each memory and former version once', async () => {
    const agent = await filled('twice');
    const { body } = await agent.call('get', 'memories?limit=100').expect(200);
    const edited = (body as { memories: { id: string }[] }).memories.slice(-EDITED);
    for (const { id } of edited)
      await agent.call('patch', `memories/${id}`).send({ confidence: 0.5 }).expect(200);
    const answers = await Promise.all([forgetting('twice').expect(200), forgetting('twice').expect(200)]);
    const deleted = answers.map(({ body }) => (body as Body).receipt.counts.memories);
    expect(deleted.reduce((sum, each) => sum + each, 0)).toBe(MEANT);
    const former = answers.map(({ body }) => (body as Body).receipt.counts.former_versions);
    expect(former.reduce((sum, each) => sum + each, 0)).toBe(EDITED);
    expect(await left('twice')).toBe(0);
  });

  it('end when their agent is deleted meanwhile', async () => {
    await filled('going');
    await client.query('BEGIN');
    await client.query(lockOf('idempotency_keys'));
    const answer = forgetting('going').then(({ body }) => (body as Body).receipt);
    await eventually(
      () => left('going'),
      (memories) => memories === 0,
    );
    const deletion = request(service.url)
      .delete('/api/v2/agents/going')
      .then(({ status }) => status);
    await client.query('ROLLBACK');
    expect(await deletion).toBeLessThan(300);
    expect(await answer).toMatchObject({ state: 'done', counts: { memories: MEANT } });
  });

  it('leave nothing in the caches of another process', async () => {
    const other = await startService(Object.assign(new Env(), { ...env, PORT: 0 }));
    try {
      const agent = await filled('cached');
      const recalled = async () => {
        const answer = await request(other.url)
          .post('/api/v2/agents/cached/recall')
          .set('X-Session-Token', agent.token)
          .send({ query: `What did ${NAME} write?`, limit: 50 })
          .expect(200);
        return JSON.stringify(answer.body);
      };
      expect(await recalled()).toContain(`${NAME} wrote`);
      await forgetting('cached').expect(200);
      expect(await recalled()).not.toContain(`${NAME} wrote`);
    } finally {
      await other.kill();
    }
  });
});

interface Body {
  receipt: { state: string; counts: { memories: number; former_versions: number } };
}
