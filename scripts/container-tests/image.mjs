import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { KEY, startContainer } from './container.mjs';
import { BUILD_CANARY } from './images.mjs';

const fixtures = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../test/fixtures/files');
const MOST_MEGABYTES = 180;
const MEGABYTE = 1_000_000;
/**
 * Two seconds on a quiet machine (docs/PERFORMANCE.md), where a container that does nothing takes half of one. On a busy
 * machine both take longer.
 */
const START_LIMIT_SECONDS = 6;
const BARE_START_SECONDS = 0.5;
const MOST_SLOWNESS = 4;
const READ_LIMIT_MS = 60_000;
const POLL_MS = 100;

/**
 * The image runs as user 1000, holds no secret in any layer, adds at most 180 MB to its base, and lists its packages.
 *
 * @param {import('./world.mjs').World} world
 */
export async function properties(world) {
  const { engine, image, base } = world;
  const inspect = (/** @type {string} */ name) => JSON.parse(engine.run(['image', 'inspect', name]))[0];
  const { Config: config, Size: size } = inspect(image);
  assert.deepEqual([config.User, Object.keys(config.Volumes)], ['1000:1000', ['/data']]);
  const added = (size - inspect(base).Size) / MEGABYTE;
  console.log(`        ${added.toFixed(0)} MB on top of ${base}`);
  assert.ok(added <= MOST_MEGABYTES, `${added} MB`);
  assert.deepEqual(await foundIn(engine, image, [BUILD_CANARY, '"name": "agent-memory-service"']), [
    '"name": "agent-memory-service"',
  ]);
  const missing = engine.run(['run', '--rm', image, 'node', '-e', `(${missingInBom})()`]);
  assert.deepEqual(JSON.parse(/** @type {string} */ (missing.split('\n')[0])), []);
}

/** Runs in the image: the packages that the bill of materials does not list. */
function missingInBom() {
  const fs = process.getBuiltinModule('node:fs');
  const { bomFormat, components } = JSON.parse(fs.readFileSync('sbom.cdx.json', 'utf8'));
  const listed = new Set(
    components.map((/** @type {{ name: string, version: string }} */ each) => `${each.name}@${each.version}`),
  );
  const manifests = fs
    .readdirSync('node_modules', { recursive: true, encoding: 'utf8' })
    .filter((/** @type {string} */ file) =>
      /(^|node_modules\/)(@[^/]+\/)?[^@/.][^/]*\/package\.json$/.test(file),
    );
  const installed = manifests.map((/** @type {string} */ file) => {
    const { name, version } = JSON.parse(fs.readFileSync(`node_modules/${file}`, 'utf8'));
    return `${name}@${version}`;
  });
  if (bomFormat !== 'CycloneDX' || installed.length < 50) throw new Error('This is no bill of materials');
  console.log(JSON.stringify(installed.filter((/** @type {string} */ each) => !listed.has(each))));
}

/**
 * Which of the texts are in a layer of the image, or in its configuration.
 *
 * @param {import('./engine.mjs').Engine} engine
 * @param {string} image
 * @param {string[]} texts
 */
async function foundIn(engine, image, texts) {
  const save = spawn(engine.name, ['save', image], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(save, 'close');
  const found = new Set();
  let tail = Buffer.alloc(0);
  for await (const chunk of save.stdout) {
    const read = Buffer.concat([tail, chunk]);
    for (const text of texts) if (read.includes(text)) found.add(text);
    tail = read.subarray(-100);
  }
  assert.deepEqual(await ended, [0, null]);
  return [...found];
}

/**
 * A container runs without capabilities on a read-only root, answers its health check, logs JSON lines on stdout only,
 * reads files of every format, and serves its pages.
 *
 * @param {import('./world.mjs').World} world
 */
export async function hardened(world) {
  const { engine } = world;
  const container = await startContainer(world, { volume: world.newVolume() });
  const [api] = /** @type {[import('./load.mjs').Api]} */ (await container.agents(1));
  for (const name of ['handbook.pdf', 'handbook.docx']) {
    const form = new FormData();
    form.append('file', new Blob([readFileSync(path.join(fixtures, name))]), name);
    await api('upload-file', form);
  }
  await filesAreRead(api);
  for (const page of ['/docs', '/app/', '/openapi.json'])
    assert.equal((await fetch(container.url + page)).status, 200);

  const status = engine.run(['exec', container.name, 'cat', '/proc/1/status']);
  assert.match(status, /^Uid:\t1000\t1000\t1000\t1000$/m);
  assert.match(status, /^CapEff:\t0+$/m);
  assert.match(status, /^NoNewPrivs:\t1$/m);
  assert.throws(() => engine.run(['exec', container.name, 'touch', '/app/file']), /Read-only file system/);
  const [{ Healthcheck, Config }] = JSON.parse(engine.run(['image', 'inspect', world.image]));
  const [, ...check] = (Healthcheck ?? Config.Healthcheck).Test;
  engine.run(['exec', container.name, ...check]);

  const { stdout, stderr } = spawnSync(engine.name, ['logs', container.name], { encoding: 'utf8' });
  assert.equal(stderr, '');
  const lines = stdout.trim().split('\n');
  assert.ok(
    lines.map((line) => JSON.parse(line)).some(({ msg }) => msg === 'request'),
    stdout,
  );
  assert.ok(!stdout.includes(KEY), 'the credential is in the logs');
  container.remove();
}

/** @param {import('./load.mjs').Api} api */
async function filesAreRead(api) {
  const deadline = Date.now() + READ_LIMIT_MS;
  for (;;) {
    const { files } = await api('files');
    const statuses = files.map((/** @type {{ status: string }} */ each) => each.status);
    if (statuses.every((/** @type {string} */ each) => each === 'indexed')) return;
    assert.ok(!statuses.includes('failed') && Date.now() < deadline, JSON.stringify(files));
    await pause(POLL_MS);
  }
}

/**
 * A container that starts again is ready within the limit, in the quickest of three starts. The limit grows where a
 * container that does nothing takes longer, too.
 *
 * @param {import('./world.mjs').World} world
 */
export async function startsQuickly(world) {
  const container = await startContainer(world, { volume: world.newVolume() });
  const [starts, bare] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (let start = 0; start < 3; start++) {
    await container.stop();
    bare.push(await secondsOf(() => world.engine.run(['run', '--rm', world.image, 'node', '-e', '0'])));
    starts.push(await secondsOf(() => container.start()));
  }
  const slowness = Math.min(MOST_SLOWNESS, Math.max(1, Math.min(...bare) / BARE_START_SECONDS));
  const limit = START_LIMIT_SECONDS * slowness;
  const shown = (/** @type {number[]} */ times) => times.map((each) => each.toFixed(2)).join(', ');
  console.log(
    `        ready after ${shown(starts)} s, of ${limit.toFixed(1)}; without the service ${shown(bare)} s`,
  );
  assert.ok(Math.min(...starts) < limit, `${starts} s`);
  container.remove();
}

/** @param {() => unknown} work */
async function secondsOf(work) {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
