import { metadataRule, sortedMetadata, type Metadata } from '../common/metadata';
import { firstCodePoints, isStorable } from '../common/text';
import { parseInstant } from '../common/utc-dates';
import { UUID_ANY_CASE } from '../common/uuid';
import { MEMORY_TYPES, PROVENANCES, type MemoryType, type Provenance } from './memory';
import type { FieldValue } from './memory-field';
import { isMemoryTime } from './memory-limits';

const LABEL = /^[A-Za-z0-9._-]{1,64}$/;
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

export function typeIn(value: unknown): MemoryType | null {
  return wordOf(MEMORY_TYPES, value);
}

export function provenanceIn(value: unknown): Provenance | null {
  return wordOf(PROVENANCES, value);
}

/** The value of a field in metadata; null for none, or for one that the field cannot hold. */
export function valueIn(field: FieldValue, value: unknown): unknown {
  switch (field.kind) {
    case 'uuid':
      return uuidIn(value);
    case 'text':
      return field.maxInDocument === undefined ? shortTextIn(value, field.max) : textIn(value);
    case 'label':
      return labelIn(value);
    case 'choice':
      return wordOf(field.values, value);
    case 'flag':
      return textIn(value) === null ? null : textIn(value) === 'true';
    case 'tags':
      return tagsIn(value);
    case 'time':
      return memoryTimeIn(value);
    case 'metadata':
      return metadataIn(value);
    case 'number':
      return numberIn(value, field);
  }
}

/** Sorted; null for anything that is no metadata of a memory. */
function metadataIn(value: unknown): Metadata | null {
  const metadata = typeof value === 'string' ? parsed(value) : value;
  return metadataRule(metadata).length === 0 ? sortedMetadata(metadata as Metadata) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function uuidIn(value: unknown): string | null {
  const text = textIn(value)?.trim() ?? '';
  return UUID_ANY_CASE.test(text) ? text.toLowerCase() : null;
}

/** Also one before 1970: things hold since any time. */
function memoryTimeIn(value: unknown): Date | null {
  const instant = fromText(value);
  return instant !== null && isMemoryTime(instant) ? instant : instantIn(value);
}

/** Of a text that other programs may have written longer, as much as fits; null for a blank one. */
function shortTextIn(value: unknown, max: number): string | null {
  const text = firstCodePoints(textIn(value) ?? '', max);
  return text.trim() === '' ? null : text;
}

function numberIn(value: unknown, { min, max }: { min: number; max: number }): number | null {
  const text = textIn(value);
  const number = text === null || text.trim() === '' ? NaN : Number(text);
  return number >= min && number <= max ? number : null;
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
