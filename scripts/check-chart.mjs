// `node scripts/check-chart.mjs [--write] [CHART]`: lints the Helm chart, renders it with every file of its
// folder `ci`, and checks what comes out.
//
// Without `helm` on the path it checks what was rendered last, which lies in `rendered` beside the chart, and that
// the chart has not changed since. `--write`, which needs helm, renders it again.
//
// It also checks the database of deploy/cloudnative-pg, which lies beside the folder of the chart.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { chartProblems } from './chart-rules.mjs';
import { databaseProblems } from './database-example-rules.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const RELEASE = 'memory';
/** Of a cluster that the chart must work in; helm's own default depends on how helm was built. */
const KUBERNETES = '1.30.0';

const flags = process.argv.slice(2);
const write = flags.includes('--write');
const chart = path.resolve(
  flags.find((each) => !each.startsWith('--')) ?? path.join(ROOT, 'deploy/helm/agent-memory-service'),
);
const renderedFolder = path.join(chart, '../rendered');

/** @type {string[]} */
const problems = [];
const hasHelm = spawnSync('helm', ['version']).status === 0;
const cases = readdirSync(path.join(chart, 'ci')).sort();
if (write && !hasHelm) problems.push('--write needs helm');
checkVersion();
for (const name of cases) checkCase(name);
checkDatabase();

for (const each of problems) console.error(each);
if (problems.length === 0) {
  console.log(
    `The chart is right: ${cases.length} renderings ${hasHelm ? 'made and' : '(kept, no helm here)'} checked`,
  );
}
process.exitCode = problems.length === 0 ? 0 : 1;

function checkVersion() {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const [described] = manifests(readFileSync(path.join(chart, 'Chart.yaml'), 'utf8'));
  if (described.appVersion !== version)
    problems.push(`Chart.yaml: appVersion is not ${version}, that of package.json`);
}

function checkDatabase() {
  const folder = path.join(chart, '../../cloudnative-pg');
  const files = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
  problems.push(...databaseProblems(files.flatMap(manifests)).map((each) => `cloudnative-pg: ${each}`));
}

/** @param {string} name of a file of values */
function checkCase(name) {
  const file = path.join(renderedFolder, name.replace('-values', ''));
  const made = hasHelm ? render(name) : null;
  if (hasHelm && made === null) return;
  if (write && made !== null) {
    mkdirSync(renderedFolder, { recursive: true });
    writeFileSync(file, `${stamp()}\n${made}`);
  }
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (!isFresh(kept, made)) {
    problems.push(`${name}: the kept rendering is not of this chart: node scripts/check-chart.mjs --write`);
    return;
  }
  problems.push(...chartProblems(manifests(made ?? kept), variables()).map((each) => `${name}: ${each}`));
}

/**
 * @param {string} kept
 * @param {string | null} made
 */
function isFresh(kept, made) {
  if (!kept.startsWith(`${stamp()}\n`)) return false;
  return made === null || isDeepStrictEqual(manifests(kept), manifests(made));
}

/** The first line of a rendering tells what it was made from. */
function stamp() {
  const hash = createHash('sha256');
  for (const file of readdirSync(chart, { recursive: true, encoding: 'utf8' }).sort()) {
    const full = path.join(chart, file);
    if (!/\.(ya?ml|tpl|json|txt)$/.test(file)) continue;
    hash.update(`${file.replaceAll(path.sep, '/')}\0${readFileSync(full, 'utf8')}\0`);
  }
  return `# Made by scripts/check-chart.mjs --write of ${hash.digest('hex')}`;
}

/**
 * @param {string} name
 * @returns {string | null} null when helm refuses the chart
 */
function render(name) {
  const values = ['--values', path.join(chart, 'ci', name), '--kube-version', KUBERNETES];
  try {
    execFileSync('helm', ['lint', '--strict', chart, ...values], { encoding: 'utf8', stdio: 'pipe' });
    return execFileSync('helm', ['template', RELEASE, chart, ...values], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = /** @type {{ stdout: string, stderr: string }} */ (error);
    problems.push(`${name}: helm refuses the chart\n${stdout}${stderr}`);
    return null;
  }
}

/** @param {string} text */
function manifests(text) {
  const documents = parseAllDocuments(text);
  if (!Array.isArray(documents)) return [];
  for (const error of documents.flatMap((each) => each.errors)) problems.push(error.message);
  return documents.map((each) => each.toJS()).filter((each) => each !== null);
}

/** The variables that the service knows. */
function variables() {
  const lines = readFileSync(path.join(ROOT, '.env.example'), 'utf8').split('\n');
  return new Set(lines.flatMap((each) => /^([A-Z][A-Z0-9_]*)=/.exec(each)?.[1] ?? []));
}
