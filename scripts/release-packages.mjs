// Builds and packs what `npm run release` publishes and `npm run install:cli` installs. The manifests of the tree are
// `private`, so that nothing is published from it by accident; those of the tarballs are not.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as buildClient } from '../packages/client/scripts/build.mjs';
import { ensureBuild, ensurePackages } from './build-if-stale.mjs';
import { npm, run } from './registry-packages.mjs';
import { packageProblems, releasedManifest } from './release-rules.cjs';

const PACK_LIMIT_MS = 120_000;
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** What installs the library of embedding models, at the versions of its lock file. */
const LOCAL_MODEL = ['local-model/package.json', 'local-model/package-lock.json', 'scripts/model.mjs'];

/** In the order of publication: each needs only those before it. `mustHave` is what no field of the manifest names. */
const RELEASED = [
  { folder: 'packages/client', mustHave: [] },
  { folder: '.', mustHave: ['dist/main.js', 'dist/console/index.html', ...LOCAL_MODEL] },
  { folder: 'packages/cli', mustHave: ['dist/main.js', 'dist/hook.cjs'] },
];

/**
 * Builds, packs and checks. Throws with all that is wrong in a tarball.
 *
 * @param {string} target the folder of the tarballs
 * @returns {Promise<string[]>} their paths, in the order of publication
 */
export async function packRelease(target) {
  mkdirSync(target, { recursive: true });
  buildClient();
  await ensureBuild();
  await ensurePackages();
  const stage = mkdtempSync(path.join(tmpdir(), 'ams-release-'));
  try {
    return RELEASED.map((each) => packOne(each, stage, target));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/**
 * @param {{ folder: string, mustHave: readonly string[] }} released
 * @param {string} stage
 * @param {string} target
 */
function packOne({ folder, mustHave }, stage, target) {
  const first = pack(path.join(root, folder), stage);
  unpack(first, stage);
  const staged = path.join(stage, 'package');
  prepare(staged);
  const tarball = pack(staged, target);
  rmSync(staged, { recursive: true });
  unpack(tarball, stage);
  const problems = problemsIn(staged, mustHave);
  rmSync(staged, { recursive: true });
  if (problems.length > 0) throw new Error(`${path.basename(tarball)}:\n${problems.join('\n')}`);
  return tarball;
}

/** @param {string} staged the folder of an unpacked tarball, which becomes what is published */
function prepare(staged) {
  const file = path.join(staged, 'package.json');
  const manifest = releasedManifest(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  for (const name of ['.build-stamp', '.console-stamp'])
    rmSync(path.join(staged, 'dist', name), { force: true });
  for (const name of filesOf(staged)) if (name.endsWith('.js')) leaveOutMap(path.join(staged, name));
  if (manifest.name === 'agent-memory') useInstalledClient(path.join(staged, 'dist/client'));
}

/**
 * Source maps are not published.
 *
 * @param {string} file
 */
function leaveOutMap(file) {
  const text = readFileSync(file, 'utf8');
  const at = text.lastIndexOf('\n//# sourceMappingURL=');
  if (at >= 0) writeFileSync(file, text.slice(0, at + 1));
}

/**
 * In a checkout the command line has a compiled copy of the client. An installed one has the package.
 *
 * @param {string} folder
 */
function useInstalledClient(folder) {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'agent-memory.js'), "export * from '@agent-memory/client';\n");
  writeFileSync(path.join(folder, 'visible-text.js'), "export * from '@agent-memory/client/visible-text';\n");
}

/**
 * @param {string} folder
 * @param {string} target
 */
function pack(folder, target) {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', target];
  const { ok, output } = npm(args, { cwd: folder, timeoutMs: PACK_LIMIT_MS });
  if (!ok) throw new Error(`npm pack failed in ${folder}:\n${output}`);
  const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(target, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
}

/**
 * @param {string} tarball
 * @param {string} folder
 */
function unpack(tarball, folder) {
  const { ok, output } = run('tar', ['-xzf', tarball, '-C', folder], { timeoutMs: PACK_LIMIT_MS });
  if (!ok) throw new Error(output);
}

/**
 * @param {string} folder
 * @param {readonly string[]} mustHave
 */
function problemsIn(folder, mustHave) {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = new Map(
    filesOf(folder).map((name) => [
      name,
      name.endsWith('.js') ? readFileSync(path.join(folder, name), 'utf8') : '',
    ]),
  );
  return packageProblems(manifest, files, mustHave);
}

/** @param {string} folder */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile()
      ? [path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/')]
      : [],
  );
}
