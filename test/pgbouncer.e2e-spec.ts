import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PrismaService } from '../src/database/prisma.service';
import { startFailure } from '../src/start-failure';
import { Fleet } from './faults/load/fleet';
import { describeServer, newHome, type Home } from './faults/load/home';
import { LoadedService } from './faults/load/loaded-service';
import { chosenSeed, seeded } from './faults/load/random';
import { aroundNow } from './faults/load/shifted-clock';
import { activate, newSession, remember } from './support/agents';
import { eventually } from './support/eventually';
import { DAILY, setPolicy } from './support/maintenance';
import { hasPgBouncer, PgBouncer } from './support/pgbouncer';
import { onServer } from './support/server-template';
import { spawnService } from './support/service-process';
import { newToken, recent } from './support/sessions';
import { changeSettings } from './support/settings';

/** Answers. */
const SOME = 40;
const MANY = 100;
/** Fewer connections than the pool of the service has, so that they are shared. */
const SHARED_CONNECTIONS = 'default_pool_size = 5';

/** What docs/SCALING.md says about `pgbouncer.ini`. */
function documented(): string[] {
  const text = readFileSync(join(__dirname, '../docs/SCALING.md'), 'utf8');
  const block = /```ini\n([^]*?)```/.exec(text)?.[1];
  if (block === undefined) throw new Error('docs/SCALING.md has no ini block');
  return block.split('\n').filter((line) => line.startsWith('ignore_startup_parameters'));
}

if (!hasPgBouncer()) process.stderr.write('SKIPPED: the service behind PgBouncer: it is not installed\n');

// It is of no other run: it brings its own server.
const describeBouncer = process.env.TEST_DATABASE_URL && hasPgBouncer() ? describeServer : describe.skip;

describeBouncer('PgBouncer in transaction mode between the service and the database', () => {
  let home: Home;
  let direct: string;

  beforeAll(async () => {
    home = await newHome('server', { DATABASE_PREPARED_STATEMENTS: false });
    direct = home.postgres?.url ?? '';
  });

  afterAll(() => home.remove());

  const onAll = (statement: string) => onServer(direct, statement);

  /** Why the service does not start behind it. */
  const refusal = async (settings: readonly string[]): Promise<string> => {
    const bouncer = await PgBouncer.start(direct, settings);
    const env = Object.assign({}, home.env, { DATABASE_URL: bouncer.url });
    const failed = await PrismaService.open(env, () => undefined).then(
      (database) => database.close(),
      (error: unknown) => error,
    );
    await bouncer.remove();
    return startFailure(failed);
  };

  it('must ignore the parameters of connections that it does not know, or the start says so', async () => {
    expect(await refusal([])).toBe(
      'The pooler of DATABASE_URL refuses connections (unsupported startup parameter: statement_timeout): ' +
        'set ignore_startup_parameters = statement_timeout,options in pgbouncer.ini',
    );
  });

  it('must use UTC, or the start says so', async () => {
    await onAll("ALTER ROLE postgres SET timezone = 'Asia/Tokyo'");
    expect(await refusal(documented())).toContain(
      'The time zone of connections to DATABASE_URL is Asia/Tokyo',
    );
    await onAll("ALTER ROLE postgres SET timezone = 'UTC'");
  });

  describe('with the documented settings', () => {
    let bouncer: PgBouncer;
    let fleet: Fleet;
    let loaded: LoadedService;

    beforeAll(async () => {
      bouncer = await PgBouncer.start(direct, [...documented(), SHARED_CONNECTIONS]);
      home.env.DATABASE_URL = bouncer.url;
      fleet = new Fleet(seeded(chosenSeed('pgbouncer')), aroundNow);
      const keptHome = { ...home, remove: () => Promise.resolve() };
      // A setting that the environment names cannot be changed.
      loaded = await LoadedService.start(keptHome, fleet, { SESSION_DEFAULT_DURATION_HOURS: undefined });
    });

    afterAll(async () => {
      await loaded?.remove();
      await bouncer?.remove();
    });

    it('stores, recalls and reads files, and goes on after PgBouncer was restarted', async () => {
      await fleet.workDuring(async () => {
        await fleet.answered(200, MANY);
        await bouncer.stop();
        await fleet.answered(503, SOME);
        await bouncer.resume();
        await eventually(
          () => loaded.statusOf('ready'),
          (status) => status === 200,
        );
        await fleet.answered(200, MANY);
      });
      expect(fleet.traffic.unexpected).toEqual([]);
      expect(fleet.kept).toBeGreaterThan(0);
      expect(await fleet.flaws()).toEqual([]);
    });

    it('expires memories in a nightly run', async () => {
      const session = await newSession({ url: loaded.process.url }, 'swept');
      const id = await remember(session, { content: 'The kettle is blue' });
      await setPolicy(session, DAILY);
      await onAll(`UPDATE memories SET updated_at = now() - interval '2 days' WHERE id = '${id}'`);
      const maintenance = spawnService(home.env, {}, 'maintenance-run');
      expect(await maintenance.ended).toBe(0);
      const { body } = await session.call('get', `memories/${id}`).expect(200);
      expect(body).toMatchObject({ status: 'expired', expired_by: 'daily' });
    });

    it('renews a session near its end', async () => {
      const service = { url: loaded.process.url };
      // Ten seconds, of which the second half is near.
      await changeSettings(service, { 'session.default_duration_hours': 10 / 3600 }).expect(200);
      const { agentId, token } = await activate(service, 'visitor');
      const answer = await eventually(
        async () => recent(service, agentId, token),
        (each) => newToken(each) !== undefined,
      );
      expect(answer.status).toBe(200);
      await recent(service, agentId, newToken(answer) ?? '').expect(200);
    });
  });
});
