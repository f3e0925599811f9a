import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import type { Env } from '../src/config/env';
import { newDataDir } from './support/embedded-template';
import { eventually } from './support/eventually';
import { buildService, spawnService, type SpawnedService } from './support/service-process';

beforeAll(buildService);

describe('the process of the backend server', () => {
  const running: SpawnedService[] = [];
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await newDataDir();
  });
  afterAll(async () => {
    await Promise.all(running.map((each) => each.kill()));
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = (settings: Partial<Env>) => {
    const server = spawnService({ DATA_DIR: dataDir, ...settings }, {}, 'backend-main');
    running.push(server);
    return server;
  };
  const untilReady = (server: SpawnedService) =>
    eventually(server.printed, (printed) => printed.includes('npm start\n'));

  it('says where it listens, whatever backend the service is set to use, and ends with 0 on SIGTERM', async () => {
    const server = start({ BACKEND_SERVER_PORT: 0, BACKEND_MODE: 'cloud', PORT: 1 });
    await untilReady(server);
    const url = /listening on (http:\S+)/.exec(server.printed())?.[1] ?? '';
    expect(server.printed()).toContain(`BACKEND_URL=${url} npm start`);
    expect(server.printed()).not.toContain('[Nest]');
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(await server.terminate()).toBe(0);
  });

  it('says that a service needs its key, and not what that is', async () => {
    const server = start({ BACKEND_SERVER_PORT: 0, BACKEND_SERVER_API_KEY: 'key-0123456789abcdef' });
    await untilReady(server);
    expect(server.printed()).toMatch(/BACKEND_MODE=cloud BACKEND_URL=http:\S+ BACKEND_API_KEY=\S+ npm start/);
    expect(server.printed()).not.toContain('key-0123456789abcdef');
    expect(await server.terminate()).toBe(0);
  });

  it('says in a line that its port is in use, and which variable to set', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const server = start({ BACKEND_SERVER_PORT: port });
    expect(await server.ended).toBe(1);
    expect(server.printed()).toMatch(
      /^The backend server did not start: Port .* set BACKEND_SERVER_PORT to a free one\n$/,
    );
    other.close();
  });
});
