import { isDuration, parseDuration } from '../common/duration';
import { isObject } from '../common/objects';
import { UUID_ANY_CASE } from '../common/uuid';
import { invalid } from '../common/validation-error';
import { memoryNotFound } from '../backend/memory-limits';
import { timesOf } from '../retrieval/query-times';
import { DAY_MS } from '../retrieval/time-range';
import { IS_INSTANT, WHOLE } from './schema';
import type { JsonSchema, ObjectSchema, ToolCall } from './tool';

type Place = (string | number)[];

/** The arguments of a call, and of its rows, as objects of known names. Throws a ValidationError that names the known ones. */
export function checkedArguments(given: unknown, schema: ObjectSchema): Record<string, unknown> {
  const args = (given ?? {}) as Record<string, unknown>;
  checkNames(args, schema, []);
  for (const [name, value] of Object.entries(args)) {
    const rows = rowsIn(schema.properties[name] ?? {});
    if (!Array.isArray(value) || rows?.additionalProperties !== false) continue;
    value.filter(isObject).forEach((row, at) => checkNames(row, rows, [name, at]));
  }
  return args;
}

function checkNames(args: Readonly<Record<string, unknown>>, { properties }: ObjectSchema, loc: Place): void {
  const known = Object.keys(properties);
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const names = known.length > 0 ? known.join(', ') : 'none';
  throw invalid([...loc, unknown.slice(0, 64).toWellFormed()], `No such argument; there are: ${names}`, null);
}

/**
 * Arguments as models mean them: one string where a list of strings is declared, and an age (`2d`) or a time in words
 * (`last week`) where an instant is, which becomes an instant in ISO 8601. Throws a ValidationError for a text that is
 * none of these.
 */
export async function readableArguments(
  args: Readonly<Record<string, unknown>>,
  { properties }: ObjectSchema,
  clock: ToolCall['now'],
): Promise<Record<string, unknown>> {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args))
    read[name] = await readable(value, properties[name] ?? {}, [name], clock);
  return read;
}

async function readable(
  value: unknown,
  schema: JsonSchema,
  loc: Place,
  clock: ToolCall['now'],
): Promise<unknown> {
  if (schema[IS_INSTANT]) return instantOf(value, loc, clock);
  if (schema.type !== 'array') return value;
  const { type } = (schema.items ?? {}) as JsonSchema;
  if (type === 'string') return typeof value === 'string' ? [value] : value;
  const rows = rowsIn(schema);
  if (!Array.isArray(value) || rows === null) return value;
  return Promise.all(value.map((row: unknown, at) => readableRow(row, rows, [...loc, at], clock)));
}

async function readableRow(
  row: unknown,
  { properties }: ObjectSchema,
  loc: Place,
  clock: ToolCall['now'],
): Promise<unknown> {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  const entries = Object.entries(row).map(async ([name, value]) => {
    return [name, await readable(value, properties[name] ?? {}, [...loc, name], clock)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The schema of the rows of a list of objects; null for other arguments. */
function rowsIn({ items }: JsonSchema): ObjectSchema | null {
  const schema = (items ?? {}) as JsonSchema;
  const rows = (schema[WHOLE] ?? schema) as JsonSchema;
  return isObjectSchema(rows) ? rows : null;
}

function isObjectSchema(schema: JsonSchema): schema is ObjectSchema {
  return schema.type === 'object' && 'properties' in schema;
}

/** A text with a year is left to the request class, which knows the forms of dates. */
const BEGINS_WITH_A_YEAR = /^[+-]?\d{4}/;

async function instantOf(value: unknown, loc: Place, clock: ToolCall['now']): Promise<unknown> {
  if (typeof value !== 'string' || value === '' || BEGINS_WITH_A_YEAR.test(value)) return value;
  const now = (await clock()).getTime();
  const age = isDuration(value) ? parseDuration(value) : null;
  if (age !== null && age <= now) return new Date(now - age).toISOString();
  const [first] = age === null ? timesOf(value, now) : [];
  if (first !== undefined) return new Date(first.from * DAY_MS).toISOString();
  throw invalid(loc, 'Give an ISO date or time, an age such as 2d or 3h, or words such as last week', value);
}

/** The day of an instant, as `YYYY-MM-DD`. */
export function dayOf(value: unknown): unknown {
  return typeof value === 'string' && ISO_INSTANT.test(value) ? value.slice(0, 10) : value;
}

const ISO_INSTANT = /^\d{4}-\d\d-\d\dT/;

/** The id of a memory, in lower case. Throws `memory_not_found` for a text that is no id. */
export function memoryIdOf({ args }: ToolCall): string {
  const id = args.memory_id;
  if (id === undefined || id === null) throw invalid(['memory_id'], 'Field required', null, 'missing');
  if (typeof id !== 'string' || !UUID_ANY_CASE.test(id)) {
    throw memoryNotFound(typeof id === 'string' ? id : 'of another form');
  }
  return id.toLowerCase();
}

/** A flag that the request classes do not know. Throws a ValidationError. */
export function flagOf({ args }: ToolCall, name: string, absent: boolean): boolean {
  const value = args[name] ?? absent;
  if (typeof value === 'boolean') return value;
  throw invalid([name], 'Input should be a valid boolean', value, 'bool_type');
}

/** A text that the request classes do not know; null if it is not given. Throws a ValidationError. */
export function textOf({ args }: ToolCall, name: string): string | null {
  const value = args[name] ?? null;
  if (value === null || typeof value === 'string') return value;
  throw invalid([name], 'Input should be a valid string', value, 'string_type');
}

export function pick({ args }: ToolCall, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => name in args).map((name) => [name, args[name]]));
}
