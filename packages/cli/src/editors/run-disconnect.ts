import type { Command } from 'commander';
import { EXIT } from '../failure.ts';
import { printResult } from '../output.ts';
import { describeChange, type ChangedFile } from './connect-editors.ts';
import { planDisconnection, placeOf, type Place } from './connection.ts';
import type { Editor, Scope } from './editor.ts';
import { editorsNamed, findConnected, findLeftInstructions, isInstructionShared } from './found-editors.ts';
import type { FileChange } from './file-change.ts';
import { type Machine, thisMachine } from './machine.ts';
import { isInside } from '../real-path.ts';
import { scopeOf, type ScopeFlags } from './run-connect.ts';
import { mark } from './connect-text.ts';
import { printable } from '../output.ts';

interface DisconnectOptions extends ScopeFlags {
  dryRun?: boolean;
}

interface Disconnected {
  editor: string;
  name: string;
  changes: ChangedFile[];
  fault: string | null;
}

export function runDisconnect(names: string[], options: DisconnectOptions, command: Command): void {
  const machine = thisMachine(process.cwd());
  const scope = scopeOf(options);
  const isNamed = names.length > 0;
  const editors = isNamed ? editorsNamed(names) : editorsHere(machine, scope);
  const settings = { scope, machine, editors, isProjectOnly: !isNamed && scope === null };
  const results = editors.map((editor) => disconnect(editor, { ...settings, ...options }));
  const left = settings.isProjectOnly && editors.some((editor) => isForAllProjects(editor, machine));
  const note = left ? `\n${SHARED}` : '';
  printResult(command, { dryRun: options.dryRun === true, editors: results }, () => textOf(results) + note);
  if (results.some(({ fault }) => fault !== null)) process.exitCode = EXIT.failed;
}

const SHARED = 'What all projects share was left: agent-memory disconnect --global removes it.';

function isForAllProjects(editor: Editor, machine: Machine): boolean {
  return findConnected(machine, [editor]).some(({ place }) => place.scope === 'global');
}

/** The connected ones, and those whose instructions were left in the project. */
function editorsHere(machine: Machine, scope: Scope | null): Editor[] {
  const connected = findConnected(machine).map(({ place }) => place.editor);
  return [...new Set([...connected, ...(scope === 'global' ? [] : findLeftInstructions(machine))])];
}

interface Removal {
  scope: Scope | null;
  machine: Machine;
  /** All editors that are disconnected. */
  editors: Editor[];
  /** Whether what all projects share stays. */
  isProjectOnly: boolean;
  dryRun?: boolean;
}

function disconnect(editor: Editor, removal: Removal): Disconnected {
  const { scope, machine, editors, isProjectOnly, dryRun = false } = removal;
  const result: Disconnected = { editor: editor.id, name: editor.name, changes: [], fault: null };
  try {
    const planned = planFor(editor, scope, machine, editors);
    const isOwn = ({ file }: FileChange) => !isProjectOnly || isInside(file, machine.project);
    for (const change of planned.filter(isOwn)) {
      if (!dryRun) change.apply();
      result.changes.push(describeChange(change, machine, dryRun));
    }
  } catch (error) {
    result.fault = error instanceof Error ? error.message : String(error);
  }
  return result;
}

/** Plans the removal. Without a scope: from the project's files, else from the user's. */
function planFor(editor: Editor, scope: Scope | null, machine: Machine, editors: Editor[]): FileChange[] {
  const changesIn = (each: Scope | null) => {
    const place = placeOf(editor, machine, each);
    return place === null ? [] : changesAt(place, machine, editors);
  };
  const first = changesIn(scope);
  if (scope !== null) return first;
  if (editor.config(machine, 'project') !== null) return first.length > 0 ? first : changesIn('global');
  // Its one file is for all projects, and there may be instructions in the project and in the user's files.
  const others = changesIn('global').filter(({ file }) => first.every((change) => change.file !== file));
  return [...first, ...others];
}

function changesAt(place: Place, machine: Machine, editors: Editor[]): FileChange[] {
  const keepInstructions = isInstructionShared(place, editors, machine);
  return planDisconnection(place, machine, { keepInstructions });
}

const DONE = { create: 'created', change: 'changed back', delete: 'deleted' } as const;

function textOf(results: Disconnected[]): string {
  if (results.length === 0) return 'No editor is connected here.';
  return results
    .flatMap(({ name, changes, fault }) => {
      if (fault !== null) return [`${mark(false)} ${name}: ${printable(fault)}`];
      if (changes.length === 0) return [`${mark(null)} ${name} is not connected here.`];
      if (changes.some(({ diff }) => diff !== undefined))
        return changes.map(({ diff }) => printable(diff ?? ''));
      return [
        `${mark(true)} ${name}: ${changes.map(({ file, change }) => `${file} (${DONE[change]})`).join(', ')}`,
      ];
    })
    .join('\n');
}
