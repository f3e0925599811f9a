import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { CommandRunner } from './run-command';

const PLUGIN = join(__dirname, '../../../integrations/claude-code');
/** https://code.claude.com/docs/en/plugins-reference: letters in lower case, digits and hyphens. */
const NAME = /^[a-z][a-z0-9-]*$/;
const EVENTS = { SessionStart: 'session-start', UserPromptSubmit: 'prompt', Stop: 'stop' };

interface HookGroup {
  matcher?: string;
  hooks: { type: string; command: string; timeout: number }[];
}

const read = (file: string) => readFile(join(PLUGIN, file), 'utf8');
const json = async <T>(file: string) => JSON.parse(await read(file)) as T;

let cli: CommandRunner;

beforeAll(async () => {
  cli = await CommandRunner.create();
});

afterAll(() => cli.remove());

async function skills(): Promise<{ name: string; fields: Record<string, unknown>; text: string }[]> {
  const names = await readdir(join(PLUGIN, 'skills'));
  return Promise.all(
    names.map(async (name) => {
      const [, head = '', text = ''] =
        /^---\n(.*?)\n---\n(.*)$/s.exec(await read(`skills/${name}/SKILL.md`)) ?? [];
      return { name, fields: parse(head) as Record<string, unknown>, text };
    }),
  );
}

describe('the Claude Code plugin', () => {
  it('has a manifest with the version of the package', async () => {
    const { version } = JSON.parse(await readFile(join(__dirname, '../package.json'), 'utf8')) as {
      version: string;
    };
    const manifest = await json<Record<string, unknown>>('.claude-plugin/plugin.json');
    expect(manifest).toMatchObject({
      name: 'agent-memory',
      version,
      description: expect.stringMatching(/\S/),
    });
    expect(await readdir(join(PLUGIN, '.claude-plugin'))).toEqual(['plugin.json']);
  });

  it('calls one hook for each event that it uses', async () => {
    const { hooks } = await json<{ hooks: Record<string, HookGroup[]> }>('hooks/hooks.json');
    const commands = Object.entries(hooks).map(([event, groups]) => [
      event,
      groups.flatMap((group) => group.hooks.map(({ type, command }) => `${type}: ${command}`)),
    ]);
    expect(Object.fromEntries(commands)).toEqual(
      Object.fromEntries(
        Object.entries(EVENTS).map(([event, name]) => [event, [`command: agent-memory hook ${name}`]]),
      ),
    );
  });

  it('starts the MCP server with the agent that the hooks use', async () => {
    const { mcpServers } = await json<{ mcpServers: Record<string, { command: string; args: string[] }> }>(
      '.mcp.json',
    );
    expect(mcpServers).toEqual({ 'agent-memory': { command: 'agent-memory', args: ['mcp', '--project'] } });
    expect(await helpOf('mcp')).toContain('--project');
  });

  it('has skills with the fields of their format', async () => {
    const found = await skills();
    expect(found.map(({ name }) => name).sort()).toEqual(['recall', 'remember', 'review-memory']);
    for (const { name, fields, text } of found) {
      expect(name).toMatch(NAME);
      expect(fields).toMatchObject({ name, description: expect.stringMatching(/Use when|Use before/) });
      expect(String(fields.description).length).toBeLessThan(1_024);
      expect(text.length).toBeGreaterThan(200);
    }
  });

  it('uses only commands that the command line has, with options that they have', async () => {
    const texts = [await read('hooks/hooks.json'), ...(await skills()).map(({ text }) => text)];
    const used = texts.flatMap((text) => [
      ...text.matchAll(/agent-memory ([a-z][a-z-]*(?: (?!or\b)[a-z]+)?)([^`\n]*)/g),
    ]);
    expect(used.length).toBeGreaterThan(8);
    const helps = new Map<string, string>();
    for (const [, words = '', rest = ''] of used) {
      const [command = ''] = words.split(' ');
      const help = helps.get(command) ?? (await helpOf(command));
      helps.set(command, help);
      for (const [option] of rest.matchAll(/--[a-z-]+/g)) expect(`${command}: ${help}`).toContain(option);
    }
  });

  it('has the files that its README names', async () => {
    const named = [...(await read('README.md')).matchAll(/\]\((\.\.[^)#]+)\)/g)].map(([, path = '']) => path);
    for (const path of named) await access(join(PLUGIN, path));
    expect(named.length).toBeGreaterThan(0);
  });
});

/** With the help of its sub-commands. */
async function helpOf(command: string): Promise<string> {
  const { code, stdout } = await cli.run([command, '--help']);
  expect({ command, code }).toEqual({ command, code: 0 });
  const below = [...stdout.matchAll(/^ {2}(list|resolve)\b/gm)].map(([, name = '']) => name);
  const helps = await Promise.all(below.map((name) => cli.run([command, name, '--help'])));
  return [stdout, ...helps.map((each) => each.stdout)].join('\n');
}
