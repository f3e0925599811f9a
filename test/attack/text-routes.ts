import { readApiDocument } from '../support/api-document';
import type { Schema, Schemas } from '../support/openapi-values';

/** A place of a request that takes text. */
export interface TextRoute {
  method: string;
  /** With the names of path parameters in braces. */
  path: string;
  /** Where the text stands: a query parameter, or the keys and indexes that lead to it in the body. */
  query?: string;
  field?: readonly (string | number)[];
  /** Most UTF-16 code units that the document allows. */
  maxLength: number;
  /** The document allows texts of 1,000 and more on purpose: prose, and no name, date or id. */
  isProse: boolean;
  /** A body that the service accepts; null for none. */
  body: unknown;
}

interface Operation {
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas };
}

/** Where the document gives no limit. The first length beyond what any text of the contract may have. */
const DEFAULT_LENGTH = 10_000;
/** A request of more than this is refused by its size alone. */
const MOST_LENGTH = 100_000;
const PROSE = 1_000;
const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** Every text of every operation of openapi.json. A text of a closed set is no text. */
export function textRoutes(): TextRoute[] {
  const document = readApiDocument<Document>();
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .flatMap(([method, operation]) => [
        ...queryRoutes(method, path, operation),
        ...bodyRoutes(method, path, operation, document.components.schemas),
      ]),
  );
}

/** The body of a route with a text in its place. */
export function bodyWith(route: TextRoute, text: string): unknown {
  return route.field === undefined ? route.body : replaced(route.body, route.field, text);
}

function queryRoutes(method: string, path: string, { parameters = [] }: Operation): TextRoute[] {
  return parameters
    .filter((each) => each.in === 'query' && isText(each.schema))
    .map(({ name, schema }) => ({
      ...{ method, path, query: name, body: null },
      // The request line counts with the headers, 16 KiB unless set.
      maxLength: Math.min(lengthOf(schema), 4_000),
      isProse: isProse(schema),
    }));
}

function bodyRoutes(method: string, path: string, operation: Operation, schemas: Schemas): TextRoute[] {
  const content = operation.requestBody?.content['application/json'];
  if (content === undefined) return [];
  const body = content.example ?? sampleOf(content.schema, schemas);
  return textFields(content.schema, schemas, []).map(({ field, schema }) => ({
    ...{ method, path, field, body },
    maxLength: lengthOf(schema),
    isProse: isProse(schema),
  }));
}

interface TextField {
  field: readonly (string | number)[];
  schema: Schema;
}

function textFields(given: Schema, schemas: Schemas, field: TextField['field']): TextField[] {
  const schema = resolved(given, schemas);
  if (isText(schema)) return [{ field, schema }];
  if (schema.items) return textFields(schema.items, schemas, [...field, 0]);
  const { additionalProperties: others } = schema;
  return [
    ...(schema.allOf ?? schema.oneOf ?? []).flatMap((each) => textFields(each, schemas, field)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
      textFields(each, schemas, [...field, name]),
    ),
    ...(typeof others === 'object' ? textFields(others, schemas, [...field, 'name']) : []),
  ];
}

/** The least that the schema allows: its example, or what it requires. */
function sampleOf(given: Schema, schemas: Schemas): unknown {
  const schema = resolved(given, schemas);
  if (schema.example !== undefined) return schema.example;
  if (schema.enum) return schema.enum[0];
  const choice = (schema.allOf ?? schema.oneOf)?.[0];
  if (choice) return sampleOf(choice, schemas);
  switch (schema.type) {
    case 'array':
      return schema.items ? [sampleOf(schema.items, schemas)] : [];
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {}, schemas)]),
      );
    case 'string':
      return 'x';
    case 'boolean':
      return false;
    case undefined:
    default:
      return schema.minimum ?? 1;
  }
}

function replaced(value: unknown, [key, ...rest]: TextField['field'], text: string): unknown {
  if (key === undefined) return text;
  if (typeof key === 'number') return [replaced(Array.isArray(value) ? value[key] : undefined, rest, text)];
  const object = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  return { ...object, [key]: replaced(object[key], rest, text) };
}

const isText = ({ type, enum: values }: Schema): boolean => type === 'string' && values === undefined;

const isProse = ({ maxLength = 0 }: Schema): boolean => maxLength >= PROSE;

const lengthOf = ({ maxLength = DEFAULT_LENGTH }: Schema): number => Math.min(maxLength, MOST_LENGTH);

function resolved(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
}
