// `npm run test:console`: the web console in Chromium, against the compiled service. Every page's main flow, by keyboard
// where keys are promised; axe in light and dark, wide and narrow; loads without shifts; the login; no request to another host, no 401, no script error.
//
// Ends with 75 and a line that says why where there is no Chromium or the npm registry cannot be reached. CONSOLE_SHOTS
// names a folder for screenshots of every page; TEST_DATABASE_URL a PostgreSQL database to use.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { openBrowser } from './browser.mjs';
import { ensureBuild } from './build-if-stale.mjs';
import { expireMany } from './console-tests/bulk-many.mjs';
import { flows } from './console-tests/flows.mjs';
import { largeAgent } from './console-tests/large-agent.mjs';
import { steadyPages } from './console-tests/loads.mjs';
import { logInFromElsewhere } from './console-tests/login.mjs';
import { logOutOnThisMachine } from './console-tests/log-out.mjs';
import { lookAtPages } from './console-tests/looks.mjs';
import { logInWithTokens } from './console-tests/oidc-login.mjs';
import { plantAgent } from './console-tests/plant.mjs';
import { showByRole } from './console-tests/roles.mjs';
import { tellStories } from './console-tests/stories.mjs';
import { twoTabs } from './console-tests/two-tabs.mjs';
import { startService } from './fuzz-service.mjs';

const AXE = 'axe-core@4.14.1';
const STEP_LIMIT_MS = 10_000;

const scratch = mkdtempSync(path.join(tmpdir(), 'console-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const { browser, load } = await openBrowser({ subject: 'the web console', scratch, packages: [AXE] });
await ensureBuild();
const { TEST_DATABASE_URL: database } = process.env;
const service = await startService(path.join(scratch, 'data'), {
  TRACE: 'full',
  ...(database && { DATABASE_URL: database }),
});
const axe = readFileSync(load.resolve('axe-core/axe.min.js'), 'utf8');

/** @type {string[]} */
const failures = [];
const context = await openContext();

/**
 * @param {object} [options] of Playwright's contexts
 * @param {{ url?: string, needsLogin?: boolean }} [service] `url`: by which name the pages reach it
 */
async function openContext(options = {}, { url = service.url, needsLogin = false } = {}) {
  const opened = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  opened.setDefaultTimeout(STEP_LIMIT_MS);
  opened.on('response', (/** @type {any} */ response) => {
    if (response.status() === 401 && !needsLogin) failures.push(`401 for ${response.url()}`);
  });
  opened.on('request', (/** @type {any} */ request) => {
    if (!request.url().startsWith(url)) failures.push(`A request to ${request.url()}`);
  });
  opened.on('weberror', (/** @type {any} */ error) => failures.push(error.error().message));
  opened.on('console', (/** @type {any} */ message) => {
    // A refused load or inline style is reported here only.
    if (/content security policy|trusted/i.test(message.text())) failures.push(message.text());
  });
  return opened;
}

const world = { service, openContext, axe, scratch, shots: process.env.CONSOLE_SHOTS };
/** @type {[string, () => Promise<unknown>][]} */
const parts = [
  ...flows(world, context),
  [
    'looks: axe, light and dark, wide and narrow',
    async () => lookAtPages(world, await plantAgent(service.url)),
  ],
  ['stories: each primitive by itself', () => tellStories(world)],
  ['loads: no shift of what is shown, no long task', () => steadyPages(world)],
  ['login from elsewhere', () => logInFromElsewhere(world)],
  ['login and logout where this machine is asked too', () => logOutOnThisMachine(world)],
  ['login with tokens of an issuer', () => logInWithTokens(world)],
  ['roles: what a login may see and do', () => showByRole(world)],
  ['two tabs beside an MCP client', () => twoTabs(world)],
  ['Bulk: 10,000 at once, with Undo', () => expireMany(world)],
  ['an agent with many memories', () => largeAgent(world)],
];
// A pattern, a regular expression, runs the parts whose names match it. Some need the agent of an earlier part.
const pattern = new RegExp(process.argv[2] ?? '');
const chosen = parts.filter(([name]) => pattern.test(name));
for (const [name, run] of chosen) {
  const start = performance.now();
  try {
    await run();
    console.log(`passed  ${name} (${Math.round(performance.now() - start)} ms)`);
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    console.log(`FAILED  ${name}\n${reason}`);
    failures.push(name);
  }
}
await browser.close();
failures.push(...(await service.stop()));
assert.deepEqual(failures, []);
console.log(`${chosen.length} parts passed`);
