// Compiles the command line to packages/cli/dist, with the client inside (dist/client), so that the package needs no other
// package of this repository. Types are checked by `npm run check -- types`.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashInputs } from '../../../scripts/hash-inputs.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const dist = path.join(root, 'packages/cli/dist');
const stamp = '.build-stamp';
const source = path.join(root, 'packages/cli/src');
const inputs = ['packages/cli/src', 'packages/client/src', 'packages/cli/scripts/build.mjs'];

/** `rewriteRelativeImportExtensions` is missing in swc's types. */
const jsc = {
  target: /** @type {const} */ ('es2022'),
  parser: { syntax: /** @type {const} */ ('typescript') },
  rewriteRelativeImportExtensions: true,
};
const options = { swcrc: false, jsc, module: { type: /** @type {const} */ ('es6') } };

/**
 * Builds unless `dist` is up to date. Resolves with whether it did.
 *
 * @param {(text: string) => void} announce
 */
export async function ensureCommandLine(announce, force = false) {
  const hash = hashInputs(root, inputs);
  if (!force && isFresh(hash)) return false;
  announce('Compiling the command line...\n');
  const folder = `${dist}.${process.pid}`;
  try {
    await compileInto(folder);
    writeFileSync(path.join(folder, stamp), hash);
    putInPlace(folder, hash);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return true;
}

/** @param {string} hash */
function isFresh(hash) {
  const file = path.join(dist, stamp);
  return existsSync(file) && readFileSync(file, 'utf8') === hash;
}

/**
 * Several processes may build at the same time: each has a folder of its own, and the first to finish provides `dist`.
 *
 * @param {string} folder
 * @param {string} hash
 */
function putInPlace(folder, hash) {
  const old = `${folder}.old`;
  try {
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(folder, dist);
  } catch (error) {
    if (!isFresh(hash)) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

/** @param {string} folder */
async function compileInto(folder) {
  await Promise.all([
    compileFolder(source, folder),
    bundleHooks(folder),
    // The integrations are for other programs.
    compileFolder(path.join(root, 'packages/client/src'), path.join(folder, 'client'), /^integrations\b/),
  ]);
}

/**
 * The hooks as one file, which takes half the time to load. CommonJS, because Node starts it sooner than a module.
 *
 * @param {string} folder
 */
async function bundleHooks(folder) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [path.join(source, 'hooks/main.ts')],
    outfile: path.join(folder, 'hook.cjs'),
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // No hook asks questions.
    external: ['@clack/prompts'],
    define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__filename' },
    logLevel: 'warning',
  });
}

/**
 * @param {string} from
 * @param {string} to
 * @param {RegExp | null} leftOut
 */
async function compileFolder(from, to, leftOut = null) {
  // Loaded here, because a build that is up to date does not need it.
  const { transformFile } = await import('@swc/core');
  const files = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !leftOut?.test(file),
  );
  for (const file of files) {
    const { code } = await transformFile(path.join(from, file), options);
    const target = path.join(to, file.replace(/\.ts$/, '.js'));
    const client = path.relative(path.dirname(target), path.join(to, 'client'));
    const specifier = `./${client.replaceAll('\\', '/')}`;
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(
      target,
      code.replaceAll(
        /(['"])@agent-memory\/client(?:\/([a-z-]+))?\1/g,
        (_, quote, module = 'agent-memory') => `${quote}${specifier}/${module}.js${quote}`,
      ),
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureCommandLine((text) => process.stderr.write(text), process.argv.includes('--force'));
}
