import { paint, printable } from '../output.ts';
import type { Check } from './check-entry.ts';
import type { ConnectedEditor } from './connect-editors.ts';

const DONE = { create: 'created', change: 'changed', delete: 'deleted' } as const;

/** The lines for people: a block for each editor. A dry run prints only the difference. */
export function connectedLines(editors: ConnectedEditor[], isDryRun: boolean): string {
  if (isDryRun) return editors.map(dryLines).join('');
  return editors.map((editor) => `${block(editor).join('\n')}\n`).join('');
}

function block(editor: ConnectedEditor): string[] {
  const { editor: id, name, file, changes, fault, keptAgent, nextStep } = editor;
  if (fault !== null) return [`${mark(false)} ${name}: ${printable(fault)}`];
  if (keptAgent !== null) return keptLines(id, `${name}: ${file}`, keptAgent);
  const written = changes.map(({ file: changed, change }) => `    ${changed} (${DONE[change]})`);
  const files = written.length > 0 ? written : [`    ${file} (connected already)`];
  const checked = editor.check === null ? [] : [`    ${checkText(editor.check)}`];
  const next = editor.check?.works === false ? [] : [`    Next: ${nextStep}`];
  return [`${mark(editor.check?.works ?? null)} ${name}`, ...files, ...checked, ...next];
}

function keptLines(id: string, place: string, agent: string): string[] {
  return [
    `${mark(null)} ${place} is for all projects, with the agent "${agent}": it was left so.`,
    `    To change it: agent-memory connect ${id} --agent personal`,
  ];
}

function checkText({ works, tools, reason }: Check): string {
  if (works === true) return `Verified: the server answers with ${tools.length} tools.`;
  if (works === null) return `Not verified: ${printable(reason ?? '')}.`;
  return `Does not work: ${printable(reason ?? '')}`;
}

export function mark(works: boolean | null): string {
  if (works === null) return paint(process.stdout, 'yellow', '?');
  return works ? paint(process.stdout, 'green', '✓') : paint(process.stdout, 'red', '✗');
}

function dryLines({ editor, name, file, changes, fault, keptAgent }: ConnectedEditor): string {
  if (keptAgent !== null) return `# ${keptLines(editor, `${name}: ${file}`, keptAgent).join('\n# ')}\n`;
  if (fault !== null) return `# ${name}: ${printable(fault)}\n`;
  if (changes.length === 0) return `# ${name}: nothing to change\n`;
  return changes.map(({ diff }) => `# ${name}\n${printable(diff ?? '')}`).join('');
}
