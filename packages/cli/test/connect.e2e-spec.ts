import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { freePort } from '../../../test/support/free-port';
import { uniqueId } from '../../../test/support/sessions';
import { useTestApp } from '../../../test/support/test-app';
import { EDITORS } from '../src/editors/catalog/catalog.ts';
import { everythingIn } from './editor-sandbox';
import { CommandRunner } from './run-command';

interface Connected {
  editors: {
    editor: string;
    scope: string;
    changes: { file: string; change: string; diff?: string }[];
    check: { works: boolean | null; tools: string[]; reason: string | null } | null;
    fault: string | null;
  }[];
}

interface Findings {
  healthy: boolean;
  findings: { check: string; status: string; message: string; fix: string | null }[];
}

const ALL = EDITORS.map(({ id }) => id);

const app = useTestApp();
let cli: CommandRunner;
let project: string;
let agent: string;

beforeEach(async () => {
  cli = await CommandRunner.create({ AGENT_MEMORY_URL: app.url });
  agent = uniqueId();
  project = join(cli.folder, 'projects', agent);
  await mkdir(project, { recursive: true });
});

afterEach(() => cli.remove());

/** Of the user's settings. It stays after `disconnect`, as the agent does. */
const TRUSTED = '.config/agent-memory/trusted-folders.json';
/** Without what compilers and others keep in the home. */
const filesOf = (folder: string) =>
  Object.fromEntries(
    Object.entries(everythingIn(folder)).filter(([file]) => !file.startsWith('.cache') && file !== TRUSTED),
  );
const read = (file: string) => readFile(join(project, file), 'utf8');

