import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uniqueId } from '../../../test/support/sessions';
import { useTestApp } from '../../../test/support/test-app';
import { everythingIn } from './editor-sandbox';
import { CommandRunner } from './run-command';

interface Connected {
  editors: { editor: string; changes: object[]; fault: string | null }[];
}

const app = useTestApp();
let cli: CommandRunner;
let project: string;

beforeEach(async () => {
  cli = await CommandRunner.create({ AGENT_MEMORY_URL: app.url });
  project = join(cli.folder, 'projects', uniqueId());
  await mkdir(project, { recursive: true });
});

afterEach(() => cli.remove());

/** Without what compilers and the command itself, such as the list of trusted folders, keep in the home. */
const filesOf = (folder: string) =>
  Object.fromEntries(
    Object.entries(everythingIn(folder)).filter(([file]) => !/^\.(cache|config\/agent-memory)/.test(file)),
  );

describe('in a folder with links out of it', () => {
  beforeEach(async () => {
    await writeFile(join(cli.folder, '.bashrc'), 'export A=1\n');
    await mkdir(join(cli.folder, '.config/app'), { recursive: true });
    await symlink(join(cli.folder, '.bashrc'), join(project, 'CLAUDE.md'));
    await symlink(join(cli.folder, '.config/app'), join(project, '.cursor'));
    await symlink(join(cli.folder, '.none'), join(project, 'GEMINI.md'));
  });

  it.each([
    ['connect', ['connect', 'claude-code', 'cursor', 'gemini-cli', '--project']],
    ['connect --dry-run', ['connect', 'claude-code', 'cursor', 'gemini-cli', '--dry-run']],
    ['init', ['init', 'claude-code', 'cursor', 'gemini-cli']],
  ])('%s says where they lead, and writes no file', async (_, args) => {
    const before = filesOf(cli.folder);
    const { code, stdout } = await cli.run([...args, '--json'], { cwd: project });
    expect(code).toBe(1);
    const { editors } = JSON.parse(stdout) as Connected;
    const outside = (link: string, target: string) => {
      const [from, to] = [join(project, link), join(cli.folder, target)];
      return expect.stringContaining(`${from} leads through a symbolic link to ${to}, which is outside of`);
    };
    expect(editors).toMatchObject([
      { editor: 'claude-code', changes: [], fault: outside('CLAUDE.md', '.bashrc') },
      { editor: 'cursor', changes: [], fault: outside('.cursor/mcp.json', '.config/app/mcp.json') },
      { editor: 'gemini-cli', changes: [], fault: outside('GEMINI.md', '.none') },
    ]);
    expect(filesOf(cli.folder)).toEqual(before);
  });

  it('disconnect leaves the files behind them as they are', async () => {
    const servers = { mcpServers: { 'agent-memory': { url: `${app.url}/mcp` } } };
    await writeFile(join(cli.folder, '.config/app/mcp.json'), JSON.stringify(servers));
    const before = filesOf(cli.folder);
    const { code, stdout } = await cli.run(['disconnect', 'cursor'], { cwd: project });
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('which is outside of'),
    });
    expect(filesOf(cli.folder)).toEqual(before);
  });
  it('agents use writes no .agent-memory.json outside', async () => {
    await symlink(join(cli.folder, 'other.json'), join(project, '.agent-memory.json'));
    const before = filesOf(cli.folder);
    const { code, stderr } = await cli.run(['agents', 'use', 'mine'], { cwd: project });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('which is outside of'),
    });
    await writeFile(join(cli.folder, 'other.json'), '{"agent": "x", "token": "secret"}');
    expect(await cli.run(['agents', 'use', 'mine'], { cwd: project })).toMatchObject({ code: 2 });
    expect(filesOf(cli.folder)).toEqual({ ...before, 'other.json': '{"agent": "x", "token": "secret"}' });
  });
});

it('what is no regular file is refused at once', async () => {
  await mkdir(join(cli.folder, '.cursor'));
  await symlink('/dev/zero', join(cli.folder, '.cursor/mcp.json'));
  execFileSync('mkfifo', [join(project, '.mcp.json')]);
  const args = ['connect', 'cursor', '--global', '--json'];
  const device = await cli.run(args, { cwd: project });
  expect(JSON.parse(device.stdout)).toMatchObject({
    editors: [{ fault: expect.stringContaining('it is a device, not a regular file') }],
  });
  const pipe = await cli.run(['connect', 'claude-code', '--json'], { cwd: project });
  expect(JSON.parse(pipe.stdout)).toMatchObject({
    editors: [{ fault: expect.stringContaining('it is a pipe, not a regular file') }],
  });
  expect([device.code, pipe.code]).toEqual([1, 1]);
  for (const args of [
    ['import', '.mcp.json'],
    ['import', '.mcp.json', '--from', 'mem0'],
    ['extract', '.mcp.json'],
    ['policy', 'set', '.mcp.json'],
  ]) {
    const { code, stderr } = await cli.run(args, { cwd: project });
    expect({ args, code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('.mcp.json cannot be read: it is a pipe, not a regular file'),
    });
  }
  const hook = await cli.run(['hook', 'stop', '--transcript', '.mcp.json'], { cwd: project });
  expect(hook).toEqual({ code: 0, stdout: '', stderr: '' });
  const exported = await cli.run(['export', '.mcp.json'], { cwd: project });
  expect(exported).toMatchObject({ code: 2, stderr: expect.stringContaining('it is a pipe') });
  execFileSync('mkfifo', [join(project, '.agent-memory.json')]);
  const settings = await cli.run(['recent'], { cwd: project });
  expect(settings).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('.agent-memory.json cannot be read: it is a pipe, not a regular file'),
  });
});
