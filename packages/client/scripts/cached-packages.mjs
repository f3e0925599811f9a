import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from '../../../scripts/registry-packages.mjs';

const INSTALL_LIMIT_MS = 600_000;

const cache = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  '../../../node_modules/.cache/client-integrations',
);

/**
 * Packages in a folder of their own, installed once for each set of versions: they are too large for `npm ci`.
 *
 * @param {Record<string, string>} dependencies
 * @returns {string | null} the folder; null when the registry cannot be reached
 */
export function installCached(dependencies) {
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies });
  const name = createHash('sha256').update(manifest).digest('hex').slice(0, 16);
  const folder = path.join(cache, name);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(path.join(unfinished, 'package.json'), manifest);
  const args = [
    'install',
    '--prefer-offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
  ];
  const { ok, unreachable, output } = npm(args, { cwd: unfinished, timeoutMs: INSTALL_LIMIT_MS });
  if (ok) renameSync(unfinished, folder);
  else rmSync(unfinished, { recursive: true });
  if (!ok && !unreachable) throw new Error(`npm install failed:\n${output}`);
  return ok ? folder : null;
}
