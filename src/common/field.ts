import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { NO_PROBLEMS, problem, within, type Problem, type Rule } from './field-rules';
import { isObject } from './objects';
import type { Property } from './with-properties';

/** Where a request's fields come from. A query has only texts, so its numbers and flags are read from them. */
export type FieldSource = 'body' | 'query';

/** How a field is read, checked and normalised, in this order. */
interface FieldDefinition {
  name: string;
  required: boolean;
  /** Takes the place of an absent value. */
  default: unknown;
  /** The value that a query's text stands for; any other text is returned as it is. */
  fromText?: (text: unknown) => unknown;
  /** Builds instances of nested classes; anything else is returned as it is. */
  nest?: (value: unknown, source: FieldSource, ignored?: Set<string>) => unknown;
  rule: Rule;
  /** Brings a value that passed into the form in which it is stored. */
  clean?: (value: never) => unknown;
}

export interface FieldOptions {
  /** Default true, unless the field has a default. An optional field may also be null, which is the same as absent. */
  required?: boolean;
  default?: unknown;
  /** For the API document: a default that the caller applies, since it must know whether the field was given. */
  documentedDefault?: unknown;
}

/** How the fields of a kind are read and checked, and their entry in the API document. */
export type FieldKind = Pick<FieldDefinition, 'fromText' | 'nest' | 'rule' | 'clean'> & {
  schema: ApiPropertyOptions;
};

/** The options may be left out if none of the kind's own is required. */
type Given<Options, Own> = Partial<Own> extends Own ? [options?: Options] : [options: Options];

type OneOf<Value, Options> = Options extends { values: readonly (infer Choice)[] }
  ? Choice
  : Options extends { type: () => Type<infer Item> }
    ? Item
    : Value;

/** The type of a field's values: an optional one may also be null or absent. */
type FieldValue<Value, Options> =
  | (Value extends (infer Item)[] ? OneOf<Item, Options>[] : OneOf<Value, Options>)
  | (Options extends { required: false } | { default: unknown } | { documentedDefault: unknown }
      ? null | undefined
      : never);

/** Declares a field. Name the type of its values where its options do not tell it. */
interface FieldDeclaration<Value, Own extends object> {
  <const Options extends FieldOptions & Own, Example>(
    description: string,
    example: Example,
    ...options: Given<Options, Own>
  ): Property<FieldValue<Value, Options>>;
  <Named>(description: string, example: unknown, ...options: Given<FieldOptions & Own, Own>): Property<Named>;
}

/** Bounds the time for a body with many unknown fields. */
const MAX_IGNORED = 10;

/** The fields that each class declares itself, by its prototype. */
const declared = new Map<object, FieldDefinition[]>();

/** The fields of each class with the inherited ones. Classes are few and live as long as the process. */
const fieldsByType = new Map<Type<object>, readonly FieldDefinition[]>();

/** A function that declares fields of a request: how they are read and checked, and their entry in the API document. */
export function defineField<Value, Own extends object = object>(
  kindOf: (options: FieldOptions & Own) => FieldKind,
): FieldDeclaration<Value, Own> {
  return (description: string, example: unknown, given?: FieldOptions & Own): PropertyDecorator => {
    const options = given ?? ({} as FieldOptions & Own);
    const { schema, ...kind } = kindOf(options);
    const value = options.default ?? options.documentedDefault;
    const required = options.required ?? value === undefined;
    const entry = { ...schema, description, example, required } as ApiPropertyOptions;
    if (!required) Object.assign(entry, { nullable: true, ...enumWithNull(entry) });
    if (value !== undefined) Object.assign(entry, { default: value });
    return (target, key) => {
      const own = declared.get(target) ?? [];
      own.push({ ...kind, name: key as string, required, default: options.default ?? null });
      declared.set(target, own);
      ApiProperty(entry)(target, key);
    };
  };
}

/** Declares a field of a kind of its own. */
export function Field<Value>(
  description: string,
  example: unknown,
  kind: FieldKind,
  options?: FieldOptions,
): Property<Value> {
  return defineField(() => kind)<Value>(description, example, options);
}

