import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uniqueId } from '../../../test/support/sessions';
import { startHubServer, type HubServer } from '../../../test/support/hub-server';
import { useTestApp } from '../../../test/support/test-app';
import { describeLocalModel, TINY_MODEL } from '../../../test/support/tiny-model';
import { CommandRunner } from './run-command';
import { Terminal } from './terminal';

interface Connected {
  editors: { editor: string; changes: unknown[]; fault: string | null; kept_agent: string | null }[];
}

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

describe('init without a terminal', () => {
  it('connects what it finds, stores and recalls one memory, and does so again', async () => {
    await mkdir(join(cli.folder, '.gemini'));
    const { code, stdout } = await cli.run(['init'], { cwd: project });
    expect(code).toBe(0);
    expect(stdout).toContain(`Agent "${agent}" at ${app.url}`);
    expect(stdout).toContain('✓ Gemini CLI\n    .gemini/settings.json (created)\n    GEMINI.md (created)\n');
    expect(stdout).toContain('A memory was stored and recalled.');
    const again = await cli.json<Connected & { created: boolean }>(['init'], { cwd: project });
    expect(again).toMatchObject({ created: false, memory: { recalled: true } });
    expect(again.editors.flatMap(({ changes }) => changes)).toEqual([]);
    const { count } = await cli.json<{ count: number }>(['recent'], { cwd: project });
    expect(count).toBe(1);
  });

  it('says how the command gets on the path where npx runs it', async () => {
    const hint = 'npm install --global agent-memory';
    const { stdout } = await cli.run(['init', '--no-connect'], { cwd: project });
    expect(stdout).not.toContain(hint);
    const byNpx = await cli.run(['init', '--no-connect'], { cwd: project, env: { npm_command: 'exec' } });
    expect(byNpx.stdout).toContain(hint);
  });

  it('writes nothing into the folder of the service, unless it is named', async () => {
    const manifest = '{ "name": "@agent-memory/service" }';
    await writeFile(join(project, 'package.json'), manifest);
    await mkdir(join(project, 'packages/cli'), { recursive: true });
    await mkdir(join(project, '.git'));
    for (const cwd of [project, join(project, 'packages/cli')]) {
      const { code, stderr } = await cli.run(['init', 'cursor'], { cwd });
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('--project FOLDER'),
      });
    }
    expect(await readdir(project)).toEqual(['.git', 'package.json', 'packages']);
    const other = join(cli.folder, 'other');
    await mkdir(other);
    await cli.json(['init', 'cursor', '--project', other], { cwd: project });
    expect(await readdir(other)).toContain('.cursor');
    await cli.json(['init', 'cursor', '--project', '.'], { cwd: project });
    expect(await readdir(project)).toContain('.cursor');
    await cli.json(['init', '--project', 'zed'], { cwd: other });
    expect(await readdir(other)).toContain('.zed');
    const none = await cli.run(['init', '--project', 'nowhere'], { cwd: other });
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('no folder nowhere') });
  });

  it('connects the editors that are named, or none', async () => {
    const { editors } = await cli.json<Connected>(['init', 'zed'], { cwd: project });
    expect(editors.map(({ editor }) => editor)).toEqual(['zed']);
    expect(await cli.json(['init', '--no-connect'], { cwd: project })).toMatchObject({ editors: [] });
  });
});