describe('connect', () => {
  it('writes the files of all editors, which then work, and disconnect takes them away', async () => {
    await mkdir(join(cli.folder, dirname(TRUSTED)), { recursive: true });
    const before = filesOf(cli.folder);
    const connect = ['connect', ...ALL, '--global'];
    const { editors } = await cli.json<Connected>(connect, { cwd: project });
    expect(editors.map((each) => each.editor)).toEqual(ALL);
    // Claude Desktop's entry is a program, the others are URLs of the service.
    for (const { check, fault } of editors) {
      expect(fault).toBeNull();
      expect(check).toMatchObject({ works: true, reason: null });
      expect(check?.tools).toContain('recall');
    }
    const written = filesOf(cli.folder);
    expect(written['.codex/AGENTS.md']).toContain('The MCP server `agent-memory`');
    expect(written['.cursor/mcp.json']).toContain(`${app.url}/mcp/agents/personal`);

    const again = await cli.json<Connected>(connect, { cwd: project });
    expect(again.editors.flatMap(({ changes }) => changes)).toEqual([]);
    expect(filesOf(cli.folder)).toEqual(written);

    const doctor = await cli.json<Findings>(['doctor'], { cwd: project });
    expect(doctor.findings.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(doctor.findings).toHaveLength(7 + ALL.length);

    await cli.json(['disconnect', '--global'], { cwd: project });
    expect(filesOf(cli.folder)).toEqual(before);
  });

  it('creates the agent, and writes entries that start this program with --stdio', async () => {
    const { editors } = await cli.json<Connected>(['connect', 'cursor', 'opencode', '--stdio'], {
      cwd: project,
    });
    expect(editors.map(({ check }) => check?.works)).toEqual([true, true]);
    const { mcpServers } = JSON.parse(await read('.cursor/mcp.json')) as {
      mcpServers: Record<string, { command: string; args: string[] }>;
    };
    expect(mcpServers['agent-memory']).toEqual({
      command: process.execPath,
      args: [expect.stringContaining('agent-memory.mjs'), 'mcp', '--agent', agent, '--url', app.url],
    });
    const { count } = await cli.json<{ count: number }>(['recent'], { cwd: project });
    expect(count).toBe(0);
  });

  it('shows the difference with --dry-run, and changes nothing', async () => {
    await writeFile(join(project, '.mcp.json'), '{\n  "mcpServers": {}\n}\n');
    const before = filesOf(cli.folder);
    const { code, stdout } = await cli.run(['connect', 'claude-code', '--dry-run'], { cwd: project });
    expect(code).toBe(0);
    expect(stdout).toContain('--- .mcp.json\n+++ .mcp.json\n@@ -1,3 +1,8 @@\n {\n-  "mcpServers": {}\n');
    expect(stdout).toContain('--- /dev/null\n+++ CLAUDE.md\n');
    expect(filesOf(cli.folder)).toEqual(before);
  });

  it('finds the editors of this machine', async () => {
    const none = await cli.run(['connect'], { cwd: project });
    expect(none).toMatchObject({ code: 3, stderr: expect.stringContaining('agent-memory connect cursor') });
    await mkdir(join(cli.folder, '.cursor'));
    await mkdir(join(cli.folder, '.config/goose'), { recursive: true });
    const { editors } = await cli.json<Connected>(['connect'], { cwd: project });
    expect(editors.map(({ editor, scope }) => [editor, scope])).toEqual([
      ['cursor', 'project'],
      ['goose', 'global'],
    ]);
    const { stdout } = await cli.run(['connect', '--list'], { cwd: project });
    expect(stdout).toContain(`cursor          project: .cursor/mcp.json -> ${app.url}/mcp/agents/${agent}\n`);
    expect(stdout).toContain('zed             -\n');
  });

  it('leaves a file that does not parse as it is, and connects the others', async () => {
    await writeFile(join(project, '.mcp.json'), '{ "mcpServers": { }');
    const { code, stdout } = await cli.run(['connect', 'claude-code', 'cursor'], { cwd: project });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /✗ Claude Code: .*\.mcp\.json cannot be read \(line 1, column 20: CloseBraceExpected\)/,
    );
    expect(stdout).toContain('✓ Cursor\n    .cursor/mcp.json (created)\n');
    expect(await read('.mcp.json')).toBe('{ "mcpServers": { }');
  });

  it('says which folder cannot be written', async () => {
    await writeFile(join(project, '.cursor'), 'a file');
    const { code, stdout } = await cli.run(['connect', 'cursor'], { cwd: project });
    expect(code).toBe(1);
    expect(stdout).toContain('.cursor/mcp.json cannot be read (a folder on its path is a file)');
  });

  it('writes nothing when no service answers', async () => {
    const before = filesOf(cli.folder);
    const url = `http://127.0.0.1:${await freePort()}`;
    const { code, stderr } = await cli.run(['connect', 'cursor'], {
      cwd: project,
      env: { AGENT_MEMORY_URL: url },
    });
    expect(code).toBe(5);
    expect(stderr).toContain('`agent-memory start`');
    expect(filesOf(cli.folder)).toEqual(before);
  });

  it.each([
    ['an editor that is none', ['connect', 'emacs'], 'Give one of: claude-code,'],
    ['both scopes', ['connect', 'cursor', '--project', '--global'], 'not both'],
    ['a scope that the editor has not', ['connect', 'goose', '--project'], 'give --global for goose'],
  ])('refuses %s', async (_, args, message) => {
    const { code, stderr } = await cli.run(args, { cwd: project });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});

describe('connect with a key', () => {
  async function newKey(): Promise<string> {
    await cli.json(['remember', 'x'], { cwd: project });
    const response = await fetch(`${app.url}/api/v2/keys`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'k', agents: [agent], access: 'write' }),
    });
    return ((await response.json()) as { key: string }).key;
  }

  it('refers to the variable, and is verified with its value', async () => {
    const key = await newKey();
    const { editors } = await cli.json<Connected>(['connect', 'cursor', 'codex', 'zed'], {
      cwd: project,
      env: { AGENT_MEMORY_KEY: key },
    });
    expect(editors.map(({ check }) => check?.works)).toEqual([true, true, true]);
    expect(await read('.cursor/mcp.json')).toContain('"Authorization": "Bearer ${env:AGENT_MEMORY_KEY}"');
    expect(await read('.codex/config.toml')).toContain('bearer_token_env_var = "AGENT_MEMORY_KEY"');
    // Zed's settings have no reference: this program reads the variable.
    expect(await read('.zed/settings.json')).toContain('agent-memory.mjs');
    expect(JSON.stringify(filesOf(cli.folder))).not.toContain(key);
  });

  it('says what cannot be verified: a variable that is not set here', async () => {
    const key = await newKey();
    await mkdir(join(cli.folder, '.config/agent-memory'), { recursive: true });
    const credentials = JSON.stringify({ keys: { [app.url]: key } });
    await writeFile(join(cli.folder, '.config/agent-memory/credentials.json'), credentials);
    const { code, stdout } = await cli.run(['connect', 'cursor'], { cwd: project });
    expect(code).toBe(0);
    expect(stdout).toContain('Not verified: AGENT_MEMORY_KEY is not set here; set it for the editor.');
    // In the user's files, this program has the key from `login`.
    const global = ['connect', 'cursor', '--global', '--agent', agent];
    const { editors } = await cli.json<Connected>(global, { cwd: project });
    expect(editors[0]?.check?.works).toBe(true);
  });
});

