import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createServer } from 'vite';
import { violations } from './looks.mjs';

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

/** What a person does with each. @type {Record<string, (page: any) => Promise<void>>} */
const ACTS = {
  'asked-button': async (page) => {
    await opensAndCloses(page, 'Delete', 'alertdialog', 'Delete the example for good?');
    await page.getByRole('button', { name: 'Fail' }).press('Enter');
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('The service is away.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('It is deleted.').waitFor();
  },
  combobox: async (page) => {
    const field = page.getByRole('combobox', { name: 'Tags' });
    await field.fill('te');
    await page.getByRole('option', { name: /^tea/ }).waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    await page.getByRole('list', { name: 'Tags: chosen' }).getByText('tea').waitFor();
    await field.fill('co');
    await field.press('Escape');
    assert.equal(await field.getAttribute('aria-expanded'), 'false');
  },
  commands: (page) => opensAndCloses(page, 'Keys of this page', 'dialog', /./),
  'date-time': async (page) => {
    await page.getByLabel('Exact time').fill('2026-05-01T10:00:00');
    await page.getByText(/^2026-0[45]-\d\dT/).waitFor();
    await page.getByRole('button', { name: 'Clear: Exact time' }).click();
    await page.getByText('No time').waitFor();
  },
  dialog: (page) => opensAndCloses(page, 'Open', 'dialog', 'Something to read'),
  'form-dialog': async (page) => {
    await opensAndCloses(page, 'Open', 'dialog', 'Name it');
    await page.getByRole('button', { name: 'Open' }).click();
    const field = page.getByRole('textbox', { name: 'Name' });
    await field.waitFor();
    await hasFocusOn(page, 'INPUT');
    await field.fill('Tea');
    await field.press('Enter');
    await page.getByText('Tea was sent.').waitFor();
  },
  menu: async (page) => {
    const button = page.getByRole('button', { name: 'Actions' });
    await button.press('Enter');
    await hasFocus(page, 'Copy');
    await page.keyboard.press('m');
    await hasFocus(page, 'Move');
    await page.keyboard.press('Enter');
    await page.getByText('Move was chosen.').waitFor();
    await button.press('Enter');
    await hasFocus(page, 'Copy');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await hasFocus(page, 'Actions');
  },
  selection: async (page) => {
    const tea = page.getByRole('checkbox', { name: 'Select: Tea' });
    await tea.press('Space');
    await page.getByText('1 drinks selected').first().waitFor();
    await tea.press('Escape');
    await page.getByRole('checkbox', { name: 'Select: Coffee' }).press('Space');
    await page.getByRole('checkbox', { name: 'Select: Water' }).press('Shift+Space');
    await page.keyboard.press('a');
    await hasFocus(page, 'Remove');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText('3 drinks removed.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await tea.waitFor();
  },
  'side-panel': async (page) => {
    await page.getByRole('link', { name: 'Tea' }).press('Enter');
    await page.getByRole('region', { name: 'Tea' }).waitFor();
    await page.waitForFunction(
      'document.activeElement.textContent === "Tea" && document.activeElement.tagName === "H2"',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Tea' }).waitFor({ state: 'detached' });
    await hasFocus(page, 'Tea');
  },
  toasts: async (page) => {
    await page.getByRole('button', { name: 'With Undo' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('The example is there again.').waitFor();
    await page.getByRole('button', { name: 'Without' }).click();
    await page.getByText('The example is saved.').waitFor();
  },
};

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

/** By the keyboard; the focus goes back. @param {any} page @param {string} button @param {string} role @param {string | RegExp} title */
async function opensAndCloses(page, button, role, title) {
  await page.getByRole('button', { name: button, exact: true }).press('Enter');
  await page.getByRole(role, { name: title }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole(role).waitFor({ state: 'detached' });
  await hasFocus(page, button);
}

/** @param {any} page @param {string} tag */
function hasFocusOn(page, tag) {
  return page.waitForFunction((/** @type {string} */ wanted) => {
    return /** @type {any} */ (globalThis).document.activeElement.tagName === wanted;
  }, tag);
}

/** @param {any} page @param {string} name */
function hasFocus(page, name) {
  return page.waitForFunction((/** @type {string} */ wanted) => {
    const { activeElement } = /** @type {any} */ (globalThis).document;
    return (activeElement.getAttribute('aria-label') ?? activeElement.textContent).startsWith(wanted);
  }, name);
}
