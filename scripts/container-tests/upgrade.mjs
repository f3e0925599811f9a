import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startContainer } from './container.mjs';
import { BUILD_LIMIT_MS, buildArguments } from './images.mjs';
import { startLoad } from './load.mjs';
import { startPostgres } from './postgres.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const TAG = 'localhost/agent-memory-test/service:older';
const ARCHIVE_LIMIT = 256 * 1024 * 1024;
const AGENTS = 4;
const SOME = 200;

/**
 * Upgrades the embedded database and one on a server. Skipped, with a line that says why, where the checkout does not reach
 * back to the commit before the newest migration.
 *
 * @param {import('./world.mjs').World} world
 */
export async function upgradesBoth(world) {
  const older = buildOlder(world);
  if (older === null) {
    console.log('        SKIPPED: the history of this checkout does not reach to the newest migration');
    return;
  }
  await upgrades(world, older);
  await upgrades(world, older, await startPostgres(world));
}

/**
 * Builds the image of the commit before the newest migration, unless TEST_OLDER_IMAGE names one.
 *
 * @param {import('./world.mjs').World} world
 */
function buildOlder(world) {
  const { TEST_OLDER_IMAGE: given } = process.env;
  if (given !== undefined) return given;
  const commit = commitBeforeMigration();
  if (commit === null) return null;
  const context = mkdtempSync(path.join(world.scratch, 'older-'));
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: ARCHIVE_LIMIT });
  execFileSync('tar', ['-x', '-C', context], { input: archive });
  const dockerfile = path.join(context, 'deploy/Dockerfile');
  writeFileSync(dockerfile, withBuildOptions(readFileSync(dockerfile, 'utf8'), world.base));
  world.engine.run(buildArguments(world, { tag: TAG, context, dockerfile }), BUILD_LIMIT_MS);
  return TAG;
}

/**
 * Memories that the older image wrote under load are there when this image has replaced it, which then stores more.
 *
 * @param {import('./world.mjs').World} world
 * @param {string} older
 * @param {Record<string, string>} [settings]
 */
async function upgrades(world, older, settings = {}) {
  const volume = world.newVolume();
  const container = await startContainer(world, { volume, image: older, settings });
  const before = startLoad(await container.agents(AGENTS));
  await before.answered(SOME);
  await world.engine.runBeside(['kill', container.name]);
  await before.stop();
  await container.replace(world.image);
  const after = startLoad(await container.agents(AGENTS));
  await after.answered(SOME);
  await after.stop();
  await after.assertKept();
  await before.assertKept();
  container.remove();
}

function commitBeforeMigration() {
  const newest = readdirSync(path.join(root, 'prisma/migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .at(-1);
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', `prisma/migrations/${newest}`);
  // The oldest commit of a shallow clone seems to add all files.
  return added && git('rev-parse', '--verify', '--quiet', `${added}^`);
}

/** @param {string[]} args */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : null;
}

/**
 * A Dockerfile from before the options NODE_IMAGE and `npmrc`, with both.
 *
 * @param {string} older
 * @param {string} base
 */
function withBuildOptions(older, base) {
  if (older.includes('NODE_IMAGE')) return older;
  const current = readFileSync(path.join(root, 'deploy/Dockerfile'), 'utf8');
  const [install] = /^RUN --mount[^]*? npm ci$/m.exec(current) ?? ['RUN npm ci'];
  return older.replaceAll('FROM node:22-slim', `FROM ${base}`).replace(/^RUN npm ci$/m, install);
}
