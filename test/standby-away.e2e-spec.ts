import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { Env } from '../src/config/env';
import { TEST_SECRET_KEY } from './support/database';
import { eventually } from './support/eventually';
import { ON_PREM } from './support/kind-of-run';
import { OwnPostgres } from './support/own-postgres';
import { buildService, startService, type ServiceProcess } from './support/service-process';

const AGENT = 'away';
const VARIABLES = { RATE_LIMIT_PER_MINUTE: '0' };
const WRITERS = 12;
/** A write that waits is given up after a second and the three that a commit may take; the rest is for a busy machine. */
const BOUND_MS = 15_000;
/** Once the service knows. It takes milliseconds; a connection that is waited for takes 5,000. */
const READ_BOUND_MS = 1_500;

const whyNot = ON_PREM ? 'memories come from the database' : OwnPostgres.whyNot();
const describeAway = whyNot === null ? describe : describe.skip;

describeAway('a synchronous standby that is away', () => {
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  let service: ServiceProcess;
  let dataDir: string;
  let token = '';

  interface Answer {
    status: number;
    body: Record<string, unknown>;
    ms: number;
  }

  async function call(method: string, path: string, body?: object): Promise<Answer> {
    const begin = performance.now();
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token && { 'X-Session-Token': token }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    return { status: response.status, body: answer, ms: performance.now() - begin };
  }

  const remember = () =>
    call('POST', `/api/v2/agents/${AGENT}/remember`, { content: `Fact ${Math.random()}` });
  const recall = () => call('POST', `/api/v2/agents/${AGENT}/recall`, { query: 'fact' });
  const ready = () => call('GET', '/ready');

  beforeAll(async () => {
    buildService();
    primary = await OwnPostgres.start({ options: '-c synchronous_standby_names=*' });
    standby = await primary.standby();
    dataDir = await mkdtemp(join(tmpdir(), 'ams-'));
    const settings = { DATA_DIR: dataDir, DATABASE_URL: primary.url, PORT: 0 };
    const env = Object.assign(new Env(), { ...settings, SERVICE_SECRET_KEY: TEST_SECRET_KEY });
    service = await startService(env, VARIABLES);
    await call('POST', '/api/v2/agents', { agent_id: AGENT });
    token = String((await call('POST', `/api/v2/agents/${AGENT}/activate`, {})).body.session_token);
    expect((await remember()).status).toBe(200);
  }, 120_000);

  afterAll(async () => {
    await service.kill();
    await Promise.all([primary.remove(), standby.remove()]);
    await rm(dataDir, { recursive: true, force: true });
  });

  it('leaves the service ready while it is there', async () => {
    expect(await ready()).toMatchObject({ status: 200 });
  });

  it('ends writes with a reason in bounded time, and reads go on', async () => {
    await standby.stop('fast');
    const writes = await Promise.all(Array.from({ length: WRITERS }, remember));
    for (const { status, body, ms } of writes) {
      expect(status).toBe(503);
      expect(ms).toBeLessThan(BOUND_MS);
      expect(JSON.stringify(body)).toContain('BackendUnavailable');
    }
    const refused = await remember();
    expect(refused.body).toMatchObject({
      detail: {
        error: 'BackendUnavailable',
        message:
          'The service cannot write: the database does not accept writes: ' +
          'its synchronous standby is away or far behind. Try again shortly',
      },
    });
    expect(refused.ms).toBeLessThan(READ_BOUND_MS);
    for (let i = 0; i < 20; i++) {
      const [found, agents] = await Promise.all([recall(), call('GET', '/api/v2/agents')]);
      expect([found.status, agents.status]).toEqual([200, 200]);
      expect(Math.max(found.ms, agents.ms)).toBeLessThan(READ_BOUND_MS);
    }
    const activated = await call('POST', `/api/v2/agents/${AGENT}/activate`, {});
    expect(activated.status).toBe(503);
  }, 120_000);

  it('makes the service not ready, with the reason', async () => {
    const answer = await ready();
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({
      error: {
        database: {
          message: 'the database does not accept writes: its synchronous standby is away or far behind',
          reason: 'synchronous_standby_away',
        },
      },
    });
  });

  it('leaves no more backends waiting than the service has connections', async () => {
    const admin = new Client({ connectionString: primary.url });
    await admin.connect();
    const { rows } = await admin.query<{ waiting: number }>(
      `SELECT count(*)::int4 AS waiting FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
    );
    await admin.end();
    expect(rows[0]?.waiting).toBeGreaterThan(0);
    expect(rows[0]?.waiting).toBeLessThanOrEqual(11);
  });

  it('makes it ready again when it is back', async () => {
    await standby.resume();
    await eventually(ready, ({ status }) => status === 200);
    expect((await remember()).status).toBe(200);
  });
});
