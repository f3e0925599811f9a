// Runs checks: `npm run check` runs the ones that need no registry, `npm run check -- NAME...` runs the named ones.
// Stops at the first that fails, with its exit code. 75 means skipped, with a line that says why.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const PACKAGES = ['client', 'client/scripts', 'cli', 'cli/scripts', 'console'];

/** In the order in which `npm run check` runs them. */
const STANDARD = {
  generate: ['node scripts/build-if-stale.mjs --client-only'],
  format: ['prettier --check --log-level warn .'],
  lint: ['eslint --max-warnings 0 .'],
  deps: ['depcruise --config .dependency-cruiser.js src bench test packages'],
  migrations: ['node scripts/check-migrations.mjs'],
  patterns: ['node scripts/check-patterns.mjs'],
  types: ['tsc --noEmit', 'tsc --noEmit -p scripts', ...PACKAGES.map((name) => `tsc -p packages/${name}`)],
  openapi: ['node scripts/swagger-metadata.mjs --check', 'node -r @swc-node/register src/openapi.ts --check'],
  'cli-docs': ['node packages/cli/scripts/docs.mjs --check'],
  editors: ['node packages/cli/scripts/console-editors.mjs --check'],
  words: ['node scripts/check-words.mjs'],
};

/** They need a registry, a browser or another runtime. `.ci/run` runs them by name. */
const NAMED = {
  'openapi-lint': ['node scripts/check-openapi.mjs'],
  'client-schemas': ['node packages/client/scripts/schemas.mjs --check'],
  'client-package': ['node packages/client/scripts/check-package.mjs'],
  'client-runtimes': ['node packages/client/scripts/test-runtimes.mjs'],
  'client-integrations': ['node packages/client/scripts/test-integrations.mjs'],
  'docs-page': ['node scripts/test-docs-page.mjs'],
};

/**
 * @param {string} command
 * @returns {number} its exit code
 */
function run(command) {
  const [program = '', ...args] = command.split(' ');
  const bin = path.join(root, 'node_modules/.bin');
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
  return spawnSync(program, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
}

/** @type {ReadonlyMap<string, readonly string[]>} */
const checks = new Map(Object.entries({ ...STANDARD, ...NAMED }));
const given = process.argv.slice(2);
const unknown = given.find((name) => !checks.has(name));
if (unknown !== undefined) {
  console.error(`There is no check ${unknown}. There are: ${[...checks.keys()].join(', ')}.`);
  process.exit(2);
}
for (const name of given.length > 0 ? given : Object.keys(STANDARD)) {
  for (const command of checks.get(name) ?? []) {
    console.log(`> ${command}`);
    const status = run(command);
    if (status !== 0) process.exit(status);
  }
}
