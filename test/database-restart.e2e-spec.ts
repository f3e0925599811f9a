import { Fleet } from './faults/load/fleet';
import { describeServer, newHome } from './faults/load/home';
import { LoadedService } from './faults/load/loaded-service';
import { chosenSeed, seeded } from './faults/load/random';
import { aroundNow } from './faults/load/shifted-clock';
import type { OwnPostgres } from './support/own-postgres';
import { eventually } from './support/eventually';

/** From the moment at which the server accepts connections again. */
const RECOVERY_MS = 5_000;
/** No request waits longer, whatever the database does. */
const SLOWEST_MS = 15_000;
/** Answers. */
const SOME = 40;
const MANY = 200;

// It is of no other run: it brings its own server.
const describeRestart = process.env.TEST_DATABASE_URL ? describeServer : describe.skip;

describeRestart('a database that is restarted under load', () => {
  let server: OwnPostgres;
  let loaded: LoadedService;
  let fleet: Fleet;

  beforeAll(async () => {
    const home = await newHome('server');
    if (home.postgres === null) throw new Error('There is no server');
    server = home.postgres;
    fleet = new Fleet(seeded(chosenSeed('database restart')), aroundNow);
    loaded = await LoadedService.start(home, fleet);
  });

  afterAll(() => loaded?.remove());

  /** What is left of a server that was killed may be in the way for a moment. */
  const resumed = () =>
    eventually(
      () =>
        server.resume().then(
          () => true,
          () => false,
        ),
      Boolean,
    );

  it.each([
    ['stopped in good order', (server: OwnPostgres) => server.stop('fast')],
    ['stopped as by a crash', (server: OwnPostgres) => server.stop('immediate')],
    ['killed', (server: OwnPostgres) => server.kill()],
  ])('is answered for with 503, and serves again soon after it is back (%s)', async (_, stop) => {
    const { traffic } = fleet;
    let back = 0;
    await fleet.workDuring(async () => {
      await fleet.answered(200, SOME);
      await stop(server);
      await fleet.answered(503, SOME);
      expect([await loaded.statusOf('live'), await loaded.statusOf('ready')]).toEqual([200, 503]);
      await resumed();
      back = performance.now();
      await eventually(
        () => loaded.statusOf('ready'),
        (status) => status === 200,
      );
      await fleet.answered(200, MANY);
    });
    expect(traffic.lastUnavailable - back).toBeLessThan(RECOVERY_MS);
    expect(traffic.unexpected).toEqual([]);
    expect(traffic.slowestMs).toBeLessThan(SLOWEST_MS);
    expect(await fleet.flaws()).toEqual([]);
  });

  it('has gone on with the files that were uploaded', async () => {
    await eventually(
      () => fleet.uploader.isReading(),
      (isReading) => !isReading,
    );
    expect(fleet.uploader.count).toBeGreaterThan(0);
    expect(await fleet.fileFlaws()).toEqual([]);
  });
});
