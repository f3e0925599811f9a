// `npm run test:python`: lints, type-checks and tests the Python package on the compiled service, each adapter with its
// framework, and installs what it builds into a clean environment. Tools and frameworks come from the Python registry at
// run time, with exact versions. Ends with 75 and a line that says why where that cannot be reached or Python is missing.
//
// `npm run test:python -- NAME` runs only the parts whose names begin with NAME. `--generate` writes what is made from
// openapi.json and from the asyncio client, and tests nothing (`npm run docs -- python`).
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureBuild } from './build-if-stale.mjs';
import { startService } from './fuzz-service.mjs';
import { pythonPackages } from './python-packages.mjs';
import { run, SKIPPED } from './registry-packages.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const PACKAGE = path.join(ROOT, 'packages/python');
const INSTALL_LIMIT_MS = 240_000;
const STEP_LIMIT_MS = 300_000;
const only = process.argv[2] ?? '';

const found = pythonPackages('python-tools', path.join(PACKAGE, 'tests/requirements.txt'));
if ('missing' in found) {
  console.log(`The Python package: SKIPPED: ${found.missing}`);
  process.exit(SKIPPED);
}
const { program } = found;
if (only === '--generate') {
  const { ok, output } = run(program('python'), ['scripts/generate.py'], {
    cwd: PACKAGE,
    timeoutMs: 120_000,
  });
  if (!ok) console.error(output);
  process.exit(ok ? 0 : 1);
}
const scratch = mkdtempSync(path.join(tmpdir(), 'python-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
// What a developer has installed in the environment must not take part.
const env = {
  PATH: [path.dirname(program('python')), process.env.PATH].join(path.delimiter),
  PYTHONPATH: '',
};

await ensureBuild();
const service = await startService(path.join(scratch, 'data'));
// A session of a second is renewed every half of it.
const hasty = await startService(path.join(scratch, 'hasty'), { SESSION_DEFAULT_DURATION_HOURS: '0.0003' });
/** @type {Record<string, string>} */
const serviceEnv = {
  ...env,
  AGENT_MEMORY_TEST_URL: service.url,
  AGENT_MEMORY_HASTY_URL: hasty.url,
  AGENT_MEMORY_URL: service.url,
};
const failures = [
  ...checks(),
  ...tests(),
  ...packages(),
  ...adapters(),
  ...(await service.stop()),
  ...(await hasty.stop()),
];
for (const each of failures) console.error(`FAILED: ${each}`);
if (failures.length > 0) process.exitCode = 1;

function checks() {
  return [
    step('models', [program('python'), 'scripts/generate.py', '--check']),
    step('lint', [program('ruff'), 'check', '.']),
    step('format', [program('ruff'), 'format', '--check', '.']),
    step('types', [program('mypy')]),
  ].flat();
}

function tests() {
  const source = path.join(PACKAGE, 'src');
  return step('tests', [program('python'), '-m', 'pytest', '-s', '-p', 'no:cacheprovider'], {
    ...serviceEnv,
    PYTHONPATH: source,
  });
}

/** From the folder, and from an index of what was built, each into a clean environment; the README's programs run there. */
function packages() {
  if (!'package'.startsWith(only)) return [];
  // The form of an index: a page for each project. Of a name that it has, no other index is asked.
  const built = path.join(scratch, 'index/agent-memory');
  const problems = step('package', [program('uv'), 'build', '--quiet', '--out-dir', built, '.']);
  if (problems.length > 0) return problems;
  const links = readdirSync(built).map((file) => `<a href="${file}">${file}</a>`);
  writeFileSync(path.join(built, 'index.html'), links.join('\n'));
  const index = pathToFileURL(path.dirname(built)).href;
  const readme = readFileSync(path.join(PACKAGE, 'README.md'), 'utf8');
  const programs = [...readme.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code = '']) =>
    code.replaceAll('http://127.0.0.1:8000', service.url),
  );
  for (const [name, what] of [
    ['folder', ['.']],
    ['index', ['--index', index, '--prerelease=allow', 'agent-memory']],
  ]) {
    const clean = path.join(scratch, `environment-${String(name)}`);
    const python = path.join(clean, 'bin/python');
    problems.push(
      ...step('package', [program('uv'), 'venv', '--quiet', clean]),
      ...step('package', [program('uv'), 'pip', 'install', '--quiet', '--python', python, ...(what ?? [])]),
    );
    programs.forEach((code, at) => {
      const file = path.join(scratch, `readme-${String(at)}.py`);
      writeFileSync(file, code.replaceAll('support-bot', `bot-of-the-${String(name)}`));
      problems.push(...step('package', [python, file], serviceEnv));
    });
  }
  return problems;
}

/** Each in an environment of its own: frameworks do not agree on the versions of what they share. */
function adapters() {
  const folder = path.join(PACKAGE, 'tests/adapters');
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
    each.isDirectory() && each.name !== '__pycache__' ? [each.name] : [],
  );
  return names.flatMap((name) => {
    if (!name.startsWith(only)) return [];
    const environment = path.join(scratch, `adapter-${name}`);
    const python = path.join(environment, 'bin/python');
    const requirements = path.join(folder, name, 'requirements.txt');
    const install = ['pip', 'install', '--quiet', '--python', python, '--requirement', requirements];
    return [
      ...step(name, [program('uv'), 'venv', '--quiet', environment]),
      ...step(name, [program('uv'), ...install, '--editable', '.']),
      ...step(name, [python, '-m', 'mypy', `src/agent_memory/adapters/${name}.py`]),
      ...step(name, [python, '-m', 'pytest', '-p', 'no:cacheprovider', path.join(folder, name)], serviceEnv),
    ];
  });
}

/**
 * What failed: nothing, or one line.
 *
 * @param {string} part
 * @param {string[]} command
 * @param {Record<string, string>} [stepEnv]
 * @returns {string[]}
 */
function step(part, [command = '', ...args], stepEnv = env) {
  if (!part.startsWith(only)) return [];
  const timeoutMs = args.includes('install') ? INSTALL_LIMIT_MS : STEP_LIMIT_MS;
  const started = Date.now();
  const { ok, output } = run(command, args, { cwd: PACKAGE, timeoutMs, env: stepEnv });
  const name = `${part}: ${path.basename(command)} ${args.slice(0, 3).join(' ')}`;
  console.log(`${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (part === 'tests' || !ok) console.log(output.trim());
  return ok ? [] : [name];
}
