import { firstCodePoints, isStorable } from '../../common/text';
import { parseInstant } from '../../common/utc-dates';
import { MEMORY_TYPES, PROVENANCES, type MemoryType, type Provenance } from '../memory';
import { isMemoryTime, MAX_THREAD } from '../memory-limits';

const LABEL = /^[A-Za-z0-9._-]{1,64}$/;
const DEFAULT_CONFIDENCE = 0.8;
/** Below it a number counts seconds, from it on milliseconds: it is the year 5138 in the one, 1973 in the other. */
const MILLISECONDS_FROM = 100_000_000_000;

/** A value as text; null where there is none. Numbers and truth values are written out. */
export function textIn(value: unknown): string | null {
  if (typeof value === 'string') return storableText(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** The text without what the database cannot hold: histories keep parts of it. */
export function storableText(text: string): string {
  return isStorable(text) ? text : text.toWellFormed().replaceAll('\0', '');
}

/** A label as the interface allows them; null for anything else. */
export function labelIn(value: unknown): string | null {
  const text = textIn(value);
  return text !== null && LABEL.test(text) ? text : null;
}

/** 1 to 64 characters, of which other programs may have written more; null for none. */
export function threadIn(value: unknown): string | null {
  const text = firstCodePoints(textIn(value) ?? '', MAX_THREAD);
  return text.trim() === '' ? null : text;
}

export function typeIn(value: unknown): MemoryType | null {
  return wordOf(MEMORY_TYPES, value);
}

export function provenanceIn(value: unknown): Provenance | null {
  return wordOf(PROVENANCES, value);
}

/** 0 to 1. */
export function confidenceIn(value: unknown): number {
  const text = textIn(value);
  const confidence = text === null || text.trim() === '' ? NaN : Number(text);
  return confidence >= 0 && confidence <= 1 ? confidence : DEFAULT_CONFIDENCE;
}

/**
 * A time after the start of 1970, which stands for none and from which cursors count: ISO 8601, without an offset in UTC; or a number, as seconds or
 * milliseconds since then. Null for anything else.
 */
export function instantIn(value: unknown): Date | null {
  const instant = typeof value === 'number' ? fromNumber(value) : fromText(value);
  return instant !== null && instant.getTime() > 0 && isMemoryTime(instant) ? instant : null;
}

function fromText(value: unknown): Date | null {
  return typeof value === 'string' ? parseInstant(value.trim(), 'start') : null;
}

function fromNumber(value: number): Date {
  return new Date(Math.floor(value < MILLISECONDS_FROM ? value * 1_000 : value));
}

function wordOf<T extends string>(words: readonly T[], value: unknown): T | null {
  const text = textIn(value)?.trim().toLowerCase();
  return words.find((word) => word === text) ?? null;
}

const SEPARATOR = ',';
/** Only what would be read as an escape is escaped, so that `100%` stays as it is. */
const ESCAPED = /,|%(?=2C|25)/g;
const ESCAPES = /%(2C|25)/g;

/** Tags in one text, separated by commas: those without one, nearly all, can be read without knowing the escapes. */
export function joinTags(tags: readonly string[]): string {
  const escaped = tags.map((tag) => tag.replace(ESCAPED, (mark) => (mark === SEPARATOR ? '%2C' : '%25')));
  return escaped.join(SEPARATOR);
}

/** Tags from a text of `joinTags`, or of others, or from a list; trimmed, without blanks and duplicates. */
export function tagsIn(value: unknown): string[] {
  const parts = Array.isArray(value) ? value.map(textIn) : partsOf(textIn(value));
  const tags = parts.flatMap((part) => part?.trim() || []);
  return [...new Set(tags)];
}

function partsOf(text: string | null): string[] {
  if (text === null) return [];
  return text
    .split(SEPARATOR)
    .map((part) => part.replace(ESCAPES, (_, code) => (code === '2C' ? SEPARATOR : '%')));
}
