import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EDITORS } from './catalog/catalog.ts';
import { entryFor, placeOf, planConnection, planDisconnection, type Reach } from './connection.ts';
import type { Editor, Scope } from './editor.ts';
import type { Machine } from './machine.ts';
import { backupOf } from './text-file.ts';

const FIXTURES = path.join(__dirname, '../../test/fixtures/editors');
const LOCAL: Reach = {
  server: { url: 'http://127.0.0.1:8000/mcp/agents/my-project', hasKey: false },
  program: { command: 'node', args: ['/opt/agent-memory.mjs', 'mcp', '--agent', 'my-project'] },
  isProgramPreferred: false,
};
const INSTRUCTIONS = { full: '# Long-term memory\n\nRecall first.\n', short: 'Recall first.' };

let root: string;
let machine: Machine;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'ams-editors-'));
  machine = { platform: 'linux', env: {}, home: path.join(root, 'home'), project: path.join(root, 'shop') };
  mkdirSync(machine.home);
  mkdirSync(machine.project);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function place(editor: Editor, scope: Scope | null = 'global') {
  const found = placeOf(editor, machine, scope);
  if (found === null) throw new Error(`${editor.id} has no such file`);
  return found;
}

function connect(editor: Editor, scope: Scope | null = 'global', reach = LOCAL) {
  const changes = planConnection(place(editor, scope), entryFor(editor, reach), INSTRUCTIONS);
  for (const change of changes) change.apply();
  return changes;
}

function disconnect(editor: Editor, scope: Scope | null = 'global') {
  const changes = planDisconnection(place(editor, scope), machine, { keepInstructions: false });
  for (const change of changes) change.apply();
}

function fixture(editor: Editor, name: string): string {
  const file = readdirSync(path.join(FIXTURES, editor.id)).find((each) => each.startsWith(`${name}.`));
  return readFileSync(path.join(FIXTURES, editor.id, file ?? name), 'utf8');
}

function put(file: string, text: string) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const text = (file: string) => readFileSync(file, 'utf8');

/** Every file and folder below, with the text of files. */
function everythingIn(folder: string): Record<string, string> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    all.map((each) => {
      const file = path.join(each.parentPath, each.name);
      return [path.relative(folder, file), each.isFile() ? text(file) : 'folder'];
    }),
  );
}

describe.each(EDITORS)('$name', (editor) => {
  it('gets the entry in its file, with everything else as it was', () => {
    const { file } = place(editor).config;
    put(file, fixture(editor, 'before'));
    connect(editor);
    expect(text(file)).toBe(fixture(editor, 'after'));
    expect(text(backupOf(file))).toBe(fixture(editor, 'before'));
  });

  it('is left alone the second time', () => {
    const { file } = place(editor).config;
    put(file, fixture(editor, 'before'));
    connect(editor);
    const first = everythingIn(root);
    expect(connect(editor)).toEqual([]);
    expect(everythingIn(root)).toEqual(first);
  });

  it('gets its file back byte for byte', () => {
    const { file } = place(editor).config;
    put(file, fixture(editor, 'before'));
    const before = everythingIn(root);
    connect(editor);
    disconnect(editor);
    expect(text(file)).toBe(fixture(editor, 'before'));
    expect(
      Object.keys(everythingIn(root)).filter((each) => !(each in before) && /\./.test(path.basename(each))),
    ).toEqual([]);
  });

  it('gets its file back with Windows line ends and a byte order mark', () => {
    const { file } = place(editor).config;
    const before = `\uFEFF${fixture(editor, 'before').replaceAll('\n', '\r\n')}`;
    put(file, before);
    connect(editor);
    expect(text(file)).toBe(`\uFEFF${fixture(editor, 'after').replaceAll('\n', '\r\n')}`);
    disconnect(editor);
    expect(text(file)).toBe(before);
  });

  it('loses only the entry when something else changed the file meanwhile', () => {
    const { file } = place(editor).config;
    put(file, fixture(editor, 'before'));
    connect(editor);
    const comment = editor.id === 'codex' || file.endsWith('yaml') ? '\n# mine\n' : '\n// mine\n';
    writeFileSync(file, text(file) + comment);
    disconnect(editor);
    expect(text(file)).not.toContain('my-project');
    expect(text(file)).toContain(comment);
    expect(existsSync(backupOf(file))).toBe(false);
  });

  it('gets a file where it has none, which goes away again', () => {
    const { file } = place(editor).config;
    const before = everythingIn(machine.home);
    connect(editor);
    expect(text(file)).toBe(fixture(editor, 'created'));
    disconnect(editor);
    expect(everythingIn(machine.home)).toEqual(before);
  });
});

