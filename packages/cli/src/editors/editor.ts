import type { ConfigFormat, Entry, EntryPath } from './formats/config-format.ts';
import type { Machine } from './machine.ts';
import type { TextFile } from './text-file.ts';

/** `project`: files in the project's folder, which may be shared. `global`: the user's own files. */
export type Scope = 'project' | 'global';

/** The name of the entry in every editor. Other servers are called `memory` too, goose's own among them. */
export const SERVER_NAME = 'agent-memory';

/** The variable that an entry refers to. The key itself is in no file of an editor. */
export const KEY_VARIABLE = 'AGENT_MEMORY_KEY';

export interface HttpServer {
  url: string;
  /** Whether requests need a key. */
  hasKey: boolean;
}

export interface Program {
  command: string;
  args: string[];
}

export interface ConfigFile extends TextFile {
  format: ConfigFormat;
  /** Where the entry is, in a file with this data. */
  path: (data: unknown) => EntryPath;
  /** The text of a new file before the entry. Empty if it is omitted. */
  seed?: string;
}

/** A file that the editor's model reads at the start of each conversation. */
export interface InstructionFile extends TextFile {
  /** What a new file starts with. */
  head?: string;
}

/** An editor or another program that uses MCP servers. */
export interface Editor {
  id: string;
  name: string;
  /** The official documentation of its files, and when it was read. */
  sources: readonly string[];
  /** Files or folders that are there when it is installed. */
  traces: (machine: Machine) => string[];
  /** Null if it has no such file in this scope. */
  config: (machine: Machine, scope: Scope) => ConfigFile | null;
  /** Null if it has no such file in this scope. */
  instructions: (machine: Machine, scope: Scope) => InstructionFile | null;
  /** Where earlier versions wrote the instructions in a project. With `AGENTS.md` it would read them twice. */
  formerRule?: (machine: Machine) => InstructionFile;
  /** Null if it cannot call this server by its URL: it starts a program then. */
  http: (server: HttpServer) => Entry | null;
  program: (program: Program) => Entry;
  /** What the user has to do in the editor. */
  nextStep: (scope: Scope) => string;
}
