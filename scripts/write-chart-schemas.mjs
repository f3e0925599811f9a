// `node scripts/write-chart-schemas.mjs`: writes deploy/helm/schemas.json, the schemas of what the chart makes, as
// each version of Kubernetes publishes them, and those of the Prometheus operator. Those of CloudNativePG are kept as far as
// deploy/cloudnative-pg goes. Needs `go`, which fetches the modules that contain them.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

const FILE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../deploy/helm/schemas.json');
/** Each is a version of the Go module k8s.io/kubernetes. */
const KUBERNETES = ['1.29.14', '1.30.14', '1.31.14', '1.32.13', '1.33.13', '1.34.4'];
const OPERATOR = 'github.com/prometheus-operator/prometheus-operator@v0.85.0';
const OPERATOR_KINDS = ['prometheusrules', 'servicemonitors'];
const EXAMPLES = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../deploy/cloudnative-pg');
const EXAMPLE_CRDS = [
  ['github.com/cloudnative-pg/cloudnative-pg@v1.30.0', 'postgresql.cnpg.io_clusters'],
  ['github.com/cloudnative-pg/cloudnative-pg@v1.30.0', 'postgresql.cnpg.io_poolers'],
  ['github.com/cloudnative-pg/cloudnative-pg@v1.30.0', 'postgresql.cnpg.io_scheduledbackups'],
  ['github.com/cloudnative-pg/plugin-barman-cloud@v0.15.0', 'barmancloud.cnpg.io_objectstores'],
];
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
OPERATOR_KINDS.forEach((each) => {
  const folder = path.join(goModule(OPERATOR), 'example/prometheus-operator-crd');
  addCustomKind(path.join(folder, `monitoring.coreos.com_${each}.yaml`), (schema) => schema);
});
const examples = readdirSync(EXAMPLES).flatMap((name) =>
  parseAllDocuments(readFileSync(path.join(EXAMPLES, name), 'utf8')).map((each) => each.toJS()),
);
for (const [source = '', crd] of EXAMPLE_CRDS) {
  addCustomKind(path.join(goModule(source), `config/crd/bases/${crd}.yaml`), (schema, kind) =>
    reached(
      schema,
      examples.filter((each) => each.kind === kind),
    ),
  );
}
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

/**
 * @param {string} file a CustomResourceDefinition
 * @param {(schema: Schema, kind: string) => Schema} keep
 */
function addCustomKind(file, keep) {
  const { spec } = parse(readFileSync(file, 'utf8'));
  const [{ name, schema }] = spec.versions;
  const made = keep(strict(schema.openAPIV3Schema, ''), spec.names.kind);
  const kind = { group: spec.group, version: name, kind: spec.names.kind };
  for (const version of versions) {
    add(`${spec.group}.${spec.names.kind}`, version, { ...made, 'x-kubernetes-group-version-kind': [kind] });
  }
}

/**
 * A schema without what none of the values has: such a property is known, and any value of it refused.
 *
 * @param {Schema} schema
 * @param {unknown[]} values
 * @returns {Schema}
 */
function reached(schema, values) {
  const { properties, items, additionalProperties } = schema;
  const objects = /** @type {Record<string, unknown>[]} */ (values.filter(isSchema));
  /** @param {string} name */
  const of = (name) => objects.map((each) => each[name]).filter((each) => each !== undefined);
  /** @param {[string, unknown]} property */
  const kept = ([name, each]) => [
    name,
    of(name).length > 0 && reached(/** @type {Schema} */ (each), of(name)),
  ];
  return {
    ...schema,
    ...(isSchema(items) && { items: reached(items, values.flat()) }),
    ...(isSchema(additionalProperties) && {
      additionalProperties: reached(additionalProperties, objects.flatMap(Object.values)),
    }),
    ...(isSchema(properties) && { properties: Object.fromEntries(Object.entries(properties).map(kept)) }),
  };
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