const withProjectFile = EDITORS.filter(
  (editor) => editor.config({ platform: 'linux', env: {}, home: '/h', project: '/p' }, 'project') !== null,
);

describe.each(withProjectFile)('$name in a project', (editor) => {
  it('gets files of the project, which go away again', () => {
    connect(editor, null);
    const { config, instructions } = place(editor, 'project');
    expect(text(config.file)).toBe(fixture(editor, 'project'));
    expect(text(instructions?.file ?? '')).toContain('Recall first.');
    expect(everythingIn(machine.home)).toEqual({});
    disconnect(editor, null);
    expect(everythingIn(machine.project)).toEqual({});
  });

  it('gets no secret', () => {
    const entry = entryFor(editor, { ...LOCAL, server: { url: 'https://example.com/mcp', hasKey: true } });
    expect(JSON.stringify(entry)).toMatch(/AGENT_MEMORY_KEY|agent-memory\.mjs/);
  });
});

describe('editors without a project file', () => {
  const others = EDITORS.filter((editor) => !withProjectFile.includes(editor));

  it('are these', () => {
    expect(others.map(({ id }) => id)).toEqual(['claude-desktop', 'windsurf', 'cline', 'goose']);
  });

  it.each(others)(
    'get the user file, and the instructions of the project if they read them: $name',
    (editor) => {
      expect(placeOf(editor, machine, 'project')).toBeNull();
      const { config, instructions } = place(editor, null);
      expect(config.file.startsWith(machine.home)).toBe(true);
      expect(instructions?.file.startsWith(machine.project) ?? true).toBe(true);
    },
  );
});

