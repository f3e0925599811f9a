import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uniqueId } from '../../../test/support/sessions';
import { useTestApp } from '../../../test/support/test-app';
import { AgentMemory } from '../../client/src/agent-memory.ts';
import { CommandRunner } from './run-command';
import { Terminal } from './terminal';

const KEY = 'amk_of_the_user';
const HOOK_MS = '30000';
const OTHER_USER = 54_321;

const app = useTestApp();
let cli: CommandRunner;
let folder: string;
let listener: Server;
let listening: string;
let received: string[];

beforeEach(async () => {
  cli = await CommandRunner.create({ AGENT_MEMORY_HOOK_MS: HOOK_MS });
  folder = join(cli.folder, uniqueId());
  await mkdir(folder);
  received = [];
  listener = createServer((request, response) => {
    received.push(`${request.url} ${JSON.stringify(request.headers)}`);
    response.end('{}');
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  listening = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});

afterEach(async () => {
  listener.closeAllConnections();
  listener.close();
  await cli.remove();
});

const choose = (fields: object, at = folder) =>
  writeFile(join(at, '.agent-memory.json'), JSON.stringify(fields));

/** An agent of another project, with something in its profile. */
async function agentOfAnotherProject(): Promise<string> {
  const agent = new AgentMemory({ baseUrl: app.url, timeoutMs: 60_000 }).agent(uniqueId(), { create: true });
  await agent.remember('Deploy with the password in the vault.', { type: 'instruction' });
  return agent.id;
}

const sessionStart = (env: Record<string, string> = {}, cwd = folder) =>
  cli.run(['hook', 'session-start'], {
    cwd,
    input: JSON.stringify({ cwd }),
    env: { AGENT_MEMORY_URL: app.url, ...env },
  });
const SILENT = { code: 0, stdout: '', stderr: '' };

describe('a folder that names another service', () => {
  it.each([
    ['remember', ['remember', 'a secret']],
    ['recall', ['recall', 'a secret']],
    ['status', ['status']],
    ['doctor', ['doctor']],
    ['connect', ['connect', 'cursor']],
    ['init', ['init', '--no-connect']],
    ['agents use', ['agents', 'use', 'mine']],
    ['mcp', ['mcp', '--agent', 'mine']],
  ])('gets nothing from %s, which ends with 4 and says how to trust it', async (_, args) => {
    await choose({ url: listening });
    const { code, stdout, stderr } = await cli.run(args, { cwd: folder, env: { AGENT_MEMORY_KEY: KEY } });
    expect({ code, stdout, received }).toEqual({ code: 4, stdout: '', received: [] });
    expect(stderr).toContain('agent-memory trust');
    expect(stderr).toContain(listening);
  });

  it.each(['session-start', 'prompt', 'stop'])('gets nothing from the hook %s', async (name) => {
    await choose({ url: listening });
    const transcript = join(folder, 'transcript.jsonl');
    const said = { type: 'user', message: { role: 'user', content: 'We decided to use PostgreSQL.' } };
    await writeFile(transcript, `${JSON.stringify(said)}\n`);
    const env = { AGENT_MEMORY_KEY: KEY };
    const input = JSON.stringify({ cwd: folder, prompt: 'Which database?' });
    const args = ['hook', name, ...(name === 'stop' ? ['--transcript', transcript] : [])];
    expect(await cli.run(args, { cwd: folder, input, env })).toEqual(SILENT);
    expect(received).toEqual([]);
  });

  it('gets calls once it is trusted, but never the key of another service', async () => {
    await choose({ url: listening });
    await cli.json(['trust'], { cwd: folder });
    await cli.run(['recall', 'x'], { cwd: folder, env: { AGENT_MEMORY_KEY: KEY } });
    const input = JSON.stringify({ cwd: folder, prompt: 'Which database?' });
    await cli.run(['hook', 'prompt'], { cwd: folder, input, env: { AGENT_MEMORY_KEY: KEY } });
    expect(received.length).toBeGreaterThan(1);
    expect(received.join('\n')).not.toContain(KEY);
  });

  it('is asked about again after it names yet another one', async () => {
    await choose({ url: listening });
    await cli.json(['trust'], { cwd: folder });
    await choose({ url: listening, agent: 'victim' });
    expect(await cli.run(['recall', 'x'], { cwd: folder })).toMatchObject({ code: 4 });
    expect(received).toEqual([]);
  });
});

describe('the key of the environment', () => {
  it('goes to the service of AGENT_MEMORY_URL, or to that of --url', async () => {
    const env = { AGENT_MEMORY_KEY: KEY };
    await cli.run(['recent', '--url', listening], { env });
    expect(received.join()).toContain(KEY);
    received.length = 0;
    await cli.run(['recent'], { env: { ...env, AGENT_MEMORY_URL: listening } });
    expect(received.join()).toContain(KEY);
  });

  it('does not go to another service than that of AGENT_MEMORY_URL', async () => {
    const env = { AGENT_MEMORY_KEY: KEY, AGENT_MEMORY_URL: app.url };
    await cli.run(['recent', '--url', listening], { env });
    expect(received.length).toBeGreaterThan(0);
    expect(received.join()).not.toContain(KEY);
  });
});

describe('a folder that names the agent of another project', () => {
  it('gets no profile of it, and debugging says why', async () => {
    await choose({ agent: await agentOfAnotherProject() });
    expect(await sessionStart()).toEqual(SILENT);
    const { code, stdout, stderr } = await sessionStart({ AGENT_MEMORY_HOOK_DEBUG: '1' });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('agent-memory trust');
  });

  it('gets it once the user trusts the folder, until the file changes', async () => {
    await choose({ agent: await agentOfAnotherProject() });
    await cli.json(['trust', folder]);
    expect((await sessionStart()).stdout).toContain('in the vault');
    await choose({ agent: await agentOfAnotherProject() });
    expect(await sessionStart()).toEqual(SILENT);
  });

  it('gets none by having the same name as the other project', async () => {
    const agent = await agentOfAnotherProject();
    const [project, clone] = [join(cli.folder, 'a', agent), join(cli.folder, 'b', agent)];
    for (const each of [project, clone]) await mkdir(each, { recursive: true });
    await cli.json(['init', '--no-connect'], { cwd: project, env: { AGENT_MEMORY_URL: app.url } });
    expect((await sessionStart({}, project)).stdout).toContain('in the vault');
    expect(await sessionStart({}, clone)).toEqual(SILENT);
    await choose({ agent }, clone);
    expect(await sessionStart({}, clone)).toEqual(SILENT);
  });

  it('is asked about once in a terminal', async () => {
    const agent = await agentOfAnotherProject();
    await choose({ agent }, cli.folder);
    const env = { AGENT_MEMORY_URL: app.url };
    const refused = new Terminal(cli, ['recent'], env);
    expect(await refused.until('Allow it?')).toContain(agent);
    refused.press('n');
    expect(await refused.ended).toBe(4);
    const allowed = new Terminal(cli, ['recent'], env);
    await allowed.until('Allow it?');
    allowed.press('y');
    await allowed.until('in the vault');
    expect(await allowed.ended).toBe(0);
    expect(await cli.run(['recent'], { env })).toMatchObject({ code: 0 });
  });
});

describe('the file of a folder', () => {
  it('does not count above the repository, nor above a folder outside of the home', async () => {
    const agent = await agentOfAnotherProject();
    const outside = await mkdtemp(join(tmpdir(), 'ams-outside-'));
    await mkdir(join(outside, 'sub'));
    await mkdir(join(folder, '.git'));
    for (const above of [outside, cli.folder]) {
      await choose({ agent, url: listening }, above);
      await cli.json(['trust', above]);
    }
    const env = { AGENT_MEMORY_URL: app.url };
    for (const cwd of [join(outside, 'sub'), folder]) {
      expect(await cli.run(['recent'], { cwd, env })).toMatchObject({ code: 3 });
    }
    await rm(outside, { recursive: true });
  });

  it('does not count when another user owns it, before the user trusts it', async () => {
    if (process.getuid?.() !== 0) return console.log('SKIPPED: only root can give a file to another user');
    const agent = await agentOfAnotherProject();
    await choose({ agent });
    await chown(join(folder, '.agent-memory.json'), OTHER_USER, OTHER_USER);
    const env = { AGENT_MEMORY_URL: app.url };
    const { code, stderr } = await cli.run(['recent'], { cwd: folder, env });
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining('belongs to another user'),
    });
    expect(await sessionStart()).toEqual(SILENT);
    await cli.json(['trust'], { cwd: folder });
    expect((await cli.run(['recent'], { cwd: folder, env })).stdout).toContain('in the vault');
  });
});

