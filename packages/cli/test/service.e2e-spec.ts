import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { newDataDir } from '../../../test/support/embedded-template';
import { eventually } from '../../../test/support/eventually';
import { freePort } from '../../../test/support/free-port';
import { buildService } from '../../../test/support/service-process';
import { CommandRunner, PROGRAM } from './run-command';

let cli: CommandRunner;
let data: string;
let port: string;
let url: string;

beforeAll(() => buildService());

beforeEach(async () => {
  port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  data = await newDataDir();
  cli = await CommandRunner.create({ DATA_DIR: data });
});

afterEach(async () => {
  await cli.run(['stop']);
  await cli.remove();
  await rm(data, { recursive: true });
});

it('start, status, logs and stop work on one service in the background', async () => {
  const away = await cli.run(['status', '--url', url]);
  expect(away).toMatchObject({ code: 5, stdout: expect.stringContaining('agent-memory start --detach') });

  const started = await cli.json(['start', '--detach', '--port', port]);
  expect(started).toMatchObject({ status: 'started', url, data_dir: data });
  const again = await cli.json(['start', '--detach', '--port', port]);
  expect(again).toEqual({ status: 'running', url, pid: started.pid });

  // The address of the started service is known.
  expect(await cli.json(['status'])).toMatchObject({
    status: 'running',
    url,
    pid: started.pid,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });

  const { stdout } = await cli.run(['logs', '-n', '1']);
  const log = await readFile(join(data, 'service.log'), 'utf8');
  expect(stdout).toBe(log.split('\n').slice(-2).join('\n'));

  expect(await cli.json(['stop'])).toEqual({ status: 'stopped', pid: started.pid });
  expect((await cli.run(['status'])).code).toBe(5);
  expect(await cli.json(['stop'])).toEqual({ status: 'stopped', pid: null });
});

it('PORT names the service, and one that runs elsewhere is found by its data until it is killed', async () => {
  const env = { PORT: port };
  expect(await cli.json(['start', '--detach'], { env })).toMatchObject({ status: 'started', url });
  const { pid } = await cli.json<{ pid: number }>(['status']);
  expect(await cli.json(['recent', '--agent', 'a'], { cwd: cli.folder }).catch(String)).toContain(
    'AgentNotFound',
  );
  process.kill(pid, 'SIGKILL');
  await eventually(
    () => cli.run(['status']),
    ({ code }) => code === 5,
  );
  expect(await readdir(data)).toContain('service.json');
  const away = await cli.run(['recent', '--agent', 'a']);
  expect(away.stdout + away.stderr).toContain('127.0.0.1:8000');

  // The next one replaces the file, and removes it when it ends.
  await cli.json(['start', '--detach'], { env });
  expect(await cli.json(['status'])).toMatchObject({ status: 'running', url });
  await cli.json(['stop']);
  expect(await readdir(data)).not.toContain('service.json');
});

it('init starts the service when none answers', async () => {
  const project = join(cli.folder, 'shop');
  await mkdir(project);
  const result = await cli.json(['init', 'cursor'], { cwd: project, env: { AGENT_MEMORY_URL: url } });
  expect(result).toMatchObject({ agent_id: 'shop', created: true, memory: { recalled: true } });
  expect((await fetch(`${url}/ready`)).status).toBe(200);
});

it('start without --detach runs until a signal comes', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'start', '--port', port], {
    env: cli.env,
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  await eventually(
    () =>
      fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    (isReady) => isReady,
  );
  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect((await cli.run(['status', '--url', url])).code).toBe(5);
});

it('stop leaves a process alone that is not the service', async () => {
  await writeFile(join(data, 'service.pid'), `${process.pid}\n`);
  expect(await cli.json(['stop'])).toEqual({ status: 'stopped', pid: null });
});

it('logs -f goes on with the lines that come, also of a service that starts later', async () => {
  await writeFile(join(data, 'service.log'), 'one\ntwo\n');
  const child = spawn(process.execPath, [PROGRAM, 'logs', '-f', '-n', '1'], { env: cli.env });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  await eventually(
    () => printed,
    (text) => text === 'two\n',
  );
  await writeFile(join(data, 'service.log'), 'three\n', { flag: 'a' });
  await eventually(
    () => printed,
    (text) => text === 'two\nthree\n',
  );
  child.kill('SIGTERM');
  await once(child, 'close');
});

it('start does not take another program at its port for the service', async () => {
  const other = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const taken = String((other.address() as AddressInfo).port);
  for (const args of [['start', '--detach'], ['start']]) {
    const { code, stdout, stderr } = await cli.run([...args, '--port', taken]);
    expect([code, stdout + stderr]).toEqual([1, expect.stringMatching(/in use/)]);
  }
  other.close();
});

it('a port that is none is refused', async () => {
  expect(await cli.run(['start', '--port', '70000'])).toMatchObject({ code: 2 });
  expect(await cli.run(['start', '--url', 'http://192.0.2.1:8000'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not on this machine'),
  });
});
