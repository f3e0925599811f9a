import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pagesOf, settled } from './looks.mjs';
import { plantAgent } from './plant.mjs';

const require = createRequire(import.meta.url);
require('../typescript-hook.cjs');
const SPEED = fileURLToPath(new URL('../../test/support/machine-speed.ts', import.meta.url));
/** @type {{ measureSlowness(): { processor: number } }} */
const { measureSlowness } = require(SPEED);

/** The sum of all layout shifts of a load; browsers call 0.1 good. */
const MOST_SHIFT = 0.02;
/** Of processor time on an idle machine of two cores: what else a machine does says nothing about the page. */
const MOST_TASK_MS = 100;
/** Agents that need attention too: what stands above their list is then high enough to move it far. */
const OTHERS = 12;
/** How much later than the one after it each of the first answers comes, where they come in reverse. */
const APART_MS = 80;
/** A task of the page comes with every load of it; one that the browser does now and then, in some. */
const LOADS = 3;

const OBSERVE = `
  globalThis.shifts = [];
  const pathOf = ({ node }) => (node?.nodeType === 1 ? node : node?.parentElement)?.outerHTML.slice(0, 80);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) shifts.push({ value, of: sources.map(pathOf) });
  }).observe({ type: 'layout-shift', buffered: true });
`;
/** After the next frame, whose entries are then there. */
const SHIFTS = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(shifts)))),
)`;

/**
 * What a page shows does not move while it loads, and no task keeps the browser from answering its user.
 *
 * @param {any} world
 */
export async function steadyPages(world) {
  for (let n = 0; n < OTHERS; n++) await plantAgent(world.service.url, `loads-${n}`);
  const planted = await plantAgent(world.service.url, 'loads');
  const mostTaskMs = MOST_TASK_MS * measureSlowness().processor;
  /** @type {string[]} */
  const problems = [];
  for (const page of pagesOf(planted)) {
    let { shifts, task } = await load(world, page);
    for (let again = 1; again < LOADS && task.processorMs > mostTaskMs; again++) {
      console.log(`        ${page[0]}: a task of ${task.processorMs} ms, so it is loaded again`);
      const next = await load(world, page);
      shifts.push(...next.shifts);
      task = next.task;
    }
    // In whichever order the answers come.
    shifts.push(...(await load(world, page, answerInReverse)).shifts);
    const shift = shifts.reduce((sum, { value }) => sum + value, 0);
    console.log(
      `        ${page[0]}: shift ${shift.toFixed(3)}, longest task ${task.processorMs} ms of processor time in ${task.ms} ms`,
    );
    if (shift > MOST_SHIFT) problems.push(`${page[0]}: ${JSON.stringify(shifts)}`);
    if (task.processorMs > mostTaskMs) problems.push(`${page[0]}: a task of ${task.processorMs} ms`);
  }
  assert.deepEqual(problems, []);
}

/**
 * The first requests of a page are answered in the reverse of their order.
 *
 * @param {any} context
 */
async function answerInReverse(context) {
  let waits = 5;
  await context.route(/\/api\/(?!.*events)/, async (/** @type {any} */ route) => {
    await pause(APART_MS * Math.max(0, waits--));
    await route.continue();
  });
}

/**
 * @param {any} world
 * @param {ReturnType<typeof pagesOf>[number]} page
 * @param {(context: any) => Promise<void>} [prepare]
 * @returns {Promise<{ shifts: { value: number, of: string[] }[], task: { processorMs: number, ms: number } }>}
 */
async function load({ service, openContext }, [, address, sign], prepare) {
  const context = await openContext();
  await prepare?.(context);
  await context.addInitScript({ content: OBSERVE });
  const page = await context.newPage();
  await context.browser().startTracing(page, { categories: ['toplevel', '__metadata'] });
  await page.goto(`${service.url}/app${address}`);
  await page.getByText(sign).first().waitFor();
  await settled(page);
  const shifts = await page.evaluate(SHIFTS);
  const trace = await context.browser().stopTracing();
  await context.close();
  return { shifts, task: longestTask(JSON.parse(trace.toString()).traceEvents) };
}

/**
 * The task of a page's main thread that took the most processor time.
 *
 * @param {{ name: string, pid: number, tid: number, dur: number, tdur: number, args: { name?: string } }[]} events
 */
function longestTask(events) {
  const threads = events
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid} ${tid}`);
  const tasks = events.filter(
    ({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && threads.includes(`${pid} ${tid}`),
  );
  assert.ok(tasks.length > 0, 'The browser recorded its tasks');
  const longest = tasks.reduce((most, each) => (each.tdur > most.tdur ? each : most));
  return { processorMs: Math.round(longest.tdur / 1_000), ms: Math.round(longest.dur / 1_000) };
}
