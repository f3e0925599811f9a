import { Client } from 'pg';
import { eventually } from '../support/eventually';
import { TcpProxy } from '../support/tcp-proxy';
import { Fleet } from './load/fleet';
import { describeServer, newHome } from './load/home';
import { LoadedService } from './load/loaded-service';
import { chosenSeed, seeded } from './load/random';
import { aroundNow } from './load/shifted-clock';

const POOL = 5;
const STATEMENT_MS = 3_000;
/** The service waits 5 s longer for an answer than the server is to take, and a request is a few statements. */
const SLOWEST_MS = 30_000;
const LIVE_MS = 1_000;
/** It gives the database 3 s. */
const READY_MS = 5_000;
/** On a machine with others on it. */
const RECOVERY_MS = 5_000;
const MANY = 100;
const SOME = 20;

describeServer('a database that is slow', () => {
  let url: string;
  let proxy: TcpProxy;
  let loaded: LoadedService;
  let fleet: Fleet;

  beforeAll(async () => {
    const home = await newHome('server', {
      DATABASE_POOL_SIZE: POOL,
      DATABASE_STATEMENT_TIMEOUT_MS: STATEMENT_MS,
    });
    url = home.env.DATABASE_URL ?? '';
    proxy = await TcpProxy.before(url);
    home.env.DATABASE_URL = proxy.urlOf(url);
    fleet = new Fleet(seeded(chosenSeed('slow database')), aroundNow);
    loaded = await LoadedService.start(home, fleet);
  }, 120_000);

  afterAll(async () => {
    await proxy?.close();
    await loaded?.remove();
  });

  async function probe(name: 'live' | 'ready', withinMs: number): Promise<number> {
    const begun = performance.now();
    const status = await loaded.statusOf(name);
    expect(performance.now() - begun).toBeLessThan(withinMs);
    return status;
  }

  /** Has the clients work while something is wrong, and then until all is well again. */
  async function during(trouble: () => Promise<void>, end: () => Promise<void> | void): Promise<void> {
    let healed = 0;
    await fleet.workDuring(async () => {
      await fleet.answered(200, SOME);
      await trouble();
      await end();
      healed = performance.now();
      await eventually(
        () => probe('ready', READY_MS),
        (status) => status === 200,
      );
      await fleet.answered(200, MANY);
    });
    const { traffic } = fleet;
    expect(traffic.lastUnavailable - healed).toBeLessThan(RECOVERY_MS);
    expect(traffic.unexpected).toEqual([]);
    expect(traffic.slowestMs).toBeLessThan(SLOWEST_MS);
    expect(proxy.connections).toBeLessThanOrEqual(POOL + 1);
    expect(await fleet.flaws()).toEqual([]);
  }

  it('by 50 ms is only slower', async () => {
    const unavailable = fleet.traffic.count(503);
    await during(
      async () => {
        proxy.delayMs = 25;
        await fleet.answered(200, MANY);
        expect(await probe('ready', READY_MS)).toBe(200);
        expect(fleet.traffic.count(503)).toBe(unavailable);
      },
      () => proxy.heal(),
    );
  }, 180_000);

  it('by 2 s is answered for, with 503 where it is too slow', async () => {
    await during(
      async () => {
        proxy.delayMs = 1_000;
        await fleet.answered(503, 1);
        expect(await probe('live', LIVE_MS)).toBe(200);
        expect([200, 503]).toContain(await probe('ready', READY_MS));
      },
      () => proxy.heal(),
    );
  }, 180_000);

  it('without end is answered for with 503, and used again as soon as it answers', async () => {
    await during(
      async () => {
        proxy.hold();
        await fleet.answered(503, SOME);
        expect(await probe('live', LIVE_MS)).toBe(200);
        expect(await probe('ready', READY_MS)).toBe(503);
      },
      () => proxy.heal(),
    );
  }, 180_000);

  it('without end, and whose connections then break, is used again on new ones', async () => {
    await during(
      async () => {
        proxy.hold();
        await fleet.answered(503, SOME);
      },
      () => {
        proxy.cut();
        proxy.heal();
      },
    );
  }, 180_000);

  it('because a table is locked gives statements up in time, with 503', async () => {
    const other = new Client(url);
    await other.connect();
    await during(
      async () => {
        await other.query('BEGIN');
        await other.query('LOCK TABLE memories IN ACCESS EXCLUSIVE MODE');
        await fleet.answered(503, SOME);
        expect(await probe('live', LIVE_MS)).toBe(200);
      },
      () => other.end(),
    );
  }, 180_000);
});