describe('disconnect', () => {
  it('keeps the instructions that another connected editor reads', async () => {
    await writeFile(join(project, 'AGENTS.md'), '# Ours\n');
    await cli.json(['connect', 'codex', 'opencode'], { cwd: project });
    await cli.json(['disconnect', 'codex'], { cwd: project });
    expect(await read('AGENTS.md')).toContain('agent-memory: end');
    await cli.json(['disconnect', 'opencode'], { cwd: project });
    expect(filesOf(project)).toEqual({ 'AGENTS.md': '# Ours\n' });
  });

  it('finds instructions that it has left in a project', async () => {
    await cli.json(['connect', 'windsurf'], { cwd: project });
    await cli.json(['disconnect', '--global'], { cwd: project });
    expect(await read('AGENTS.md')).toContain('agent-memory: end');
    await cli.json(['disconnect'], { cwd: project });
    expect(filesOf(project)).toEqual({});
    expect((await cli.run(['disconnect'], { cwd: project })).stdout).toBe('No editor is connected here.\n');
  });

  it('says that an editor is not connected', async () => {
    const { code, stdout } = await cli.run(['disconnect', 'zed'], { cwd: project });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '? Zed is not connected here.\n' });
  });
});

describe('doctor', () => {
  const broken = async (env: Record<string, string> = {}) => {
    const { code, stdout } = await cli.run(['doctor', '--json'], { cwd: project, env });
    const { findings } = JSON.parse(stdout) as Findings;
    return { code, findings: findings.filter(({ status }) => status === 'broken') };
  };

  it('says what is broken with its fix, and ends with 1', async () => {
    await mkdir(join(cli.folder, '.cursor'));
    const entry = { url: `http://127.0.0.1:${await freePort()}/mcp` };
    await writeFile(
      join(cli.folder, '.cursor/mcp.json'),
      JSON.stringify({ mcpServers: { 'agent-memory': entry } }),
    );
    await writeFile(join(project, '.mcp.json'), '{');
    const { code, findings } = await broken();
    expect(code).toBe(1);
    expect(findings).toEqual([
      {
        check: 'Claude Code (.mcp.json)',
        status: 'broken',
        message: expect.stringContaining('line 1'),
        fix: `Correct ${join(project, '.mcp.json')}.`,
      },
      {
        check: 'Cursor (~/.cursor/mcp.json)',
        status: 'broken',
        message: expect.stringMatching(/ECONNREFUSED|fetch failed/),
        fix: expect.stringContaining('agent-memory connect cursor --global'),
      },
    ]);
  });

  it('distinguishes a service that is away from another program at its port', async () => {
    const away = await broken({ AGENT_MEMORY_URL: `http://127.0.0.1:${await freePort()}` });
    expect(away).toMatchObject({
      code: 1,
      findings: [{ check: 'service', fix: 'agent-memory start --detach' }],
    });
    const other = createServer((_, response) => response.end('hello'));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const taken = await broken({ AGENT_MEMORY_URL: `http://127.0.0.1:${port}` });
    expect(taken.findings).toMatchObject([
      {
        check: 'service',
        message: expect.stringContaining('Another program'),
        fix: expect.stringContaining('--port'),
      },
    ]);
    other.close();
  });

  it('says that a key is refused', async () => {
    const { findings } = await broken({ AGENT_MEMORY_KEY: 'amk_wrong' });
    expect(findings).toMatchObject([{ check: 'key', fix: expect.stringContaining('agent-memory login') }]);
  });
});
