import type { Type } from '@nestjs/common';
import { getMetadataStorage, validateSync, type ValidationError as Violation } from 'class-validator';
import { FIELD, type FieldDefinition, type FieldSource } from './field';
import { NO_PROBLEMS, problem, within, type Problem } from './field-rules';

interface PlannedField {
  name: string;
  required: boolean;
  /** Null for a property that has constraints but is no field. */
  definition: FieldDefinition | null;
}

interface Plan {
  fields: readonly PlannedField[];
  /** Whether there are constraints besides the fields' own, which class-validator has to run. */
  hasOthers: boolean;
}

const IS_OPTIONAL = 'isOptional';

/**
 * What every class has been found to consist of. Classes are few and live as long as the process, while
 * class-validator would go through its metadata of all of them at each validation.
 */
const plans = new Map<Type<object>, Plan>();

/**
 * An instance of a class holding its declared fields, and nothing else, of a parsed body or query. Only own
 * properties are read, and nothing deeper than the fields ask for, so that no shape of JSON is dangerous or
 * slow. Absent fields become their default, else what the class initialises them to, else null.
 */
export function readFields<T extends object>(type: Type<T>, given: object, source: FieldSource): T {
  const instance = new type() as T & Record<string, unknown>;
  for (const field of planOf(type).fields) {
    const has = Object.hasOwn(given, field.name);
    const value: unknown = has ? (given as Record<string, unknown>)[field.name] : undefined;
    const absent = value === undefined || (value === null && !field.required);
    if (absent) setAbsent(instance, field);
    else setGiven(instance, field, value, source);
  }
  return instance;
}

/** What is wrong with an instance that `readFields` made; when nothing is, its values are tidied. */
export function problemsOf(instance: unknown): readonly Problem[] {
  if (!isObject(instance)) return problem('dict_type', 'Input should be a valid object', instance);
  const { fields, hasOthers } = planOf(instance.constructor as Type<object>);
  const values = instance as Record<string, unknown>;
  const found = fields.flatMap((field) => within(field.name, fieldProblems(field, values[field.name])));
  if (found.length === 0 && hasOthers) found.push(...otherProblems(instance));
  if (found.length > 0) return found;
  for (const { name, definition } of fields) {
    const value = values[name];
    if (definition?.clean && value !== null) values[name] = definition.clean(value as never);
  }
  return NO_PROBLEMS;
}

/** Whether a body of this class may be left out: it has no required field. */
export function mayBeOmitted(type: Type<object>): boolean {
  return planOf(type).fields.every((field) => !field.required);
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
  // The empty text is class-validator's name for "no schema".
  const constraints = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const names = [...new Set(constraints.map((each) => each.propertyName))];
  const plan: Plan = {
    fields: names.map((name) => {
      const own = constraints.filter((each) => each.propertyName === name);
      const definition = (own.find((each) => each.name === FIELD)?.context ?? null) as FieldDefinition | null;
      const optional = own.some((each) => each.name === IS_OPTIONAL);
      return { name, definition, required: !optional };
    }),
    hasOthers: constraints.some((each) => each.name !== FIELD && each.name !== IS_OPTIONAL),
  };
  plans.set(type, plan);
  return plan;
}

function setAbsent(instance: Record<string, unknown>, { name, required, definition }: PlannedField): void {
  // A required field stays undefined, by which it is known to be missing rather than null.
  if (!required) instance[name] = definition?.default ?? instance[name] ?? null;
}

function setGiven(
  instance: Record<string, unknown>,
  { name, definition }: PlannedField,
  value: unknown,
  source: FieldSource,
): void {
  const read = source === 'query' && definition?.fromText ? definition.fromText(value) : value;
  instance[name] = definition?.nest ? definition.nest(read, source) : read;
}

function fieldProblems({ required, definition }: PlannedField, value: unknown): readonly Problem[] {
  if (value === undefined && required) return problem('missing', 'Field required', null);
  if (definition === null || (value === null && !required)) return NO_PROBLEMS;
  return definition.rule(value);
}

function otherProblems(instance: object): readonly Problem[] {
  const violations = validateSync(instance, { stopAtFirstError: true, forbidUnknownValues: false });
  return violations.flatMap(explain);
}

function explain({ property, value, constraints = {} }: Violation): readonly Problem[] {
  const others = Object.entries(constraints).filter(([name]) => name !== FIELD);
  if (value === undefined) return NO_PROBLEMS;
  return others.flatMap(([, message]) => within(property, problem('value_error', message, value)));
}
