import { parse } from 'smol-toml';
import { isRecord } from '../../json.ts';
import { lineEndOf, UnchangeableConfig, UnreadableConfig } from './config-format.ts';
import type { ConfigFormat, Entry, EntryPath } from './config-format.ts';

/** No library for Node changes TOML and keeps its comments: the section of the entry is changed as text. */
export const tomlFormat: ConfigFormat = { parse: parseToml, put, remove };

const HEADER = /^[ \t]*\[/;
const BLANK_OR_COMMENT = /^\s*(?:#[^\n]*)?\s*$/;

function parseToml(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    const { line, column } = error as { line?: number; column?: number };
    throw new UnreadableConfig(`line ${line ?? 1}, column ${column ?? 1}: ${reason ?? ''}`);
  }
}

function put(text: string, path: EntryPath, entry: Entry): string {
  const line = lineEndOf(text);
  const section = render([...path.table, path.name], entry).replaceAll('\n', line);
  const lines = linesOf(text);
  const range = sectionIn(lines, path);
  if (range !== null) return [...lines.slice(0, range.from), section, ...lines.slice(range.to)].join('');
  if (text === '') return section;
  return `${text}${text.endsWith('\n') ? '' : line}${line}${section}`;
}

function remove(text: string, path: EntryPath): string {
  const lines = linesOf(text);
  const range = sectionIn(lines, path);
  if (range === null) throw new UnchangeableConfig();
  const from = range.from > 0 && lines[range.from - 1]?.trim() === '' ? range.from - 1 : range.from;
  return [...lines.slice(0, from), ...lines.slice(range.to)].join('');
}

/** The lines of the section and of the sections in it. Comments above the next header belong to that one. */
function sectionIn(lines: string[], path: EntryPath): { from: number; to: number } | null {
  const isOwn = headerTest([...path.table, path.name]);
  const from = lines.findIndex(isOwn);
  if (from === -1) return null;
  const next = lines.findIndex((line, index) => index > from && HEADER.test(line) && !isOwn(line));
  let to = next === -1 ? lines.length : next;
  while (to > from + 1 && BLANK_OR_COMMENT.test(lines[to - 1] ?? '')) to -= 1;
  return { from, to };
}

/** Whether a line is the header of the table with these keys, or of a table in it. */
function headerTest(keys: string[]): (line: string) => boolean {
  return (line) => {
    const header = /^[ \t]*\[([^[\]]*)\]/.exec(line)?.[1];
    if (header === undefined) return false;
    const parts = header.split('.').map((part) => part.trim().replace(/^(["'])(.*)\1$/, '$2'));
    return keys.every((key, index) => parts[index] === key);
  };
}

function render(keys: string[], table: Entry): string {
  const values = Object.entries(table).filter(([, value]) => !isRecord(value));
  const tables = Object.entries(table).filter(([, value]) => isRecord(value));
  const lines = values.map(([key, value]) => `${keyText(key)} = ${valueText(value)}\n`);
  const inner = tables.map(([key, value]) => `\n${render([...keys, key], value as Entry)}`);
  return [`[${keys.map(keyText).join('.')}]\n`, ...lines, ...inner].join('');
}

function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}

/** JSON's strings and numbers are TOML's too. */
function valueText(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(valueText).join(', ')}]` : JSON.stringify(value);
}

/** The lines with their line ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
