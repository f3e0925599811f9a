import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { agentApi } from './plant.mjs';

const EMPTY = 'new-bot';
const SCHEMES = ['light', 'dark'];
const SIZES = { wide: { width: 1280, height: 900 }, narrow: { width: 360, height: 740 } };

/**
 * Every page with content and every page of an agent without memories, in each scheme and width: axe finds nothing, and
 * nothing is wider than the screen.
 *
 * @param {any} world
 * @param {{ agentId: string, edited: string }} planted
 */
export async function lookAtPages(world, planted) {
  await agentApi(world.service.url, EMPTY);
  if (world.shots) mkdirSync(world.shots, { recursive: true });
  for (const scheme of SCHEMES) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const context = await world.openContext({ viewport, colorScheme: scheme });
      const pages = [...pagesOf(planted.agentId, planted.edited), ...emptyPagesOf(EMPTY)];
      for (const page of pages) await lookAt(world, context, page, `${scheme}-${size}`);
      await context.close();
    }
  }
}

/** @typedef {[name: string, address: string, sign: string, act?: (page: any) => Promise<void>]} PageToSee */

/**
 * @param {any} world
 * @param {any} context
 * @param {PageToSee} page
 * @param {string} look
 */
async function lookAt({ service, axe, shots }, context, [name, address, sign, act], look) {
  const page = await context.newPage();
  await page.goto(`${service.url}/app${address}`);
  await page.getByText(sign).first().waitFor();
  await act?.(page);
  await page.waitForLoadState('networkidle');
  if (shots) await page.screenshot({ path: path.join(shots, `${name}-${look}.png`) });
  assert.deepEqual(await violations(page, axe), [], `${name}, ${look}`);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(overflow <= 0, `${name}, ${look}: ${overflow} px are wider than the screen`);
  await page.close();
}

/**
 * The pages with content, and a text of each that is there once it is loaded.
 *
 * @param {string} agentId
 * @param {string} edited
 * @returns {PageToSee[]}
 */
export function pagesOf(agentId, edited) {
  const agent = `/agents/${agentId}`;
  return [
    ['agents', `/?created=${agentId}`, 'Last session'],
    ['timeline', agent, 'from importer'],
    ['recall', `${agent}/recall?q=Which+theme+does+the+user+like`, 'Score'],
    ['recall-nothing', `${agent}/recall?q=What+did+Cara+Dunn+deploy`, 'Nothing in memory bears'],
    ['recall-superseded', `${agent}/recall?q=team+deploys&all=1&superseded=1`, 'Replaced by'],
    ['memory', `${agent}/memories/${edited}`, 'History'],
    ['conflicts', `${agent}/conflicts`, 'Keep both'],
    ['quarantine', `${agent}/quarantine`, 'Nothing is quarantined'],
    ['selection', agent, 'from importer', select],
    ['policy', `${agent}/policy`, 'active memories'],
    ['files', `${agent}/files`, 'handbook.md'],
    ['ask', `${agent}/ask`, 'Ask what the agent should know', ask],
    ['settings', `${agent}/settings`, 'What is written'],
    ['forget', `${agent}/forget`, 'Nothing is deleted yet'],
    ['activity', '/activity', 'Operation'],
    ['system', '/system', 'recall.limit'],
    ['webhooks', '/webhooks', 'Nothing was sent yet'],
  ];
}

/** @param {any} page */
async function select(page) {
  const boxes = page.getByRole('checkbox', { name: /^Select: / });
  await boxes.nth(0).click();
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: /^Actions/ }).click();
}

/** @param {any} page */
async function ask(page) {
  await page.getByRole('textbox', { name: 'Question' }).fill('Which theme does the user prefer?');
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByRole('list', { name: 'Sources' }).waitFor();
}

/**
 * The pages of an agent without memories.
 *
 * @param {string} agentId
 * @returns {PageToSee[]}
 */
function emptyPagesOf(agentId) {
  const agent = `/agents/${agentId}`;
  return [
    ['empty-timeline', agent, 'The agent has no memories yet'],
    ['empty-recall', `${agent}/recall`, 'Search as the agent does'],
    ['empty-conflicts', `${agent}/conflicts`, 'No open conflict'],
    ['empty-policy', `${agent}/policy`, 'The policy is empty'],
    ['empty-files', `${agent}/files`, 'There is no file yet'],
    ['missing', `${agent}-missing`, 'not found'],
  ];
}

/**
 * @param {any} page
 * @param {string} axe
 * @returns {Promise<string[]>}
 */
async function violations(page, axe) {
  // The protocol of the browser runs it, whatever the content security policy of the page is.
  await page.evaluate(axe);
  const found = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run());
  return found.violations.map(
    (/** @type {any} */ { id, nodes }) =>
      `${id}: ${nodes
        .map((/** @type {any} */ node) => node.html)
        .slice(0, 3)
        .join(' | ')}`,
  );
}
