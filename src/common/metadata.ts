import { listRule, NO_PROBLEMS, problem, textRule, within, type Problem, type Rule } from './field-rules';
import { isObject } from './objects';
import { codePoints, isStorable } from './text';

/** One value of metadata; texts can also come as a list. */
export type MetadataValue = string | number | boolean | null;
export type Metadata = Record<string, MetadataValue | string[]>;
/** Any of the values for each of the keys. A list of texts has each of its texts as a value. */
export type MetadataFilter = Readonly<Record<string, readonly MetadataValue[]>>;

/** What a client asks for: a value for each key, or a list of values. */
export type MetadataQuery = Readonly<Record<string, MetadataValue | readonly MetadataValue[]>>;

/** Code points. */
export const MAX_SCOPE = 200;
export const MAX_METADATA_KEYS = 32;
const MAX_KEY_LENGTH = 64;
/** Of UTF-8, as JSON. */
const MAX_METADATA_BYTES = 4096;
const MAX_VALUES = 100;

/** Nest's ValidationPipe deletes them without a word, because class-transformer takes them for a class. */
export const HIDDEN_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

const VALUES = 'a text, a number, true, false, null';

/** What a client may say of a memory in its own words. */
export const metadataRule: Rule = (value) => {
  const found = entriesProblems(value, (entry) =>
    Array.isArray(entry) ? textList(entry) : valueProblems(entry, `${VALUES} or a list of texts`),
  );
  if (found.length > 0 || Buffer.byteLength(JSON.stringify(value)) <= MAX_METADATA_BYTES) return found;
  return problem('too_long', `Metadata should have at most ${MAX_METADATA_BYTES} bytes as JSON`, value);
};

export const metadataFilterRule: Rule = (value) =>
  entriesProblems(value, (entry) =>
    Array.isArray(entry) ? valueList(entry) : valueProblems(entry, `${VALUES} or a list of these`),
  );

/** With the keys in one order, by which equal metadata have equal texts. */
export function sortedMetadata(metadata: Metadata): Metadata {
  return Object.fromEntries(Object.entries(metadata).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Null for a filter without a condition. An empty list is no condition. */
export function toMetadataFilter(given: MetadataQuery): MetadataFilter | null {
  const entries = Object.entries(given).map(([key, value]) => [key, Array.isArray(value) ? value : [value]]);
  const wanted = entries.filter(([, values]) => values?.length !== 0);
  return wanted.length === 0 ? null : (Object.fromEntries(wanted) as MetadataFilter);
}

/** Each key with all its values. */
export function metadataEntries(metadata: Metadata): [key: string, values: MetadataValue[]][] {
  return Object.entries(metadata).map(([key, value]) => [key, Array.isArray(value) ? value : [value]]);
}

function entriesProblems(
  value: unknown,
  ofEntry: (entry: unknown) => readonly Problem[],
): readonly Problem[] {
  if (!isObject(value)) return problem('dict_type', 'Input should be a valid object', value);
  const entries = Object.entries(value);
  if (entries.length > MAX_METADATA_KEYS) {
    return problem('too_long', `Metadata should have at most ${MAX_METADATA_KEYS} keys`, value);
  }
  for (const [key, entry] of entries) {
    const found = isKey(key) ? ofEntry(entry) : badKey(key);
    if (found.length > 0) return within(key, found);
  }
  return NO_PROBLEMS;
}

function isKey(key: string): boolean {
  return (
    !HIDDEN_KEYS.includes(key) && key.trim() !== '' && isStorable(key) && codePoints(key) <= MAX_KEY_LENGTH
  );
}

function badKey(key: string): readonly Problem[] {
  return problem(
    'value_error',
    `Keys should have 1 to ${MAX_KEY_LENGTH} characters and no null character, and not be ${HIDDEN_KEYS.join(', ')}`,
    key,
  );
}

const anyText = textRule({ allowBlank: true });
const textList = listRule(anyText, 0, MAX_VALUES);

function valueProblems(value: unknown, expected: string): readonly Problem[] {
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return NO_PROBLEMS;
  return typeof value === 'string'
    ? anyText(value)
    : problem('value_error', `Input should be ${expected}`, value);
}

const valueList = listRule((each) => valueProblems(each, VALUES), 0, MAX_VALUES);
