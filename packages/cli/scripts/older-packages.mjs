import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Of 1.0.0-rc.1, which has no tag. */
const RELEASE = '5181b1c4';
/** Its console is built with them, and that of this version is not. */
const FORMER_PACKAGES = ['uplot@1.6.32'];
const ARCHIVE_LIMIT = 256 * 1024 * 1024;
const PACK_LIMIT_MS = 300_000;
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/**
 * Packs the packages of an earlier version, with the compilers of this one.
 *
 * @param {string} folder an empty one
 * @returns {string[] | null} the tarballs; null where the history of the checkout does not reach back
 */
export function packOlder(folder) {
  if (spawnSync('git', ['cat-file', '-e', `${RELEASE}^{commit}`], { cwd: root }).status !== 0) return null;
  const sources = path.join(folder, 'sources');
  mkdirSync(sources, { recursive: true });
  const archive = execFileSync('git', ['archive', RELEASE], { cwd: root, maxBuffer: ARCHIVE_LIMIT });
  execFileSync('tar', ['-x', '-C', sources], { input: archive });
  for (const name of ['node_modules', 'packages/console/node_modules', 'packages/client/node_modules']) {
    if (existsSync(path.join(root, name))) symlinkSync(path.join(root, name), path.join(sources, name));
  }
  // A folder above the sources, where their imports are looked for last.
  const install = [
    'install',
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  execFileSync('npm', [...install, '--prefix', folder, ...FORMER_PACKAGES], {
    cwd: folder,
    timeout: PACK_LIMIT_MS,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const tarballs = path.join(folder, 'tarballs');
  const program = `const { packRelease } = await import('./scripts/release-packages.mjs'); await packRelease(${JSON.stringify(tarballs)});`;
  execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: sources,
    timeout: PACK_LIMIT_MS,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return readdirSync(tarballs).map((name) => path.join(tarballs, name));
}
