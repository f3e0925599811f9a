// The lines of an audit export, which may come from anywhere.
import { createReadStream } from 'node:fs';
import { isObject } from '../json.ts';
import { openRegular } from '../regular-file.ts';

/** A place of a chain that was signed. */
export interface Place {
  seq: number;
  hash: string;
  at: string;
  key_id: string;
  signature: string;
}

export interface HeaderLine {
  kind: 'header';
  chain: string;
  keys: { key_id: string; public_key: string }[];
  anchor: Place | null;
}

export interface RecordLine {
  kind: 'record';
  seq: number;
  id: string;
  at: string;
  actor: string;
  operation: string;
  session_id: string | null;
  targets: { kind: string; ids: string[] }[];
  count: number;
  digest: string;
  proven: boolean;
  hash: string;
}

/** Null for the head of a chain without records, which nobody signs. */
export interface HeadLine {
  kind: 'head';
  place: Place | null;
}

/** Characters. Records have some hundreds, those of large deletions some thousands. */
const MOST_LINE = 16_000_000;

/** Throws for what is no regular file, and for a line that none of an export is as long as. */
export async function* linesOfFile(file: string): AsyncGenerator<string> {
  const { descriptor } = openRegular(file);
  const reading = createReadStream('', { fd: descriptor, encoding: 'utf8' });
  let rest = '';
  for await (const piece of reading as AsyncIterable<string>) {
    const lines = piece.split('\n');
    lines[0] = rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    if (rest.length > MOST_LINE) throw new Error(`a line has more than ${MOST_LINE} characters`);
    yield* lines;
  }
  yield rest;
}

/** Null for a line that is none of an export. */
export function readLine(line: string): HeaderLine | RecordLine | HeadLine | null {
  const value = parsed(line);
  if (value?.kind === 'header') return isHeader(value) ? value : null;
  if (value?.kind === 'record') return isRecord(value) ? value : null;
  if (value?.kind !== 'head') return null;
  if (value.seq === 0) return { kind: 'head', place: null };
  return isPlace(value) ? { kind: 'head', place: value } : null;
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isHeader(value: object): value is HeaderLine {
  const { chain, keys, anchor = null } = value as Record<string, unknown>;
  const isKey = (key: unknown) => isObject(key) && areTexts(key.key_id, key.public_key);
  return (
    areTexts(chain) && isListOf(keys, isKey) && (anchor === null || (isObject(anchor) && isPlace(anchor)))
  );
}

function isPlace(value: object): value is Place {
  const { seq, hash, at, key_id: keyId, signature } = value as Record<string, unknown>;
  return isSeq(seq) && areTexts(hash, at, keyId, signature);
}

function isRecord(value: object): value is RecordLine {
  const {
    seq,
    id,
    at,
    actor,
    operation,
    session_id: session,
    targets,
    ...rest
  } = value as Record<string, unknown>;
  const isTarget = (target: unknown) =>
    isObject(target) && areTexts(target.kind) && isListOf(target.ids, (each) => areTexts(each));
  return (
    isSeq(seq) &&
    areTexts(id, at, actor, operation, session ?? '', rest.digest, rest.hash) &&
    isListOf(targets, isTarget) &&
    typeof rest.count === 'number' &&
    typeof rest.proven === 'boolean'
  );
}

function isSeq(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function areTexts(...values: unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}

function isListOf(value: unknown, isOne: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}
