import { isDuration, parseDuration } from '../common/duration';
import { UUID_ANY_CASE } from '../common/uuid';
import { invalid } from '../common/validation-error';
import { memoryNotFound } from '../backend/memory-limits';
import type { ObjectSchema, ToolCall } from './tool';

/** The arguments of a call as an object of known names. Throws a ValidationError that names the known ones. */
export function checkedArguments(given: unknown, { properties }: ObjectSchema): Record<string, unknown> {
  const args = (given ?? {}) as Record<string, unknown>;
  const known = Object.keys(properties);
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  if (unknown === undefined) return args;
  const names = known.length > 0 ? known.join(', ') : 'none';
  throw invalid([unknown.slice(0, 64).toWellFormed()], `No such argument; there are: ${names}`, null);
}

/** An instant as text; an age such as `2d` or `3h` becomes the instant that long ago. */
export async function instantOf(value: unknown, clock: ToolCall['now']): Promise<unknown> {
  if (typeof value !== 'string' || !isDuration(value)) return value;
  const age = parseDuration(value);
  const now = await clock();
  if (age === null || age > now.getTime()) return value;
  return new Date(now.getTime() - age).toISOString();
}

/** A day as `YYYY-MM-DD`, also of an age such as `1d`. */
export async function dayOf(value: unknown, clock: ToolCall['now']): Promise<unknown> {
  const instant = await instantOf(value, clock);
  return instant === value || typeof instant !== 'string' ? value : instant.slice(0, 10);
}

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

export function pick({ args }: ToolCall, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => name in args).map((name) => [name, args[name]]));
}
