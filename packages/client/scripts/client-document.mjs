// The part of the OpenAPI document that the client shows, with its names: camelCase, and Date for stamps.

/** Paths that the client does not call. */
const LEFT_OUT = /^\/api\/ui\/|^\/metrics|^\/$|^\/live|^\/ready|^\/api\/v2\/status|\/export$/;
const STAMPS = new Set(['at', 'last_session', 'as_of_date', 'since_date', 'valid_from', 'valid_to']);
/** What openapi-typescript copies as it is; `withDates` puts Date in its place. */
const DATE = '__date__';

/**
 * Whether a property of a response holds a stamp. src/wire.ts has the same rule.
 *
 * @param {string} name
 */
export function isStamp(name) {
  return name.endsWith('_at') || STAMPS.has(name);
}

/** @param {string} name */
export function camelCase(name) {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
}

/** @param {string} reference */
const nameOf = (reference) => reference.split('/').at(-1) ?? '';

/**
 * The schemas of requests and successful responses.
 *
 * @param {any} document
 */
export function clientDocument(document) {
  const all = wholeSchemas(document.components.schemas);
  const names = new Set();
  for (const [path, operations] of Object.entries(document.paths)) {
    if (LEFT_OUT.test(path)) continue;
    for (const operation of Object.values(operations)) {
      const responses = Object.entries(operation.responses ?? {});
      const successful = responses
        .filter(([status]) => status.startsWith('2'))
        // Answers that several operations give are components.
        .map(([, { $ref, ...own }]) => ($ref ? document.components.responses[nameOf($ref)] : own));
      addReferences([operation.requestBody, ...successful], all, names);
    }
  }
  const schemas = Object.fromEntries([...names].sort().map((name) => [name, clientSchema(all[name])]));
  return { openapi: '3.1.0', info: document.info, paths: {}, components: { schemas } };
}

/**
 * The schemas with the properties that they take from shared ones (`allOf`) as their own, and maps in their place.
 *
 * @param {Record<string, any>} schemas
 * @returns {Record<string, any>}
 */
function wholeSchemas(schemas) {
  /** @param {any} schema @returns {any} */
  const withBase = ({ allOf, ...schema }) => {
    if (allOf === undefined) return schema;
    /** @type {any[]} */
    const given = allOf;
    const parts = given.map((part) => (part.$ref ? withBase(schemas[nameOf(part.$ref)]) : part)).reverse();
    const required = parts.flatMap((part) => part.required ?? []);
    const properties = Object.assign({}, ...parts.map((part) => part.properties));
    return { ...schema, properties, ...(required.length > 0 && { required }) };
  };
  /** @param {any} node @returns {any} */
  const withMaps = (node) => {
    if (Array.isArray(node)) return node.map(withMaps);
    if (typeof node !== 'object' || node === null) return node;
    const { allOf, oneOf, ...rest } = node;
    const map = schemas[nameOf((allOf ?? oneOf)?.[0]?.$ref ?? '')];
    if (map?.additionalProperties && !map.properties)
      return { ...rest, ...map, type: oneOf ? ['object', 'null'] : 'object' };
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withMaps(value)]));
  };
  const named = Object.entries(schemas).map(([name, schema]) => [
    name,
    withMaps(schema.allOf ? withBase(schema) : schema),
  ]);
  return Object.fromEntries(named);
}

/**
 * @param {unknown} part
 * @param {Record<string, unknown>} schemas
 * @param {Set<string>} names
 */
function addReferences(part, schemas, names) {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    if (key !== '$ref' || typeof value !== 'string') {
      addReferences(value, schemas, names);
      continue;
    }
    const name = nameOf(value);
    if (!value.includes('/schemas/') || names.has(name)) continue;
    names.add(name);
    addReferences(schemas[name], schemas, names);
  }
}

/**
 * @param {any} schema
 * @returns {any}
 */
function clientSchema(schema) {
  if (Array.isArray(schema)) return schema.map(clientSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { properties, required, example: _, examples: __, ...rest } = schema;
  const changed = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, clientSchema(value)]));
  if (properties === undefined) return changed;
  return {
    ...changed,
    ...(required ? { required: required.map(camelCase) } : {}),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        camelCase(name),
        isStamp(name) ? stampSchema(property) : clientSchema(property),
      ]),
    ),
  };
}

/** @param {any} property */
function stampSchema({ description, type, deprecated }) {
  const isNullable = Array.isArray(type) && type.includes('null');
  return { description, deprecated, enum: isNullable ? [DATE, null] : [DATE] };
}

/**
 * The types with Date in the place of stamps, and comments without what the types say themselves.
 *
 * @param {string} types
 */
export function withDates(types) {
  return types
    .replaceAll(`"${DATE}"`, 'Date')
    .replaceAll(/^ *\* @enum \{\w+\}\n/gm, '')
    .replaceAll('* @description ', '* ');
}
