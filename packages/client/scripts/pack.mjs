// Builds the package and packs it: `node packages/client/scripts/pack.mjs FOLDER` prints the path of the tarball.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** @param {string} folder */
export function pack(folder) {
  build();
  // npm makes no folder for its packages.
  mkdirSync(folder, { recursive: true });
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  const shell = process.platform === 'win32';
  const name = execFileSync('npm', args, { cwd: root, encoding: 'utf8', shell }).trim();
  return path.join(folder, name);
}

/**
 * Puts a packed client into the `node_modules` of a folder, as an install would.
 *
 * @param {string} tarball
 * @param {string} folder
 */
export function unpackInto(tarball, folder) {
  const target = path.join(folder, 'node_modules/@agent-memory/client');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'], { stdio: 'inherit' });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(pack(path.resolve(process.argv[2] ?? '.')));
