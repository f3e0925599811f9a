import { npm } from '../../../scripts/registry-packages.mjs';

const LIMIT_MS = 300_000;

/**
 * Runs the program of a package, such as `publint@0.3.25`, from the npm registry. Throws when it fails.
 *
 * @param {string} source
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 * @returns {string | null} what it printed; null when the registry cannot be reached
 */
export function npx(source, program, args, cwd) {
  const command = ['exec', '--yes', '--prefer-offline', `--package=${source}`, '--', program, ...args];
  const { ok, unreachable, output } = npm(command, { cwd, timeoutMs: LIMIT_MS });
  if (unreachable) return null;
  if (!ok) throw new Error(`${source} failed:\n${output}`);
  return output;
}
