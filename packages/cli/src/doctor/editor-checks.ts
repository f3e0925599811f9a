import { checkEntry } from '../editors/check-entry.ts';
import { shown } from '../editors/connect-editors.ts';
import { type Connected, findConnected } from '../editors/found-editors.ts';
import type { Machine } from '../editors/machine.ts';
import { broken, type Finding, ok, warning } from './finding.ts';

/** Starts or calls the server of every connected editor, as the editor would. */
export async function checkEditors(machine: Machine): Promise<Finding[]> {
  const connected = findConnected(machine);
  if (connected.length === 0) {
    return [warning('editors', 'No editor is connected here.', 'agent-memory connect')];
  }
  return Promise.all(connected.map((each) => checkEditor(each, machine)));
}

async function checkEditor({ place, entry, fault }: Connected, machine: Machine): Promise<Finding> {
  const { editor, scope, config } = place;
  const name = `${editor.name} (${shown(config.file, machine)})`;
  if (entry === null) return broken(name, fault ?? 'The file cannot be read.', `Correct ${config.file}.`);
  const { works, tools, reason } = await checkEntry(entry, machine);
  if (works === true) return ok(name, `the server answers with ${tools.length} tools`);
  if (works === null) {
    return warning(
      name,
      `It cannot be tried here: ${reason ?? ''}.`,
      'Look at the server in the editor itself.',
    );
  }
  const fix = `agent-memory start --detach, or connect it again: agent-memory connect ${editor.id} --${scope}`;
  return broken(name, `Its server does not work: ${reason ?? ''}`, fix);
}
