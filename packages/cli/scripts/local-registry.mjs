// A registry on this machine for one test: Verdaccio, which has the packages of this repository from the test alone and
// all others from the registry of npm's settings.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../scripts/free-port.mjs';
import { npm } from '../../../scripts/registry-packages.mjs';

const VERDACCIO = 'verdaccio@6.8.0';
const INSTALL_LIMIT_MS = 180_000;
const START_LIMIT_MS = 60_000;

/**
 * @param {string} folder an empty one, for its program and its storage
 * @returns {Promise<{ url: string, stop: () => Promise<void> } | null>} null where npm's registry cannot be reached
 */
export async function startRegistry(folder) {
  mkdirSync(folder, { recursive: true });
  // A newer node-fetch, which Verdaccio would get, does not load on Node 20.
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, overrides: { 'node-fetch': '2.7.0' } }),
  );
  const settings = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const options = { cwd: folder, timeoutMs: INSTALL_LIMIT_MS };
  const { ok, unreachable, output } = npm(['install', ...settings, VERDACCIO], options);
  if (unreachable) return null;
  if (!ok) throw new Error(`npm install ${VERDACCIO} failed:\n${output}`);
  const { output: upstream } = npm(['config', 'get', 'registry'], options);
  return serve(folder, upstream.trim());
}

/**
 * @param {string} folder
 * @param {string} upstream
 */
async function serve(folder, upstream) {
  const url = `http://127.0.0.1:${await freePort()}`;
  // JSON is YAML too.
  writeFileSync(path.join(folder, 'config.yaml'), JSON.stringify(configuration(folder, upstream)));
  const program = path.join(folder, 'node_modules/verdaccio/bin/verdaccio');
  const args = [program, '--config', path.join(folder, 'config.yaml'), '--listen', url];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
  for (const until = Date.now() + START_LIMIT_MS; Date.now() < until && child.exitCode === null;) {
    const answer = await fetch(`${url}/-/ping`).catch(() => null);
    if (answer?.ok) return { url, stop };
    await wait(100);
  }
  await stop();
  throw new Error('The registry on this machine did not start');
}

/**
 * Anybody may publish the packages of this repository, and it has no other source for their names.
 *
 * @param {string} folder
 * @param {string} upstream
 */
function configuration(folder, upstream) {
  const own = { access: '$all', publish: '$all' };
  return {
    storage: path.join(folder, 'storage'),
    auth: { htpasswd: { file: path.join(folder, 'htpasswd') } },
    uplinks: { npm: { url: upstream, maxage: '1h', timeout: '60s' } },
    packages: {
      'agent-memory': own,
      '@agent-memory/*': own,
      '**': { access: '$all', proxy: 'npm' },
    },
    max_body_size: '100mb',
    log: { type: 'stdout', level: 'error' },
  };
}
