import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Env } from '../src/config/env';
import { canMount, SmallDisk } from './faults/load/small-disk';
import { TEST_SECRET_KEY } from './support/database';
import { eventually } from './support/eventually';
import { ON_PREM } from './support/kind-of-run';
import { OwnPostgres } from './support/own-postgres';
import { buildService, startService, type ServiceProcess } from './support/service-process';

const AGENT = 'full';
const MEGABYTES = 160;
/** So many fill what the tables of the database have free. */
const TRIES = 200;
const MESSAGE = 'the database does not accept writes: its disk is full';

const isPossible = !ON_PREM && OwnPostgres.whyNot() === null && canMount();
const whereMountable = isPossible ? describe : describe.skip;

whereMountable('a database server whose disk is full (skipped where nothing can be mounted)', () => {
  let disk: SmallDisk;
  let postgres: OwnPostgres;
  let service: ServiceProcess;
  let dataDir: string;
  let token = '';

  async function call(method: string, path: string, body?: object) {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token && { 'X-Session-Token': token }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** A text that the database cannot make smaller. */
  const remember = () =>
    call('POST', `/api/v2/agents/${AGENT}/remember`, {
      content: `Fact ${randomBytes(3_000).toString('base64')}`,
    });
  const ready = () => call('GET', '/ready');

  async function firstRefused() {
    for (let n = 0; n < TRIES; n++) {
      const answer = await remember();
      if (answer.status !== 200) return answer;
    }
    throw new Error('The disk is not full');
  }

  beforeAll(async () => {
    buildService();
    disk = await SmallDisk.mount(MEGABYTES);
    postgres = await OwnPostgres.start({ folder: disk.folder });
    dataDir = await mkdtemp(join(tmpdir(), 'ams-'));
    const settings = { DATA_DIR: dataDir, DATABASE_URL: postgres.url, PORT: 0 };
    const env = Object.assign(new Env(), { ...settings, SERVICE_SECRET_KEY: TEST_SECRET_KEY });
    service = await startService(env, { RATE_LIMIT_PER_MINUTE: '0' });
    await call('POST', '/api/v2/agents', { agent_id: AGENT });
    token = String((await call('POST', `/api/v2/agents/${AGENT}/activate`, {})).body.session_token);
    expect((await remember()).status).toBe(200);
  }, 120_000);

  afterAll(async () => {
    await service?.kill();
    await postgres?.remove();
    await disk?.unmount();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('refuses writes with the reason, is not ready, and goes on by itself when there is room', async () => {
    expect((await ready()).status).toBe(200);
    disk.fill();
    const refused = await firstRefused();
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({
      detail: {
        error: 'BackendUnavailable',
        message: `The service cannot write: ${MESSAGE}. Try again shortly`,
      },
    });
    const notReady = await eventually(ready, ({ status }) => status === 503);
    expect(notReady.body).toMatchObject({ error: { database: { message: MESSAGE, reason: 'disk_full' } } });
    const found = await call('POST', `/api/v2/agents/${AGENT}/recall`, { query: 'fact' });
    expect(found.status).toBe(200);

    disk.makeRoom();
    await eventually(ready, ({ status }) => status === 200);
    expect((await remember()).status).toBe(200);
  }, 60_000);
});
