import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { npm, SKIPPED } from './registry-packages.mjs';

const PLAYWRIGHT = 'playwright-core@1.65.1';
const INSTALL_LIMIT_MS = 120_000;
const START_LIMIT_MS = 30_000;
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

/**
 * Starts Chromium, and loads packages that take too much of the install. Ends the process with 75 and a line that says
 * why where there is no Chromium or the npm registry cannot be reached. CHROMIUM names the program if it is not on the
 * path.
 *
 * @param {{ subject: string, scratch: string, packages?: string[] }} options
 */
export async function openBrowser({ subject, scratch, packages = [] }) {
  const program = [process.env.CHROMIUM, ...NAMES].find(
    (each) => each !== undefined && spawnSync(each, ['--version'], { timeout: START_LIMIT_MS }).status === 0,
  );
  if (program === undefined) skip(subject, 'there is no Chromium');
  const load = installed(subject, scratch, [PLAYWRIGHT, ...packages]);
  const browser = await load('playwright-core').chromium.launch({
    executablePath: spawnSync('which', [program], { encoding: 'utf8' }).stdout.trim() || program,
    // Its sandbox cannot be used by root, nor in most containers.
    args: ['--no-sandbox'],
    timeout: START_LIMIT_MS,
  });
  return { browser, load };
}

/**
 * @param {string} subject
 * @param {string} scratch
 * @param {string[]} packages
 */
function installed(subject, scratch, packages) {
  const folder = path.join(scratch, 'packages');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages];
  const { ok, unreachable, output } = npm(args, { cwd: folder, timeoutMs: INSTALL_LIMIT_MS });
  if (unreachable) skip(subject, 'the npm registry cannot be reached');
  if (!ok) throw new Error(output);
  return createRequire(path.join(folder, 'package.json'));
}

/**
 * @param {string} subject
 * @param {string} reason
 * @returns {never}
 */
function skip(subject, reason) {
  console.log(`SKIPPED ${subject}: ${reason}`);
  process.exit(SKIPPED);
}