describe('an entry in the user files', () => {
  const connected = async (...args: string[]) => {
    const { editors } = await cli.json<Connected>(['connect', 'goose', ...args], { cwd: project });
    return editors[0];
  };
  const entry = () => readFile(join(cli.folder, '.config/goose/config.yaml'), 'utf8');

  it('is for all projects, with the agent personal, and stays when another project connects', async () => {
    expect(await connected()).toMatchObject({ kept_agent: null, check: { works: true } });
    expect(await entry()).toContain('/mcp/agents/personal');
    await cli.json(['disconnect'], { cwd: project });
    expect(await entry()).toContain('/mcp/agents/personal');
    const { stdout } = await cli.run(['disconnect'], { cwd: project });
    expect(stdout).toContain('agent-memory disconnect --global');
  });

  it('keeps the agent that an option gave it', async () => {
    await connected('--agent', 'mine');
    expect(await entry()).toContain('/mcp/agents/mine');
    const before = await entry();
    expect(await connected()).toMatchObject({ kept_agent: 'mine', changes: [], fault: null });
    expect(await entry()).toBe(before);
    const { stdout } = await cli.run(['connect', 'goose'], { cwd: project });
    expect(stdout).toContain('with the agent "mine": it was left so.');
    const dry = await cli.run(['connect', 'goose', '--dry-run'], { cwd: project });
    expect(dry.stdout).toContain('it was left so');
    await connected('--agent', 'personal');
    expect(await entry()).toContain('/mcp/agents/personal');
  });
});

describeLocalModel('init --model', () => {
  const REPOSITORY = 'tests/tiny-embedder';
  let hub: HubServer;
  let env: Record<string, string>;

  beforeEach(async () => {
    hub = await startHubServer(REPOSITORY, TINY_MODEL);
    env = { DATA_DIR: join(cli.folder, 'data'), HF_ENDPOINT: hub.http.url };
    // As the service writes it, whose data folder is another one here.
    await mkdir(env.DATA_DIR as string);
    await writeFile(join(env.DATA_DIR as string, 'service.json'), JSON.stringify({ url: app.url, pid: 1 }));
  });

  afterEach(() => hub.http.close());

  const init = (...args: string[]) =>
    cli.run(['init', '--no-connect', '--json', ...args], { cwd: project, env });

  it('installs a model into the data of the service, and says when it is used', async () => {
    const { code, stdout } = await init('--model', REPOSITORY);
    expect({ code, answer: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 0,
      answer: { model: { name: REPOSITORY, fault: null, needs_restart: true }, memory: { recalled: true } },
    });
    expect(await readdir(join(cli.folder, 'data/models'))).toContain('tiny-embedder');
  });

  it('goes on without the model when it cannot be installed, and ends with 1', async () => {
    const { code, stdout } = await init('--model', 'no-such-model');
    expect({ code, answer: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 1,
      answer: {
        model: { fault: expect.stringContaining('There is no model "no-such-model"') },
        memory: { recalled: true },
      },
    });
  });

  it('asks for a model in a terminal only, and not when it has one', async () => {
    const asking = new Terminal(cli, ['init', '--no-connect', '--agent', agent], env);
    await asking.until('Install the embedding model all-MiniLM-L6-v2 (23 MB');
    asking.press('n');
    await asking.until('agent-memory init --model');
    expect(await asking.ended).toBe(0);
    expect(JSON.parse((await init()).stdout)).toMatchObject({ model: null });
    await init('--model', REPOSITORY);
    const again = new Terminal(cli, ['init', '--no-connect', '--agent', agent], env);
    expect(await again.until('A memory was stored and recalled.')).not.toContain('Install the embedding');
    expect(await again.ended).toBe(0);
  });

  it('installs none for a service that another program started, and asks for none', async () => {
    await rm(join(cli.folder, 'data/service.json'));
    const { code, stdout } = await init('--model', REPOSITORY);
    expect({ code, stdout }).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('npm run model -- install'),
    });
    const asking = new Terminal(cli, ['init', '--no-connect', '--agent', agent], env);
    const shown = await asking.until('agent-memory doctor');
    expect(shown).not.toContain('Install the embedding');
    expect(shown).not.toContain('init --model');
    expect(await asking.ended).toBe(0);
    const status = await cli.run(['status'], { cwd: project, env });
    expect(status.stdout).toContain('Data: where it was started');
    expect(await cli.json(['status'], { cwd: project, env })).toMatchObject({ data_dir: null });
  });

  it('installs none for a service of another machine', async () => {
    const { code, stdout } = await init('--model', '--url', 'http://memory.invalid');
    expect({ code, stdout }).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('not a service of this machine'),
    });
  });
});
