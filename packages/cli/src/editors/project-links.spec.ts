import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {
  editorOf,
  EditorSandbox,
  everythingIn,
  fixture,
  LOCAL,
  put,
  text,
} from '../../test/editor-sandbox.ts';
import { entryFor, planConnection } from './connection.ts';
import { findConnected } from './found-editors.ts';
import { backupOf } from './text-file.ts';

const INSTRUCTIONS = 'Recall first.';

let sandbox: EditorSandbox;
const inProject = (file: string) => path.join(sandbox.machine.project, file);
const inHome = (file: string) => path.join(sandbox.machine.home, file);
const claude = editorOf('claude-code');
const cursor = editorOf('cursor');

beforeEach(() => {
  sandbox = new EditorSandbox();
});

afterEach(() => sandbox.remove());

describe("a link out of the project in a project's files", () => {
  it.each([
    ['a file', 'CLAUDE.md', '.bashrc'],
    ['a file that does not exist', 'CLAUDE.md', '.none'],
    ['the configuration file', '.mcp.json', '.claude.json'],
  ])('to %s is refused, and nothing is written', (_, link, target) => {
    put(inHome('.bashrc'), 'export A=1\n');
    put(inHome('.claude.json'), '{}\n');
    symlinkSync(inHome(target), inProject(link));
    const before = everythingIn(sandbox.root);
    expect(() => sandbox.connect(claude, 'project')).toThrow(
      `${inProject(link)} leads through a symbolic link to ${inHome(target)}, which is outside of ${sandbox.machine.project}.`,
    );
    expect(everythingIn(sandbox.root)).toEqual(before);
    expect(readlinkSync(inProject(link))).toBe(inHome(target));
  });

  it('in a folder of its path is refused, and nothing is written', () => {
    mkdirSync(inHome('app'));
    symlinkSync(inHome('app'), inProject('.cursor'));
    const before = everythingIn(sandbox.root);
    expect(() => sandbox.connect(cursor, 'project')).toThrow(
      `to ${inHome('app/mcp.json')}, which is outside`,
    );
    expect(() => sandbox.connect(cursor, null)).toThrow('which is outside');
    expect(everythingIn(sandbox.root)).toEqual(before);
  });

  it('is refused in the instructions of an editor whose servers are for all projects', () => {
    put(inHome('.ssh/authorized_keys'), 'ssh-ed25519 AAAA\n');
    symlinkSync(inHome('.ssh/authorized_keys'), inProject('AGENTS.md'));
    const before = everythingIn(sandbox.root);
    expect(() => sandbox.connect(editorOf('goose'), null)).toThrow('which is outside');
    expect(everythingIn(sandbox.root)).toEqual(before);
  });

  it('is refused by disconnect too, and shown as a fault of the file', () => {
    sandbox.connect(claude, 'project');
    renameSync(inProject('CLAUDE.md'), inHome('rules.md'));
    symlinkSync(inHome('rules.md'), inProject('CLAUDE.md'));
    const before = everythingIn(sandbox.root);
    expect(() => sandbox.disconnect(claude, 'project')).toThrow('which is outside');
    expect(everythingIn(sandbox.root)).toEqual(before);
    renameSync(inProject('.mcp.json'), inHome('mcp.json'));
    symlinkSync(inHome('mcp.json'), inProject('.mcp.json'));
    expect(findConnected(sandbox.machine, [claude])).toMatchObject([
      { entry: null, fault: expect.stringContaining('which is outside') },
    ]);
  });

  it('that appears after the file was read is refused when it is written', () => {
    const changes = planConnection(sandbox.place(claude, 'project'), entryFor(claude, LOCAL), INSTRUCTIONS);
    symlinkSync(inHome('.none'), inProject('CLAUDE.md'));
    symlinkSync(inHome('other.json'), inProject('.mcp.json'));
    for (const change of changes) expect(() => change.apply()).toThrow('which is outside');
    expect(readdirSync(sandbox.machine.home)).toEqual([]);
  });
});

