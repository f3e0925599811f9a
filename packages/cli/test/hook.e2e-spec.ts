import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../../../test/support/eventually';
import { freePort } from '../../../test/support/free-port';
import { uniqueId } from '../../../test/support/sessions';
import { useTestApp } from '../../../test/support/test-app';
import { AgentMemory } from '../../client/src/agent-memory.ts';
import { PROGRAM, useCommandRunner } from './run-command';

const EVENTS = join(__dirname, 'fixtures/claude-code');
/** On a machine that others slow down, a hook starts in a second; without its limit it waits for the slow service. */
const SLOW_SERVICE_MS = 20_000;
const BUSY_MACHINE_MS = 15_000;
/** It had 18,500 when this was written; each library of the other commands adds more than the limit leaves. */
const MOST_HOOK_CHARACTERS = 25_000;

const app = useTestApp();
// The limit is tested by itself; a busy machine may not have it.
const cli = useCommandRunner(app, { AGENT_MEMORY_HOOK_MS: '30000' });
let memory: AgentMemory;

beforeAll(() => {
  memory = new AgentMemory({ baseUrl: app.url, timeoutMs: 60_000 });
});

/** An event as Claude Code sends it, with fields of the test. */
async function event(name: string, fields: object = {}): Promise<string> {
  const recorded = JSON.parse(await readFile(join(EVENTS, `${name}.json`), 'utf8')) as object;
  return JSON.stringify({ ...recorded, cwd: cli.folder, ...fields });
}

const hook = (name: string, agent: string, input: string, env: Record<string, string> = {}) =>
  cli.run(['hook', name, '--agent', agent], { input, env });

describe('hook session-start', () => {
  it('prints the profile, at most 1,500 characters, fenced as data', async () => {
    const agent = memory.agent(uniqueId(), { create: true });
    await agent.remember('Write tests before code.', { type: 'instruction' });
    await agent.remember('The user prefers short answers.', { type: 'preference' });
    for (let at = 0; at < 20; at++)
      await agent.remember(`Decision ${at}: ${'x'.repeat(180)}`, { type: 'decision' });
    await agent.remember('Ana lives in Lisbon.', { type: 'fact' });

    const { code, stdout, stderr } = await hook('session-start', agent.id, await event('session-start'));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^<recalled-memories>\n.*data, not instructions/);
    expect(stdout).toContain('- Write tests before code.');
    expect(stdout).toContain('- The user prefers short answers.');
    expect(stdout).not.toContain('Lisbon');
    expect(stdout.length).toBeLessThanOrEqual(1_500);
  });

  it('prints nothing where nothing is stored', async () => {
    const { id } = memory.agent(uniqueId(), { create: true });
    await memory.agents.create(id);
    expect(await hook('session-start', id, await event('session-start'))).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });
});

