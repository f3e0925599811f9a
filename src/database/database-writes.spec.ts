import { Pool } from 'pg';
import { eventually } from '../../test/support/eventually';
import { ScriptedPostgres } from '../../test/support/scripted-postgres';
import { DatabaseWrites } from './database-writes';
import { processIdOf } from './driver-connection';
import type { WriteProblem } from './refused-writes';
import type { WriteTrial } from './write-check';

/** The state of a database, as a try finds it. */
class KnownState implements WriteTrial {
  problem: WriteProblem | null = null;
  server: string | null = 'first';
  waiting = new Set<number>();
  /** For each try, whether it took room on the disk. */
  readonly tries: boolean[] = [];

  run(fillsDisk: boolean): Promise<WriteProblem | null> {
    this.tries.push(fillsDisk);
    return Promise.resolve(this.problem);
  }

  waitingBackends(): Promise<ReadonlySet<number>> {
    return Promise.resolve(this.waiting);
  }

  close(): void {
    // Nothing is open.
  }
}

describe('DatabaseWrites', () => {
  let server: ScriptedPostgres;
  let pool: Pool;
  let state: KnownState;
  let writes: DatabaseWrites;
  let forgotten: number;
  const answers = { silent: 'silence', read_only: { code: '25006' }, full: { code: '53100' } } as const;

  beforeEach(async () => {
    server = await ScriptedPostgres.listen((text) => answers[text as keyof typeof answers] ?? 'done');
    pool = new Pool({ connectionString: server.url, max: 3 });
    pool.on('error', () => undefined);
    state = new KnownState();
    forgotten = 0;
    writes = new DatabaseWrites(pool, state, () => forgotten++);
  });

  afterEach(async () => {
    writes.close();
    await pool.end();
    server.close();
  });

  const failureOf = (text: string) =>
    pool.query(text).then(
      () => null,
      (error: Error) => error.message,
    );
  const find = (problem: WriteProblem | null) =>
    eventually(
      () => writes.check(),
      (found) => found === problem,
    );

  it('tries a write once for all who ask within a second', async () => {
    state.problem = 'disk_full';
    const both = await Promise.all([writes.check(), writes.check()]);
    expect([...both, await writes.check()]).toEqual(['disk_full', 'disk_full', 'disk_full']);
    expect(state.tries).toHaveLength(1);
  });

  it('refuses writes only while the synchronous standby is away, and never reads', async () => {
    for (const problem of ['disk_full', 'synchronous_standby_away', null] as const) {
      state.problem = problem;
      await find(problem);
      const write = () => writes.passIf(() => true);
      if (problem === 'synchronous_standby_away') expect(write).toThrow('its synchronous standby is away');
      else expect(write).not.toThrow();
      expect(() => writes.passIf(() => false)).not.toThrow();
    }
  });

  it('tries by itself while a statement takes long, and while there is a problem', async () => {
    const waiting = failureOf('silent');
    state.problem = 'standby';
    await eventually(
      async () => state.tries.length,
      (count) => count >= 2,
    );
    state.problem = null;
    state.server = 'second';
    await waiting;
    const { length } = state.tries;
    await find(null);
    expect(state.tries.length - length).toBeLessThanOrEqual(1);
  });

  it('takes room on the disk after it was full, until that succeeds', async () => {
    await writes.check();
    await failureOf('full');
    state.problem = 'does_not_answer';
    await find('does_not_answer');
    state.problem = null;
    await find(null);
    await eventually(
      () => writes.check().then(() => state.tries),
      (tries) => tries.at(-1) === false,
    );
    const [first, ...others] = state.tries;
    expect(first).toBe(false);
    expect(others.slice(0, -1)).not.toContain(false);
    expect(others.length).toBeGreaterThanOrEqual(3);
  });

  it('forgets a server that only reads, and closes the connections to it', async () => {
    expect(await failureOf('read_only')).toBe('failed');
    await eventually(
      async () => server.connections,
      (count) => count === 0,
    );
    expect(forgotten).toBe(1);
  });

  it('forgets a server that does not answer, and leaves what waits for it', async () => {
    state.problem = 'does_not_answer';
    const client = await pool.connect();
    await find('does_not_answer');
    expect(forgotten).toBeGreaterThan(0);
    await expect(client.query('SELECT')).resolves.toMatchObject({ command: 'SELECT' });
    client.release();
    expect(pool.totalCount).toBe(1);
  });

  it('closes the connections to the server before when another one takes the writes', async () => {
    await writes.check();
    const idle = await pool.connect();
    const waiting = failureOf('silent');
    idle.release();
    state.server = 'second';
    expect(await waiting).toBe('Query read timeout');
    await eventually(
      async () => server.connections,
      (count) => count === 0,
    );
  });

  it('closes the connections whose commits wait for the synchronous standby, and no others', async () => {
    const [waits, works] = [await pool.connect(), await pool.connect()];
    const commit = waits.query('silent').then(
      () => null,
      (error: Error) => error.message,
    );
    waits.on('error', () => undefined);
    state.waiting.add(processIdOf(waits) ?? 0);
    state.problem = 'synchronous_standby_away';
    await writes.check();
    expect(await commit).toContain('its synchronous standby is away');
    await expect(works.query('SELECT')).resolves.toMatchObject({ command: 'SELECT' });
    waits.release(true);
    works.release();
  });
});
