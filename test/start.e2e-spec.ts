import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Env } from '../src/config/env';
import { greeting } from '../src/greeting';
import { buildService } from './support/service-process';

const ROOT = join(__dirname, '..');

interface Started {
  process: ChildProcessWithoutNullStreams;
  /** All that was printed so far. */
  printed(): string;
  /** Everything printed until the process said this. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  exit: Promise<number | null>;
}

const hasScript = process.platform === 'linux' && existsSync('/usr/bin/script');
const inTerminal = hasScript ? it : it.skip;
if (!hasScript)
  process.stderr.write('SKIPPED: a start in a terminal: /usr/bin/script of Linux is not there\n');

beforeAll(buildService);

describe('the process', () => {
  const running: Started[] = [];
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'ams-start-'));
  });
  afterAll(async () => {
    for (const each of running) each.process.kill('SIGKILL');
    await Promise.all(running.map((each) => each.exit));
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = (settings: Record<string, string>, command?: readonly string[]): Started => {
    const started = startService({ DATA_DIR: dataDir, PORT: '0', ...settings }, command);
    running.push(started);
    return started;
  };

  it('prints where it listens, where its data is and what to do next, and nothing else; ends with 0 on SIGTERM', async () => {
    const service = start({});
    const [, url] = await service.until(/listening on (http:\S+)/);
    await service.until(/Next: .*\n\n/);
    expect(service.printed()).toBe(greetingAt(url, dataDir));
    expect((await fetch(`${url}/ready`)).status).toBe(200);

    const second = start({});
    expect(await second.exit).toBe(1);
    expect(second.printed()).toBe(
      `The service did not start: DATA_DIR ${dataDir} is in use by another process: ` +
        'stop that one, or set another DATA_DIR\n',
    );

    service.process.kill('SIGTERM');
    expect(await service.exit).toBe(0);
  });

  inTerminal('prints the same in a terminal, and what needs an action', async () => {
    const command = `exec ${process.execPath} dist/main.js`;
    const service = start({ LOG_FORMAT: '', HOST: '0.0.0.0' }, ['script', '-qfec', command, '/dev/null']);
    const [, url] = await service.until(/listening on (http:\S+)/);
    await service.until(/Warning: [^\n]*\n\r?\n/);
    const [, ...lines] = service.printed().replaceAll('\r', '').split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/is listening on http:\/\/127\.0\.0\.1:\d+$/),
      `Data: ${dataDir}`,
      expect.stringMatching(/^Next: curl -X POST http/),
      expect.stringMatching(/^Warning: agents can be managed only from this machine.* set it to a secret/),
      '',
      '',
    ]);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    service.process.kill('SIGTERM');
    await service.exit;
  });

  it('logs what it warns of while it starts as all else', async () => {
    await chmod(join(dataDir, 'secret_key'), 0o644);
    const service = start({ LOG_FORMAT: 'json' });
    await service.until(/is listening/);
    const lines = service.printed().trimEnd().split('\n');
    expect(lines.map((each) => JSON.parse(each) as unknown)).toMatchObject([
      {
        level: 'warn',
        context: 'Config',
        msg: expect.stringContaining('secret_key was readable by other users'),
      },
      { level: 'info', msg: expect.stringContaining('is listening') },
    ]);
    service.process.kill('SIGTERM');
    expect(await service.exit).toBe(0);
  });

  it('names a bad setting, and exits with 1', async () => {
    const service = start({ PORT: 'eighty', SERVICE_SECRET_KEY: 'secret-short' });
    expect(await service.exit).toBe(1);
    expect(service.printed()).toMatch(/^The service did not start: Configuration is not valid:\n.*PORT/);
    expect(service.printed()).not.toMatch(/secret-short|\n\s+at /);
  });

  it('says in a line that its port is in use, and releases the data directory', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const service = start({ PORT: String(port) });
    expect(await service.exit).toBe(1);
    expect(service.printed()).toMatch(
      new RegExp(`^The service did not start: Port ${port} .* is in use.*\\n$`),
    );
    other.close();
  });

  it('says in a line that its database cannot be reached, without its password', async () => {
    const service = start({
      DATABASE_URL: 'postgres://user:hidden-password@127.0.0.1:1/none',
      SERVICE_SECRET_KEY: '0123456789abcdef',
    });
    expect(await service.exit).toBe(1);
    expect(service.printed()).toMatch(/^The service did not start: .*DATABASE_URL cannot be reached.*\n$/);
    expect(service.printed()).not.toContain('hidden-password');
  });
});

function greetingAt(url = '', dataDir = ''): string {
  const { hostname, port } = new URL(url);
  const env = Object.assign(new Env(), { DATA_DIR: dataDir });
  return greeting({ address: hostname, family: 'IPv4', port: Number(port) }, env);
}

function startService(
  settings: Record<string, string>,
  [program, ...args]: readonly string[] = [process.execPath, 'dist/main.js'],
): Started {
  const environment = { PATH: process.env.PATH ?? '', HOME: tmpdir(), LOG_FORMAT: 'text', ...settings };
  const child = spawn(program ?? '', args, {
    cwd: ROOT,
    env: environment,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  const exit = once(child, 'close').then(([code]) => code as number | null);
  return {
    process: child,
    printed: () => text,
    until: (pattern) => waitFor(child, () => text, pattern),
    exit,
  };
}

function waitFor(
  child: ChildProcessWithoutNullStreams,
  printed: () => string,
  pattern: RegExp,
): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = pattern.exec(printed());
      if (!found) return;
      child.stdout.off('data', look);
      resolve(found);
    };
    child.stdout.on('data', look);
    child.once('close', () => reject(new Error(`The process ended early: ${printed()}`)));
    look();
  });
}
