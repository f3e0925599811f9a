import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SKIPPED } from '../registry-packages.mjs';
import { adaptToMachine, findEngine } from './engine.mjs';
import { BUILD_LIMIT_MS, buildArguments, findBase } from './images.mjs';

const IMAGE = 'localhost/agent-memory-test/service:new';

/**
 * @typedef {object} World
 * @property {import('./engine.mjs').Engine} engine
 * @property {string} base the image of Node
 * @property {string} image of the service
 * @property {string} scratch a folder that is deleted at the end
 * @property {string} network a network of this run, on which containers find each other by name
 * @property {() => string} newVolume creates a volume, which is deleted at the end, and returns its name
 * @property {(cleanup: () => unknown) => void} atEnd cleanups run at the end, the last one first
 */

/**
 * Finds Docker or podman, and builds the image unless TEST_IMAGE names one. Ends the process with 75 and a line that says
 * why where this cannot be.
 *
 * @returns {World}
 */
export function openWorld() {
  const engine = findEngine() ?? skip('neither docker nor podman runs here');
  const scratch = mkdtempSync(path.join(tmpdir(), 'containers-'));
  /** @type {(() => unknown)[]} */
  const cleanups = [() => rmSync(scratch, { recursive: true, force: true })];
  process.on('exit', () => cleanups.toReversed().forEach((cleanup) => cleanup()));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  /** @param {() => unknown} cleanup */
  const atEnd = (cleanup) => void cleanups.push(cleanup);
  const found = findBase(engine.name);
  const base = 'image' in found ? found.image : skip(found.missing);
  adaptToMachine(engine, base, scratch);
  const image = process.env.TEST_IMAGE ?? IMAGE;
  if (process.env.TEST_IMAGE === undefined) build(engine, base, scratch);
  /** @param {'network' | 'volume'} kind */
  const create = (kind) => {
    const name = uniqueName();
    engine.run([kind, 'create', name]);
    atEnd(() => engine.run([kind, 'rm', '--force', name]));
    return name;
  };
  return {
    engine,
    base,
    image,
    scratch,
    network: create('network'),
    newVolume: () => create('volume'),
    atEnd,
  };
}

/**
 * @param {import('./engine.mjs').Engine} engine
 * @param {string} base
 * @param {string} scratch
 */
function build(engine, base, scratch) {
  try {
    engine.run(buildArguments({ engine, base, scratch }, { tag: IMAGE }), BUILD_LIMIT_MS);
  } catch (error) {
    if (/** @type {any} */ (error).unreachable) skip('a registry cannot be reached');
    throw error;
  }
}

export function uniqueName() {
  return `agent-memory-test-${randomUUID().slice(0, 8)}`;
}

/**
 * @param {string} reason
 * @returns {never}
 */
export function skip(reason) {
  console.log(`SKIPPED the containers: ${reason}`);
  process.exit(SKIPPED);
}
