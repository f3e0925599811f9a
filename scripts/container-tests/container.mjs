import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { agentApi } from '../console-tests/plant.mjs';
import { freePort } from '../free-port.mjs';
import { uniqueName } from './world.mjs';

const START_LIMIT_MS = 180_000;
const POLL_MS = 20;
/** As the compose file has it. */
const GRACE_SECONDS = 35;

/** The management credential of the services, to be searched for in their logs. */
export const KEY = 'a-management-credential-for-container-tests';

/** As docker-compose.yml runs the image. */
const HARDENED = [
  '--read-only',
  '--tmpfs',
  '/tmp',
  '--cap-drop',
  'ALL',
  '--security-opt',
  'no-new-privileges',
];

/**
 * @typedef {object} Container
 * @property {string} name
 * @property {string} url where the port 8000 is published on this machine, also after another start
 * @property {() => Promise<void>} start starts it again, and waits until it is ready
 * @property {() => Promise<number>} stop ends it by SIGTERM; how long that took (s); fails unless it exits with 0 in time
 * @property {(image?: string) => Promise<void>} replace runs another container, of that image, in its place, on the same
 *   port and volume
 * @property {(count: number) => ReturnType<typeof agents>} agents creates agents, each with a session
 * @property {() => void} remove ends it at once; its volumes stay
 */

/**
 * Starts a hardened container of the image, and waits until it is ready. It is removed at the end of the run.
 *
 * @param {import('./world.mjs').World} world
 * @param {{ volume: string, image?: string, settings?: Record<string, string>, options?: string[] }} options
 *   `volume`: of /data; `options`: of the engine's `run`
 * @returns {Promise<Container>}
 */
export async function startContainer(world, { volume, image = world.image, settings = {}, options = [] }) {
  const { engine, network } = world;
  const [name, port] = [uniqueName(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const environment = { SERVICE_SECRET_KEY: KEY, RATE_LIMIT_PER_MINUTE: '0', ...settings };
  const args = [
    ...['run', '--detach', '--name', name, '--network', network, ...HARDENED],
    ...['--volume', `${volume}:/data`, '--publish', `127.0.0.1:${port}:8000`],
    ...Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    ...options,
  ];
  const remove = () => removeContainer(engine, name);
  const logs = () => engine.run(['logs', '--tail', '20', name]);
  world.atEnd(remove);
  const run = async (/** @type {string} */ chosen) => {
    engine.run([...args, chosen]);
    await becomesReady(url, logs);
  };
  await run(image);
  return {
    name,
    url,
    remove,
    agents: (count) => agents(url, count),
    stop: () => stopContainer(engine, name),
    start: async () => {
      engine.run(['start', name]);
      await becomesReady(url, logs);
    },
    replace: async (other = image) => {
      remove();
      await run(other);
    },
  };
}

/**
 * @param {import('./engine.mjs').Engine} engine
 * @param {string} name
 */
export function removeContainer(engine, name) {
  // Docker kills at once; podman waits for ten seconds unless it is given a time.
  engine.run(['rm', '--force', ...(engine.name === 'podman' ? ['--time', '0'] : []), name]);
}

/**
 * @param {import('./engine.mjs').Engine} engine
 * @param {string} name
 */
async function stopContainer(engine, name) {
  const begun = performance.now();
  await engine.runBeside(['stop', '--time', String(GRACE_SECONDS), name]);
  const took = (performance.now() - begun) / 1000;
  const exit = engine.run(['container', 'inspect', '--format', '{{.State.ExitCode}}', name]);
  assert.equal(exit, '0', engine.run(['logs', '--tail', '20', name]));
  assert.ok(took < GRACE_SECONDS, `stopped after ${took} s`);
  return took;
}

/**
 * @param {string} url
 * @param {number} count
 */
export async function agents(url, count) {
  const names = Array.from({ length: count }, (_, n) => `agent-${n}`);
  return Promise.all(names.map((name) => agentApi(url, name, KEY)));
}

/**
 * @param {string} url
 * @param {() => string} logs for the error when it does not
 */
export async function becomesReady(url, logs) {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/ready`, { headers: { Connection: 'close' } }).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await pause(POLL_MS);
  }
  throw new Error(`Nothing is ready at ${url}: ${logs()}`);
}