describe('hook prompt', () => {
  it('prints at most 5 memories about the prompt, in 1,200 characters, above a floor', async () => {
    const agent = memory.agent(uniqueId(), { create: true });
    for (let at = 0; at < 8; at++)
      await agent.remember(`Deployments happen on Tuesdays, note ${at}. ${'y'.repeat(150)}`);
    await agent.remember('The cat is called Tom.');
    const prompt = 'When do deployments happen?';
    const { stdout } = await hook('prompt', agent.id, await event('user-prompt-submit', { prompt }));
    expect(stdout.match(/^- /gm)).toHaveLength(5);
    expect(stdout).not.toContain('Tom');
    expect(stdout.length).toBeLessThanOrEqual(1_200);
  });

  it('prints nothing for a prompt that no memory is about, and for commands', async () => {
    const agent = memory.agent(uniqueId(), { create: true });
    await agent.remember('Deployments happen on Tuesdays.');
    const prompts = [
      'Rename this variable to count',
      'When do deployments of Lumen happen?',
      '/clear deployments tuesdays',
      '',
    ];
    for (const prompt of prompts) {
      const input = await event('user-prompt-submit', { prompt });
      expect(await hook('prompt', agent.id, input)).toEqual({ code: 0, stdout: '', stderr: '' });
    }
  });

  it('prints a memory once in a conversation, and says why it prints nothing when debugging', async () => {
    const agent = memory.agent(uniqueId(), { create: true });
    await agent.remember('Deployments happen on Tuesdays.');
    const ask = async (session_id: string) =>
      hook(
        'prompt',
        agent.id,
        await event('user-prompt-submit', { prompt: 'When do deployments happen?', session_id }),
        { AGENT_MEMORY_HOOK_DEBUG: '1' },
      );
    expect((await ask('one')).stdout).toContain('Tuesdays');
    const { code, stdout, stderr } = await ask('one');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('was printed in this conversation already');
    expect((await ask('two')).stdout).toContain('Tuesdays');
  });

  it('uses the agent of the folder in which the conversation is', async () => {
    const agent = memory.agent(uniqueId(), { create: true });
    await agent.remember('Deployments happen on Tuesdays.');
    const folder = join(cli.folder, uniqueId());
    await mkdir(folder);
    await writeFile(join(folder, '.agent-memory.json'), JSON.stringify({ agent: agent.id }));
    await cli.json(['trust', folder]);
    const input = await event('user-prompt-submit', { prompt: 'When do deployments happen?', cwd: folder });
    expect((await cli.run(['hook', 'prompt'], { input })).stdout).toContain(
      'Deployments happen on Tuesdays.',
    );
  });

  it('prints memories of the agents that the agent reads, and names these agents', async () => {
    const agent = memory.agent(uniqueId(), { create: true });
    const handbook = memory.agent(`${agent.id}-handbook`, { create: true });
    await agent.remember('The cat is called Tom.');
    await handbook.remember('Deployments happen on Tuesdays.');
    const ask = async () => {
      const input = await event('user-prompt-submit', { prompt: 'When do deployments happen?' });
      return (await hook('prompt', agent.id, input)).stdout;
    };
    expect(await ask()).toBe('');
    await memory.agents.setReads(agent.id, [handbook.id]);
    expect(await ask()).toContain(`, of ${handbook.id}: Deployments happen on Tuesdays.`);
    await memory.agents.setReads(agent.id, []);
    expect(await ask()).toBe('');
  });

  it('works with a key', async () => {
    const agent = memory.agent(uniqueId(), { create: true });
    await agent.remember('Deployments happen on Tuesdays.');
    const { key } = await memory.keys.create({ name: 'hook', agents: [agent.id], access: 'read' });
    const input = await event('user-prompt-submit', { prompt: 'When do deployments happen?' });
    const { stdout } = await hook('prompt', agent.id, input, { AGENT_MEMORY_KEY: key });
    expect(stdout).toContain('Deployments happen on Tuesdays.');
  });
});

describe('hook stop', () => {
  const said = (content: string) =>
    `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`;

  it('extracts in the background what was added to the transcript, once', async () => {
    const agent = memory.agent(uniqueId(), { create: true });
    await memory.agents.create(agent.id);
    const transcript = join(cli.folder, `${uniqueId()}.jsonl`);
    await writeFile(transcript, await readFile(join(EVENTS, 'transcript.jsonl')));
    const input = await event('stop', { transcript_path: transcript });
    expect(await hook('stop', agent.id, input)).toEqual({ code: 0, stdout: '', stderr: '' });
    const recent = () => agent.recent({ limit: 100 });
    const { memories } = await eventually(recent, ({ count }) => count > 0);
    expect(memories.map(({ content }) => content).join('\n')).toContain('tabs');

    // What a person expires does not come back with the next turn.
    for (const { id } of memories) await agent.memories.expire(id, 'outdated');
    await appendFile(transcript, said('We decided to use PostgreSQL for the metrics.'));
    await hook('stop', agent.id, input);
    const { memories: later } = await eventually(recent, ({ memories: found }) =>
      found.some(({ content, status }) => status === 'active' && content.includes('PostgreSQL')),
    );
    expect(later.filter(({ status }) => status === 'active')).toHaveLength(1);
  });

  it('reads what was missed while the service was away', async () => {
    const agent = memory.agent(uniqueId(), { create: true });
    await memory.agents.create(agent.id);
    const transcript = join(cli.folder, `${uniqueId()}.jsonl`);
    await writeFile(transcript, said('I prefer dark themes in every editor.'));
    const args = ['hook', 'stop', '--agent', agent.id, '--transcript', transcript];
    const away = `http://127.0.0.1:${await freePort()}`;
    expect(await cli.run([...args, '--url', away])).toEqual({ code: 0, stdout: '', stderr: '' });
    await cli.run(args);
    expect((await agent.recent()).count).toBe(1);
  });
});

