import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { agentApi } from './plant.mjs';

const EMPTY = 'new-bot';
/** Pages with a stream that goes on, and a text that is there once it has begun. @type {[string, RegExp][]} */
const STREAMING = [
  ['/live', /Live: new ones|Nothing was recalled/],
  ['/connect', /Waiting for your editor/],
];
/** Rules of axe. Nothing else changes with the scheme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const SIZES = {
  wide: { width: 1280, height: 900 },
  // A screen of 1280 pixels, enlarged four times (WCAG 1.4.10).
  narrow: { width: 320, height: 740 },
  roomy: { width: 1920, height: 1080 },
};

/** Runs in the page: links of the navigation with more room than their words and their padding take. */
const GAPS = `[...document.querySelectorAll('nav a:not(.agent-name)')].flatMap((link) => {
  const words = document.createRange();
  words.selectNodeContents(link.firstChild);
  const { paddingLeft, paddingRight } = getComputedStyle(link);
  const taken = words.getBoundingClientRect().width + parseFloat(paddingLeft) + parseFloat(paddingRight);
  const gap = Math.round(link.getBoundingClientRect().width - taken);
  return gap > 1 ? [link.textContent + ': ' + gap + ' px'] : [];
})`;

/** Runs in the page: buttons whose content reaches over their border, and is seen there. */
const TOO_NARROW = `[...document.querySelectorAll('button, .button')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === 'visible')
  .map(({ textContent }) => textContent)`;

/**
 * Every page with content and every page of an agent without memories, in each width and both schemes: axe finds nothing,
 * nothing is wider than the screen, no link of the navigation wider than its words, and no button narrower than its content.
 *
 * @param {any} world
 * @param {{ agentId: string, edited: string, traceId: string }} planted
 */
export async function lookAtPages(world, planted) {
  await agentApi(world.service.url, EMPTY);
  if (world.shots) mkdirSync(world.shots, { recursive: true });
  for (const [size, viewport] of Object.entries(SIZES)) {
    const context = await world.openContext({ viewport, colorScheme: 'light' });
    for (const page of [...pagesOf(planted), ...emptyPagesOf(EMPTY)])
      await lookAt(world, context, page, size);
    await context.close();
  }
}

/** @typedef {[name: string, address: string, sign: string, act?: (page: any) => Promise<void>]} PageToSee */

/**
 * @param {any} world
 * @param {any} context
 * @param {PageToSee} page
 * @param {string} size
 */
async function lookAt({ service, axe, shots }, context, [name, address, sign, act], size) {
  const page = await context.newPage();
  await page.goto(`${service.url}/app${address}`);
  await page.getByText(sign).first().waitFor();
  await act?.(page);
  await settled(page);
  const look = `${name}, ${size}`;
  assert.deepEqual(await violations(page, axe), [], `${look}, light`);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(overflow <= 0, `${look}: ${overflow} px are wider than the screen`);
  assert.deepEqual(await page.evaluate(GAPS), [], `${look}: gaps after links of the navigation`);
  assert.deepEqual(await page.evaluate(TOO_NARROW), [], `${look}: buttons that are too narrow`);
  if (shots) await page.screenshot({ path: path.join(shots, `${name}-light-${size}.png`) });
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await violations(page, axe, OF_COLOURS), [], `${look}, dark`);
  if (shots) await page.screenshot({ path: path.join(shots, `${name}-dark-${size}.png`) });
  await page.close();
}

/**
 * The pages with content, and a text of each that is there once it is loaded.
 *
 * @param {{ agentId: string, edited: string, traceId: string }} planted
 * @returns {PageToSee[]}
 */
export function pagesOf({ agentId, edited, traceId }) {
  const agent = `/agents/${agentId}`;
  return [
    ['agents', `/?created=${agentId}`, 'Last session'],
    ['timeline', agent, 'from importer'],
    ['timeline-span', `${agent}?from=2026-06-01&to=2099-01-01`, 'Compare its ends'],
    ['compare', `${agent}/compare?from=2026-06-01`, 'Learned'],
    ['recall', `${agent}/recall?q=Which+theme+does+the+user+like`, 'Score'],
    ['recall-nothing', `${agent}/recall?q=What+did+Cara+Dunn+deploy`, 'Nothing in memory bears'],
    ['recall-superseded', `${agent}/recall?q=team+deploys&all=1&superseded=1`, 'Replaced by'],
    ['memory', `${agent}/memories/${edited}`, 'History'],
    ['beside', `${agent}?open=${edited}`, 'History'],
    ['recall-beside', `${agent}/recall?q=team+deploys&all=1&open=${edited}`, 'History'],
    ['conflicts', `${agent}/conflicts`, 'Keep both'],
    ['quarantine', `${agent}/quarantine`, 'Nothing is quarantined'],
    ['selection', agent, 'from importer', select],
    ['policy', `${agent}/policy`, 'active memories'],
    ['files', `${agent}/files`, 'handbook.md'],
    ['ask', `${agent}/ask`, 'Ask in full words, about one thing', ask],
    ['live', `${agent}/live`, 'Live: new ones', line],
    ['trace', `${agent}/live/${traceId}`, 'What it was given', trace],
    ['settings', `${agent}/settings`, 'What is written'],
    ['connect', `${agent}/connect?away=1&client=vscode`, 'Waiting for your editor'],
    ['forget', `${agent}/forget`, 'Nothing is deleted yet'],
    ['overview', '/overview', 'New memories by type'],
    ['activity', '/activity', 'Operation'],
    ['system', '/system', 'Nightly maintenance'],
    ['webhooks', '/webhooks', 'Nothing was sent yet'],
  ];
}

/**
 * Nothing is loaded any more, but for a stream that goes on.
 *
 * @param {any} page
 */
export async function settled(page) {
  const sign = STREAMING.find(([end]) => new URL(page.url()).pathname.endsWith(end))?.[1];
  if (sign === undefined) return page.waitForLoadState('networkidle');
  await page.getByText(sign).first().waitFor();
}

/** @param {any} page */
async function line(page) {
  await page.locator('.line').first().waitFor();
}

/** @param {any} page */
async function trace(page) {
  await page.getByRole('button', { name: 'Ask again' }).click();
  await page
    .getByRole('heading', { name: 'Then and now' })
    .or(page.getByRole('heading', { name: 'The same as then' }))
    .waitFor();
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
    ['empty-ask', `${agent}/ask`, 'Ask in full words, about one thing'],
    ['empty-live', `${agent}/live`, 'Nothing was recalled yet'],
    ['empty-compare', `${agent}/compare?from=2026-06-01`, 'Nothing was added'],
    ['empty-conflicts', `${agent}/conflicts`, 'No open conflict'],
    ['empty-policy', `${agent}/policy`, 'The policy is empty'],
    ['empty-files', `${agent}/files`, 'There is no file yet'],
    ['missing', `${agent}-missing`, 'not found'],
  ];
}

/**
 * @param {any} page
 * @param {string} axe
 * @param {string[]} [rules] all without them
 * @returns {Promise<string[]>}
 */
export async function violations(page, axe, rules) {
  // The protocol of the browser runs it, whatever the content security policy of the page is.
  await page.evaluate(axe);
  const found = await page.evaluate(
    (/** @type {string[] | undefined} */ values) =>
      /** @type {any} */ (globalThis).axe.run(values ? { runOnly: { type: 'rule', values } } : {}),
    rules,
  );
  return found.violations.map(
    (/** @type {any} */ { id, nodes }) =>
      `${id}: ${nodes
        .map((/** @type {any} */ node) => node.html)
        .slice(0, 3)
        .join(' | ')}`,
  );
}
