import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EDITORS } from './catalog/catalog.ts';
import { placeOf } from './connection.ts';
import type { Editor, Scope } from './editor.ts';
import type { Machine } from './machine.ts';

const linux: Machine = { platform: 'linux', env: {}, home: '/home/ana', project: '/work/shop' };
const mac: Machine = { ...linux, platform: 'darwin', home: '/Users/ana' };
const windows: Machine = {
  platform: 'win32',
  env: { APPDATA: '/Users/ana/AppData/Roaming' },
  home: '/Users/ana',
  project: '/shop',
};

function editor(id: string): Editor {
  const found = EDITORS.find((each) => each.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
}

const configFile = (id: string, machine: Machine, scope: Scope) =>
  editor(id).config(machine, scope)?.file ?? null;
const instructionFile = (id: string, machine: Machine, scope: Scope) =>
  editor(id).instructions(machine, scope)?.file ?? null;

const CODE = 'Code/User/globalStorage';
const ROO = `${CODE}/rooveterinaryinc.roo-cline/settings/mcp_settings.json`;
const SUPPORT = '/Users/ana/Library/Application Support';
const ROAMING = '/Users/ana/AppData/Roaming';

it.each([
  ['claude-code', '/home/ana/.claude.json', '/Users/ana/.claude.json', '/Users/ana/.claude.json'],
  [
    'claude-desktop',
    '/home/ana/.config/Claude/claude_desktop_config.json',
    `${SUPPORT}/Claude/claude_desktop_config.json`,
    `${ROAMING}/Claude/claude_desktop_config.json`,
  ],
  ['cursor', '/home/ana/.cursor/mcp.json', '/Users/ana/.cursor/mcp.json', '/Users/ana/.cursor/mcp.json'],
  [
    'vscode',
    '/home/ana/.config/Code/User/mcp.json',
    `${SUPPORT}/Code/User/mcp.json`,
    `${ROAMING}/Code/User/mcp.json`,
  ],
  ['codex', '/home/ana/.codex/config.toml', '/Users/ana/.codex/config.toml', '/Users/ana/.codex/config.toml'],
  [
    'windsurf',
    '/home/ana/.codeium/windsurf/mcp_config.json',
    '/Users/ana/.codeium/windsurf/mcp_config.json',
    '/Users/ana/.codeium/windsurf/mcp_config.json',
  ],
  [
    'gemini-cli',
    '/home/ana/.gemini/settings.json',
    '/Users/ana/.gemini/settings.json',
    '/Users/ana/.gemini/settings.json',
  ],
  [
    'cline',
    '/home/ana/.cline/data/settings/cline_mcp_settings.json',
    '/Users/ana/.cline/data/settings/cline_mcp_settings.json',
    '/Users/ana/.cline/data/settings/cline_mcp_settings.json',
  ],
  ['roo', `/home/ana/.config/${ROO}`, `${SUPPORT}/${ROO}`, `${ROAMING}/${ROO}`],
  [
    'continue',
    '/home/ana/.continue/config.yaml',
    '/Users/ana/.continue/config.yaml',
    '/Users/ana/.continue/config.yaml',
  ],
  [
    'zed',
    '/home/ana/.config/zed/settings.json',
    '/Users/ana/.config/zed/settings.json',
    `${ROAMING}/Zed/settings.json`,
  ],
  [
    'opencode',
    '/home/ana/.config/opencode/opencode.json',
    '/Users/ana/.config/opencode/opencode.json',
    '/Users/ana/.config/opencode/opencode.json',
  ],
  [
    'goose',
    '/home/ana/.config/goose/config.yaml',
    '/Users/ana/.config/goose/config.yaml',
    `${ROAMING}/Block/goose/config/config.yaml`,
  ],
])("the user's file of %s is where its documentation says", (id, onLinux, onMac, onWindows) => {
  expect(configFile(id, linux, 'global')).toBe(onLinux);
  expect(configFile(id, mac, 'global')).toBe(onMac);
  expect(configFile(id, windows, 'global')).toBe(onWindows);
});

it.each([
  ['claude-code', '.mcp.json', 'CLAUDE.md', '/home/ana/.claude/CLAUDE.md'],
  ['claude-desktop', null, null, null],
  ['cursor', '.cursor/mcp.json', 'AGENTS.md', null],
  ['vscode', '.vscode/mcp.json', 'AGENTS.md', '/home/ana/.copilot/instructions/agent-memory.instructions.md'],
  ['codex', '.codex/config.toml', 'AGENTS.md', '/home/ana/.codex/AGENTS.md'],
  ['windsurf', null, 'AGENTS.md', '/home/ana/.codeium/windsurf/memories/global_rules.md'],
  ['gemini-cli', '.gemini/settings.json', 'GEMINI.md', '/home/ana/.gemini/GEMINI.md'],
  ['cline', null, 'AGENTS.md', '/home/ana/.cline/rules/agent-memory.md'],
  ['roo', '.roo/mcp.json', 'AGENTS.md', '/home/ana/.roo/rules/agent-memory.md'],
  [
    'continue',
    '.continue/mcpServers/agent-memory.yaml',
    '.continue/rules/agent-memory.md',
    '/home/ana/.continue/rules/agent-memory.md',
  ],
  ['zed', '.zed/settings.json', 'AGENTS.md', '/home/ana/.config/zed/AGENTS.md'],
  ['opencode', 'opencode.json', 'AGENTS.md', '/home/ana/.config/opencode/AGENTS.md'],
  ['goose', null, 'AGENTS.md', '/home/ana/.config/goose/.goosehints'],
])("the project's files of %s, and the user's instructions", (id, config, instructions, own) => {
  const inProject = (file: string | null) => file && path.join('/work/shop', file);
  expect(configFile(id, linux, 'project')).toBe(inProject(config));
  expect(instructionFile(id, linux, 'project')).toBe(inProject(instructions));
  expect(instructionFile(id, linux, 'global')).toBe(own);
});

it('follows the variables that move folders', () => {
  const env = { XDG_CONFIG_HOME: '/xdg', CLAUDE_CONFIG_DIR: '/claude', CODEX_HOME: '/codex' };
  const moved = (id: string) => configFile(id, { ...linux, env }, 'global');
  expect(moved('claude-code')).toBe('/claude/.claude.json');
  expect(moved('codex')).toBe('/codex/config.toml');
  expect(['vscode', 'zed', 'opencode', 'goose'].map(moved)).toEqual([
    '/xdg/Code/User/mcp.json',
    '/xdg/zed/settings.json',
    '/xdg/opencode/opencode.json',
    '/xdg/goose/config.yaml',
  ]);
});

describe('in a folder with files', () => {
  let root: string;
  let machine: Machine;

  const has = (file: string, text = '') => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const below = (file: string | null) => file && path.relative(root, file);

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'ams-places-'));
    machine = { platform: 'linux', env: {}, home: path.join(root, 'home'), project: path.join(root, 'shop') };
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('opencode uses the form with comments if that is the one there is', () => {
    has('shop/opencode.jsonc', '{}');
    expect(below(configFile('opencode', machine, 'project'))).toBe('shop/opencode.jsonc');
  });

  it('Cline uses the file of its older extension if that is the one there is', () => {
    const older =
      'home/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json';
    has(older, '{}');
    expect(below(configFile('cline', machine, 'global'))).toBe(older);
    has('home/.cline/data/settings/cline_mcp_settings.json', '{}');
    expect(below(configFile('cline', machine, 'global'))).toBe(
      'home/.cline/data/settings/cline_mcp_settings.json',
    );
  });

  it('no new instruction file hides one that is there', () => {
    has('shop/.github/copilot-instructions.md');
    expect(below(instructionFile('vscode', machine, 'project'))).toBe('shop/.github/copilot-instructions.md');
    expect(below(instructionFile('zed', machine, 'project'))).toBe('shop/.github/copilot-instructions.md');
    has('shop/AGENTS.md');
    expect(below(instructionFile('vscode', machine, 'project'))).toBe('shop/AGENTS.md');
    has('shop/.clinerules/own.md');
    expect(below(instructionFile('cline', machine, 'project'))).toBe('shop/.clinerules/agent-memory.md');
    expect(below(instructionFile('zed', machine, 'project'))).toBe('shop/.github/copilot-instructions.md');
  });

  it('Cline appends to a .clinerules that is a file', () => {
    has('shop/.clinerules', 'Use tabs.');
    expect(below(instructionFile('cline', machine, 'project'))).toBe('shop/.clinerules');
    expect(below(instructionFile('zed', machine, 'project'))).toBe('shop/.clinerules');
  });
});

it('an editor without a file in a scope has no place there', () => {
  expect(placeOf(editor('goose'), linux, 'project')).toBeNull();
  expect(placeOf(editor('goose'), linux, null)?.scope).toBe('global');
  expect(placeOf(editor('cursor'), linux, null)?.scope).toBe('project');
});
