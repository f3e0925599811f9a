import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newDataDir } from './support/embedded-template';
import { buildService } from './support/service-process';

const ROOT = join(__dirname, '..');

beforeAll(buildService);

describe('the process of the backend server', () => {
  const running: ChildProcessWithoutNullStreams[] = [];
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await newDataDir();
  });
  afterAll(async () => {
    for (const child of running) if (child.exitCode === null) child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = (settings: Record<string, string>) => {
    const child = spawn(process.execPath, ['dist/backend-main.js'], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: tmpdir(),
        DATA_DIR: dataDir,
        LOG_FORMAT: 'text',
        ...settings,
      },
    });
    running.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const exit = once(child, 'close').then(([code]) => code as number | null);
    return { child, exit, printed: () => text };
  };

  it('says where it listens, whatever backend the service is set to use, and ends with 0 on SIGTERM', async () => {
    const server = start({ BACKEND_SERVER_PORT: '0', BACKEND_MODE: 'cloud', PORT: '1' });
    while (!/npm start\n/.test(server.printed())) await once(server.child.stdout, 'data');
    const url = /listening on (http:\S+)/.exec(server.printed())?.[1] ?? '';
    expect(server.printed()).toContain(`BACKEND_URL=${url} npm start`);
    expect(server.printed()).not.toContain('[Nest]');
    expect((await fetch(`${url}/health`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  });

  it('says that a service needs its key, and not what that is', async () => {
    const server = start({ BACKEND_SERVER_PORT: '0', BACKEND_SERVER_API_KEY: 'key-0123456789abcdef' });
    while (!/npm start\n/.test(server.printed())) await once(server.child.stdout, 'data');
    expect(server.printed()).toMatch(/BACKEND_MODE=cloud BACKEND_URL=http:\S+ BACKEND_API_KEY=\S+ npm start/);
    expect(server.printed()).not.toContain('key-0123456789abcdef');
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  });

  it('says in a line that its port is in use, and which variable to set', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const server = start({ BACKEND_SERVER_PORT: String(port) });
    expect(await server.exit).toBe(1);
    expect(server.printed()).toMatch(
      /^The backend server did not start: Port .* set BACKEND_SERVER_PORT to a free one\n$/,
    );
    other.close();
  });
});
