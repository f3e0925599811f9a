import path from 'node:path';
import type { Entry, EntryPath } from '../formats/config-format.ts';
import { jsonFormat } from '../formats/json-format.ts';
import { type ConfigFile, KEY_VARIABLE, type Program, SERVER_NAME } from '../editor.ts';
import type { Machine } from '../machine.ts';

export function entryPath(...table: string[]): EntryPath {
  return { table, name: SERVER_NAME };
}

/** A JSON file with its servers in one table, mostly `mcpServers`. */
export function jsonConfig(file: string, ...table: string[]): ConfigFile {
  return { file, format: jsonFormat, path: () => entryPath(...table) };
}

export function commandAndArgs({ command, args }: Program): Entry {
  return { command, args };
}

/** How the editor writes a value of its environment, such as `${env:AGENT_MEMORY_KEY}`. */
export function bearer(reference: (variable: string) => string): Entry {
  return { headers: { Authorization: `Bearer ${reference(KEY_VARIABLE)}` } };
}

/** The file that most editors read in a project: https://agents.md */
export function agentsFile({ project }: Machine): string {
  return path.join(project, 'AGENTS.md');
}