describe('a file', () => {
  const [editor] = EDITORS as [Editor];

  it('keeps its mode, and so does the copy of it', () => {
    const { file } = place(editor).config;
    put(file, fixture(editor, 'before'));
    chmodSync(file, 0o600);
    connect(editor);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(backupOf(file)).mode & 0o777).toBe(0o600);
    disconnect(editor);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('stays a symbolic link', () => {
    const { file } = place(editor).config;
    const target = path.join(root, 'dotfiles/claude.json');
    put(target, fixture(editor, 'before'));
    symlinkSync(target, file);
    connect(editor);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(text(target)).toBe(fixture(editor, 'after'));
    disconnect(editor);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(text(target)).toBe(fixture(editor, 'before'));
  });

  it('that does not parse is refused with the place of the fault, and left as it is', () => {
    const { file } = place(editor).config;
    put(file, '{\n  "mcpServers": {\n    "a" 1\n}\n');
    expect(() => connect(editor)).toThrow(`${file} cannot be read (line 3, column 9: ColonExpected)`);
    expect(text(file)).toBe('{\n  "mcpServers": {\n    "a" 1\n}\n');
    expect(existsSync(backupOf(file))).toBe(false);
  });

  it('that is not UTF-8 is refused', () => {
    const { file } = place(editor).config;
    writeFileSync(file, Buffer.from('{ "a": "\xE9" }', 'latin1'));
    expect(() => connect(editor)).toThrow('is not UTF-8');
  });

  it('in a folder that cannot be written is refused, and no other file appears', () => {
    // A file where a folder should be: root may write everywhere else.
    put(path.join(machine.home, '.cursor'), 'a file');
    const cursor = EDITORS.find(({ id }) => id === 'cursor') as Editor;
    expect(() => connect(cursor)).toThrow('a folder on its path is a file');
    expect(everythingIn(machine.home)).toEqual({ '.cursor': 'a file' });
  });

  it('that another program changes at that moment is left to it', () => {
    const { file } = place(editor).config;
    put(file, fixture(editor, 'before'));
    const [change] = planConnection(place(editor), entryFor(editor, LOCAL), null);
    writeFileSync(file, '{ "other": 1 }');
    expect(() => change?.apply()).toThrow('was changed by another program');
    expect(text(file)).toBe('{ "other": 1 }');
  });

  it('keeps what the user added to the entry', () => {
    const roo = EDITORS.find(({ id }) => id === 'roo') as Editor;
    connect(roo);
    const { file } = place(roo).config;
    writeFileSync(file, text(file).replace('"type"', '"alwaysAllow": ["recall"],\n      "type"'));
    connect(roo, 'global', { ...LOCAL, server: { url: 'http://127.0.0.1:9000/mcp', hasKey: false } });
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
    const { file } = place(editor).config;
    put(file, fixture(editor, 'before'));
    connect(editor);
    connect(editor, 'global', {
      ...LOCAL,
      server: { url: 'http://127.0.0.1:8000/mcp/agents/b', hasKey: false },
    });
    expect(text(file)).toContain('/mcp/agents/b');
    disconnect(editor);
    expect(text(file)).toBe(fixture(editor, 'before'));
  });
});

describe('the instructions', () => {
  const codex = EDITORS.find(({ id }) => id === 'codex') as Editor;

  it('are a block at the end of the file, which a second time changes nothing', () => {
    const file = path.join(machine.project, 'AGENTS.md');
    writeFileSync(file, '# Rules\n\nUse tabs.');
    connect(codex, null);
    expect(text(file)).toMatch(
      /^# Rules\n\nUse tabs\.\n\n<!-- agent-memory: .*\n# Long-term memory\n\nRecall first\.\n<!-- agent-memory: end -->\n$/,
    );
    expect(connect(codex, null)).toEqual([]);
    writeFileSync(file, `${text(file)}\nMore rules.\n`);
    disconnect(codex, null);
    expect(text(file)).toBe('# Rules\n\nUse tabs.\n\nMore rules.\n');
  });

  it('are replaced in their place by newer ones', () => {
    const file = path.join(machine.project, 'AGENTS.md');
    writeFileSync(file, '# Rules\n');
    connect(codex, null);
    writeFileSync(file, `${text(file)}\nMore rules.\n`);
    for (const change of planConnection(place(codex, null), entryFor(codex, LOCAL), {
      full: 'New.',
      short: '',
    })) {
      change.apply();
    }
    expect(text(file)).toMatch(
      /^# Rules\n\n<!-- .* -->\nNew\.\n<!-- agent-memory: end -->\n\nMore rules\.\n$/,
    );
  });

  it('are refused where the end of the block is missing', () => {
    connect(codex, null);
    const file = path.join(machine.project, 'AGENTS.md');
    writeFileSync(file, text(file).replace('<!-- agent-memory: end -->', ''));
    expect(() => connect(codex, null)).toThrow('lacks the line "<!-- agent-memory: end -->"');
  });

  it('are short where the editor reads little', () => {
    const windsurf = EDITORS.find(({ id }) => id === 'windsurf') as Editor;
    const long = { full: 'word '.repeat(2_000), short: 'Recall first.' };
    for (const change of planConnection(place(windsurf), entryFor(windsurf, LOCAL), long)) change.apply();
    expect(text(place(windsurf).instructions?.file ?? '')).toMatch(/-->\nRecall first\.\n<!--/);
  });
});
