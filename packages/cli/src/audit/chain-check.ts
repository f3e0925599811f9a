import { createHash, createPublicKey, verify } from 'node:crypto';

/** What is wrong with a chain, and with which record. */
export interface Finding {
  /** Null for the chain as a whole. */
  seq: number | null;
  id: string | null;
  problem: string;
}

export interface CheckedChain {
  chain: string;
  records: number;
  /** The last record, as the file has it. */
  head: { seq: number; hash: string } | null;
  /** Which key signed the head. */
  keyId: string | null;
  /** Whether that key came from elsewhere than the lines themselves. */
  keyIsKnown: boolean;
  findings: Finding[];
}

/** A place of a chain that was signed. */
interface Place {
  seq: number;
  hash: string;
  at: string;
  key_id: string;
  signature: string;
}

interface HeaderLine {
  kind: 'header';
  chain: string;
  keys: { key_id: string; public_key: string }[];
  anchor: Place | null;
}

interface RecordLine {
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

/** Null for the head of a chain without records, which has no signature. */
interface HeadLine {
  kind: 'head';
  place: Place | null;
}

const GENESIS = '0'.repeat(64);
/** SPKI of an Ed25519 key up to its 32 bytes. */
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
/** More are not returned one by one. */
const MOST_FINDINGS = 100;

/**
 * Checks the lines of an audit export: each record against its hash and the one before, and the signature of the head.
 * `known`: public keys by their ids, from somewhere else than the lines; empty to take those of the lines.
 */
export class ChainCheck {
  private chain = '';
  private readonly keys = new Map<string, string>();
  private readonly findings: Finding[] = [];
  private seq = 0;
  private hash = GENESIS;
  private records = 0;
  private head: Place | null = null;
  private hasHeader = false;
  private hasHead = false;

  private readonly known: ReadonlyMap<string, string>;

  constructor(known: ReadonlyMap<string, string>) {
    this.known = known;
  }

  add(line: string): void {
    if (line === '') return;
    if (this.hasHead) return this.find(null, null, 'there are lines after the head');
    const value = readLine(line);
    if (value?.kind === 'header') this.begin(value);
    else if (value?.kind === 'record') this.addRecord(value);
    else if (value?.kind === 'head') this.end(value.place);
    else this.find(null, null, `after record ${this.seq} there is a line that is none of an export`);
  }

  result(): CheckedChain {
    if (!this.hasHeader) this.find(null, null, 'the header is missing');
    if (!this.hasHead) this.find(null, null, 'the head is missing: the end was removed');
    const { chain, records, findings, head } = this;
    return {
      chain,
      records,
      head: head && { seq: head.seq, hash: head.hash },
      keyId: head?.key_id ?? null,
      keyIsKnown: head !== null && this.known.has(head.key_id),
      findings,
    };
  }

  private begin({ chain, keys, anchor }: HeaderLine): void {
    if (this.hasHeader || this.records > 0) return this.find(null, null, 'there is another header');
    this.hasHeader = true;
    this.chain = chain;
    for (const { key_id: id, public_key: key } of keys) if (keyIdOf(key) === id) this.keys.set(id, key);
    if (anchor === null) return;
    this.checkSignature('anchor', anchor);
    [this.seq, this.hash] = [anchor.seq, anchor.hash];
  }

  private addRecord(record: RecordLine): void {
    const { seq, id } = record;
    this.records++;
    if (seq > this.seq + 1) this.find(seq, id, `${missing(this.seq + 1, seq - 1)} removed before it`);
    else if (seq <= this.seq) this.find(seq, id, 'inserted, or not in its place');
    if (hashOf(this.chain, record, this.hash) !== record.hash && seq === this.seq + 1)
      this.find(seq, id, 'changed, inserted, or not the one that followed');
    if (!record.proven) this.find(seq, id, 'changed before it got its place');
    [this.seq, this.hash] = [seq, record.hash];
  }

  private end(head: Place | null): void {
    this.hasHead = true;
    if (head === null) return this.endEmpty();
    this.head = head;
    if (head.seq > this.seq) this.find(null, null, `${missing(this.seq + 1, head.seq)} removed from the end`);
    else if (head.seq < this.seq) this.find(head.seq + 1, null, 'added after the head was signed');
    else if (head.hash !== this.hash) this.find(head.seq, null, 'not the record that the head names');
    this.checkSignature('head', head);
  }

  private endEmpty(): void {
    if (this.seq > 0) this.find(1, null, 'added after the head was signed');
  }

  private checkSignature(use: 'head' | 'anchor', { seq, hash, at, key_id: keyId, signature }: Place): void {
    const key = this.known.size > 0 ? this.known.get(keyId) : this.keys.get(keyId);
    const text = JSON.stringify([`agent-memory/audit-${use}/v1`, this.chain, seq, hash, at]);
    if (key === undefined) this.find(null, null, `the ${use} is signed by the unknown key ${keyId}`);
    else if (!isSignature(text, signature, key))
      this.find(null, null, `the signature of the ${use} is wrong`);
  }

  private find(seq: number | null, id: string | null, problem: string): void {
    if (this.findings.length < MOST_FINDINGS) this.findings.push({ seq, id, problem });
  }
}

function missing(first: number, last: number): string {
  return first === last ? `record ${first} was` : `records ${first} to ${last} were`;
}

function hashOf(chain: string, record: RecordLine, previous: string): string {
  const { seq, id, at, actor, operation, session_id, targets, count, digest, proven } = record;
  const named = targets.map(({ kind, ids }) => ({ ids, kind }));
  const fields = [chain, seq, id, at, actor, operation, session_id, named, count, digest, proven, previous];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

export function keyIdOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('hex').slice(0, 16);
}

function isSignature(text: string, signature: string, publicKey: string): boolean {
  try {
    const spki = Buffer.concat([PUBLIC_PREFIX, Buffer.from(publicKey, 'hex')]);
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'));
  } catch {
    return false;
  }
}

/** Null for a line that is none of an export. */
function readLine(line: string): HeaderLine | RecordLine | HeadLine | null {
  const value = parsed(line);
  if (value?.kind === 'header') return isHeader(value) ? value : null;
  if (value?.kind === 'record') return isRecordLine(value) ? value : null;
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

function isRecordLine(value: object): value is RecordLine {
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

/** Not that of `json.ts`: tests of the service compile this file too, which therefore imports no file. */
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
