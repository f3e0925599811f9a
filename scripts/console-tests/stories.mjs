import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createServer } from 'vite';
import { violations } from './looks.mjs';
import { ACTS } from './story-acts.mjs';

const CONSOLE = path.resolve(import.meta.dirname, '../../packages/console');
const BUILT = path.resolve(import.meta.dirname, '../../dist/console');
const SUFFIX = '.story.tsx';

/**
 * Each primitive by itself, from the development server: axe in both schemes, names, keys, and where the focus goes.
 *
 * @param {any} world
 */
export async function tellStories({ openContext, axe, scratch }) {
  assert.ok(!holdsStories(BUILT), 'the build has no stories');
  const server = await createServer({
    root: CONSOLE,
    configFile: path.join(CONSOLE, 'vite.config.ts'),
    cacheDir: path.join(scratch, 'vite'),
    logLevel: 'error',
    optimizeDeps: {
      include: ['preact', 'preact/hooks', 'preact/compat', 'preact-iso', '@tanstack/preact-query'],
    },
    server: { host: '127.0.0.1', port: 0, hmr: false, ws: false, proxy: {} },
  });
  await server.listen();
  const url = server.resolvedUrls?.local[0]?.replace(/\/app\/$/, '') ?? '';
  try {
    for (const colorScheme of ['light', 'dark']) {
      const context = await openContext({ colorScheme }, { url });
      for (const name of storyNames())
        await tell(context, `${url}/app/stories.html?story=${name}`, name, axe);
      await context.close();
    }
  } finally {
    await server.close();
  }
}

/** @returns {string[]} */
function storyNames() {
  const names = readdirSync(path.join(CONSOLE, 'src/ui')).filter((file) => file.endsWith(SUFFIX));
  return names.map((file) => file.slice(0, -SUFFIX.length));
}

/** @param {string} folder */
function holdsStories(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|html)$/.test(file))
    .some(
      (file) =>
        file.includes('stories') || readFileSync(path.join(folder, file), 'utf8').includes('stories.html'),
    );
}

/** @param {any} context @param {string} address @param {string} name @param {string} axe */
async function tell(context, address, name, axe) {
  const act = ACTS[name];
  assert.ok(act, `nothing is tried on the story of ${name}`);
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  assert.deepEqual(await violations(page, axe), [], name);
  await act(page);
  assert.deepEqual(await violations(page, axe), [], `${name}, afterwards`);
  await page.close();
}
