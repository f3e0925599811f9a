import path from 'node:path';
import { isInside } from '../real-path.ts';
import type { ConfigFile, Editor, HttpServer, InstructionFile, Program, Scope } from './editor.ts';
import { type FileChange, planPut, planRemoval } from './file-change.ts';
import type { Entry } from './formats/config-format.ts';
import { INSTRUCTIONS } from './instructions.ts';
import type { Machine } from './machine.ts';
import { entrySection, instructionBlock, instructionSection } from './section.ts';
import { readText, type TextFile } from './text-file.ts';

/** The files of an editor that a connection is about. */
export interface Place {
  editor: Editor;
  /** The scope of the configuration file. */
  scope: Scope;
  config: ConfigFile;
  instructions: InstructionFile | null;
  /** See Editor. Null where there is none. */
  formerRule: InstructionFile | null;
}

/** Null if the editor has no file in this scope. Without a scope: the project's files, else the user's. */
export function placeOf(editor: Editor, machine: Machine, scope: Scope | null): Place | null {
  const scopes: Scope[] = scope === null ? ['project', 'global'] : [scope];
  for (const each of scopes) {
    const config = editor.config(machine, each);
    if (config !== null) {
      // An editor without project files may still read a project's instructions.
      const instructionScope = scope ?? 'project';
      const instructions = editor.instructions(machine, instructionScope);
      return {
        editor,
        scope: each,
        config: bound(config, each, machine),
        instructions: instructions && bound(instructions, instructionScope, machine),
        formerRule: instructionScope === 'project' ? formerRuleOf(editor, machine) : null,
      };
    }
  }
  return null;
}

function formerRuleOf({ formerRule }: Editor, machine: Machine): InstructionFile | null {
  return formerRule === undefined ? null : bound(formerRule(machine), 'project', machine);
}

/** Links in a project may come from a stranger, and must not lead to the user's other files. */
function bound<T extends TextFile>(file: T, scope: Scope, { project }: Machine): T {
  return scope === 'project' ? { ...file, project } : file;
}

/** How editors reach the service. */
export interface Reach {
  server: HttpServer;
  program: Program;
  /** Whether editors that could use the URL start the program instead. */
  isProgramPreferred: boolean;
}

export function entryFor(editor: Editor, { server, program, isProgramPreferred }: Reach): Entry {
  return (isProgramPreferred ? null : editor.http(server)) ?? editor.program(program);
}

export function planConnection(place: Place, entry: Entry, instructions = INSTRUCTIONS): FileChange[] {
  const changes = [planPut(entrySection(place.config), entry)];
  if (place.instructions !== null) {
    changes.push(planPut(instructionSection(place.instructions), instructionBlock(instructions)));
  }
  return [...changes, planFormerRule(place)].filter((change) => change !== null);
}

/** Removes the instructions from where earlier versions wrote them. */
function planFormerRule({ formerRule }: Place): FileChange | null {
  if (formerRule === null) return null;
  return planRemoval(instructionSection(formerRule), formerRule.project ?? path.dirname(formerRule.file));
}

/** `keepInstructions`: another connected editor reads the same file. */
export function planDisconnection(
  place: Place,
  machine: Machine,
  { keepInstructions }: { keepInstructions: boolean },
): FileChange[] {
  const within = (file: string) => (isInside(file, machine.project) ? machine.project : machine.home);
  const changes = [planRemoval(entrySection(place.config), within(place.config.file))];
  if (place.instructions !== null && !keepInstructions) {
    changes.push(planRemoval(instructionSection(place.instructions), within(place.instructions.file)));
  }
  return [...changes, planFormerRule(place)].filter((change) => change !== null);
}

/** The entry that the editor's file has now; null without one. */
export function entryAt({ config }: Place): Entry | null {
  const text = readText(config);
  return text === null ? null : entrySection(config).find(text);
}

/** Whether the file of instructions has those of this program. A file that cannot be read has none. */
export function hasInstructions({ instructions }: Place): boolean {
  if (instructions === null) return false;
  try {
    const text = readText(instructions);
    return text !== null && instructionSection(instructions).find(text) !== null;
  } catch {
    return false;
  }
}
