// Compiles src to dist: ES modules, CommonJS, and types for both, which alone keep their comments. Types are checked by
// `npm run check -- types` of the repository (the integrations by `npm run check -- client-integrations`, which installs
// their frameworks), so nothing is checked here.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/**
 * @param {'esm' | 'cjs'} format
 * @param {string[]} options
 */
function compile(format, options) {
  const folder = path.join(root, 'dist', format);
  const args = ['-p', path.join(root, 'tsconfig.build.json'), '--noCheck', '--outDir', folder, ...options];
  run([...args, '--removeComments']);
  run([...args, '--emitDeclarationOnly']);
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.d.ts')) nameCompiledFiles(path.join(folder, file));
}

/** @param {string[]} args */
function run(args) {
  const { status } = spawnSync(process.execPath, [tsc, ...args], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`tsc failed (exit ${status})`);
}

/**
 * tsc rewrites `./file.ts` to `./file.js` in code, and not in types.
 *
 * @param {string} file
 */
function nameCompiledFiles(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll(/((?:from |import\()['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
}

/** A quarter of the package is types of requests and responses. ES modules take them from the CommonJS folder. */
function shareSchemas() {
  const esm = path.join(root, 'dist/esm');
  for (const file of ['schemas.js', 'schemas.d.ts']) rmSync(path.join(esm, file));
  for (const file of readdirSync(esm, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    const text = readFileSync(path.join(esm, file), 'utf8');
    writeFileSync(
      path.join(esm, file),
      text.replaceAll(/(['"])(\.\.?\/)schemas\.js/g, '$1$2../cjs/schemas.js'),
    );
  }
}

export function build() {
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  compile('esm', []);
  compile('cjs', ['--module', 'commonjs', '--moduleResolution', 'node10']);
  shareSchemas();
  writeFileSync(path.join(root, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