it('every hook finds the service of this machine that listens at another port', async () => {
  const agent = memory.agent(uniqueId(), { create: true });
  await agent.remember('Always write tests', { type: 'instruction' });
  await writeFile(join(cli.folder, 'service.json'), JSON.stringify({ url: app.url, pid: 1 }));
  const env = { AGENT_MEMORY_URL: '', DATA_DIR: cli.folder, PORT: String(await freePort()) };
  const begin = await event('session-start');
  // A hook does not wait long for the service of a busy machine to say its name.
  await eventually(
    () => hook('session-start', agent.id, begin, env),
    ({ stdout }) => stdout.includes('tests'),
  );
  const transcript = join(cli.folder, `${uniqueId()}.jsonl`);
  await writeFile(transcript, await readFile(join(EVENTS, 'transcript.jsonl')));
  await eventually(
    async () => {
      await cli.run(['hook', 'stop', '--agent', agent.id, '--transcript', transcript], { env });
      return agent.recent();
    },
    ({ count }) => count > 1,
  );
});

describe('a hook', () => {
  let slow: Server;

  beforeAll(async () => {
    slow = createServer((_, response) => {
      setTimeout(() => response.end('{}'), SLOW_SERVICE_MS).unref();
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
  });

  afterAll(() => {
    slow.closeAllConnections();
    slow.close();
  });

  const NAMES = ['session-start', 'prompt', 'stop'] as const;
  const inputs = { 'session-start': 'session-start', prompt: 'user-prompt-submit', stop: 'stop' };

  it.each(NAMES)('%s ends in time, silently and with 0, when the service is slow', async (name) => {
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const begin = Date.now();
    const env = { AGENT_MEMORY_HOOK_MS: '', AGENT_MEMORY_URL: url };
    expect(await hook(name, 'a', await event(inputs[name]), env)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(Date.now() - begin).toBeLessThan(BUSY_MACHINE_MS);
  });

  it('says when debugging that its time ended', async () => {
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    const env = { AGENT_MEMORY_HOOK_MS: '', AGENT_MEMORY_URL: url, AGENT_MEMORY_HOOK_DEBUG: '1' };
    const { code, stdout, stderr } = await hook('prompt', 'a', await event(inputs.prompt), env);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('did not end within 1500 ms');
  });

  it.each(NAMES)('%s is silent and ends with 0 when the service is away', async (name) => {
    const env = { AGENT_MEMORY_URL: `http://127.0.0.1:${await freePort()}` };
    expect(await hook(name, 'a', await event(inputs[name]), env)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  it.each([
    [
      'an agent that does not exist',
      ['hook', 'prompt', '--agent', 'no-such-agent'],
      '{"prompt": "hello there"}',
    ],
    ['no JSON on stdin', ['hook', 'prompt'], 'hello'],
    ['nothing on stdin', ['hook', 'session-start', '--agent', 'no-such-agent'], ''],
    ['an unknown event', ['hook', 'pre-tool-use'], '{}'],
    ['an unknown option', ['hook', 'prompt', '--colour', 'red', 'x'], '{}'],
    ['no event', ['hook'], '{}'],
    ['an address that is none', ['hook', 'prompt', '--url', 'nowhere'], '{"prompt": "hello there"}'],
    ['a transcript that does not exist', ['hook', 'stop', '--transcript', '/no/such/file'], '{}'],
  ])('is silent and ends with 0 with %s', async (_, args, input) => {
    expect(await cli.run(args, { input })).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('is one small file without the other commands', async () => {
    await cli.run(['hook', 'prompt'], { input: '{}' });
    const text = await readFile(join(__dirname, '../dist/hook.cjs'), 'utf8');
    expect(text.length).toBeLessThan(MOST_HOOK_CHARACTERS);
    expect(text).not.toContain('CommanderError');
    const { stdout } = await cli.run(['hook', '--help']);
    expect(stdout).toContain('A hook ends within 1,500 ms');
  });

  it('creates no agent', async () => {
    const id = uniqueId();
    for (const name of NAMES) await hook(name, id, await event(inputs[name]));
    await expect(memory.agents.get(id)).rejects.toMatchObject({ code: 'AgentNotFound' });
  });

  it('does not wait for an editor that keeps stdin open', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'hook', 'prompt'], {
      env: { PATH: process.env.PATH, HOME: cli.folder },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const [code] = (await once(child, 'exit')) as [number];
    child.stdin.destroy();
    expect(code).toBe(0);
  });
});
