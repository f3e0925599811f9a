import { existsSync } from 'node:fs';
import path from 'node:path';
import { EditorSandbox, put, text } from '../../test/editor-sandbox.ts';
import type { Editor } from './editor.ts';
import { editorsNamed, isInstructionShared } from './found-editors.ts';
import { instructionBlock } from './section.ts';

let sandbox: EditorSandbox;

beforeEach(() => {
  sandbox = new EditorSandbox();
});

afterEach(() => sandbox.remove());

const named = (...names: string[]) => editorsNamed(names);
const [claude, vscode] = named('claude-code', 'vscode') as [Editor, Editor];
const inProject = (file: string) => path.join(sandbox.machine.project, file);

describe('an editor that reads several files has the instructions once', () => {
  it.each([
    [
      'cursor',
      '.cursor/rules/agent-memory.mdc',
      '---\ndescription: Long-term memory\nalwaysApply: true\n---\n',
    ],
    ['windsurf', '.windsurf/rules/agent-memory.md', '---\ntrigger: always_on\n---\n'],
  ])('%s has them in AGENTS.md, and no longer in the rule of earlier versions', (id, rule, head) => {
    const [editor] = named(id) as [Editor];
    put(inProject(rule), `${head}${instructionBlock('Recall first.')}\n`);
    sandbox.connect(editor, null);
    expect(text(inProject('AGENTS.md'))).toContain('Recall first.');
    expect(existsSync(inProject(rule))).toBe(false);
    put(inProject(rule), `${head}${instructionBlock('Recall first.')}\n`);
    sandbox.disconnect(editor, null);
    expect(existsSync(inProject(rule))).toBe(false);
    expect(existsSync(inProject('AGENTS.md'))).toBe(false);
  });

  it('a rule that somebody added to keeps what was added', () => {
    const [cursor] = named('cursor') as [Editor];
    const rule = inProject('.cursor/rules/agent-memory.mdc');
    put(rule, `---\nalwaysApply: true\n---\n${instructionBlock('Recall first.')}\nMine.\n`);
    sandbox.connect(cursor, null);
    expect(text(rule)).toBe('---\nalwaysApply: true\n---\nMine.\n');
  });

  it.each([null, 'global'] as const)('VS Code has them from the file of Claude Code (%s)', (scope) => {
    sandbox.connect(claude, scope);
    sandbox.connect(vscode, scope);
    const file = sandbox.place(claude, scope).instructions?.file;
    expect(sandbox.place(vscode, scope).instructions?.file).toBe(file);
    expect(existsSync(inProject('AGENTS.md'))).toBe(false);
    // They stay for VS Code when Claude Code is disconnected.
    expect(isInstructionShared(sandbox.place(claude, scope), [claude], sandbox.machine)).toBe(true);
    sandbox.disconnect(vscode, scope);
    expect(existsSync(file ?? '')).toBe(false);
  });

  it('VS Code keeps its own file, if that has them already', () => {
    sandbox.connect(vscode, null);
    sandbox.connect(claude, null);
    expect(sandbox.place(vscode, null).instructions?.file).toBe(inProject('AGENTS.md'));
  });

  it('editors are connected in the order of the catalog, Claude Code first', () => {
    expect(named('vscode', 'claude-code', 'vscode').map(({ id }) => id)).toEqual(['claude-code', 'vscode']);
  });
});
