// `npm run install:local-model`: installs what EMBEDDINGS_MODEL_PATH needs, at the versions of
// local-model/package-lock.json, then loads it to see that it runs on this machine.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCi } from './npm-ci.mjs';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../local-model');
const require = createRequire(path.join(folder, 'package.json'));

npmCi(folder);
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
