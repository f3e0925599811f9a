import {
  createScanner,
  getNodeValue,
  parse,
  parseTree,
  printParseErrorCode,
  stripComments,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { isRecord } from '../../json.ts';
import { lineEndOf, placeOf, UnchangeableConfig, UnreadableConfig } from './config-format.ts';
import type { ConfigFormat, Entry, EntryPath } from './config-format.ts';

/** JSON with comments and trailing commas. The changes of `jsonc-parser` itself reformat neighbours. */
export const jsonFormat: ConfigFormat = { parse: parseJson, put, remove };

/** `SyntaxKind.CommaToken`: the members of a `const enum` cannot be imported here. */
const COMMA_TOKEN = 5;

interface Edit {
  from: number;
  to: number;
  text: string;
}

function parseJson(text: string): unknown {
  if (isBlank(text)) return {};
  const errors: ParseError[] = [];
  const data: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    throw new UnreadableConfig(`${placeOf(text, error.offset)}: ${printParseErrorCode(error.error)}`);
  }
  if (!isRecord(data)) throw new UnreadableConfig('line 1: it is not an object');
  return data;
}

function put(text: string, { table, name }: EntryPath, entry: Entry): string {
  const source = isBlank(text) ? `${text}{}${lineEndOf(text)}` : text;
  const { node, missing } = descend(rootOf(source), [...table, name]);
  const [key, ...inner] = missing;
  if (key === undefined) {
    const isOneLine = !source.slice(node.offset, endOf(node)).includes('\n');
    const value = isOneLine ? JSON.stringify(entry) : render(source, entry, lineIndent(source, node.offset));
    return apply(source, [{ from: node.offset, to: endOf(node), text: value }]);
  }
  if (node.type !== 'object') throw new UnchangeableConfig();
  const value = inner.reduceRight<Entry>((nested, outer) => ({ [outer]: nested }), entry);
  return apply(source, insertion(source, node, key, value));
}

function remove(text: string, { table, name }: EntryPath): string {
  const { node, missing } = descend(rootOf(text), [...table, name]);
  const property = node.parent;
  const owner = property?.parent;
  if (missing.length > 0 || property === undefined || owner === undefined) throw new UnchangeableConfig();
  return apply(text, removal(text, owner, property));
}

/** Follows the keys as far as the file has them. */
function descend(root: Node, keys: string[]): { node: Node; missing: string[] } {
  const [key, ...others] = keys;
  const property = key === undefined ? undefined : root.children?.findLast((child) => keyOf(child) === key);
  const value = property?.children?.[1];
  return value === undefined ? { node: root, missing: keys } : descend(value, others);
}

function insertion(text: string, owner: Node, key: string, value: Entry): Edit[] {
  const [first] = owner.children ?? [];
  const last = owner.children?.at(-1);
  if (first === undefined || last === undefined) return insertionIntoEmpty(text, owner, key, value);
  const end = endOf(last);
  if (!text.slice(owner.offset, first.offset).includes('\n')) {
    return [{ from: end, to: end, text: `, ${JSON.stringify(key)}: ${JSON.stringify(value)}` }];
  }
  const tail = text.slice(end, endOf(owner) - 1);
  const hasComma = commaIn(tail) !== null;
  const indent = lineIndent(text, first.offset);
  const property = `${lineEndOf(text)}${indent}${JSON.stringify(key)}: ${render(text, value, indent)}`;
  const at = end + tail.trimEnd().length;
  if (hasComma) return [{ from: at, to: at, text: `${property},` }];
  const added = { from: at, to: at, text: property };
  return at === end ? [{ ...added, text: `,${property}` }] : [{ from: end, to: end, text: ',' }, added];
}

function insertionIntoEmpty(text: string, owner: Node, key: string, value: Entry): Edit[] {
  const outer = lineIndent(text, owner.offset);
  const indent = outer + unitOf(text);
  const comments = text.slice(owner.offset + 1, endOf(owner) - 1).trimEnd();
  const line = lineEndOf(text);
  const property = `${indent}${JSON.stringify(key)}: ${render(text, value, indent)}`;
  const inner = `${comments}${line}${property}${line}${outer}`;
  return [{ from: owner.offset + 1, to: endOf(owner) - 1, text: inner }];
}

function removal(text: string, owner: Node, property: Node): Edit[] {
  const siblings = owner.children ?? [];
  const inner = text.slice(owner.offset + 1, property.offset) + text.slice(endOf(property), endOf(owner) - 1);
  if (siblings.length === 1 && /^[\s,]*$/.test(inner)) {
    return [{ from: owner.offset + 1, to: endOf(owner) - 1, text: '' }];
  }
  const comma = commaIn(text.slice(endOf(property), endOf(owner) - 1));
  const end = endOf(property) + (comma === null ? 0 : comma + 1);
  const cut = wholeLines(text, property.offset, end);
  const previous = siblings[siblings.indexOf(property) - 1];
  if (comma !== null || previous === undefined) return [cut];
  const former = commaIn(text.slice(endOf(previous), property.offset));
  if (former === null) return [cut];
  const at = endOf(previous) + former;
  return [{ from: at, to: at + 1, text: '' }, cut];
}

/** Takes the indentation and the end of the line too, where nothing else is on it. */
function wholeLines(text: string, start: number, end: number): Edit {
  const before = /[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const after = /^[ \t]*(?:\r?\n)?/.exec(text.slice(end))?.[0] ?? '';
  const opensLine = start === before || text[start - before - 1] === '\n';
  if (opensLine && after.endsWith('\n')) return { from: start - before, to: end + after.length, text: '' };
  return { from: start - before, to: end, text: '' };
}

/** The offset of the first comma that is in no comment. */
function commaIn(text: string): number | null {
  const scanner = createScanner(text, true);
  return (scanner.scan() as number) === COMMA_TOKEN ? scanner.getTokenOffset() : null;
}

function render(text: string, value: Entry, indent: string): string {
  return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', `${lineEndOf(text)}${indent}`);
}

function unitOf(text: string): string {
  return /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
}

function lineIndent(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** Applies edits from the last to the first, so that offsets stay right. */
function apply(text: string, edits: Edit[]): string {
  return edits
    .toSorted((one, other) => other.from - one.from)
    .reduce((changed, edit) => changed.slice(0, edit.from) + edit.text + changed.slice(edit.to), text);
}

function rootOf(text: string): Node {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) throw new UnchangeableConfig();
  return root;
}

function keyOf(property: Node): unknown {
  const [key] = property.children ?? [];
  return key === undefined ? undefined : (getNodeValue(key) as unknown);
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

function isBlank(text: string): boolean {
  return stripComments(text).trim() === '';
}