/** `nullable` adds no null to an `enum`, which would rule it out (OpenAPI 3.0.3, Schema Object). */
export function enumWithNull({ enum: values }: ApiPropertyOptions): { enum?: unknown[] } {
  return Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {};
}

/**
 * An instance of a class with its declared fields only, read from a parsed body or query. Only own properties are
 * read, and nothing deeper than the fields ask for, so that no shape of JSON is dangerous or slow. Absent fields
 * become their default or null. Names that no field has are added to `ignored`, up to `MAX_IGNORED`.
 */
export function readFields<T extends object>(
  type: Type<T>,
  given: object,
  source: FieldSource,
  ignored?: Set<string>,
): T {
  const instance = new type() as T & Record<string, unknown>;
  const fields = fieldsOf(type);
  if (ignored) addUnknown(given, fields, ignored);
  for (const field of fields) {
    const has = Object.hasOwn(given, field.name);
    const value: unknown = has ? (given as Record<string, unknown>)[field.name] : undefined;
    const absent = value === undefined || (value === null && !field.required);
    if (!absent) (instance as Record<string, unknown>)[field.name] = readValue(field, value, source, ignored);
    // A required field stays undefined, which tells missing from null.
    else if (!field.required) (instance as Record<string, unknown>)[field.name] = field.default;
  }
  return instance;
}

/** What is wrong with an instance that `readFields` made; when nothing is, its values are normalised. */
export function problemsOf(instance: unknown): readonly Problem[] {
  if (!isObject(instance)) return problem('dict_type', 'Input should be a valid object', instance);
  const fields = fieldsOf(instance.constructor as Type<object>);
  const values = instance;
  const found = fields.flatMap((field) => within(field.name, fieldProblems(field, values[field.name])));
  if (found.length > 0) return found;
  for (const { name, clean } of fields) {
    const value = values[name];
    if (clean && value !== null) values[name] = clean(value as never);
  }
  return NO_PROBLEMS;
}

/** Whether a body of this class may be left out: it has no required field. */
export function mayBeOmitted(type: Type<object>): boolean {
  return fieldsOf(type).every((field) => !field.required);
}

/** The names of the fields that a class declares or inherits. */
export function fieldNames(type: Type<object>): string[] {
  return fieldsOf(type).map(({ name }) => name);
}

/** Turns the objects of a list into instances. A list that is too long is left as it is: its rule refuses it. */
export function nestList(type: () => Type<object>, maxItems: number) {
  return (value: unknown, source: FieldSource, ignored?: Set<string>): unknown => {
    if (!Array.isArray(value) || value.length > maxItems) return value;
    return value.map((item: unknown) => (isObject(item) ? readFields(type(), item, source, ignored) : item));
  };
}

function fieldsOf(type: Type<object>): readonly FieldDefinition[] {
  let fields = fieldsByType.get(type);
  if (fields === undefined) {
    const inherited = Object.getPrototypeOf(type.prototype) as { constructor: Type<object> } | null;
    fields = [
      ...(inherited ? fieldsOf(inherited.constructor) : []),
      ...(declared.get(type.prototype as object) ?? []),
    ];
    fieldsByType.set(type, fields);
  }
  return fields;
}

function addUnknown(given: object, fields: readonly FieldDefinition[], ignored: Set<string>): void {
  for (const name of Object.keys(given)) {
    if (ignored.size >= MAX_IGNORED) return;
    if (!fields.some((field) => field.name === name)) ignored.add(name);
  }
}

function readValue(
  { fromText, nest }: FieldDefinition,
  value: unknown,
  source: FieldSource,
  ignored?: Set<string>,
): unknown {
  const read = source === 'query' && fromText ? fromText(value) : value;
  return nest ? nest(read, source, ignored) : read;
}

function fieldProblems({ required, rule }: FieldDefinition, value: unknown): readonly Problem[] {
  if (value === undefined && required) return problem('missing', 'Field required', null);
  return value === null && !required ? NO_PROBLEMS : rule(value);
}
