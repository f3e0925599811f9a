// Checks manifests against the schemas that the supported versions of Kubernetes publish. They lie in
// deploy/helm/schemas.json, which scripts/write-chart-schemas.mjs writes.
import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../deploy/helm/schemas.json');

/**
 * @typedef {{ apiVersion: string, kind: string, metadata?: { name?: string } }} Manifest
 * @typedef {{ 'x-kubernetes-group-version-kind'?: { group: string, version: string, kind: string }[] }} Schema
 */

/** @type {{ versions: string[], definitions: Record<string, { versions: string[], schema: Schema }[]> }} */
const { versions, definitions } = JSON.parse(readFileSync(FILE, 'utf8'));

/**
 * Patterns of the Prometheus operator are of Go: `(?i)` ignores case.
 *
 * @param {string} pattern
 * @param {string} flags
 */
function goPattern(pattern, flags) {
  return new RegExp(pattern.replace('(?i)', ''), pattern.includes('(?i)') ? `${flags}i` : flags);
}

// `strict` refuses the keywords of Kubernetes, which begin with x-.
const regExp = Object.assign(goPattern, { code: 'goPattern' });
const ajv = new Ajv({ allErrors: true, strict: false, code: { regExp } });
for (const version of versions) ajv.addSchema({ definitions: definitionsOf(version) }, version);

/** @param {string} version */
function definitionsOf(version) {
  const found = Object.entries(definitions).map(([name, variants]) => [
    name,
    variants.find((each) => each.versions.includes(version))?.schema,
  ]);
  return Object.fromEntries(found.filter(([, schema]) => schema !== undefined));
}

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
 * @returns {string[]}
 */
function manifestProblems(manifest, version) {
  const { apiVersion, kind, metadata } = manifest;
  const title = `${kind} ${metadata?.name}`;
  const root = Object.keys(definitions).find((name) =>
    definitions[name]?.some((each) => each.versions.includes(version) && isOf(each.schema, apiVersion, kind)),
  );
  if (root === undefined) return [`${title}: no schema of a ${kind} of ${apiVersion}`];
  ajv.validate(`${version}#/definitions/${root}`, manifest);
  return (ajv.errors ?? []).map((each) => `${title} ${problem(each)}`);
}

/**
 * @param {Schema} schema
 * @param {string} apiVersion
 * @param {string} kind
 */
function isOf(schema, apiVersion, kind) {
  return schema['x-kubernetes-group-version-kind']?.some(
    (each) => each.kind === kind && [each.group, each.version].filter(Boolean).join('/') === apiVersion,
  );
}

/** @param {import('ajv').ErrorObject} error */
function problem({ instancePath, keyword, params, message }) {
  if (keyword === 'additionalProperties')
    return `${instancePath}/${params.additionalProperty} is not a known field`;
  // What the schema of a database is kept without.
  if (keyword === 'false schema')
    return `${instancePath} has no kept schema: node scripts/write-chart-schemas.mjs`;
  if (keyword === 'required') return `${instancePath} has no ${params.missingProperty}`;
  if (keyword === 'type') return `${instancePath} is not ${[params.type].flat().join(' or ')}`;
  return `${instancePath} ${message}`;
}
