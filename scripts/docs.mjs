// Writes the files that are made from the sources: `npm run docs -- openapi|config|cli|client|editors|python`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** @type {ReadonlyMap<string, readonly string[][]>} the arguments of each run of Node, by the name of what is written */
const GENERATORS = new Map([
  ['openapi', [['scripts/swagger-metadata.mjs'], ['-r', '@swc-node/register', 'src/openapi.ts']]],
  ['config', [['-r', '@swc-node/register', 'src/config-docs.ts']]],
  ['cli', [['packages/cli/scripts/docs.mjs']]],
  ['client', [['packages/client/scripts/schemas.mjs']]],
  ['editors', [['packages/cli/scripts/console-editors.mjs']]],
  ['python', [['scripts/test-python.mjs', '--generate']]],
]);

const [name = ''] = process.argv.slice(2);
const runs = GENERATORS.get(name);
if (runs === undefined) {
  console.error(`Usage: npm run docs -- ${[...GENERATORS.keys()].join('|')}`);
  process.exit(2);
}
for (const args of runs) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
