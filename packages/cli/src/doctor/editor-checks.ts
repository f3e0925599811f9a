import type { Scope } from '../context.ts';
import { checkEntry } from '../editors/check-entry.ts';
import { ownEntry, shown } from '../editors/connect-editors.ts';
import type { Place } from '../editors/connection.ts';
import { type Connected, findConnected } from '../editors/found-editors.ts';
import type { Entry } from '../editors/formats/config-format.ts';
import type { Machine } from '../editors/machine.ts';
import { connectionIn } from '../editors/section.ts';
import { visible } from '../output.ts';
import { broken, type Finding, ok, warning } from './finding.ts';

/** Characters of an entry that are shown. */
const MOST_SHOWN = 1_000;

/**
 * Starts or calls the server of every connected editor, as the editor would. Files of a project come from others: of
 * these only what `connect` writes is started.
 */
export async function checkEditors(machine: Machine, service: Scope): Promise<Finding[]> {
  const connected = findConnected(machine);
  if (connected.length === 0) {
    return [warning('editors', 'No editor is connected here.', 'agent-memory connect')];
  }
  return Promise.all(connected.map((each) => checkEditor(each, machine, service)));
}

async function checkEditor(
  { place, entry, fault }: Connected,
  machine: Machine,
  service: Scope,
): Promise<Finding> {
  const { editor, scope, config } = place;
  const name = `${editor.name} (${shown(config.file, machine)})`;
  if (entry === null) return broken(name, fault ?? 'The file cannot be read.', `Correct ${config.file}.`);
  const checked = scope === 'project' ? ownEntry(place, entry, service) : entry;
  if (checked === null) return notStarted(name, place, entry);
  const { works, tools, reason } = await checkEntry(checked, machine, service);
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

function notStarted(name: string, { editor, config }: Place, entry: Entry): Finding {
  const text = visible(JSON.stringify(connectionIn(entry)));
  const said = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
  return warning(
    name,
    `It was not started, because it is not what \`connect\` writes for this agent and service: ${said}`,
    `Read ${config.file} before you approve the server in the editor. To replace it: agent-memory connect ${editor.id} --project`,
  );
}
