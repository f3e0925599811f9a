import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCi } from './npm-ci.mjs';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../local-model');
const require = createRequire(path.join(folder, 'package.json'));

/**
 * Installs what runs an embedding model in the process, at the versions and checksums of local-model/package-lock.json,
 * unless they are there, and loads it to see that it runs on this machine.
 */
export function installLocalModelPackages() {
  if (areInstalled()) return;
  npmCi(folder);
  for (const other of binariesOfOtherSystems()) rmSync(other, { recursive: true });
  require('onnxruntime-node');
}

/** npm writes what it installed in the form of the lock file. */
function areInstalled() {
  const [locked, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((name) =>
    versionsOf(path.join(folder, name)),
  );
  return locked === installed;
}

/** @param {string} lock */
function versionsOf(lock) {
  if (!existsSync(lock)) return null;
  const { packages } = JSON.parse(readFileSync(lock, 'utf8'));
  delete packages[''];
  return JSON.stringify(Object.entries(packages).map(([name, { version }]) => [name, version]));
}

/** The runtime comes with the binaries of all systems, 240 MB of 285. Empty where it has none for this one. */
function binariesOfOtherSystems() {
  const root = path.join(path.dirname(require.resolve('onnxruntime-node/package.json')), 'bin');
  const systems = readdirSync(root).flatMap((version) => foldersOf(path.join(root, version)));
  const processors = systems.flatMap(foldersOf);
  const own = path.join(process.platform, process.arch);
  return processors.some((each) => each.endsWith(own))
    ? processors.filter((each) => !each.endsWith(own))
    : [];
}

/** @param {string} parent */
function foldersOf(parent) {
  return existsSync(parent) ? readdirSync(parent).map((name) => path.join(parent, name)) : [];
}
