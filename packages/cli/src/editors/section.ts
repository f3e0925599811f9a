import { isDeepStrictEqual } from 'node:util';
import type { ConfigFile, InstructionFile } from './editor.ts';
import {
  type Entry,
  entryIn,
  lineEndOf,
  UnchangeableConfig,
  UnreadableConfig,
  withEntry,
  withoutEntry,
} from './formats/config-format.ts';
import { FileFault, readText, type TextFile } from './text-file.ts';

/** The part of a file that belongs to this program: the entry of a server, or the block of instructions. */
export interface Section<T> extends TextFile {
  /** Null if the text has none. */
  find(text: string): T | null;
  /** The text of the file with this value in it. Null: there is no file yet. */
  put(text: string | null, value: T): string;
  remove(text: string): string;
}

/** Fields that say how a server is reached. Others, such as `disabled` or a time-out, are the user's. */
const CONNECTION_FIELDS = new Set([
  ...['type', 'name', 'description', 'enabled', 'url', 'serverUrl', 'httpUrl', 'uri', 'headers', 'oauth'],
  ...['bearer_token_env_var', 'command', 'cmd', 'args', 'env', 'environment', 'envs'],
]);

export function entrySection({ file, project, format, path, seed = '' }: ConfigFile): Section<Entry> {
  const guarded = <T>(change: () => T): T => {
    try {
      return change();
    } catch (error) {
      throw explained(error, file);
    }
  };
  const pathIn = (text: string) => path(format.parse(text));
  return {
    file,
    project,
    find: (text) => guarded(() => entryIn(format.parse(text), pathIn(text))),
    put: (text, value) =>
      guarded(() => {
        const source = text ?? seed;
        const former = entryIn(format.parse(source), pathIn(source)) ?? {};
        const kept = Object.entries(former).filter(([field]) => !CONNECTION_FIELDS.has(field));
        const entry = { ...value, ...Object.fromEntries(kept) };
        return isDeepStrictEqual(entry, former) ? source : withEntry(format, source, pathIn(source), entry);
      }),
    remove: (text) => guarded(() => withoutEntry(format, text, pathIn(text))),
  };
}

/** The fields of an entry that say how the server is reached. */
export function connectionIn(entry: Entry): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => CONNECTION_FIELDS.has(field)));
}

export function isSameConnection(one: Entry, other: Entry): boolean {
  return isDeepStrictEqual(connectionIn(one), connectionIn(other));
}

function explained(error: unknown, file: string): unknown {
  if (error instanceof UnreadableConfig) {
    return new FileFault(
      `${file} cannot be read (${error.message}). It was left as it is: correct it, then try again.`,
    );
  }
  if (error instanceof UnchangeableConfig) {
    return new FileFault(
      `${file} has a form that cannot be changed safely, and was left as it is: add the server by hand (docs/MCP.md).`,
    );
  }
  return error;
}

const BEGIN =
  '<!-- agent-memory: written by `agent-memory connect`; changes between these lines are lost -->';
const END = '<!-- agent-memory: end -->';

/** Markdown between two comments. The value is what is between them. */
export function instructionSection({ file, project, head = '' }: InstructionFile): Section<string> {
  return {
    file,
    project,
    find: (text) => {
      const range = blockIn(text, file);
      return range === null ? null : text.slice(range.from, range.to).replaceAll('\r\n', '\n');
    },
    put: (text, value) => {
      const source = text ?? head;
      const line = lineEndOf(source);
      const block = value.replaceAll('\n', line);
      const range = blockIn(source, file);
      if (range !== null) return source.slice(0, range.from) + block + source.slice(range.to);
      if (source === '' || source === head) return `${source}${block}${line}`;
      return `${source}${source.endsWith('\n') ? '' : line}${line}${block}${line}`;
    },
    remove: (text) => {
      const range = blockIn(text, file);
      if (range === null) return text;
      const before = text.slice(0, range.from).replace(/(\r?\n)\r?\n$/, '$1');
      return before + text.slice(range.to).replace(/^\r?\n/, '');
    },
  };
}

/** The value of an instruction section with this Markdown in it. */
export function instructionBlock(markdown: string): string {
  return `${BEGIN}\n${markdown.trim()}\n${END}`;
}

/** Whether a file has the instructions. One that cannot be read has none. */
export function hasInstructions(file: TextFile): boolean {
  try {
    return readText(file)?.includes(BEGIN) ?? false;
  } catch {
    return false;
  }
}

function blockIn(text: string, file: string): { from: number; to: number } | null {
  const from = text.indexOf(BEGIN);
  if (from === -1) return null;
  const end = text.indexOf(END, from);
  if (end === -1) {
    throw new FileFault(`${file} lacks the line "${END}" after "${BEGIN}": add it, then try again.`);
  }
  return { from, to: end + END.length };
}