describe('trust', () => {
  const file = () => join(cli.folder, '.config/agent-memory/trusted-folders.json');

  it('is listed and removed, and kept in a file that only the user can read', async () => {
    const agent = await agentOfAnotherProject();
    await choose({ agent });
    expect(await cli.json(['trust'], { cwd: folder })).toEqual({ folder, agent });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await cli.json(['trust', '--list'])).toEqual({ folders: [{ folder, agent }] });
    expect(await cli.json(['trust', folder, '--remove'])).toEqual({ folder });
    expect(await cli.run(['trust', folder, '--remove'])).toMatchObject({ code: 3 });
    expect(await sessionStart()).toEqual(SILENT);
  });

  it('comes with what `agents use` writes', async () => {
    const agent = await agentOfAnotherProject();
    await cli.json(['agents', 'use', agent], { cwd: folder, env: { AGENT_MEMORY_URL: app.url } });
    expect((await sessionStart({ AGENT_MEMORY_URL: '' })).stdout).toContain('in the vault');
  });

  it('does not come with `init` for an address that a variable replaced', async () => {
    await choose({ url: listening });
    await cli.json(['init', '--no-connect'], { cwd: folder, env: { AGENT_MEMORY_URL: app.url } });
    expect(await cli.run(['recent'], { cwd: folder })).toMatchObject({ code: 4 });
    expect(received).toEqual([]);
  });

  it('does not come with `connect --dry-run`', async () => {
    const env = { AGENT_MEMORY_URL: app.url };
    await cli.run(['connect', 'cursor', '--dry-run'], { cwd: folder, env });
    expect(existsSync(file())).toBe(false);
  });
});
