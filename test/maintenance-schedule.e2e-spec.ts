import type { Env } from '../src/config/env';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { MaintenanceScheduler } from '../src/maintenance/maintenance-scheduler.service';
import { newSession, remember } from './support/agents';
import { newTestStore, type TestStore } from './support/database';
import { eventually } from './support/eventually';
import { DAILY, health, maintain, setPolicy, shown } from './support/maintenance';
import { startTestApp, type TestApp } from './support/test-app';
import { buildService, spawnService } from './support/service-process';

beforeAll(buildService);

describe('the schedule', () => {
  let store: TestStore;
  let app: TestApp;

  beforeAll(async () => {
    store = await newTestStore();
  });
  afterAll(() => store.remove());
  afterEach(() => app.close());

  const installed = () =>
    app.app.get(PrismaService).execute(sql`
      INSERT INTO maintenance_runs (cause, started_at, finished_at)
      SELECT 'install', t.at, t.at FROM (SELECT ${app.clock.now()}::timestamptz - interval '3 days' AS at) t`);

  it('is off with MAINTENANCE_ENABLED=false', async () => {
    app = await startTestApp({ store, schedule: true, env: { MAINTENANCE_ENABLED: false } });
    await installed();
    await app.app.get(MaintenanceScheduler).tick();
    expect(await shown(app)).toEqual({ runs: [], next_run: null, enabled: false });
    expect(await health(app)).toMatchObject({ status: 'up', enabled: false, next_run: null });
  });

  it('catches up soon after start', async () => {
    app = await startTestApp({ store, schedule: true });
    const { runs } = await eventually(
      () => shown(app),
      (answer) => answer.runs[0]?.finished_at != null,
    );
    expect(runs).toMatchObject([{ cause: 'schedule', errors: [] }]);
  });
});

const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

onServer('maintenance of two replicas (PostgreSQL server only)', () => {
  let store: TestStore;
  let replicas: TestApp[];

  beforeAll(async () => {
    store = await newTestStore();
    const first = await startTestApp({ store });
    replicas = [first, await startTestApp({ store, clock: first.clock })];
  });
  afterAll(async () => {
    await Promise.all(replicas.map((each) => each.close()));
    await store.remove();
  });

  it('is done by exactly one of them, and shown by both', async () => {
    const together = () => Promise.all(replicas.map(maintain));
    await together();
    const [first, second] = replicas;
    if (!first || !second) throw new Error('There are two');
    const session = await newSession(first, 'a');
    await setPolicy(session, DAILY);
    await remember(session, { content: 'The kettle is blue' });
    first.clock.advance({ hours: 24 });
    await together();
    const { runs } = await shown(first);
    expect(runs).toMatchObject([{ agents: 1, expired: 1, errors: [] }]);
    expect((await shown(second)).runs).toEqual(runs);
  });
});

describe('npm run maintenance', () => {
  let store: TestStore;

  beforeAll(async () => {
    store = await newTestStore();
  });
  afterAll(() => store.remove());

  const whileServing = async (work: (app: TestApp) => Promise<void>) => {
    const app = await startTestApp({ store });
    await work(app).finally(() => app.close());
  };

  it('runs once whatever the schedule says, writes a line, and ends', async () => {
    await whileServing(async (app) => {
      const session = await newSession(app, 'a');
      await setPolicy(session, DAILY);
      await remember(session, { content: 'The kettle is blue' });
    });
    expect(await runCommand(store.env, { MAINTENANCE_ENABLED: 'false' })).toEqual({
      code: 0,
      printed:
        'Maintenance finished (agents: 1, memories expired: 1, purged: 0, agents held: 0, errors: 0)\n',
    });
    await whileServing(async (app) => {
      expect((await shown(app)).runs).toMatchObject([{ cause: 'command', agents: 1, expired: 1 }]);
    });
  });

  it('needs no embedding model, whatever is configured', async () => {
    expect(await runCommand(store.env, { EMBEDDINGS_MODEL_PATH: './no-such-model' })).toMatchObject({
      code: 0,
    });
  });

  it('names what is wrong with its settings, and fails', async () => {
    const { code, printed } = await runCommand(store.env, { POLICY_SWEEP_CRON: 'at night' });
    expect(code).toBe(1);
    expect(printed).toMatch(/^Maintenance did not run: .*\n.*POLICY_SWEEP_CRON/);
  });

  if (!process.env.TEST_DATABASE_URL) {
    it('says that the service has the embedded database, and fails', async () => {
      await whileServing(async () => {
        const { code, printed } = await runCommand(store.env, {});
        expect(code).toBe(1);
        expect(printed).toMatch(/^Maintenance did not run: the service is running on this DATA_DIR.*\n$/);
      });
    });
  } else {
    it('leaves it to another process that is at it', async () => {
      await whileServing(async (app) => {
        const lock = await app.app.get(PrismaService).lock('maintenance');
        const outcome = await runCommand(store.env, {}).finally(() => lock?.release());
        expect(outcome).toEqual({ code: 0, printed: 'Maintenance is being done by another process\n' });
      });
    });
  }
});

/** Runs the command as a process of its own, with the settings of the test and no others. */
async function runCommand(env: Env, more: NodeJS.ProcessEnv): Promise<{ code: unknown; printed: string }> {
  const command = spawnService(env, more, 'maintenance-run');
  return { code: await command.ended, printed: command.printed() };
}
