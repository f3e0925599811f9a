import { createHash } from 'node:crypto';
import { isRecord } from '../json.ts';
import { MEMORY_TYPES, type MemoryType } from '../options.ts';

/** A memory of another system. */
export interface Item {
  kind: 'item';
  /** Names it in the other system, the same in every export. */
  ref: string;
  content: string;
  /** Null: derived from the content. */
  title: string | null;
  type: MemoryType;
  tags: string[];
  /** Null: the export does not say. */
  createdAt: Date | null;
  /** Null: the export does not say, or the memory never changed. */
  updatedAt: Date | null;
  /** The conversation that it belongs to. */
  thread: string | null;
  /** From 0 to 1. */
  confidence: number;
  /** Null: still valid there. */
  expired: { at: Date; by: string } | null;
}

export interface ChatMessage {
  ref: string;
  role: string;
  content: string;
  at: Date | null;
}

/** A chat of another system. What it says becomes memories. */
export interface Conversation {
  kind: 'conversation';
  ref: string;
  messages: ChatMessage[];
}

/** A part of an export that becomes no memory. */
export interface Skipped {
  kind: 'skipped';
  ref: string;
  reason: string;
}

export type Entry = Item | Conversation | Skipped;

/** Reads one kind of export. */
export type Importer = (source: ImportSource) => AsyncIterable<Entry>;

/** A file of an export. */
export interface ImportFile {
  /** Relative to the given folder, with `/`; of a single file, its name. */
  name: string;
  modifiedAt: Date;
  read(): AsyncIterable<Buffer>;
}

/** What the caller named: one file, or the files of a folder. */
export interface ImportSource {
  files: readonly ImportFile[];
}

/** The file is not what the importer reads. The message says what to do. */
export class ImportFailure extends Error {}

/** Code points that a memory holds at most. */
export const MAX_CONTENT = 10_000;
const MAX_TITLE = 100;
const MAX_TAGS = 20;
const MAX_TAG = 64;
const MAX_REF = 512;
const MAX_THREAD = 64;
const CONFIDENCE = 0.8;

type ItemFields = Pick<Item, 'ref' | 'content'> & Partial<Omit<Item, 'kind' | 'tags'>> & { tags?: unknown[] };

/** An item whose fields are within the limits of the service. */
export function itemOf(fields: ItemFields): Item {
  return {
    kind: 'item',
    ref: withinLength(fields.ref, MAX_REF),
    content: fields.content.trim(),
    title: fields.title ? firstPoints(oneLine(fields.title), MAX_TITLE) || null : null,
    type: fields.type ?? 'fact',
    tags: tagsOf(fields.tags ?? []),
    createdAt: fields.createdAt ?? null,
    updatedAt: fields.updatedAt ?? null,
    thread: fields.thread == null ? null : withinLength(fields.thread, MAX_THREAD),
    confidence: fields.confidence ?? CONFIDENCE,
    expired: fields.expired ?? null,
  };
}

export function skipped(ref: string, reason: string): Skipped {
  return { kind: 'skipped', ref, reason };
}

/** Null unless the text names a type of the service. */
export function typeNamed(value: unknown): MemoryType | null {
  const name = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return MEMORY_TYPES.find((type) => type === name) ?? null;
}

/** ISO 8601 text, or seconds since 1970 as ChatGPT writes them. Null for anything else. */
export function dateOf(value: unknown): Date | null {
  if (value instanceof Date) return isDate(value) ? value : null;
  if (typeof value === 'number') return isDate(new Date(value * 1_000)) ? new Date(value * 1_000) : null;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value.trim())) return null;
  const text = value.trim().replace(/^(\S+) (?=\d)/, '$1T');
  // A stamp without a zone is UTC, as Python's isoformat() of such stamps means here.
  const date = new Date(!text.includes('T') || /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return isDate(date) ? date : null;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

export function recordsOf(value: unknown): Record<string, unknown>[] {
  return listOf(value).filter(isRecord);
}

/** Eight hexadecimal digits that name a text. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

export function firstPoints(text: string, most: number): string {
  return Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('');
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function tagsOf(values: readonly unknown[]): string[] {
  const tags = values.flatMap((value) => {
    const tag = typeof value === 'string' || typeof value === 'number' ? oneLine(String(value)) : '';
    return tag === '' ? [] : [firstPoints(tag, MAX_TAG)];
  });
  return [...new Set(tags)].slice(0, MAX_TAGS);
}

/** The service compares references, so a long one keeps a hash of the rest. */
function withinLength(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 9).toWellFormed()}#${shortHash(text)}`;
}

function isDate(date: Date): boolean {
  return !Number.isNaN(date.getTime());
}
