import fc from 'fast-check';

/** What is read of a schema of OpenAPI 3.1. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  example?: unknown;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** Longer texts and lists find nothing that these do not. */
const MAX_LENGTH = 40;
const MAX_ITEMS = 4;
const NOTHING: Schema = {};

const NONSENSE = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('', ' ', '\u0000', '\ud800', '__proto__', 'x'.repeat(20_000), -1, 0.5, 101, 2 ** 53, 1e308),
  fc.constantFrom<unknown>(null, [], {}, [null], [[]], { constructor: 'x' }, true),
);

/** Values of a schema, any part of which may be nonsense now and then. */
export function valuesOf(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: rightValuesOf(resolved(schema, schemas), schemas) },
    { weight: 1, arbitrary: NONSENSE },
  );
}

/** With the properties of the schemas that it extends. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref === undefined) return schema;
  return whole(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? NOTHING, schemas);
}

/** With the properties of the schema that it extends. */
function whole(schema: Schema, schemas: Schemas): Schema {
  if (!schema.allOf || schema.type !== 'object') return schema;
  const { allOf, ...own } = schema;
  const parts = [...allOf.map((each) => resolved(each, schemas)), own];
  return {
    ...own,
    properties: Object.assign({}, ...parts.map((each) => each.properties)) as Record<string, Schema>,
    required: parts.flatMap((each) => each.required ?? []),
  };
}

function rightValuesOf(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  if (!Array.isArray(schema.type)) return valuesOfType(schema, schemas);
  const [type] = schema.type as string[];
  return fc.option(valuesOfType({ ...schema, type }, schemas), { freq: 6 });
}

function valuesOfType(schema: Schema, schemas: Schemas): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.oneOf ?? schema.allOf;
  if (choices) return fc.oneof(...choices.map((each) => valuesOf(each, schemas)));
  switch (schema.type) {
    case 'string':
      return texts(schema);
    case 'integer':
      return fc.integer({
        min: schema.minimum ?? Number.MIN_SAFE_INTEGER,
        max: schema.maximum ?? Number.MAX_SAFE_INTEGER,
      });
    case 'number':
      return fc.double({
        min: schema.minimum ?? schema.exclusiveMinimum ?? -1e9,
        max: schema.maximum ?? 1e9,
        noNaN: true,
      });
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return lists(schema, schemas);
    case 'object':
      return objects(schema, schemas);
    case undefined:
    default:
      return NONSENSE;
  }
}

function texts({ pattern, minLength = 0, maxLength = MAX_LENGTH, example }: Schema): fc.Arbitrary<unknown> {
  const made =
    pattern === undefined
      ? fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, MAX_LENGTH) })
      : fc.stringMatching(new RegExp(pattern));
  return typeof example === 'string' ? fc.oneof(fc.constant(example), made) : made;
}

function lists(
  { items, minItems = 0, maxItems = MAX_ITEMS }: Schema,
  schemas: Schemas,
): fc.Arbitrary<unknown> {
  const limits = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, MAX_ITEMS)) };
  return fc.array(valuesOf(items ?? NOTHING, schemas), limits);
}

function objects(
  { properties = {}, required = [], additionalProperties }: Schema,
  schemas: Schemas,
): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema, schemas)]),
  );
  const named = fc.record(fields, { requiredKeys: [...required] });
  if (typeof additionalProperties !== 'object') return named;
  const others = fc.dictionary(fc.string({ maxLength: 10 }), valuesOf(additionalProperties, schemas), {
    maxKeys: 3,
  });
  return fc.tuple(others, named).map(([some, rest]) => ({ ...some, ...rest }));
}

/** Without those of the schema that it extends, which has them itself. */
export function ownPropertiesOf(schema: object): Record<string, object> {
  const { properties = {}, allOf = [] } = schema as {
    properties?: Record<string, object>;
    allOf?: { properties?: Record<string, object> }[];
  };
  return Object.assign({}, properties, ...allOf.map((part) => part.properties)) as Record<string, object>;
}
