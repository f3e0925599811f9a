import { eventually } from '../support/eventually';
import { Fleet } from './load/fleet';
import { describeDatabases, newHome } from './load/home';
import { LoadAgent } from './load/load-agent';
import { LoadedService } from './load/loaded-service';
import { chosenSeed, seeded } from './load/random';
import { ShiftedClock } from './load/shifted-clock';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Sessions outlive the jumps under load, so that every refusal is a mistake. */
const SESSION_HOURS = 168;
const MANY = 150;
/** Between the clock of the service and ours. */
const CLOSE_MS = 10_000;
const TAKEN_OVER_MS = 60_000;

interface Status {
  session_id: string;
  started_at: string;
  expires_at: string;
}

describeDatabases('a clock that jumps', (kind) => {
  let clock: ShiftedClock;
  let loaded: LoadedService;
  let fleet: Fleet;

  beforeAll(async () => {
    const home = await newHome(kind, { SESSION_DEFAULT_DURATION_HOURS: SESSION_HOURS });
    clock = await ShiftedClock.create(home.env.DATA_DIR);
    fleet = new Fleet(seeded(chosenSeed(`clock, ${kind}`)), null);
    loaded = await LoadedService.start(home, fleet, clock.variables);
  }, 120_000);

  afterAll(() => loaded?.remove());

  it.each([
    ['forward by 5 hours', 5 * HOUR_MS],
    ['back by 2 days', 5 * HOUR_MS - 2 * DAY_MS],
    ['forward to what it was', 0],
  ])(
    '%s loses nothing and stores nothing twice',
    async (_, shift) => {
      await fleet.workDuring(async () => {
        await fleet.answered(200, MANY / 2);
        await clock.shift(shift);
        await fleet.answered(200, MANY / 2);
      });
      expect(fleet.traffic.unexpected).toEqual([]);
      expect(await fleet.flaws()).toEqual([]);
      await fleet.workDuring(() => fleet.answered(200, MANY / 3));
      expect(await fleet.flaws()).toEqual([]);
    },
    120_000,
  );

  it('gives no session a longer life than any other', async () => {
    const agent = new LoadAgent('sleeper', fleet.traffic);
    await clock.shift(0);
    await agent.create();
    await agent.activate();
    const first = agent.token;
    const watch = new LoadAgent('watch', fleet.traffic);
    await watch.create();
    /** A request that the jump falls into is of both times. */
    const seenShift = async (ms: number) => {
      await clock.shift(ms);
      await eventually(
        () => fleet.traffic.need<Status>('POST', 'api/v2/agents/watch/activate'),
        (session) => Math.abs(Date.parse(session.started_at) - Date.now() - ms) < CLOSE_MS,
      );
    };
    const use = async (token: string) =>
      fetch(`${loaded.process.url}/api/v2/agents/sleeper/recall/recent`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Session-Token': token },
        body: '{}',
      });
    await seenShift(SESSION_HOURS * HOUR_MS + DAY_MS);
    // It has expired by that clock: a loopback client gets a new one in its place.
    const renewed = await eventually(
      async () => (await use(first)).headers.get('x-session-token'),
      (token) => token !== null,
    );
    await seenShift(-DAY_MS);
    expect((await use(first)).status).toBe(401);
    const answer = await use(renewed ?? '');
    expect([answer.status, answer.headers.get('x-session-token')]).toEqual([200, null]);
    const { session } = await fleet.traffic.need<{ session: Status }>(
      'GET',
      `api/ui/sessions/${idIn(renewed ?? '')}`,
    );
    expect(Date.parse(session.expires_at) - Date.parse(session.started_at)).toBe(SESSION_HOURS * HOUR_MS);
    await clock.shift(0);
  }, 60_000);

  it('does not keep a file from being read that was being read while it was ahead', async () => {
    await clock.shift(DAY_MS);
    await fleet.activate();
    await fleet.workDuring(() => fleet.answered(200, MANY));
    await loaded.process.kill();
    await clock.shift(0);
    await loaded.restart();
    expect(await fleet.flaws()).toEqual([]);
    await eventually(
      () => fleet.uploader.isReading(),
      (isReading) => !isReading,
      TAKEN_OVER_MS,
    );
    expect(await fleet.fileFlaws()).toEqual([]);
  }, 120_000);
});

/** The session that a token is of. */
function idIn(token: string): string {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(payload) as { session_id: string }).session_id;
}
