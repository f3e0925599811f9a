// `npm run release -- --dry-run` builds, packs and checks the packages. `--registry URL` also publishes them, in order.
// npm's own settings say who publishes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { npm } from './registry-packages.mjs';
import { packRelease } from './release-packages.mjs';

const PUBLISH_LIMIT_MS = 300_000;

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, registry: { type: 'string' } } });
if (Boolean(values['dry-run']) === (values.registry !== undefined)) {
  console.error('Usage: npm run release -- --dry-run | --registry URL');
  process.exit(2);
}

const folder = mkdtempSync(path.join(tmpdir(), 'ams-tarballs-'));
try {
  for (const tarball of await packRelease(folder)) {
    if (values.registry !== undefined) publish(tarball, values.registry);
    console.log(`${values.registry === undefined ? 'Checked' : 'Published'} ${path.basename(tarball)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * All tarballs are checked before the first is published. `latest`: there is no other version that `npx` should take.
 *
 * @param {string} tarball
 * @param {string} registry
 */
function publish(tarball, registry) {
  const args = ['publish', tarball, '--registry', registry, '--access', 'public', '--tag', 'latest'];
  const { ok, output } = npm([...args, '--ignore-scripts'], { cwd: folder, timeoutMs: PUBLISH_LIMIT_MS });
  if (!ok) throw new Error(`npm publish failed for ${path.basename(tarball)}:\n${output}`);
}
