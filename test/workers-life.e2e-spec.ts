import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Env } from '../src/config/env';
import { newTestStore, type TestStore } from './support/database';
import { eventually } from './support/eventually';
import { freePort } from './support/free-port';
import { OwnConnection, ownConnections } from './support/own-connection';
import { buildService, spawnService, startService, type ServiceProcess } from './support/service-process';

const WORKERS = 3;
const AGENT = 'survivor';
const AT = `/api/v2/agents/${AGENT}`;
const WRITERS = 6;
const KILLS = 2;

/** Workers need a database server; Linux lists the processes that one has started. */
const onServer = process.env.TEST_DATABASE_URL && process.platform === 'linux' ? describe : describe.skip;

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(/\s+/).filter(Boolean).map(Number);
}

/** Signal 0 asks whether a process is there. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

onServer('workers', () => {
  let store: TestStore;
  let service: ServiceProcess | null = null;

  beforeAll(buildService);
  beforeEach(async () => {
    store = await newTestStore({ WORKERS });
  });
  afterEach(async () => {
    await service?.kill();
    service = null;
    await store.remove();
  });

  const start = async (env: Partial<Env> = {}) =>
    (service = await startService(Object.assign(store.env, env)));

  async function session(url: string): Promise<{ 'X-Session-Token': string }> {
    const connection = new OwnConnection(url);
    await connection.send('POST', '/api/v2/agents', { agent_id: AGENT });
    const { body } = await connection.send<{ session_token: string }>('POST', `${AT}/activate`);
    connection.close();
    return { 'X-Session-Token': body.session_token };
  }

  /** Stores memories one after the other, on a new connection when one breaks; the contents that were acknowledged. */
  async function write(
    url: string,
    headers: Record<string, string>,
    goesOn: () => boolean,
    acknowledged: string[],
  ): Promise<void> {
    let connection = new OwnConnection(url, headers);
    for (let n = 0; goesOn(); n += 1) {
      const content = `Memory ${acknowledged.length} of ${n} ${Math.random()}`;
      const answer = await connection.send('POST', `${AT}/remember`, { content }).catch(() => {
        connection.close();
        connection = new OwnConnection(url, headers);
        return null;
      });
      if (answer?.status === 200) acknowledged.push(content);
    }
    connection.close();
  }

  async function stored(url: string, headers: Record<string, string>): Promise<Set<string>> {
    const connection = new OwnConnection(url, headers);
    const { body } = await connection.send<string>(
      'POST',
      `${AT}/recall/all`,
      {},
      { Accept: 'application/x-ndjson' },
    );
    connection.close();
    const lines = String(body).trim().split('\n');
    return new Set(lines.map((line) => (JSON.parse(line) as { content: string }).content));
  }

  async function counted(url: string): Promise<number> {
    const connection = new OwnConnection(url);
    const { body } = await connection.send<string>('GET', '/metrics');
    connection.close();
    const lines = body.match(/^http_requests_total\{.*\} (\d+)$/gm) ?? [];
    return lines.reduce((sum, line) => sum + Number(line.split(' ').pop()), 0);
  }

  it('are restarted when they are killed, while the others go on, and no acknowledged memory is lost', async () => {
    const { url, pid } = await start({ LOG_LEVEL: 'warn' });
    const headers = await session(url);
    const acknowledged: string[] = [];
    const running = { on: true };
    const writers = Array.from({ length: WRITERS }, () =>
      write(url, headers, () => running.on, acknowledged),
    );
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = acknowledged.length;
      await eventually(
        async () => acknowledged.length,
        (now) => now > before + 30,
      );
      const requests = await counted(url);
      const victims = await childrenOf(pid);
      const victim = victims[kill % victims.length] ?? NaN;
      process.kill(victim, 'SIGKILL');
      const back = await eventually(
        () => childrenOf(pid),
        (found) => found.length === WORKERS && !found.includes(victim),
      );
      expect(back).toHaveLength(WORKERS);
      expect(await counted(url)).toBeGreaterThanOrEqual(requests);
    }
    running.on = false;
    await Promise.all(writers);
    const found = await stored(url, headers);
    expect(acknowledged.filter((content) => !found.has(content))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(KILLS * 30);
    expect(service?.printed()).toContain('A worker ended (SIGKILL) and is restarted');
  });

  it('finish their requests and end with 0 when the primary process gets a signal', async () => {
    const { url, pid, terminate } = await start();
    const headers = await session(url);
    const workers = await childrenOf(pid);
    const acknowledged: string[] = [];
    const failed: unknown[] = [];
    const running = { on: true };
    const writer = async (connection: OwnConnection, index: number) => {
      for (let n = 0; running.on; n += 1) {
        const content = `Memory ${n} of writer ${index}`;
        const answer = await connection
          .send('POST', `${AT}/remember`, { content })
          .catch((error: unknown) => error);
        if ((answer as { status?: number }).status === 200) acknowledged.push(content);
        else failed.push(answer);
        if (failed.length > 0) return;
      }
    };
    const connections = ownConnections(WRITERS, url, headers);
    const writers = connections.map(writer);
    await eventually(
      async () => acknowledged.length,
      (count) => count > 60,
    );
    expect(await terminate()).toBe(0);
    running.on = false;
    await Promise.all(writers);
    for (const connection of connections) connection.close();
    // New connections are refused at the end; every request of an open connection gets its answer.
    for (const error of failed) {
      expect(error).toMatchObject({
        code: expect.stringMatching(/^ECONN(REFUSED|RESET)$/) as unknown,
        onNewConnection: true,
      });
    }
    expect(workers.filter(isAlive)).toEqual([]);
    const again = await start();
    const found = await stored(again.url, await session(again.url));
    expect(acknowledged.filter((content) => !found.has(content))).toEqual([]);
  });

  it('end with the primary process, so that the service can start again at once', async () => {
    const { pid, kill } = await start();
    const workers = await childrenOf(pid);
    expect(workers).toHaveLength(WORKERS);
    await kill();
    await eventually(
      async () => workers.filter(isAlive),
      (alive) => alive.length === 0,
    );
    const { url } = await start();
    expect((await fetch(`${url}/ready`)).status).toBe(200);
  });

  it('are not ready before all of them listen, and one that is killed before is replaced', async () => {
    const PORT = await freePort();
    const spawned = spawnService(Object.assign(store.env, { PORT, WORKERS: 2, LOG_LEVEL: 'warn' }));
    const url = `http://127.0.0.1:${PORT}`;
    service = { ...spawned, url };
    const status = async (path: string) => (await fetch(`${url}${path}`)).status;
    // The second starts when the first listens.
    const [first = NaN, second = NaN] = await eventually(
      () => childrenOf(spawned.pid),
      (found) => found.length === 2,
    );
    try {
      process.kill(second, 'SIGSTOP');
      expect(await status('/live')).toBe(200);
      expect(await status('/ready')).toBe(503);
    } finally {
      process.kill(second, 'SIGKILL');
    }
    await spawned.listening;
    await eventually(
      () => status('/ready'),
      (answered) => answered === 200,
    );
    const workers = await childrenOf(spawned.pid);
    expect(workers).toHaveLength(2);
    expect(workers).toContain(first);
    expect(workers).not.toContain(second);
    expect(spawned.printed()).toContain('A worker ended while it started (SIGKILL) and is restarted');
  });

  it('that are always killed while they start end the service with 1', async () => {
    const spawned = spawnService(Object.assign(store.env, { LOG_LEVEL: 'error' }));
    service = { ...spawned, url: '' };
    const ended = { yet: false };
    void spawned.ended.then(() => (ended.yet = true));
    while (!ended.yet) {
      const workers = await childrenOf(spawned.pid).catch(() => []);
      for (const worker of workers.filter(isAlive)) process.kill(worker, 'SIGKILL');
      await setTimeout(20);
    }
    expect(await spawned.ended).toBe(1);
    expect(spawned.printed()).toBe('The service did not start: A worker ended while it started (SIGKILL)\n');
  });

  it('that cannot start are reported once, and the service ends with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const spawned = spawnService(Object.assign(store.env, { PORT: port }));
    expect(await spawned.ended).toBe(1);
    expect(spawned.printed()).toMatch(
      new RegExp(`^The service did not start: Port ${port} .* is in use.*\\n$`),
    );
    other.close();
  });

  it('report once that the database cannot be reached', async () => {
    const DATABASE_URL = 'postgres://user:hidden-password@127.0.0.1:1/none';
    const spawned = spawnService(Object.assign(store.env, { DATABASE_URL }));
    expect(await spawned.ended).toBe(1);
    expect(spawned.printed()).toMatch(/^The service did not start: .*DATABASE_URL cannot be reached.*\n$/);
    expect(spawned.printed()).not.toContain('hidden-password');
  });
});
