import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { chooseForAll } from './bulk-flows.mjs';
import { agentApi } from './plant.mjs';

const AGENT = 'bulk-many';
const MEMORIES = 10_000;
const ALL = MEMORIES.toLocaleString('en-US');
/** A quiet machine with two cores takes a third of it, and a busy one longer. */
const MOST_MS = 15_000;
const BUSY = 4;
const LONG = { timeout: MOST_MS * BUSY };
/** So many requests are answered before Stop. */
const ANSWERED = 6;

/**
 * All of 10,000 memories are expired, and made active again; Stop leaves the rest as they are.
 *
 * @param {any} world
 */
export async function expireMany({ service, openContext }) {
  const api = await agentApi(service.url, AGENT);
  for (let stored = 0; stored < MEMORIES; stored += 100) {
    const memories = Array.from({ length: 100 }, (_, n) => ({ content: `Note ${stored + n} of many.` }));
    await api('batch-remember', { memories });
  }
  const context = await openContext();
  const page = await context.newPage();
  await page.goto(`${service.url}/app/agents/${AGENT}`);
  const expiring = await timed(async () => {
    await chooseForAll(page, `${ALL} memories`, 'Expire');
    await page.getByText(`${ALL} memories expired.`).waitFor(LONG);
  });
  assert.equal(await total(api, 'expired'), MEMORIES);
  const undoing = await timed(() => undo(page, `${ALL} memories active again.`));
  assert.equal(await total(api, 'active'), MEMORIES);
  console.log(`        ${ALL} memories: expired in ${expiring} ms, undone in ${undoing} ms`);
  await stop(page);
  const expired = await total(api, 'expired');
  assert.ok(expired > 0 && expired < MEMORIES, `${expired} expired`);
  await undo(page, `${expired.toLocaleString('en-US')} memories active again.`);
  assert.equal(await total(api, 'active'), MEMORIES);
  await context.close();
}

/** @param {any} page */
async function stop(page) {
  let calls = 0;
  /** @type {() => void} */
  let release = () => undefined;
  /** @type {Promise<void>} */
  const released = new Promise((resolve) => (release = resolve));
  await page.route('**/batch-status', async (/** @type {any} */ route) => {
    if (++calls > ANSWERED) await released;
    return route.continue();
  });
  await chooseForAll(page, `${ALL} memories`, 'Expire');
  await page.getByText(/^Expiring [1-9][\d,]* of 10,000$/).waitFor(LONG);
  await page.getByRole('button', { name: 'Stop' }).click();
  release();
  await page.getByText(/memories expired\. Stopped before the last [\d,]+\./).waitFor(LONG);
  await page.unroute('**/batch-status');
}

/** @param {any} page @param {string} text */
async function undo(page, text) {
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(text).waitFor(LONG);
  await page.getByRole('button', { name: 'Close the message' }).click();
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const start = performance.now();
  await work();
  return Math.round(performance.now() - start);
}

/** @param {(path: string) => Promise<any>} api @param {string} status */
async function total(api, status) {
  return (await api(`memories?limit=1&status=${status}`)).total_available;
}
