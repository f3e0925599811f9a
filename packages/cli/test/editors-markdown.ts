import { EDITORS } from '../src/editors/catalog/catalog.ts';
import { entryFor, placeOf, planConnection, type Reach } from '../src/editors/connection.ts';
import type { Editor, Scope } from '../src/editors/editor.ts';
import type { Machine } from '../src/editors/machine.ts';

/** Folders that do not exist, as the documentation names them. */
const MACHINES: Record<string, Machine> = {
  Linux: { platform: 'linux', env: {}, home: '~', project: '.' },
  macOS: { platform: 'darwin', env: {}, home: '~', project: '.' },
  Windows: { platform: 'win32', env: { APPDATA: '%APPDATA%' }, home: '~', project: '.' },
};
const PROGRAM = '/path/to/agent-memory/bin/agent-memory.mjs';

const program = (...args: string[]) => ({
  command: 'node',
  args: [PROGRAM, 'mcp', '--agent', 'my-project', ...args],
});
const LOCAL: Reach = {
  server: { url: 'http://127.0.0.1:8000/mcp/agents/my-project', hasKey: false },
  program: program(),
  isProgramPreferred: false,
};
const REMOTE: Reach = {
  server: { url: 'https://memory.example.com/mcp/agents/my-project', hasKey: true },
  program: program('--url', 'https://memory.example.com'),
  isProgramPreferred: false,
};

/** The part of docs/MCP.md about each editor, from the data that `agent-memory connect` uses. */
export function editorsMarkdown(): string {
  return EDITORS.map(sectionOf).join('\n');
}

function sectionOf(editor: Editor): string {
  return [
    `### ${editor.name}`,
    '',
    `\`agent-memory connect ${editor.id}\`, or in ${filesOf(editor)}:`,
    '',
    block(editor, LOCAL),
    'Remote:',
    '',
    block(editor, REMOTE),
    `${instructionsOf(editor)} Documentation: ${editor.sources.join('; ')}.`,
    '',
  ].join('\n');
}

function filesOf(editor: Editor): string {
  const project = pathsOf((machine) => editor.config(machine, 'project')?.file);
  const user = pathsOf((machine) => editor.config(machine, 'global')?.file);
  return project === null ? `${user ?? ''}` : `${project} of a project or ${user ?? ''}`;
}

function instructionsOf(editor: Editor): string {
  const project = pathsOf((machine) => editor.instructions(machine, 'project')?.file);
  const user = pathsOf((machine) => editor.instructions(machine, 'global')?.file);
  const files = [project, user].filter((file) => file !== null).join(' or ');
  return files === '' ? 'It reads no instruction file.' : `Instructions: ${files}.`;
}

/** One path, or one for each system. */
function pathsOf(fileOn: (machine: Machine) => string | undefined): string | null {
  const files = Object.entries(MACHINES).flatMap(([name, machine]) => {
    const file = fileOn(machine);
    return file === undefined ? [] : [[name, file] as const];
  });
  const [first] = files;
  if (first === undefined) return null;
  const others = files.filter(([, file]) => file !== first[1]).map(([name, file]) => `${name} \`${file}\``);
  return others.length === 0 ? `\`${first[1]}\`` : `\`${first[1]}\` (${others.join(', ')})`;
}

function block(editor: Editor, reach: Reach): string {
  const machine = { ...(MACHINES.Linux as Machine), home: '/nowhere/home', project: '/nowhere/project' };
  const scopes: Scope[] = ['project', 'global'];
  const place = scopes.map((scope) => placeOf(editor, machine, scope)).find((found) => found !== null);
  if (place == null) throw new Error(`${editor.id} has no file`);
  const [change] = planConnection(place, entryFor(editor, reach));
  const language = place.config.file.split('.').at(-1) ?? '';
  return `\`\`\`${language}\n${change?.after ?? ''}\`\`\`\n`;
}
