import { WrongAnswer } from './call';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Throws `WrongAnswer`, as do the others; messages name the field, never its value. */
export function objectOf(value: unknown, what: string): JsonObject {
  if (!isObject(value)) throw new WrongAnswer(`${what} is no object`);
  return value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of the names that there is: servers spell them differently. Undefined where there is none. */
export function fieldOf(object: JsonObject, ...names: readonly string[]): unknown {
  const name = names.find((each) => Object.hasOwn(object, each) && object[each] !== null);
  return name === undefined ? undefined : object[name];
}

export function listOf(object: JsonObject, ...names: readonly string[]): unknown[] {
  const value = fieldOf(object, ...names);
  if (!Array.isArray(value)) throw new WrongAnswer(`${names.join(' or ')} is no array`);
  return value;
}

/** A text that is not empty; null where it is anything else. */
export function textOf(object: JsonObject, ...names: readonly string[]): string | null {
  const value = fieldOf(object, ...names);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Ids may be numbers. Throws where there is none. */
export function idOf(object: JsonObject): string {
  const id = fieldOf(object, 'id');
  if (typeof id === 'number') return String(id);
  if (typeof id !== 'string' || id === '') throw new WrongAnswer('id is missing');
  return id;
}
