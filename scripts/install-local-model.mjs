// `npm run install:local-model`: installs what EMBEDDINGS_MODEL_PATH needs, at the versions of
// local-model/package-lock.json, then loads it to see that it runs on this machine.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../local-model');
const require = createRequire(path.join(folder, 'package.json'));

// npm names its own program to the scripts that it runs.
const npm = process.env.npm_execpath;
if (npm === undefined) {
  console.error('Run this as `npm run install:local-model`.');
  process.exit(2);
}
const { status } = spawnSync(process.execPath, [npm, 'ci'], { cwd: folder, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

for (const other of binariesOfOtherSystems()) rmSync(other, { recursive: true });
require('@huggingface/transformers');
console.log('Installed. Set EMBEDDINGS_MODEL_PATH to the folder of a model.');

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
