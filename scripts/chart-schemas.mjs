// Checks manifests against the schemas that the supported versions of Kubernetes publish. They lie in
// deploy/helm/schemas.json, which scripts/write-chart-schemas.mjs writes with the keywords that are read here. A library
// that compiles schemas takes seconds for six versions.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../deploy/helm/schemas.json');
const REFERENCE = '#/definitions/';

/**
 * @typedef {{ apiVersion: string, kind: string, metadata?: { name?: string } }} Manifest
 * @typedef {{ $ref?: string, type?: string | string[], enum?: unknown[], pattern?: string, minimum?: number,
 *   minLength?: number, minItems?: number, required?: string[], items?: Schema,
 *   properties?: Record<string, Schema>, additionalProperties?: Schema | false,
 *   'x-kubernetes-group-version-kind'?: { group: string, version: string, kind: string }[] }} Schema
 * @typedef {(name: string) => Schema | undefined} Definitions
 */

/** @type {{ versions: string[], definitions: Record<string, { versions: string[], schema: Schema }[]> }} */
const { versions, definitions } = JSON.parse(readFileSync(FILE, 'utf8'));

/**
 * Every way in which these manifests do not fit the schemas of a version.
 *
 * @param {Manifest[]} manifests
 * @returns {string[]}
 */
export function schemaProblems(manifests) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const version of versions) {
    for (const problem of manifests.flatMap((each) => manifestProblems(each, version))) {
      found.set(problem, [...(found.get(problem) ?? []), version]);
    }
  }
  return [...found].map(([problem, of]) => `${problem} (Kubernetes ${of.join(', ')})`);
}

/**
 * @param {Manifest} manifest
 * @param {string} version
 */
function manifestProblems(manifest, version) {
  const { apiVersion, kind, metadata } = manifest;
  /** @type {Definitions} */
  const definition = (name) => definitions[name]?.find((each) => each.versions.includes(version))?.schema;
  const root = Object.keys(definitions).find((name) => isOf(definition(name), apiVersion, kind));
  const title = `${kind} ${metadata?.name}`;
  if (root === undefined) return [`${title}: no schema of a ${kind} of ${apiVersion}`];
  return [...valueProblems(manifest, { $ref: REFERENCE + root }, '', definition)].map(
    (each) => `${title} ${each}`,
  );
}

/**
 * @param {Schema | undefined} schema
 * @param {string} apiVersion
 * @param {string} kind
 */
function isOf(schema, apiVersion, kind) {
  return schema?.['x-kubernetes-group-version-kind']?.some(
    (each) => each.kind === kind && [each.group, each.version].filter(Boolean).join('/') === apiVersion,
  );
}

/**
 * @param {unknown} value
 * @param {Schema} schema
 * @param {string} at where the value is
 * @param {Definitions} definition
 * @returns {Generator<string>}
 */
function* valueProblems(value, schema, at, definition) {
  if (schema.$ref !== undefined) {
    const target = definition(schema.$ref.replace(REFERENCE, ''));
    if (target === undefined) throw new Error(`schemas.json has no ${schema.$ref}`);
    yield* valueProblems(value, target, at, definition);
    return;
  }
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((each) => isA(each, value))) {
    yield `${at} is not ${types.join(' or ')}`;
  } else if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) yield `${at} has too few items`;
    for (const [index, each] of value.entries()) {
      yield* valueProblems(each, schema.items ?? {}, `${at}/${index}`, definition);
    }
  } else if (isA('object', value)) {
    yield* objectProblems(/** @type {Record<string, unknown>} */ (value), schema, at, definition);
  } else if (!isAllowed(value, schema)) {
    yield `${at} is not an allowed value`;
  }
}

/**
 * @param {Record<string, unknown>} value
 * @param {Schema} schema
 * @param {string} at
 * @param {Definitions} definition
 * @returns {Generator<string>}
 */
function* objectProblems(value, { required = [], properties = {}, additionalProperties }, at, definition) {
  for (const name of required) if (value[name] === undefined) yield `${at} has no ${name}`;
  for (const [name, each] of Object.entries(value)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (schema === false) yield `${at}/${name} is not a known field`;
    else yield* valueProblems(each, schema ?? {}, `${at}/${name}`, definition);
  }
}

/**
 * @param {string} type
 * @param {unknown} value
 */
function isA(type, value) {
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return value !== null && !Array.isArray(value) && typeof value === type;
}

/**
 * @param {unknown} value not an object or an array
 * @param {Schema} schema
 */
function isAllowed(value, { enum: values, pattern, minimum, minLength = 0 }) {
  if (values !== undefined && !values.includes(value)) return false;
  if (typeof value === 'number') return value >= (minimum ?? value);
  if (typeof value !== 'string') return true;
  return value.length >= minLength && new RegExp(pattern ?? '', 'u').test(value);
}
