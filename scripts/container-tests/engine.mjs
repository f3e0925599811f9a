import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { run } from '../registry-packages.mjs';

const COMMAND_LIMIT_MS = 120_000;
/** Podman leaves a file in its folder when a container runs out of memory. */
const FOLDER = tmpdir();
/** Of a command beside others, bytes. */
const MOST_OUTPUT = 32 * 1024 * 1024;

/**
 * For podman where its defaults start no container: in a container or a virtual machine without systemd, or with cgroups
 * of version 1, which crun refuses. Containers of a compose file find each other by netavark.
 */
const FALLBACK = `[containers]
default_ulimits = ["nofile=10000:10000", "nproc=4096:4096"]
[engine]
cgroup_manager = "cgroupfs"
runtime = "runc"
[network]
network_backend = "netavark"
`;

/**
 * @typedef {object} Engine
 * @property {'docker' | 'podman'} name
 * @property {(args: readonly string[], timeoutMs?: number) => string} run runs a command to its end and returns what it
 *   printed; throws with the output when it fails, and with `unreachable` when a build could not reach a
 *   registry
 * @property {(args: readonly string[], timeoutMs?: number) => Promise<{ stdout: string }>} runBeside the same while this
 *   process continues, for commands under load
 */

/** @returns {Engine | null} the first that answers */
export function findEngine() {
  for (const name of /** @type {const} */ (['docker', 'podman']))
    if (spawnSync(name, ['info'], { timeout: COMMAND_LIMIT_MS }).status === 0)
      return {
        name,
        run: (args, timeoutMs = COMMAND_LIMIT_MS) => output(name, args, timeoutMs),
        runBeside: (args, timeout = COMMAND_LIMIT_MS) =>
          promisify(execFile)(name, [...args], { cwd: FOLDER, timeout, maxBuffer: MOST_OUTPUT }),
      };
  return null;
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @param {number} timeoutMs
 */
function output(name, args, timeoutMs) {
  const { ok, unreachable, output: printed } = run(name, args, { cwd: FOLDER, timeoutMs });
  if (ok) return printed;
  const error = new Error(`${name} ${args.join(' ')}: ${printed}`);
  throw Object.assign(error, { unreachable: unreachable && args[0] === 'build' });
}

/**
 * Sets what podman needs on this machine in the environment, where its children find it too.
 *
 * @param {Engine} engine
 * @param {string} image
 * @param {string} scratch
 */
export function adaptToMachine(engine, image, scratch) {
  if (engine.name !== 'podman') return;
  const trial = ['run', '--rm', '--publish', '127.0.0.1::8000', image, 'true'];
  if (run(engine.name, trial, { timeoutMs: COMMAND_LIMIT_MS }).ok) return;
  const file = path.join(scratch, 'containers.conf');
  writeFileSync(file, FALLBACK);
  process.env.CONTAINERS_CONF = file;
  process.env.BUILDAH_ISOLATION = 'chroot';
  engine.run(trial);
}
