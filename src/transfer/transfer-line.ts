/** The format of exports that this version writes, and the newest that it reads. */
export const FORMAT = 1;

/** In the order of an export, agent by agent; the `read` lines of all agents stand at the end. A `deleted` line has the history of a deleted memory. */
export const LINE_KINDS = [
  'agent',
  'namespace',
  'deleted',
  'memory',
  'document',
  'fingerprint',
  'policy',
  'sweep',
  'file',
  'conflict',
  'link',
  'read',
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** A line as the database takes it. */
export interface DataLine {
  kind: LineKind;
  /** Counted from 1. */
  number: number;
  text: string;
  /** What the text says. */
  fields: Readonly<Record<string, unknown>>;
}

interface EndLine {
  kind: 'end';
  /** Lines before it. */
  lines: number;
}

/** Greater places in the order of storage would leave the sequence no room. */
const MAX_SEQ = 2 ** 50;

/** Why a file, or a line of it, cannot be imported. */
export class BadLine extends Error {
  constructor(
    message: string,
    /** There is no line at all. */
    readonly isEmpty = false,
  ) {
    super(message);
    this.name = 'BadLine';
  }
}

/** Throws BadLine where it is no header, or that of a format which this version does not know. */
export function readHeader(text: string): void {
  const { kind, format } = readObject(text);
  if (kind !== 'header') throw new BadLine('it is not the header of an export');
  if (typeof format !== 'number' || !Number.isInteger(format) || format < 1) {
    throw new BadLine('its header names no format');
  }
  if (format > FORMAT) {
    throw new BadLine(
      `it has format ${format}, and this version reads up to ${FORMAT}: import it with a newer version`,
    );
  }
}

/** Throws BadLine. */
export function readLine(text: string, number: number): DataLine | EndLine {
  const fields = readObject(text);
  if (fields.kind === 'end') return { kind: 'end', lines: Number(fields.lines) };
  const kind = LINE_KINDS.find((each) => each === fields.kind);
  if (kind === undefined) throw new BadLine('it is of no known kind');
  if (kind === 'memory') checkMemory(fields);
  return { kind, number, text, fields };
}

function checkMemory({ content, seq }: Record<string, unknown>): void {
  if (typeof content !== 'string') throw new BadLine('its content is no text');
  if (!Number.isInteger(seq) || Number(seq) < 1 || Number(seq) > MAX_SEQ) {
    throw new BadLine('its seq is no place in an order');
  }
}

function readObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadLine('it is not whole JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadLine('it is no JSON object');
  }
  return value as Record<string, unknown>;
}
