import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EDITORS } from '../src/editors/catalog/catalog.ts';
import {
  entryFor,
  placeOf,
  planConnection,
  planDisconnection,
  type Reach,
} from '../src/editors/connection.ts';
import type { Editor, Scope } from '../src/editors/editor.ts';
import type { Machine } from '../src/editors/machine.ts';

const FIXTURES = path.join(__dirname, 'fixtures/editors');
const INSTRUCTIONS = '# Long-term memory\n\nRecall first.\n';
export const LOCAL: Reach = {
  server: { url: 'http://127.0.0.1:8000/mcp/agents/my-project', hasKey: false },
  program: { command: 'node', args: ['/opt/agent-memory.mjs', 'mcp', '--agent', 'my-project'] },
  isProgramPreferred: false,
};

export const text = (file: string): string => readFileSync(file, 'utf8');

export function editorOf(id: string): Editor {
  const found = EDITORS.find((editor) => editor.id === id);
  if (found === undefined) throw new Error(`no editor ${id}`);
  return found;
}

/** A golden file: `before`, `after`, `created` or `project`. */
export function fixture(editor: Editor, name: string): string {
  const file = readdirSync(path.join(FIXTURES, editor.id)).find((each) => each.startsWith(`${name}.`));
  return text(path.join(FIXTURES, editor.id, file ?? name));
}

export function put(file: string, content: string | Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Every file and folder below, with the text of files. */
export function everythingIn(folder: string): Record<string, string> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    all.map((each) => {
      const file = path.join(each.parentPath, each.name);
      return [path.relative(folder, file), each.isFile() ? text(file) : 'folder'];
    }),
  );
}

/** A home and a project in a temporary folder. */
export class EditorSandbox {
  readonly root = mkdtempSync(path.join(tmpdir(), 'ams-editors-'));
  readonly machine: Machine = {
    platform: 'linux',
    env: {},
    home: path.join(this.root, 'home'),
    project: path.join(this.root, 'shop'),
  };

  constructor() {
    process.env.XDG_STATE_HOME = path.join(this.root, 'state');
    mkdirSync(this.machine.home);
    mkdirSync(this.machine.project);
  }

  remove() {
    rmSync(this.root, { recursive: true, force: true });
  }

  place(editor: Editor, scope: Scope | null = 'global') {
    const found = placeOf(editor, this.machine, scope);
    if (found === null) throw new Error(`${editor.id} has no such file`);
    return found;
  }

  connect(
    editor: Editor,
    scope: Scope | null = 'global',
    { reach = LOCAL, instructions = INSTRUCTIONS }: { reach?: Reach; instructions?: string } = {},
  ) {
    const changes = planConnection(this.place(editor, scope), entryFor(editor, reach), instructions);
    for (const change of changes) change.apply();
    return changes;
  }

  disconnect(editor: Editor, scope: Scope | null = 'global') {
    const place = this.place(editor, scope);
    for (const change of planDisconnection(place, this.machine, { keepInstructions: false })) change.apply();
  }
}
