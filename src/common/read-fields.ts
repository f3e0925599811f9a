import type { Type } from '@nestjs/common';
import { getMetadataStorage, validateSync, type ValidationError as Violation } from 'class-validator';
import { FIELD, type FieldDefinition, type FieldSource } from './field';
import { problem, within, type Problem } from './field-rules';

type Plan = readonly [name: string, definition: FieldDefinition | null][];

/** What every class has been found to consist of. Classes are few and live as long as the process. */
const plans = new Map<Type<object>, Plan>();

/**
 * An instance of a class holding its declared fields, and nothing else, of a parsed body or query. Only own
 * properties are read, and nothing deeper than the fields ask for, so that no shape of JSON is dangerous or
 * slow. Absent fields become their default, else what the class initialises them to, else null.
 */
export function readFields<T extends object>(type: Type<T>, given: object, source: FieldSource): T {
  const instance = new type() as T & Record<string, unknown>;
  for (const [name, definition] of planOf(type)) {
    const value: unknown = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined;
    const absent = value === undefined || (value === null && definition?.required !== true);
    if (absent) setAbsent(instance, name, definition);
    else setGiven(instance, name, definition, value, source);
  }
  return instance;
}

/** What is wrong with an instance that `readFields` made; when nothing is, its values are tidied. */
export function problemsOf(instance: unknown): readonly Problem[] {
  if (!isObject(instance)) return problem('dict_type', 'Input should be a valid object', instance);
  const violations = validateSync(instance, { stopAtFirstError: true, forbidUnknownValues: false });
  if (violations.length > 0) return violations.flatMap((each) => within(each.property, explain(each)));
  const values = instance as Record<string, unknown>;
  for (const [name, definition] of planOf(instance.constructor as Type<object>)) {
    const value = values[name];
    if (definition?.clean && value !== null) values[name] = definition.clean(value as never);
  }
  return [];
}

/** Whether a body of this class may be left out: it has no required field. */
export function mayBeOmitted(type: Type<object>): boolean {
  return planOf(type).every(([, definition]) => definition?.required !== true);
}

/** Turns the objects of a list into instances. A list that is too long is left as it is: it is refused anyway. */
export function nestList(type: () => Type<object>, maxItems: number) {
  return (value: unknown, source: FieldSource): unknown => {
    if (!Array.isArray(value) || value.length > maxItems) return value;
    return value.map((item: unknown) => (isObject(item) ? readFields(type(), item, source) : item));
  };
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function planOf(type: Type<object>): Plan {
  const known = plans.get(type);
  if (known) return known;
  const plan = new Map<string, FieldDefinition | null>();
  // The empty text is class-validator's name for "no schema".
  for (const each of getMetadataStorage().getTargetValidationMetadatas(type, '', false, false)) {
    const definition = each.name === FIELD ? (each.context as FieldDefinition) : null;
    plan.set(each.propertyName, definition ?? plan.get(each.propertyName) ?? null);
  }
  const entries = [...plan];
  plans.set(type, entries);
  return entries;
}

function setAbsent(
  instance: Record<string, unknown>,
  name: string,
  definition: FieldDefinition | null,
): void {
  // A required field stays undefined, by which it is known to be missing rather than null.
  if (definition?.required) return;
  instance[name] = definition?.default ?? instance[name] ?? null;
}

function setGiven(
  instance: Record<string, unknown>,
  name: string,
  definition: FieldDefinition | null,
  value: unknown,
  source: FieldSource,
): void {
  const read = source === 'query' && definition?.fromText ? definition.fromText(value) : value;
  instance[name] = definition?.nest ? definition.nest(read, source) : read;
}

function explain(violation: Violation): readonly Problem[] {
  const value: unknown = violation.value;
  const definition = violation.contexts?.[FIELD] as FieldDefinition | undefined;
  if (definition) {
    return value === undefined ? problem('missing', 'Field required', null) : definition.rule(value);
  }
  const message = Object.values(violation.constraints ?? {})[0] ?? 'Value is not valid';
  return value === undefined
    ? problem('missing', 'Field required', null)
    : problem('value_error', message, value);
}
