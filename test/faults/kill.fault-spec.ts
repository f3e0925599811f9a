import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../support/eventually';
import { spawnService } from '../support/service-process';
import { Fleet } from './load/fleet';
import { describeDatabases, newHome } from './load/home';
import { LoadedService } from './load/loaded-service';
import { between, chosenRounds, chosenSeed, seeded } from './load/random';
import { aroundNow, ShiftedClock } from './load/shifted-clock';

const ROUNDS = chosenRounds(20);
/** A process is killed after so many answers, at the least and the most, or after so long in ms. */
const ANSWERS = [1, 500] as const;
const LIFE_MS = 10_000;
/** Every so many rounds one more process is killed, while it starts. */
const START_KILLED = 4;
const START_MS = 2_000;
/** The clock goes on by this much a round, so that sweeps of the embedded database find something. */
const ROUND_MS = 120_000;
/** Longer than a killed process holds a job. */
const TAKEN_OVER_MS = 60_000;
/** Longer than the policy keeps a memory: on a server, the database's clock decides, which no test moves. */
const SWEPT_MS = 90_000;

describeDatabases('a service that is killed at any moment under load', (kind) => {
  const random = seeded(chosenSeed(`kill -9, ${kind}`));
  let clock: ShiftedClock;
  let loaded: LoadedService;
  let fleet: Fleet;

  beforeAll(async () => {
    const home = await newHome(kind);
    clock = await ShiftedClock.create(home.env.DATA_DIR);
    fleet = new Fleet(random, kind === 'server' ? aroundNow : clock.known);
    loaded = await LoadedService.start(home, fleet, clock.variables);
  }, 120_000);

  afterAll(() => loaded?.remove());

  async function killInTheMiddle(): Promise<void> {
    const { traffic } = fleet;
    const enough = traffic.count(200) + between(random, ...ANSWERS);
    const latest = performance.now() + LIFE_MS;
    const kill: { under: Promise<void> | null } = { under: null };
    await fleet.work(() => {
      if (traffic.count(200) >= enough || performance.now() > latest) kill.under ??= loaded.process.kill();
      return kill.under !== null;
    });
    await kill.under;
  }

  async function killAtStart(): Promise<void> {
    const starting = spawnService(loaded.home.env, clock.variables);
    await pause(between(random, 0, START_MS));
    await starting.kill();
  }

  it.each(Array.from({ length: ROUNDS }, (_, i) => i + 1))(
    'has all that it acknowledged, and nothing half or twice (round %d)',
    async (round) => {
      await killInTheMiddle();
      await clock.shift(round * ROUND_MS);
      if (round % START_KILLED === 0) await killAtStart();
      await loaded.restart();
      expect(await fleet.flaws()).toEqual([]);
      expect(fleet.traffic.unexpected).toEqual([]);
      expect(fleet.traffic.count(503)).toBe(0);
    },
    120_000,
  );

  it('has read all files, each part of them once', async () => {
    await eventually(
      () => fleet.uploader.isReading(),
      (isReading) => !isReading,
      TAKEN_OVER_MS,
    );
    expect(await fleet.fileFlaws()).toEqual([]);
  }, 120_000);

  it('was killed in the middle of work of every kind', async () => {
    const hasSwept = async () => {
      await eventually(
        () => Promise.resolve(fleet.swept),
        (swept) => swept > 0,
        SWEPT_MS,
      );
    };
    if (fleet.swept === 0) await fleet.workDuring(hasSwept);
    const { traffic, resolver, uploader, sessions, kept, swept } = fleet;
    const report = { unanswered: traffic.count(0), kept, swept, conflicts: resolver.resolved };
    process.stdout.write(
      `${JSON.stringify({ kind, ...report, files: uploader.count, ended: sessions.ended })}\n`,
    );
    const counts = [...Object.values(report), uploader.count, sessions.ended];
    expect(Math.min(...counts)).toBeGreaterThan(0);
  }, 120_000);
});
