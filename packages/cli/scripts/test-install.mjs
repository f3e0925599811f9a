// `npm run test:install`: packs the service, the client and the command line, installs the three tarballs into an empty
// prefix as `npm install -g` does, and has a first conversation with them: no checkout, no build, a home of its own.
// Ends with 75 where the npm registry cannot be reached.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, SKIPPED } from '../../../scripts/registry-packages.mjs';

const INSTALL_LIMIT_MS = 600_000;
const COMMAND_LIMIT_MS = 120_000;
const PACKAGES = ['.', 'packages/client', 'packages/cli'];

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

process.exitCode = await main();

async function main() {
  const work = mkdtempSync(path.join(tmpdir(), 'ams-install-'));
  try {
    for (const folder of PACKAGES) pack(path.join(root, folder), work);
    const prefix = path.join(work, 'prefix');
    if (!install(work, prefix)) {
      console.log('SKIPPED the installed packages: the npm registry cannot be reached');
      return SKIPPED;
    }
    await converse(prefix, path.join(work, 'home'));
    return 0;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {string} target
 */
function pack(folder, target) {
  const { ok, output } = npm(['pack', '--pack-destination', target], {
    cwd: folder,
    timeoutMs: INSTALL_LIMIT_MS,
  });
  if (!ok) throw new Error(`npm pack failed in ${folder}:\n${output}`);
}

/**
 * @param {string} folder with the tarballs
 * @param {string} prefix
 */
function install(folder, prefix) {
  const tarballs = readdirSync(folder).flatMap((name) => (name.endsWith('.tgz') ? [`./${name}`] : []));
  assert(tarballs.length === PACKAGES.length, `packed ${tarballs.join(', ')}`);
  // Without install scripts: one of a dependency reports the install to its maker.
  const settings = ['--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const { ok, unreachable, output } = npm(['install', '-g', ...settings, ...tarballs], {
    cwd: folder,
    timeoutMs: INSTALL_LIMIT_MS,
  });
  if (!ok && !unreachable) throw new Error(`npm install -g failed:\n${output}`);
  return ok;
}

/**
 * @param {string} prefix
 * @param {string} home
 */
async function converse(prefix, home) {
  const project = path.join(home, 'my-project');
  mkdirSync(project, { recursive: true });
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = { PATH: process.env.PATH, HOME: home, TERM: 'xterm-256color', AGENT_MEMORY_URL: url };
  const binary = path.join(prefix, 'bin/agent-memory');
  /** @param {string[]} args */
  const run = (...args) => runCommand(binary, args, { cwd: project, env });

  const { version } = JSON.parse(readFileSync(path.join(root, 'packages/cli/package.json'), 'utf8'));
  assert(run('--version').trim() === version, `prints its version ${version}`);
  try {
    const tools = await listTools(binary, { cwd: project, env });
    assert(tools.includes('remember'), `starts the service, which lists its tools: ${tools.join(', ')}`);
    assert(run('stop') !== '', 'stops it');
    const greeting = runInTerminal(binary, ['init', 'cursor', '--project'], { cwd: project, env });
    assert(
      greeting.includes('Agent "my-project"'),
      'init starts it again, in a terminal, and creates an agent',
    );
    const { mcpServers } = JSON.parse(readFileSync(path.join(project, '.cursor/mcp.json'), 'utf8'));
    assert(JSON.stringify(mcpServers).includes('my-project'), 'init connects an editor');
    const stored = JSON.parse(run('remember', 'The user prefers dark themes', '--json'));
    assert(stored.agent_id === 'my-project', 'stores a memory for an agent that is named after the folder');
    assert(run('recall', 'which theme?').includes('dark themes'), 'recalls it');
    const shown = runInTerminal(binary, ['recent'], { cwd: project, env });
    assert(
      shown.includes('\u001b[2m') && shown.includes('dark themes'),
      'shows it in a terminal, with colours',
    );
  } finally {
    run('stop');
  }
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

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * @param {boolean} condition
 * @param {string} claim
 */
function assert(condition, claim) {
  if (!condition) throw new Error(`Not true: ${claim}`);
  console.log(`- ${claim}`);
}
