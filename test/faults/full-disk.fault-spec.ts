import { eventually } from '../support/eventually';
import { OwnPostgres } from '../support/own-postgres';
import { Fleet } from './load/fleet';
import { newHome, type DatabaseKind } from './load/home';
import { LoadAgent } from './load/load-agent';
import { LoadedService } from './load/loaded-service';
import { chosenSeed, seeded } from './load/random';
import { aroundNow } from './load/shifted-clock';
import { canMount, SmallDisk } from './load/small-disk';

const MEGABYTES = 400;
const SOME = 60;
/** Writes without room: so many, so that what the database had in hand is used up too. */
const TRIES = 60;
const TEXT = 'and so on '.repeat(900).trim();

const KINDS: DatabaseKind[] = OwnPostgres.whyNot() === null ? ['embedded', 'server'] : ['embedded'];
const whereMountable = canMount() ? describe.each(KINDS) : describe.skip.each(KINDS);

whereMountable('a disk that is full (skipped where nothing can be mounted), %s', (kind) => {
  let disk: SmallDisk;
  let loaded: LoadedService;
  let fleet: Fleet;

  beforeAll(async () => {
    disk = await SmallDisk.mount(MEGABYTES);
    const home = await newHome(kind, {}, disk.folder);
    fleet = new Fleet(seeded(chosenSeed(`full disk, ${kind}`)), aroundNow);
    loaded = await LoadedService.start(home, fleet);
  }, 120_000);

  afterAll(async () => {
    await loaded?.remove();
    await disk?.unmount();
  });

  /** The numbers of the memories that were acknowledged, and the statuses of the rest. */
  async function rememberMany(agent: LoadAgent): Promise<{ kept: number[]; refused: number[] }> {
    const kept: number[] = [];
    const refused: number[] = [];
    for (let n = 0; n < TRIES && !loaded.hasEnded; n++) {
      const status = await remember(agent, n);
      if (status === 200) kept.push(n);
      // Without any answer where the process ended in the middle of it.
      else if (status !== 0) refused.push(status);
    }
    return { kept, refused };
  }

  async function remember(agent: LoadAgent, n: number): Promise<number> {
    const response = await fetch(`${loaded.process.url}/api/v2/agents/${agent.id}/remember`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Session-Token': agent.token },
      body: JSON.stringify({ content: contentOf(n) }),
    }).catch(() => null);
    return response?.status ?? 0;
  }

  /** A database that could not go on without room is started again, with room, as a supervisor does. */
  async function recover(): Promise<void> {
    disk.makeRoom();
    await loaded.home.postgres?.resume().catch(() => undefined);
    if (loaded.hasEnded) await loaded.restart();
    await eventually(
      () => loaded.statusOf('ready'),
      (status) => status === 200,
    );
  }

  it('loses nothing, and reports only that there is no room', async () => {
    const { traffic } = fleet;
    const agent = new LoadAgent('filler', traffic);
    await agent.create();
    await agent.activate();
    const enough = traffic.count(200) + SOME;
    await fleet.work(() => traffic.count(200) >= enough);
    disk.fill();
    const { kept, refused } = await rememberMany(agent);
    const isEnough = () => traffic.count(503) + traffic.count(507) >= SOME;
    if (refused.length > 0) await fleet.work(() => loaded.hasEnded || isEnough());
    process.stdout.write(
      `${JSON.stringify({ kind, hasEnded: loaded.hasEnded, kept: kept.length, refused })}\n`,
    );
    expect(loaded.hasEnded || refused.length > 0).toBe(true);
    expect(refused.filter((status) => status !== 503)).toEqual([]);
    expect(traffic.unexpected).toEqual([]);
    if (!loaded.hasEnded) expect((await agent.memories()).size).toBeGreaterThanOrEqual(kept.length);
    await recover();
    expect(await fleet.flaws()).toEqual([]);
    await agent.activate();
    const contents = new Set([...(await agent.memories()).values()].map(({ content }) => content));
    expect(kept.filter((n) => !contents.has(contentOf(n)))).toEqual([]);
    expect(await remember(agent, TRIES)).toBe(200);
  }, 180_000);
});

function contentOf(n: number): string {
  return `${n} ${TEXT}`;
}
