import { chmodSync, existsSync, lstatSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
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
import { backupOf } from './text-file.ts';

let sandbox: EditorSandbox;

beforeEach(() => {
  sandbox = new EditorSandbox();
});

afterEach(() => sandbox.remove());

const at = (url: string) => ({ ...LOCAL, server: { url, hasKey: false } });

describe('a file', () => {
  const editor = editorOf('claude-code');

  it('keeps its mode, and so does the copy of it', () => {
    const { file } = sandbox.place(editor).config;
    put(file, fixture(editor, 'before'));
    chmodSync(file, 0o600);
    sandbox.connect(editor);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(backupOf(file)).mode & 0o777).toBe(0o600);
    sandbox.disconnect(editor);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('stays a symbolic link', () => {
    const { file } = sandbox.place(editor).config;
    const target = path.join(sandbox.root, 'dotfiles/claude.json');
    put(target, fixture(editor, 'before'));
    symlinkSync(target, file);
    sandbox.connect(editor);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(text(target)).toBe(fixture(editor, 'after'));
    sandbox.disconnect(editor);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(text(target)).toBe(fixture(editor, 'before'));
  });

  it('that does not parse is refused with the place of the fault, and left as it is', () => {
    const { file } = sandbox.place(editor).config;
    put(file, '{\n  "mcpServers": {\n    "a" 1\n}\n');
    expect(() => sandbox.connect(editor)).toThrow(`${file} cannot be read (line 3, column 9: ColonExpected)`);
    expect(text(file)).toBe('{\n  "mcpServers": {\n    "a" 1\n}\n');
    expect(existsSync(backupOf(file))).toBe(false);
  });

  it('that is not UTF-8 is refused', () => {
    const { file } = sandbox.place(editor).config;
    writeFileSync(file, Buffer.from('{ "a": "\xE9" }', 'latin1'));
    expect(() => sandbox.connect(editor)).toThrow('is not UTF-8');
  });

  it('in a folder that cannot be written is refused, and no other file appears', () => {
    // A file where a folder should be: root may write everywhere else.
    put(path.join(sandbox.machine.home, '.cursor'), 'a file');
    const cursor = editorOf('cursor');
    expect(() => sandbox.connect(cursor)).toThrow('a folder on its path is a file');
    expect(everythingIn(sandbox.machine.home)).toEqual({ '.cursor': 'a file' });
  });

  it('that another program changes at that moment is left to it', () => {
    const { file } = sandbox.place(editor).config;
    put(file, fixture(editor, 'before'));
    const [change] = planConnection(sandbox.place(editor), entryFor(editor, LOCAL));
    writeFileSync(file, '{ "other": 1 }');
    expect(() => change?.apply()).toThrow('was changed by another program');
    expect(text(file)).toBe('{ "other": 1 }');
  });

  it('keeps what the user added to the entry', () => {
    const roo = editorOf('roo');
    sandbox.connect(roo);
    const { file } = sandbox.place(roo).config;
    writeFileSync(file, text(file).replace('"type"', '"alwaysAllow": ["recall"],\n      "type"'));
    sandbox.connect(roo, 'global', { reach: at('http://127.0.0.1:9000/mcp') });
    expect(JSON.parse(text(file))).toEqual({
      mcpServers: {
        'agent-memory': {
          type: 'streamable-http',
          url: 'http://127.0.0.1:9000/mcp',
          alwaysAllow: ['recall'],
        },
      },
    });
  });

  it('of another agent is restored to what was before the first connection', () => {
    const { file } = sandbox.place(editor).config;
    put(file, fixture(editor, 'before'));
    sandbox.connect(editor);
    sandbox.connect(editor, 'global', { reach: at('http://127.0.0.1:8000/mcp/agents/b') });
    expect(text(file)).toContain('/mcp/agents/b');
    sandbox.disconnect(editor);
    expect(text(file)).toBe(fixture(editor, 'before'));
  });
});

describe('the instructions', () => {
  const codex = editorOf('codex');

  it('are a block at the end of the file, which a second time changes nothing', () => {
    const file = path.join(sandbox.machine.project, 'AGENTS.md');
    writeFileSync(file, '# Rules\n\nUse tabs.');
    sandbox.connect(codex, null);
    expect(text(file)).toMatch(
      /^# Rules\n\nUse tabs\.\n\n<!-- agent-memory: .*\n# Long-term memory\n\nRecall first\.\n<!-- agent-memory: end -->\n$/,
    );
    expect(sandbox.connect(codex, null)).toEqual([]);
    writeFileSync(file, `${text(file)}\nMore rules.\n`);
    sandbox.disconnect(codex, null);
    expect(text(file)).toBe('# Rules\n\nUse tabs.\n\nMore rules.\n');
  });

  it('are replaced in their place by newer ones', () => {
    const file = path.join(sandbox.machine.project, 'AGENTS.md');
    writeFileSync(file, '# Rules\n');
    sandbox.connect(codex, null);
    writeFileSync(file, `${text(file)}\nMore rules.\n`);
    sandbox.connect(codex, null, { instructions: 'New.' });
    expect(text(file)).toMatch(
      /^# Rules\n\n<!-- .* -->\nNew\.\n<!-- agent-memory: end -->\n\nMore rules\.\n$/,
    );
  });

  it('are refused where the end of the block is missing', () => {
    sandbox.connect(codex, null);
    const file = path.join(sandbox.machine.project, 'AGENTS.md');
    writeFileSync(file, text(file).replace('<!-- agent-memory: end -->', ''));
    expect(() => sandbox.connect(codex, null)).toThrow('lacks the line "<!-- agent-memory: end -->"');
  });
});
