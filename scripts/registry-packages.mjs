import { spawnSync } from 'node:child_process';

/** The exit code of a check that could not run. */
export const SKIPPED = 75;

/** What npm, pip and apt say when they cannot reach their registry. */
const UNREACHABLE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|NewConnectionError|ConnectTimeoutError|NameResolutionError|Temporary failure resolving/;

/**
 * @typedef {object} Outcome
 * @property {boolean} ok
 * @property {boolean} unreachable whether it failed because a registry could not be reached
 * @property {string} output both streams together
 */

/**
 * Runs a program to its end, at most `timeoutMs`.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, timeoutMs: number, env?: Record<string, string> }} options
 * @returns {Outcome}
 */
export function run(command, args, { cwd, timeoutMs, env = {} }) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: 32 * 1024 * 1024,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = `${stdout}\n${stderr}`.trim();
  // The message of the error is not searched: the time-out here is ETIMEDOUT too.
  const unreachable = status !== 0 && UNREACHABLE.test(printed);
  return { ok: status === 0, unreachable, output: error ? `${printed}\n${error.message}` : printed };
}

/** The defaults take minutes where there is no network. Errors are read, also within `npm run --silent`. */
const NPM_SETTINGS = {
  npm_config_fetch_retries: '1',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_timeout: '60000',
  npm_config_loglevel: 'error',
  npm_config_update_notifier: 'false',
};

/**
 * Runs npm. Within `npm run`, npm names its own program in the environment.
 *
 * @param {readonly string[]} args
 * @param {{ cwd?: string, timeoutMs: number, env?: Record<string, string> }} options
 */
export function npm(args, options) {
  const program = process.env.npm_execpath;
  const env = { ...NPM_SETTINGS, ...options.env };
  if (program === undefined) return run('npm', args, { ...options, env });
  return run(process.execPath, [program, ...args], { ...options, env });
}
