import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../registry-packages.mjs';

const folder = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(folder, '../..');
const PULL_LIMIT_MS = 180_000;
export const BUILD_LIMIT_MS = 900_000;
const NODE = 'docker.io/library/node:22-slim';
const NODE_STAND_IN = 'localhost/agent-memory-test/node:22';
const POSTGRES = 'docker.io/library/postgres:17';
const POSTGRES_STAND_IN = 'localhost/agent-memory-test/postgres:debian';

/** In the npm settings of each build, to be searched for in what it built. */
export const BUILD_CANARY = 'canary-of-a-registry-password';

/**
 * @typedef {import('./engine.mjs').Engine} Engine
 */

/**
 * The official image of Node, or a stand-in from Debian's packages where it cannot be pulled.
 *
 * @param {string} name of the engine
 * @returns {{ image: string } | { missing: string }} `missing`: why there is none
 */
export function findBase(name) {
  const image = foundImage(name, NODE, NODE_STAND_IN);
  if (image !== null) return { image };
  const made = run(path.join(folder, 'base-image.sh'), [name, NODE_STAND_IN], { timeoutMs: BUILD_LIMIT_MS });
  if (made.ok) return { image: NODE_STAND_IN };
  return { missing: `${NODE} cannot be pulled, nor made: ${made.output.slice(-500)}` };
}

/**
 * The official image of PostgreSQL, or a stand-in from Debian's packages where it cannot be pulled.
 *
 * @param {import('./world.mjs').World} world
 */
export function findPostgres({ engine, base }) {
  const image = foundImage(engine.name, POSTGRES, POSTGRES_STAND_IN);
  if (image !== null) return image;
  const options = ['--network', 'host', '--build-arg', `NODE_IMAGE=${base}`, '--tag', POSTGRES_STAND_IN];
  engine.run(['build', ...options, path.join(folder, 'postgres-image')], BUILD_LIMIT_MS);
  return POSTGRES_STAND_IN;
}

/**
 * The image or its stand-in, whichever is on this machine or can be pulled.
 *
 * @param {string} name of the engine
 * @param {string} image
 * @param {string} standIn
 */
function foundImage(name, image, standIn) {
  const isThere = (/** @type {string} */ each) =>
    run(name, ['image', 'inspect', each], { timeoutMs: PULL_LIMIT_MS }).ok;
  const present = [image, standIn].find(isThere);
  if (present !== undefined) return present;
  return run(name, ['pull', image], { timeoutMs: PULL_LIMIT_MS }).ok ? image : null;
}

/**
 * The arguments that build the image of a checkout, with the settings and certificates that npm has on this machine.
 *
 * @param {Pick<import('./world.mjs').World, 'engine' | 'base' | 'scratch'>} world
 * @param {{ tag: string, context?: string, dockerfile?: string }} options
 */
export function buildArguments(
  { engine, base, scratch },
  { tag, context = root, dockerfile = path.join(root, 'deploy/Dockerfile') },
) {
  const settings = path.join(mkdtempSync(path.join(scratch, 'build-')), 'npmrc');
  writeFileSync(settings, npmSettings());
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? process.env.npm_config_cafile;
  return [
    'build',
    ...['--network', 'host', '--build-arg', `NODE_IMAGE=${base}`],
    ...['--secret', `id=npmrc,src=${settings}`],
    ...(certificates ? ['--secret', `id=certificates,src=${certificates}`] : []),
    // Podman's own format has no health check.
    ...(engine.name === 'podman' ? ['--format', 'docker'] : []),
    ...['--file', dockerfile, '--tag', tag, context],
  ];
}

/** Those of the user and of the machine, and a password of a registry that does not exist. */
function npmSettings() {
  const files = ['/etc/npmrc', '/usr/etc/npmrc', '/usr/local/etc/npmrc', path.join(homedir(), '.npmrc')];
  const settings = files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
  return [...settings, `//registry.invalid/:_authToken=${BUILD_CANARY}`, ''].join('\n');
}
