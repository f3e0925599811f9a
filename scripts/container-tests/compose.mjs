import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonPackages } from '../python-packages.mjs';
import { run } from '../registry-packages.mjs';
import { agents, becomesReady, KEY } from './container.mjs';
import { findPostgres } from './images.mjs';
import { startLoad } from './load.mjs';
import { freePort } from '../free-port.mjs';
import { uniqueName } from './world.mjs';

const folder = path.dirname(fileURLToPath(import.meta.url));
const COMMAND_LIMIT_MS = 180_000;
const AGENTS = 4;
/** Answers between two faults. */
const SOME = 200;

/** @typedef {[string, ...string[]]} Command a program and its first arguments */

/**
 * Starts docker-compose.yml, restarts its databases under load, and takes all down and up again: every memory that was
 * acknowledged is there.
 *
 * @param {import('./world.mjs').World} world
 * @param {'' | 'backend'} profile
 */
export async function composeKeepsMemories(world, profile) {
  const tool = findCompose(world.engine.name);
  if ('missing' in tool) return console.log(`        SKIPPED the compose file: ${tool.missing}`);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    COMPOSE_PROJECT_NAME: uniqueName(),
    COMPOSE_PROFILES: profile,
    SERVICE_SECRET_KEY: KEY,
    SERVICE_IMAGE: world.image,
    POSTGRES_IMAGE: findPostgres(world),
    PORT: String(port),
  };
  /** @param {string[]} args */
  const compose = (...args) => output(tool.command, args, env);
  world.atEnd(() => compose('down', '--volumes'));

  compose('up', '--detach', '--no-build');
  await becomesReady(url, () => compose('logs'));
  const load = startLoad(await agents(url, AGENTS));
  await load.answered(SOME);
  for (const database of profile === '' ? ['database'] : ['database', 'backend-database']) {
    await world.engine.runBeside(['restart', containerOf(world, env.COMPOSE_PROJECT_NAME, database)]);
    await load.answered(SOME);
  }
  await load.stop();
  await load.assertKept();
  compose('down');
  compose('up', '--detach', '--no-build');
  await becomesReady(url, () => compose('logs'));
  await load.assertKept();
}

/**
 * @param {import('./world.mjs').World} world
 * @param {string} project
 * @param {string} service
 */
function containerOf({ engine }, project, service) {
  const labels = { project, service };
  const filters = Object.entries(labels).map(
    ([key, value]) => `--filter=label=com.docker.compose.${key}=${value}`,
  );
  return engine.run(['ps', '--quiet', ...filters]);
}

/**
 * @param {string} engine
 * @returns {{ command: Command } | { missing: string }}
 */
function findCompose(engine) {
  /** @type {Command[]} */
  const candidates = engine === 'docker' ? [['docker', 'compose']] : [['podman-compose']];
  const command = candidates.find(
    ([program, ...args]) => run(program, [...args, 'version'], { timeoutMs: COMMAND_LIMIT_MS }).ok,
  );
  if (command !== undefined) return { command };
  if (engine === 'docker') return { missing: 'docker has no compose' };
  const packages = pythonPackages('compose-tests', path.join(folder, 'requirements.txt'));
  return 'missing' in packages ? packages : { command: [packages.program('podman-compose')] };
}

/**
 * @param {Command} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function output([program, ...before], args, env) {
  const cwd = path.resolve(folder, '../..');
  const { ok, output: printed } = run(program, [...before, ...args], {
    cwd,
    env,
    timeoutMs: COMMAND_LIMIT_MS,
  });
  if (!ok) throw new Error(`${program} ${args.join(' ')}: ${printed}`);
  return printed;
}
