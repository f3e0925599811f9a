// Compiles src to dist, builds the web console, and generates the Prisma client, each only when something it depends on changed. The client is
// committed, so only a change of the schema or of Prisma's version needs Prisma's command line, a development dependency.
// Used by `npm start` and `npm test`, so that a fresh clone needs no separate build step and a second
// start costs only the hashing of the sources.
//
//   node scripts/build-if-stale.mjs                 client, build and command line
//   node scripts/build-if-stale.mjs --client-only   client
//   node scripts/build-if-stale.mjs --force         both, stale or not
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureConsole } from './build-console.mjs';
import { withBuildLock } from './build-lock.mjs';
import { hashInputs } from './hash-inputs.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const clientInputs = ['prisma/schema.prisma'];
const buildInputs = [
  ...clientInputs,
  'package-lock.json',
  'src',
  '.swcrc',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build-if-stale.mjs',
  'scripts/compile.mjs',
];
const clientStamp = 'src/generated/.build-stamp';
const buildStamp = 'dist/.build-stamp';

/**
 * @param {string} stamp
 * @param {string} hash
 */
function isFresh(stamp, hash) {
  const file = path.join(root, stamp);
  return existsSync(file) && readFileSync(file, 'utf8') === hash;
}

/** The version of Prisma's command line, which decides what the client looks like. */
function lockedPrisma() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return String(packages['node_modules/prisma'].version);
}

/** Generates src/generated/prisma unless it is up to date. Returns whether it did. */
export function ensureClient(force = false) {
  const hash = hashInputs(root, clientInputs, lockedPrisma());
  if (!force && isFresh(clientStamp, hash)) return false;
  console.log('Generating the database client: commit src/generated with the schema...');
  rmSync(path.join(root, 'src/generated'), { recursive: true, force: true });
  // `generate` insists on a schema engine binary, which it would download, and never runs it. Any
  // existing program satisfies it. Migrations do run it: never set this for them.
  const { status, error } = spawnSync(process.execPath, ['node_modules/prisma/build/index.js', 'generate'], {
    cwd: root,
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`prisma generate failed (${error?.message ?? `exit ${status}`})`);
  writeFileSync(path.join(root, clientStamp), hash);
  return true;
}

/**
 * Prints what goes on. Returns what erases it again from a terminal, where it is of no use when it is done.
 *
 * @param {string} text
 */
function announce(text) {
  if (!process.stdout.isTTY) {
    console.log(text);
    return () => undefined;
  }
  process.stderr.write(text);
  return () => process.stderr.write('\r\x1b[K');
}

/** Compiles the command line unless it is up to date. The image has none. */
export async function ensurePackages(force = false) {
  if (!existsSync(path.join(root, 'packages/cli/scripts'))) return;
  const { ensureCommandLine } = await import('../packages/cli/scripts/build.mjs');
  await ensureCommandLine((text) => process.stdout.write(text), force);
}

/** Compiles src to dist and builds the console, unless they are up to date. Resolves with whether it did. */
export async function ensureBuild(force = false) {
  // At the same time: the bundler is a process of its own.
  const done = await Promise.all([ensureCompiled(force), ensureConsole(root, force)]);
  return done.includes(true);
}

/** @param {boolean} force */
async function ensureCompiled(force) {
  const hash = hashInputs(root, buildInputs);
  if (!force && isFresh(buildStamp, hash)) return false;
  // Two tests or services that start together build once.
  return withBuildLock(root, 'compiled', async () => {
    if (!force && isFresh(buildStamp, hash)) return false;
    await compileAll(hash, force);
    return true;
  });
}

/**
 * @param {string} hash
 * @param {boolean} force
 */
async function compileAll(hash, force) {
  ensureClient(force);
  const erase = announce('Compiling...');
  // The stamp goes first and comes back last: an interrupted build is never taken for a finished one.
  for (const name of existsSync(path.join(root, 'dist')) ? readdirSync(path.join(root, 'dist')) : [])
    if (name !== 'console') rmSync(path.join(root, 'dist', name), { recursive: true, force: true });
  // Loaded here, because it takes time and memory of every start.
  const { compile } = await import('./compile.mjs');
  await compile(root, 'src', 'dist');
  erase();
  writeFileSync(path.join(root, buildStamp), hash);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const force = process.argv.includes('--force');
  if (process.argv.includes('--client-only')) ensureClient(force);
  else {
    await ensureBuild(force);
    await ensurePackages(force);
  }
}
