import {
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  parseDocument,
  stringify,
  type Document,
  type Pair,
} from 'yaml';
import { lineEndOf, nameOf, UnchangeableConfig, UnreadableConfig } from './config-format.ts';
import type { ConfigFormat, Entry, EntryPath } from './config-format.ts';

/** The `yaml` package finds the places; the text between them stays as it is, which its own output would reformat. */
export const yamlFormat: ConfigFormat = { parse: parseYaml, put, remove };

interface Item {
  /** The name of the entry, null if it has none. */
  name: unknown;
  from: number;
  /** The end of what the item says, without the comments after it. */
  to: number;
}

function parseYaml(text: string): unknown {
  return documentOf(text).toJS() ?? {};
}

function documentOf(text: string): Document {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) {
    const [line, column] = [error.linePos?.[0].line ?? 1, error.linePos?.[0].col ?? 1];
    throw new UnreadableConfig(
      `line ${line}, column ${column}: ${error.message.split(/ at line |\n/)[0] ?? ''}`,
    );
  }
  const { contents } = document;
  const isNothing = contents === null || (isScalar(contents) && contents.value === null);
  if (!isNothing && !isMap(contents)) throw new UnreadableConfig('line 1: it is not a mapping');
  return document;
}

function put(text: string, path: EntryPath, entry: Entry): string {
  const line = lineEndOf(text);
  const pair = tablePair(text, path);
  if (pair === null) {
    const start = text === '' || text.endsWith('\n') ? text : `${text}${line}`;
    return `${start}${keyOf(path)}:${line}${render(text, path, entry, '  ')}`;
  }
  const [first, ...others] = itemsOf(pair) ?? [];
  if (first === undefined) return putFirst(text, path, pair, entry);
  if (isCollection(pair.value) && pair.value.flow) throw new UnchangeableConfig();
  return putBeside(text, path, [first, ...others], entry);
}

function putBeside(text: string, path: EntryPath, items: [Item, ...Item[]], entry: Entry): string {
  const rendered = render(text, path, entry, indentAt(text, items[0].from));
  const existing = items.find((item) => item.name === path.name);
  if (existing !== undefined) {
    return text.slice(0, lineStart(text, existing.from)) + rendered + text.slice(lineEnd(text, existing.to));
  }
  const end = lineEnd(text, items.at(-1)?.to ?? 0);
  const before = text.slice(0, end);
  return `${before}${before.endsWith('\n') ? '' : lineEndOf(text)}${rendered}${text.slice(end)}`;
}

/** The table is there, but empty: `extensions:` or `extensions: {}`. */
function putFirst(text: string, path: EntryPath, pair: Pair, entry: Entry): string {
  const [from, to] = rangeOf(pair.value);
  const line = lineEndOf(text);
  const end = lineEnd(text, to);
  const before = text.slice(0, from).trimEnd() + text.slice(to, end);
  return `${before}${before.endsWith('\n') ? '' : line}${render(text, path, entry, '  ')}${text.slice(end)}`;
}

function remove(text: string, path: EntryPath): string {
  const pair = tablePair(text, path);
  const items = pair === null ? null : itemsOf(pair);
  const item = items?.find(({ name }) => name === path.name);
  if (pair === null || items === null || item === undefined) throw new UnchangeableConfig();
  const rest = text.slice(0, lineStart(text, item.from)) + text.slice(lineEnd(text, item.to));
  if (items.length > 1) return rest;
  // A key without a value is null, which the editor may refuse.
  const [, keyEnd] = rangeOf(pair.key);
  const colon = text.indexOf(':', keyEnd) + 1;
  return `${rest.slice(0, colon)} ${path.isList ? '[]' : '{}'}${rest.slice(colon)}`;
}

function tablePair(text: string, path: EntryPath): Pair | null {
  const { contents } = documentOf(text);
  if (!isMap(contents)) return null;
  if (contents.flow && contents.items.length > 0) throw new UnchangeableConfig();
  return contents.items.find(({ key }) => isScalar(key) && key.value === keyOf(path)) ?? null;
}

/** Null if the value is no collection. */
function itemsOf({ value }: Pair): Item[] | null {
  if (!isCollection(value)) return null;
  return value.items.map((item) => {
    if (isPair(item)) {
      const [from, keyEnd] = rangeOf(item.key);
      return {
        name: isScalar(item.key) ? item.key.value : null,
        from,
        to: isNode(item.value) ? rangeOf(item.value)[1] : keyEnd,
      };
    }
    const [from, to] = rangeOf(item);
    return { name: isNode(item) ? nameOf(item.toJSON()) : null, from, to };
  });
}

function render(text: string, path: EntryPath, entry: Entry, indent: string): string {
  const value = path.isList ? [entry] : { [path.name]: entry };
  return stringify(value, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => `${indent}${line}${lineEndOf(text)}`)
    .join('');
}

function rangeOf(node: unknown): [number, number] {
  if (!isNode(node) || node.range == null) throw new UnchangeableConfig();
  return [node.range[0], node.range[1]];
}

function keyOf({ table }: EntryPath): string {
  const [key] = table;
  if (key === undefined || table.length > 1) throw new UnchangeableConfig();
  return key;
}

/** The indentation at an offset; for an item of a list, that of its dash. */
function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? '';
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The beginning of the line after the offset; the offset itself if a line starts there. */
function lineEnd(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === '\n') return offset;
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}