describe('a link in the project', () => {
  it('to another file of it stays a link, and its file is changed', () => {
    put(inProject('AGENTS.md'), '# Rules\n');
    symlinkSync('AGENTS.md', inProject('CLAUDE.md'));
    sandbox.connect(claude, 'project');
    expect(lstatSync(inProject('CLAUDE.md')).isSymbolicLink()).toBe(true);
    expect(text(inProject('AGENTS.md'))).toContain('Recall first.');
    sandbox.disconnect(claude, 'project');
    expect(everythingIn(sandbox.machine.project)).toEqual({
      'AGENTS.md': '# Rules\n',
      'CLAUDE.md': 'folder',
    });
  });

  it('is allowed where the project itself is reached through one', () => {
    const real = path.join(sandbox.root, 'real-shop');
    renameSync(sandbox.machine.project, real);
    symlinkSync(real, sandbox.machine.project);
    sandbox.connect(claude, 'project');
    expect(text(path.join(real, 'CLAUDE.md'))).toContain('Recall first.');
  });
});

describe('the copy of a file', () => {
  it('does not go through a link that is in its place', () => {
    put(inProject('CLAUDE.md'), '# Rules\n');
    put(inHome('.bashrc'), 'export A=1\n');
    const backup = backupOf(inProject('CLAUDE.md'));
    mkdirSync(path.dirname(backup), { recursive: true });
    symlinkSync(inHome('.bashrc'), backup);
    expect(() => sandbox.connect(claude, 'project')).toThrow(
      'CLAUDE.md is a symbolic link: delete it, then try again.',
    );
    expect(text(inHome('.bashrc'))).toBe('export A=1\n');
    expect(text(inProject('CLAUDE.md'))).toBe('# Rules\n');
  });

  it('that is a link is not restored', () => {
    put(inProject('CLAUDE.md'), '# Rules\n');
    sandbox.connect(claude, 'project');
    const backup = backupOf(inProject('CLAUDE.md'));
    renameSync(backup, inHome('copy'));
    symlinkSync(inHome('copy'), backup);
    expect(() => sandbox.disconnect(claude, 'project')).toThrow('is a symbolic link: delete it');
    expect(lstatSync(inProject('CLAUDE.md')).isFile()).toBe(true);
  });
});

describe("a user's file", () => {
  it('that is a device behind a link is refused at once', () => {
    const { file } = sandbox.place(claude).config;
    symlinkSync('/dev/zero', file);
    expect(() => sandbox.connect(claude)).toThrow(
      `${file} cannot be read (it is a device, not a regular file)`,
    );
  });

  it('that is a pipe is refused at once', () => {
    const { file } = sandbox.place(claude).config;
    execFileSync('mkfifo', [file]);
    expect(() => sandbox.connect(claude)).toThrow(
      `${file} cannot be read (it is a pipe, not a regular file)`,
    );
  });

  it('that is larger than 4 MiB is refused at once', () => {
    const { file } = sandbox.place(claude).config;
    writeFileSync(file, '');
    truncateSync(file, 4 * 1024 * 1024 + 1);
    expect(() => sandbox.connect(claude)).toThrow(`${file} cannot be read (it is larger than 4 MiB)`);
  });

  it('may be in a folder that is a link', () => {
    mkdirSync(path.join(sandbox.root, 'dotfiles'));
    symlinkSync(path.join(sandbox.root, 'dotfiles'), inHome('.cursor'));
    put(inHome('.cursor/mcp.json'), fixture(cursor, 'before'));
    sandbox.connect(cursor);
    expect(text(path.join(sandbox.root, 'dotfiles/mcp.json'))).toBe(fixture(cursor, 'after'));
    sandbox.disconnect(cursor);
    expect(text(path.join(sandbox.root, 'dotfiles/mcp.json'))).toBe(fixture(cursor, 'before'));
  });
});
