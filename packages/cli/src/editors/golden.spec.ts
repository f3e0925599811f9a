import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EditorSandbox, everythingIn, fixture, LOCAL, put, text } from '../../test/editor-sandbox.ts';
import { EDITORS } from './catalog/catalog.ts';
import { entryFor, placeOf } from './connection.ts';
import { backupOf } from './text-file.ts';

let sandbox: EditorSandbox;

beforeEach(() => {
  sandbox = new EditorSandbox();
});

afterEach(() => sandbox.remove());

describe.each(EDITORS)('$name', (editor) => {
  it('gets the entry in its file, with everything else as it was', () => {
    const { file } = sandbox.place(editor).config;
    put(file, fixture(editor, 'before'));
    sandbox.connect(editor);
    expect(text(file)).toBe(fixture(editor, 'after'));
    expect(text(backupOf(file))).toBe(fixture(editor, 'before'));
  });

  it('is left alone the second time', () => {
    const { file } = sandbox.place(editor).config;
    put(file, fixture(editor, 'before'));
    sandbox.connect(editor);
    const first = everythingIn(sandbox.root);
    expect(sandbox.connect(editor)).toEqual([]);
    expect(everythingIn(sandbox.root)).toEqual(first);
  });

  it('gets its file back byte for byte', () => {
    const { file } = sandbox.place(editor).config;
    put(file, fixture(editor, 'before'));
    const before = everythingIn(sandbox.root);
    sandbox.connect(editor);
    sandbox.disconnect(editor);
    expect(text(file)).toBe(fixture(editor, 'before'));
    expect(
      Object.keys(everythingIn(sandbox.root)).filter(
        (each) => !(each in before) && /\./.test(path.basename(each)),
      ),
    ).toEqual([]);
  });

  it('gets its file back with Windows line ends and a byte order mark', () => {
    const { file } = sandbox.place(editor).config;
    const before = `\uFEFF${fixture(editor, 'before').replaceAll('\n', '\r\n')}`;
    put(file, before);
    sandbox.connect(editor);
    expect(text(file)).toBe(`\uFEFF${fixture(editor, 'after').replaceAll('\n', '\r\n')}`);
    sandbox.disconnect(editor);
    expect(text(file)).toBe(before);
  });

  it('loses only the entry when something else changed the file meanwhile', () => {
    const { file } = sandbox.place(editor).config;
    put(file, fixture(editor, 'before'));
    sandbox.connect(editor);
    const comment = editor.id === 'codex' || file.endsWith('yaml') ? '\n# mine\n' : '\n// mine\n';
    writeFileSync(file, text(file) + comment);
    sandbox.disconnect(editor);
    expect(text(file)).not.toContain('my-project');
    expect(text(file)).toContain(comment);
    expect(existsSync(backupOf(file))).toBe(false);
  });

  it('gets a file where it has none, which goes away again', () => {
    const { file } = sandbox.place(editor).config;
    const before = everythingIn(sandbox.machine.home);
    sandbox.connect(editor);
    expect(text(file)).toBe(fixture(editor, 'created'));
    sandbox.disconnect(editor);
    expect(everythingIn(sandbox.machine.home)).toEqual(before);
  });
});

const withProjectFile = EDITORS.filter(
  (editor) => editor.config({ platform: 'linux', env: {}, home: '/h', project: '/p' }, 'project') !== null,
);

describe.each(withProjectFile)('$name in a project', (editor) => {
  it('gets files of the project, which go away again', () => {
    sandbox.connect(editor, null);
    const { config, instructions } = sandbox.place(editor, 'project');
    expect(text(config.file)).toBe(fixture(editor, 'project'));
    expect(text(instructions?.file ?? '')).toContain('Recall first.');
    expect(everythingIn(sandbox.machine.home)).toEqual({});
    sandbox.disconnect(editor, null);
    expect(everythingIn(sandbox.machine.project)).toEqual({});
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
      expect(placeOf(editor, sandbox.machine, 'project')).toBeNull();
      const { config, instructions } = sandbox.place(editor, null);
      expect(config.file.startsWith(sandbox.machine.home)).toBe(true);
      expect(instructions?.file.startsWith(sandbox.machine.project) ?? true).toBe(true);
    },
  );
});
