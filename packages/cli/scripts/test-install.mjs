// `npm run test:install`: publishes the packages to a registry on this machine by `npm run release`, and uses them by name
// as a person does: no checkout, no build, an empty home. Ends with 75 where npm's registry cannot be reached.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/free-port.mjs';
import { npm, SKIPPED } from '../../../scripts/registry-packages.mjs';
import { startRegistry } from './local-registry.mjs';
import { REPOSITORY, startHub } from './model-hub.mjs';
import { packOlder } from './older-packages.mjs';

const RELEASE_LIMIT_MS = 300_000;
/** A busy machine may take as many times as long as `slowness` says. */
const COMMAND_LIMIT_MS = 300_000;
/** From the first command to the first memory recalled. */
const FIRST_USE_LIMIT_S = 60;
const INSTALLED_USE_LIMIT_S = 15;
/** Of a process that does nothing, on a quiet machine. */
const QUIET_PROCESS_MS = 60;
const PROBES = 9;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

process.exitCode = await main();

async function main() {
  const work = mkdtempSync(path.join(tmpdir(), 'ams-install-'));
  const registry = await startRegistry(path.join(work, 'registry'));
  try {
    if (registry === null) {
      console.log('SKIPPED the installed packages: the npm registry cannot be reached');
      return SKIPPED;
    }
    release(registry.url, work);
    await useByNpx(await newUser(work, 'first', registry.url));
    await useInstalled(await newUser(work, 'second', registry.url));
    await upgrade(await newUser(work, 'third', registry.url), packOlder(path.join(work, 'older')));
    return 0;
  } finally {
    await registry?.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @param {string} url
 * @param {string} work
 */
function release(url, work) {
  // npm publishes only with a token; this registry accepts any.
  const userconfig = path.join(work, 'publisher.npmrc');
  writeFileSync(userconfig, `${url.replace('http:', '')}/:_authToken=none\n`);
  const { ok, output } = npm(['run', '--silent', 'release', '--', '--registry', url], {
    cwd: root,
    timeoutMs: RELEASE_LIMIT_MS,
    env: { npm_config_userconfig: userconfig },
  });
  console.log(output);
  assert(ok, 'npm run release publishes the packages');
}

/**
 * An empty home with a folder for a project, and npm's settings for the registry.
 *
 * @param {string} work
 * @param {string} name
 * @param {string} registry
 */
async function newUser(work, name, registry) {
  const home = path.join(work, name);
  const project = path.join(home, 'my-project');
  mkdirSync(project, { recursive: true });
  // Without install scripts: one of a dependency reports the install to its maker.
  const settings = [`registry=${registry}`, 'ignore-scripts=true', 'audit=false', 'fund=false'];
  writeFileSync(path.join(home, '.npmrc'), `${settings.join('\n')}\nprefix=${home}/prefix\n`);
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const env = {
    // `npm run` adds the binaries of the checkout.
    PATH: folders.filter((folder) => !folder.includes('node_modules')).join(path.delimiter),
    HOME: home,
    TERM: 'xterm-256color',
    AGENT_MEMORY_URL: `http://127.0.0.1:${await freePort()}`,
  };
  return { home, options: { cwd: project, env } };
}

/** @typedef {Awaited<ReturnType<typeof newUser>>} User */

/** @param {User} user */
async function useByNpx({ options }) {
  /** @param {string[]} args */
  const run = (...args) => runCommand('npx', ['--yes', 'agent-memory', ...args], options);
  try {
    assertFast(() => firstUse(run), FIRST_USE_LIMIT_S, 'npx agent-memory init, remember and recall');
    run('connect', 'cursor', '--project');
    const file = path.join(options.cwd, '.cursor/mcp.json');
    assert(readFileSync(file, 'utf8').includes('my-project'), 'connects an editor');
    run('disconnect', 'cursor', '--project');
    const left = existsSync(file) ? readFileSync(file, 'utf8') : '';
    assert(!left.includes('my-project'), 'disconnects it');
  } finally {
    run('stop');
  }
}

/** @param {(...args: string[]) => string} run */
function firstUse(run) {
  run('init', 'cursor', '--project', '--yes');
  const stored = JSON.parse(run('remember', 'The user prefers dark themes', '--json'));
  const found = run('recall', 'which theme?');
  assert(stored.agent_id === 'my-project', 'stores a memory for an agent that is named after the folder');
  assert(found.includes('dark themes'), 'recalls it');
}

/** @param {User} user */
async function useInstalled({ home, options }) {
  runCommand('npm', ['install', '-g', 'agent-memory'], options);
  const binary = path.join(home, 'prefix/bin/agent-memory');
  /** @param {string[]} args */
  const run = (...args) => runCommand(binary, args, options);
  const { version } = JSON.parse(readFileSync(path.join(root, 'packages/cli/package.json'), 'utf8'));
  assert(run('--version').trim() === version, `prints its version ${version}`);
  try {
    assertFast(() => firstUse(run), INSTALLED_USE_LIMIT_S, 'installed: init, remember and recall');
    run('stop');
    const tools = await listTools(binary, options);
    assert(tools.includes('remember'), `mcp starts the service, which lists its tools: ${tools.join(', ')}`);
    const shown = runInTerminal(binary, ['recent'], options);
    assert(
      shown.includes('\u001b[2m') && shown.includes('dark themes'),
      'shows it in a terminal, with colours',
    );
    run('disconnect', 'cursor', '--project');
    run('stop');
    await useModel(binary, options);
  } finally {
    run('stop');
  }
  runCommand('npm', ['uninstall', '-g', 'agent-memory'], options);
  const modules = path.join(home, 'prefix/lib/node_modules');
  assert(!existsSync(binary) && !existsSync(path.join(modules, 'agent-memory')), 'npm uninstall removes it');
}

/**
 * What runs the model comes from the registry, at the versions of the package's lock file.
 *
 * @param {string} binary
 * @param {User['options']} options
 */
async function useModel(binary, options) {
  const hub = await startHub();
  try {
    const env = { ...options.env, HF_ENDPOINT: hub.url };
    runCommand(binary, ['init', '--no-connect', '--model', REPOSITORY], { ...options, env });
  } finally {
    hub.stop();
  }
  const health = await fetch(`${options.env.AGENT_MEMORY_URL}/health`);
  const { details } = /** @type {{ details: { embeddings?: { model: string } } }} */ (await health.json());
  assert(
    details.embeddings?.model === 'tiny-embedder',
    'init --model installs a model, which the service uses',
  );
}

/**
 * @param {User} user
 * @param {string[] | null} older
 */
async function upgrade({ home, options }, older) {
  if (older === null) {
    console.log(
      'SKIPPED the upgrade: the history of this checkout does not reach back to the version before',
    );
    return;
  }
  const binary = path.join(home, 'prefix/bin/agent-memory');
  /** @param {string[]} args */
  const run = (...args) => runCommand(binary, args, options);
  const stored = () => JSON.parse(run('recent', '--limit', '100', '--json')).memories;
  runCommand('npm', ['install', '-g', ...older], options);
  try {
    run('init', '--no-connect', '--yes');
    for (const content of ['We deploy on Fridays.', 'The user prefers dark themes.'])
      run('remember', content);
    const before = stored();
    run('stop');
    runCommand(
      'npm',
      ['uninstall', '-g', 'agent-memory', '@agent-memory/service', '@agent-memory/client'],
      options,
    );
    runCommand('npm', ['install', '-g', 'agent-memory'], options);
    run('start', '--detach');
    const after = new Map(stored().map((/** @type {{ id: string }} */ each) => [each.id, each]));
    const isKept = before.every(
      (/** @type {{ id: string, content: string }} */ { id, content }) => after.get(id)?.content === content,
    );
    assert(before.length === 3 && isKept, 'a newer version has the memories of 1.0.0-rc.1');
    assert(run('recall', 'When do we deploy?').includes('Fridays'), 'and recalls them');
    run('remember', 'We deploy on Mondays now.');
    assert(stored().length === 4, 'and stores more');
  } finally {
    run('stop');
  }
}

/**
 * On a machine that others slow down the limit is as much longer as a bare process takes.
 *
 * @param {() => void} use
 * @param {number} limit in seconds, on a quiet machine
 * @param {string} claim
 */
function assertFast(use, limit, claim) {
  const before = slowness();
  const from = performance.now();
  use();
  const seconds = (performance.now() - from) / 1000;
  const slow = Math.max(before, slowness());
  const figure = `${seconds.toFixed(1)} s, under ${limit} s times ${slow.toFixed(1)}`;
  assert(seconds < limit * slow, `${claim}: ${figure} (load average ${loadavg()[0]?.toFixed(1)})`);
}

/** How many times as long as on a quiet machine a bare process takes: 1 to 4. */
function slowness() {
  const times = Array.from({ length: PROBES }, () => {
    const from = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    return performance.now() - from;
  });
  const median = times.sort((a, b) => a - b)[Math.floor(PROBES / 2)] ?? 0;
  return Math.min(4, Math.max(1, median / QUIET_PROCESS_MS));
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 */
function runCommand(program, args, options) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    ...options,
    encoding: 'utf8',
    timeout: COMMAND_LIMIT_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 */
function runInTerminal(program, args, options) {
  return runCommand(
    'script',
    ['-qefc', `stty cols 80; '${program}' ${args.join(' ')}`, '/dev/null'],
    options,
  );
}

/**
 * What an editor does with the entry that it has for this server.
 *
 * @param {string} program
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<string[]>}
 */
async function listTools(program, options) {
  const child = spawn(program, ['mcp'], {
    ...options,
    timeout: COMMAND_LIMIT_MS,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`);
  let printed = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += text;
    // When stdin ends, it waits for answers no longer than ten seconds.
    if (printed.endsWith('\n')) child.stdin.end();
  }
  const answer = JSON.parse(printed);
  if (answer.error) throw new Error(answer.error.message);
  return answer.result.tools.map((/** @type {{ name: string }} */ { name }) => name);
}

/**
 * @param {boolean} condition
 * @param {string} claim
 */
function assert(condition, claim) {
  if (!condition) throw new Error(`Not true: ${claim}`);
  console.log(`- ${claim}`);
}
