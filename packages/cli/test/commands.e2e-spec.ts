import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../test/support/free-port';
import { uniqueId } from '../../../test/support/sessions';
import { useTestApp } from '../../../test/support/test-app';
import { PROGRAM, useCommandRunner } from './run-command';

interface Listed {
  count: number;
  memories: { id: string; content: string; type: string; tags: string[]; created_at: string }[];
}

const app = useTestApp();
const cli = useCommandRunner(app);

const failureIn = (stdout: string) => JSON.parse(stdout) as { error: Record<string, unknown> };

describe('mcp --project', () => {
  it('uses the agent of the folder, as the other commands do', async () => {
    const cwd = join(cli.folder, uniqueId());
    await mkdir(cwd);
    const params = { name: 'remember', arguments: { content: 'The harbour opens at six' } };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const input = `${JSON.stringify(message)}\n`;
    const { stdout } = await cli.run(['mcp', '--project'], { cwd, input });
    expect(JSON.parse(stdout)).toMatchObject({
      id: 1,
      result: { structuredContent: { action: 'store' } },
    });
    const { memories } = await cli.json<Listed>(['recent'], { cwd });
    expect(memories).toMatchObject([{ content: 'The harbour opens at six' }]);
  });
});

describe('remember and recall', () => {
  it('store and find, for people and as JSON', async () => {
    const env = { AGENT_MEMORY_AGENT: uniqueId() };
    const args = [
      'remember',
      'The user prefers dark themes',
      '--type',
      'preference',
      '--tag',
      'a',
      '--tag',
      'b',
    ];
    const { memory_id } = await cli.json([...args, '--ref', 'notes/1', '--thread', 'chat-4'], { env });

    const recall = ['recall', 'which theme?', '--type', 'preference', '--tag', 'b', '--min-score', '0.1'];
    const found = await cli.json<Listed>(recall, { env });
    expect(found.memories).toMatchObject([
      { id: memory_id, type: 'preference', source_ref: 'notes/1', thread: 'chat-4' },
    ]);
    expect(found.memories[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);

    const cut = ['recall', 'which theme does Ben Holt like?', '--cut'];
    expect(await cli.json<object>(cut, { env })).toMatchObject({
      memories: [],
      verdict: 'nothing',
      left_out: 1,
    });
    expect((await cli.run(cut, { env })).stdout).toBe(
      'Nothing in memory bears on this question.\n\n1 left out: recall without --cut lists them.\n',
    );

    const { code, stdout, stderr } = await cli.run(recall, { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^${String(memory_id)}  preference  .*  #a  #b\n.*dark themes\n$`));
  });

  it('read the text from stdin for `-`, and write out characters that control terminals in what they print', async () => {
    const env = { AGENT_MEMORY_AGENT: uniqueId() };
    await cli.json(['remember', '-'], { env, input: 'Red \u001b[31malert\u001b]0;x\u0007 für Ada 👩‍💻\n' });
    const { stdout } = await cli.run(['recent'], { env });
    expect(stdout).toContain('Red <U+001B>[31malert<U+001B>]0;x<U+0007> für Ada 👩‍💻\n');
  });

  it('show what titles, tags and contents hide, and escape it in JSON', async () => {
    const env = { AGENT_MEMORY_AGENT: uniqueId() };
    const content = 'Tea \u202eeert\u202c \u{e0041} می‌خواهم';
    const stored = ['remember', content, '--tag', 'a\u200bb', '--title', 'T\u2066'];
    const { memory_id } = await cli.json<{ memory_id: string }>(stored, { env });
    const shown = (await cli.run(['get', memory_id], { env })).stdout;
    expect(shown).toContain('Quarantined (hidden_characters): it is not recalled');
    expect(shown).toMatch(/#a<U\+200B>b\n.*\nTea <U\+202E>eert<U\+202C> <U\+E0041> می‌خواهم\n$/);
    const { stdout } = await cli.run(['get', memory_id, '--json'], { env });
    expect(stdout).toContain('Tea \\u202eeert\\u202c \\udb40\\udc41');
    expect(JSON.parse(stdout)).toMatchObject({ content, title: 'T\u2066', tags: ['a\u200bb'] });
  });

  it('refuse an empty text', async () => {
    const env = { AGENT_MEMORY_AGENT: uniqueId() };
    const empty = await cli.run(['remember', '-'], { env, input: ' \n' });
    expect(empty).toMatchObject({ code: 2, stderr: 'error: stdin is empty.\n' });
  });

  it('use the agent of the nearest .agent-memory.json, and the one named after the folder without it', async () => {
    const folder = join(cli.folder, `My Project ${uniqueId()}`);
    const below = join(folder, 'src');
    await mkdir(below, { recursive: true });
    expect(await cli.json(['remember', 'x'], { cwd: folder })).toMatchObject({
      agent_id: folder.slice(cli.folder.length + 1).replaceAll(' ', '-'),
    });
    const agent = uniqueId();
    await writeFile(join(folder, '.agent-memory.json'), JSON.stringify({ agent }));
    await cli.json(['trust'], { cwd: below });
    expect(await cli.json(['remember', 'x'], { cwd: below })).toMatchObject({ agent_id: agent });
  });
});

describe('the exit code', () => {
  it('is 3 for an agent that does not exist, and the message says how to create it', async () => {
    const { code, stdout } = await cli.run(['recent', '--json', '--agent', uniqueId()]);
    expect(code).toBe(3);
    expect(failureIn(stdout).error).toMatchObject({
      code: 'AgentNotFound',
      message: expect.stringContaining('agent-memory agents create NAME'),
      request_id: expect.stringMatching(/\S/),
    });
  });

  it.each([
    ['an unknown command', ['rember', 'x']],
    ['an unknown option', ['recall', 'x', '--colour']],
    ['a missing argument', ['recall']],
    ['a type that does not exist', ['recall', 'x', '--type', 'wish']],
    ['a limit out of range', ['recent', '--limit', '0']],
    ['an address that is none', ['recent', '--url', 'localhost']],
    ['an address with a password', ['recent', '--url', 'http://ana:s3cret@127.0.0.1:1']],
    ['an unknown command of several', ['agents', 'remove', 'x']],
    ['no command', []],
    ['a value that the service refuses', ['recent', '--agent', 'no/name']],
  ])('is 2 for %s', async (_, args) => {
    const { code, stdout, stderr } = await cli.run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(args.length > 0 ? /^error: (?!.*s3cret)/ : /^Usage: /);
    const json = await cli.run([...args, '--json']);
    expect(json.code).toBe(2);
    expect(failureIn(json.stdout).error.message).toMatch(/^[^(]/);
  });

  it('names the commands that there are', async () => {
    const { stderr } = await cli.run(['agents', 'remove', 'x']);
    expect(stderr).toContain(`There is no command 'agents remove': give one of list, create`);
  });

  it.each([['recent'], ['recent', '--json'], ['export']])(
    'is 1 when the result of %j cannot be written, and 0 when its reader ends first',
    async (...args) => {
      const env = { AGENT_MEMORY_AGENT: uniqueId() };
      await cli.json(['remember', 'x'.repeat(10_000)], { env });
      const of = (target: string) =>
        promisify(execFile)('sh', ['-c', `"$0" "$@" ${target}`, process.execPath, PROGRAM, ...args], {
          env: { ...cli.env, ...env },
          cwd: cli.folder,
        });
      await expect(of('> /dev/full')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('The result cannot be written: ENOSPC'),
      });
      await of('| true');
    },
  );

  it('is 4 without a credential that the service asks for', async () => {
    const { code, stderr } = await cli.run(['recent'], { env: { AGENT_MEMORY_KEY: 'amk_wrong' } });
    expect(code).toBe(4);
    expect(stderr).toContain('AGENT_MEMORY_KEY');
  });

  it('is 5 when no service answers', async () => {
    const { code, stdout, stderr } = await cli.run([
      'recent',
      '--url',
      `http://127.0.0.1:${await freePort()}`,
    ]);
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(stderr).toMatch(/^error: No answer from http:.*`agent-memory start`/);
  });
});

describe('a project file with the address of another machine', () => {
  it('is not used before a login there', async () => {
    const folder = join(cli.folder, uniqueId());
    await mkdir(folder);
    await writeFile(join(folder, '.agent-memory.json'), '{"url": "http://memory.example.com"}');
    const { code, stderr } = await cli.run(['remember', 'secret'], {
      cwd: folder,
      env: { AGENT_MEMORY_URL: '', AGENT_MEMORY_KEY: 'amk_of_another_service' },
    });
    expect(code).toBe(4);
    expect(stderr).toContain('agent-memory login http://memory.example.com');
  });
});
