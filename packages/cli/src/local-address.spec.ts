import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { locateScope } from './context.ts';
import { serviceSetting } from './installed-service.ts';
import { configuredUrl, findRunningUrl, usesDataOf } from './local-address.ts';

let folder: string;
let server: Server;
let url: string;
let name: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ams-local-'));
  name = 'agent-memory-service';
  server = createServer((_, response) => response.end(JSON.stringify({ name }))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const record = (text: string) => writeFileSync(path.join(folder, 'service.json'), text);

it.each([
  [{}, 'http://127.0.0.1:8000'],
  [{ PORT: '8461' }, 'http://127.0.0.1:8461'],
  [{ PORT: ' 8461 ', HOST: '0.0.0.0' }, 'http://127.0.0.1:8461'],
  [{ HOST: '::1' }, 'http://[::1]:8000'],
  [{ HOST: '192.0.2.7', PORT: '9' }, 'http://192.0.2.7:9'],
  [{ PORT: '0' }, 'http://127.0.0.1:8000'],
  [{ PORT: '70000' }, 'http://127.0.0.1:8000'],
  [{ HOST: 'a b' }, 'http://127.0.0.1:8000'],
])('the environment %j means %s', (env, expected) => {
  expect(configuredUrl(env)).toBe(expected);
});

it('a setting of .env counts where the environment has none', () => {
  writeFileSync(path.join(folder, '.env'), 'PORT=8461\nHOST=::1\n');
  expect(serviceSetting('PORT', {}, folder)).toBe('8461');
  expect(serviceSetting('PORT', { PORT: '8462' }, folder)).toBe('8462');
  // The service does not look into .env for a variable that is set to nothing either.
  expect(serviceSetting('HOST', { HOST: '' }, folder)).toBeNull();
});

describe('the running service', () => {
  it('is found by its file, if it answers there', async () => {
    const env = { DATA_DIR: folder, HOME: folder };
    expect(await findRunningUrl(env)).toBeNull();
    record(JSON.stringify({ url, pid: 1 }));
    expect(await findRunningUrl(env)).toBe(url);
    const scope = await locateScope({}, { cwd: folder, env });
    expect(scope).toMatchObject({ url, sources: { url: 'default' } });
  });

  it('is not found by a file that a killed service left, nor where another program answers', async () => {
    record(JSON.stringify({ url, pid: 1 }));
    name = 'another';
    expect(await findRunningUrl({ DATA_DIR: folder })).toBeNull();
    server.close();
    expect(await findRunningUrl({ DATA_DIR: folder })).toBeNull();
  });

  it.each(['', '{', '[]', '{"url": 1}', '{"url": "file:///etc"}'])(
    'is not found by the file %j',
    async (text) => {
      record(text);
      expect(await findRunningUrl({ DATA_DIR: folder })).toBeNull();
    },
  );

  it('does not replace an address that is chosen', async () => {
    record(JSON.stringify({ url, pid: 1 }));
    const env = { DATA_DIR: folder, HOME: folder, AGENT_MEMORY_URL: 'http://127.0.0.1:9' };
    expect(await locateScope({}, { cwd: folder, env })).toMatchObject({ url: 'http://127.0.0.1:9' });
  });
});

it.each([
  ['http://127.0.0.1:8000', 'http://localhost:8000', true],
  ['http://127.0.0.1:8000', 'http://[::1]:8000', true],
  ['http://127.0.0.1:8000', 'http://127.0.0.1:8001', false],
  ['http://192.0.2.7:8000', 'http://192.0.2.7:8000', true],
  ['http://192.0.2.7:8000', 'http://127.0.0.1:8000', false],
])('a data folder whose service listens at %s is that of the service at %s: %s', (own, asked, expected) => {
  const service = { root: folder, program: '', modelCommands: [], dataDir: folder };
  expect(usesDataOf(service, asked)).toBe(false);
  record(JSON.stringify({ url: own, pid: 1 }));
  expect(usesDataOf(service, asked)).toBe(expected);
});
