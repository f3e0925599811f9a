import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../json.ts';

/** What an editor's file says about one MCP server. */
export type Entry = Record<string, unknown>;

/** Where the entry of a server is in a file. */
export interface EntryPath {
  /** The keys that lead to the table of servers. */
  table: readonly string[];
  /** The name of the server: its key in the table, or the `name` of an item where the table is a list. */
  name: string;
  isList?: boolean;
}

/** Reads and changes text without touching what it does not change. */
export interface ConfigFormat {
  /** Throws an UnreadableConfig. An empty text is an empty table. */
  parse(text: string): unknown;
  put(text: string, path: EntryPath, entry: Entry): string;
  /** The entry exists. */
  remove(text: string, path: EntryPath): string;
}

/** The file has a fault. The message says where. */
export class UnreadableConfig extends Error {}

/** The file is valid, but in a form that cannot be changed here. */
export class UnchangeableConfig extends Error {}

export function entryIn(data: unknown, { table, name, isList }: EntryPath): Entry | null {
  const servers = table.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), data);
  const found = isList ? itemNamed(servers, name) : isRecord(servers) ? servers[name] : undefined;
  // Parsers make tables without a prototype, which are not equal to others.
  return isRecord(found) ? (JSON.parse(JSON.stringify(found)) as Entry) : null;
}

/** Returns the same text if the entry is there already. */
export function withEntry(format: ConfigFormat, text: string, path: EntryPath, entry: Entry): string {
  const before = format.parse(text);
  if (isDeepStrictEqual(entryIn(before, path), entry)) return text;
  const after = format.put(text, path, entry);
  ensureOnlyEntryChanged(format, { before, after }, path, entry);
  return after;
}

export function withoutEntry(format: ConfigFormat, text: string, path: EntryPath): string {
  const before = format.parse(text);
  if (entryIn(before, path) === null) return text;
  const after = format.remove(text, path);
  ensureOnlyEntryChanged(format, { before, after }, path, null);
  return after;
}

/** The text was changed by position: whatever else changed would be a fault of that, and the file is not written. */
function ensureOnlyEntryChanged(
  format: ConfigFormat,
  { before, after }: { before: unknown; after: string },
  path: EntryPath,
  entry: Entry | null,
): void {
  const data = readAgain(format, after);
  const isSame = isDeepStrictEqual(rest(data, path), rest(before, path));
  if (!isSame || !isDeepStrictEqual(entryIn(data, path), entry)) throw new UnchangeableConfig();
}

function readAgain(format: ConfigFormat, text: string): unknown {
  try {
    return format.parse(text);
  } catch {
    throw new UnchangeableConfig();
  }
}

/** The data without the entry, and without the tables that hold nothing else. */
function rest(data: unknown, { table, name, isList }: EntryPath): unknown {
  return without(data, [...table, name], isList ?? false);
}

function without(data: unknown, [key, ...keys]: string[], isList: boolean): unknown {
  if (key === undefined) return undefined;
  if (Array.isArray(data)) return emptyAsNone(isList ? data.filter((item) => nameOf(item) !== key) : data);
  if (!isRecord(data)) return data ?? undefined;
  const inner = without(data[key], keys, isList);
  const others = Object.entries(data).filter(([other]) => other !== key);
  return emptyAsNone(Object.fromEntries(inner === undefined ? others : [...others, [key, inner]]));
}

function emptyAsNone<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}

function itemNamed(items: unknown, name: string): unknown {
  return Array.isArray(items) ? items.find((item) => nameOf(item) === name) : undefined;
}

export function nameOf(item: unknown): unknown {
  return isRecord(item) ? item.name : undefined;
}

export function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Line and column, counted from 1, for messages. */
export function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
