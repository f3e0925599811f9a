// `node scripts/write-chart-schemas.mjs`: writes deploy/helm/schemas.json, the schemas of what the chart makes, as
// each version of Kubernetes publishes them, and those of the Prometheus operator. Needs `go`, which fetches the
// modules that contain them.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const FILE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../deploy/helm/schemas.json');
/** Each is a version of the Go module k8s.io/kubernetes. */
const KUBERNETES = ['1.29.14', '1.30.14', '1.31.14', '1.32.13', '1.33.13', '1.34.4'];
const OPERATOR = 'github.com/prometheus-operator/prometheus-operator@v0.85.0';
const OPERATOR_KINDS = ['prometheusrules', 'servicemonitors'];
const KINDS = [
  'apps.v1.Deployment',
  'autoscaling.v2.HorizontalPodAutoscaler',
  'batch.v1.CronJob',
  'batch.v1.Job',
  'core.v1.ConfigMap',
  'core.v1.Service',
  'core.v1.ServiceAccount',
  'networking.v1.Ingress',
  'networking.v1.NetworkPolicy',
  'policy.v1.PodDisruptionBudget',
].map((each) => `io.k8s.api.${each}`);

/**
 * @typedef {Record<string, unknown>} Schema
 * @typedef {{ versions: string[], schema: Schema }} Variant
 */

const versions = KUBERNETES.map((each) => each.replace(/\.\d+$/, ''));
/** @type {Map<string, Variant[]>} */
const definitions = new Map();
KUBERNETES.forEach((each, index) => addKubernetes(each, versions[index] ?? each));
OPERATOR_KINDS.forEach(addOperatorKind);
const lines = [...definitions].sort(([a], [b]) => (a < b ? -1 : 1)).map(line);
writeFileSync(FILE, `{"versions":${JSON.stringify(versions)},"definitions":{\n${lines.join(',\n')}\n}}\n`);

/**
 * @param {string} release
 * @param {string} version
 */
function addKubernetes(release, version) {
  const file = path.join(goModule(`k8s.io/kubernetes@v${release}`), 'api/openapi-spec/swagger.json');
  const all = JSON.parse(readFileSync(file, 'utf8')).definitions;
  for (const name of reachable(all)) add(name, version, strict(all[name], name));
}

/** @param {Record<string, Schema>} all */
function reachable(all) {
  const found = new Set(KINDS);
  for (const name of found) {
    for (const [, next] of JSON.stringify(all[name]).matchAll(/#\/definitions\/([^"]+)/g)) {
      // Only the cluster writes the status.
      if (next !== undefined && !next.endsWith('Status')) found.add(next);
    }
  }
  return found;
}

/** @param {string} plural */
function addOperatorKind(plural) {
  const folder = path.join(goModule(OPERATOR), 'example/prometheus-operator-crd');
  const { spec } = parse(readFileSync(path.join(folder, `monitoring.coreos.com_${plural}.yaml`), 'utf8'));
  const [{ name, schema }] = spec.versions;
  const made = strict(schema.openAPIV3Schema, '');
  const kind = { group: spec.group, version: name, kind: spec.names.kind };
  for (const version of versions) {
    add(`${spec.group}.${spec.names.kind}`, version, { ...made, 'x-kubernetes-group-version-kind': [kind] });
  }
}

/**
 * @param {string} name
 * @param {string} version
 * @param {Schema} schema
 */
function add(name, version, schema) {
  const variants = definitions.get(name) ?? [];
  definitions.set(name, variants);
  const same = variants.find((each) => JSON.stringify(each.schema) === JSON.stringify(schema));
  if (same) same.versions.push(version);
  else variants.push({ versions: [version], schema });
}

/**
 * The part of a schema that a validator reads, which refuses unknown fields, as `kubectl --validate=strict` does.
 *
 * @param {Schema} schema
 * @param {string} name
 * @returns {Schema}
 */
function strict(schema, name) {
  if (name.endsWith('.IntOrString')) return { type: ['string', 'integer'] };
  if (name.endsWith('.Quantity')) return { type: ['string', 'number'] };
  const { properties, type, required, enum: values, pattern, minimum, minItems, minLength } = schema;
  const { items, additionalProperties, $ref, 'x-kubernetes-group-version-kind': kinds } = schema;
  if (typeof $ref === 'string') return $ref.endsWith('Status') ? {} : { $ref };
  if (schema['x-kubernetes-int-or-string']) return { type: ['string', 'integer'] };
  const kept = { type, required, enum: values, pattern, minimum, minItems, minLength };
  return {
    ...kept,
    ...(KINDS.includes(name) && { 'x-kubernetes-group-version-kind': kinds }),
    ...(isSchema(items) && { items: strict(items, '') }),
    ...(isSchema(additionalProperties) && { additionalProperties: strict(additionalProperties, '') }),
    ...(isSchema(properties) && { properties: strictAll(properties), additionalProperties: false }),
  };
}

/** @param {Schema} properties */
function strictAll(properties) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, strict(/** @type {Schema} */ (each), '')]),
  );
}

/**
 * @param {unknown} value
 * @returns {value is Schema}
 */
function isSchema(value) {
  return typeof value === 'object' && value !== null;
}

/**
 * @param {string} source a module and its version
 * @returns {string} its folder
 */
function goModule(source) {
  const options = { cwd: tmpdir(), encoding: /** @type {const} */ ('utf8'), timeout: 300_000 };
  return JSON.parse(execFileSync('go', ['mod', 'download', '-json', source], options)).Dir;
}

/** @param {[string, Variant[]]} definition */
function line([name, variants]) {
  return `${JSON.stringify(name)}:${JSON.stringify(variants)}`;
}
