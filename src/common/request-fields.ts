import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { getMetadataStorage, validateSync, ValidationTypes } from 'class-validator';
import { isObject, propertyOf } from './objects';

/** A property of a request class that a rule of class-validator names. */
export interface RequestField {
  isOptional: boolean;
  /** Null is not the same as absent. */
  keepsNull: boolean;
  /** The class of its objects, if it has any (`@Type` of class-transformer). */
  nested: Type<object> | null;
}

export type RequestFields = ReadonlyMap<string, RequestField>;

/** Bounds the time for a body with many unknown fields. */
const MAX_IGNORED = 10;

/** No rule looks deeper: a list of documents, their metadata, and lists in it. */
const MAX_DEPTH = 4;

/** No list of objects may be longer than this; the objects after it are not read, since the list is refused. */
const MAX_OBJECTS = 10_000;

/** The fields of each class with the inherited ones. Classes are few and live as long as the process. */
const fieldsByType = new Map<Type<object>, RequestFields>();

/** The fields that a request class declares or inherits, inherited ones first, in the order of declaration. */
export function fieldsOf(type: Type<object>): RequestFields {
  const known = fieldsByType.get(type) ?? readFields(type);
  fieldsByType.set(type, known);
  return known;
}

/** Whether a body of this class may be left out: it has no required field. */
export function mayBeOmitted(type: Type<object>): boolean {
  return [...fieldsOf(type).values()].every(({ isOptional }) => isOptional);
}

/**
 * The declared fields of a parsed body or query, and no others. An optional field that is null counts as absent, unless it keeps null. Only own
 * properties are read, and nothing deeper than the fields declare: class-transformer goes through all that it gets.
 * Adds the names that no field has to `ignored`.
 */
export function declaredFieldsOf(type: Type<object>, given: object, ignored?: Set<string>): object {
  const fields = fieldsOf(type);
  const values = given as Readonly<Record<string, unknown>>;
  const declared: Record<string, unknown> = {};
  if (ignored) addUnknown(given, fields, ignored);
  for (const [name, { isOptional, keepsNull, nested }] of fields) {
    if (!Object.hasOwn(values, name)) continue;
    const value = values[name];
    if (value === undefined || (value === null && isOptional && !keepsNull)) continue;
    declared[name] = nested === null ? copyOf(value) : nestedFieldsOf(nested, value, ignored);
  }
  return declared;
}

/** An instance of a request class; null if a field is at fault. For values that come with no request. */
export function validInstance<T extends object>(type: Type<T>, given: object): T | null {
  const instance = plainToInstance(type, declaredFieldsOf(type, given));
  return validateSync(instance).length === 0 ? instance : null;
}

function readFields(type: Type<object>): RequestFields {
  const parent = Object.getPrototypeOf(type.prototype as object) as { constructor: Type<object> };
  const fields = new Map(parent.constructor === Object ? [] : fieldsOf(parent.constructor));
  for (const { propertyName, type: kind, context } of getMetadataStorage().getTargetValidationMetadatas(
    type,
    '',
    false,
    false,
  )) {
    const nested = defaultMetadataStorage.findTypeMetadata(type, propertyName)?.typeFunction() ?? null;
    const known = fields.get(propertyName);
    const isOptional = known?.isOptional === true || kind === ValidationTypes.CONDITIONAL_VALIDATION;
    const keepsNull = known?.keepsNull === true || propertyOf(context, 'keepsNull') === true;
    fields.set(propertyName, { isOptional, keepsNull, nested });
  }
  return fields;
}

function addUnknown(given: object, fields: RequestFields, ignored: Set<string>): void {
  for (const name of Object.keys(given)) {
    if (ignored.size >= MAX_IGNORED) return;
    if (!fields.has(name)) ignored.add(name);
  }
}

function nestedFieldsOf(type: Type<object>, value: unknown, ignored?: Set<string>): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      isObject(item) && index < MAX_OBJECTS ? declaredFieldsOf(type, item, ignored) : copyOf(item, 0),
    );
  }
  return isObject(value) ? declaredFieldsOf(type, value, ignored) : value;
}

/** A copy of a value to a depth. Deeper values become empty ones of the same kind and length. */
function copyOf(value: unknown, depth = MAX_DEPTH): unknown {
  if (Array.isArray(value)) {
    if (depth === 0) return new Array<null>(value.length).fill(null);
    return value.map((item) => copyOf(item, depth - 1));
  }
  if (!isObject(value)) return value;
  if (depth === 0) return {};
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copyOf(inner, depth - 1)]));
}
