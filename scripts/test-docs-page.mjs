// `npm run check -- docs-page`: the page at /docs in Chromium. Creates an agent, activates it, remembers and recalls, by the
// buttons of the page alone, first with the cookie that the activation sets and then with the token in its header.
//
// Ends with 75 and a line that says why where it cannot run (scripts/browser.mjs).
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBrowser } from './browser.mjs';
import { ensureBuild } from './build-if-stale.mjs';
import { startService } from './fuzz-service.mjs';

const STEP_LIMIT_MS = 30_000;
const TEXT = 'The user prefers dark mode in every editor.';

const scratch = mkdtempSync(path.join(tmpdir(), 'docs-page-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const { browser } = await openBrowser({ subject: 'the page at /docs', scratch });
await ensureBuild();
const service = await startService(path.join(scratch, 'data'));
const page = await browser.newPage();
page.setDefaultTimeout(STEP_LIMIT_MS);
/** @type {string[]} */
const failures = [];
page.on('pageerror', (/** @type {Error} */ error) => failures.push(error.message));

await page.goto(`${service.url}/docs`);
assert.match(await page.locator('.information-container').innerText(), /session_token/);

await execute('Agents-createAgent', 201);
const { session_token: token } = await execute('Sessions-activate', 200);
const { memory_id: id } = await execute('Storing_memories-remember', 200);
await recalls();

// Without the cookie the token must be entered once, and the page keeps it.
await page.context().clearCookies();
await execute('Reading_memories-recall', 401);
await page.locator('.auth-wrapper .authorize').first().click();
const session = page.locator('.auth-container', { hasText: 'X-Session-Token' });
await session.locator('input').fill(token);
await session.locator('button.authorize').click();
await page.locator('.btn-done').first().click();
await recalls();
await page.reload();
await recalls();

await browser.close();
failures.push(...(await service.stop()));
assert.deepEqual(failures, []);
console.log('The page at /docs creates an agent, activates it, remembers and recalls');

async function recalls() {
  const { memories } = await execute('Reading_memories-recall', 200, { query: 'Which mode in the editor?' });
  assert.deepEqual([memories[0]?.id, memories[0]?.content], [id, TEXT]);
}

/**
 * Runs an operation by its buttons, with the values that the page fills in.
 *
 * @param {string} name
 * @param {number} status of the answer
 * @param {object} [body] in place of the page's example
 */
async function execute(name, status, body) {
  const block = page.locator(`#operations-${name}`);
  const run = block.locator('button.execute');
  const tryOut = block.locator('.try-out__btn:not(.cancel)');
  await block.waitFor();
  if ((await tryOut.count()) + (await run.count()) === 0) {
    await block.locator('.opblock-summary-control').click();
    await tryOut.waitFor();
  }
  // Authorizing closes the form.
  if ((await tryOut.count()) > 0) await tryOut.click();
  if (body !== undefined) await block.locator('textarea.body-param__text').fill(JSON.stringify(body));
  const answered = page.waitForResponse(
    (/** @type {any} */ each) => each.url().includes('/api/v2/') && each.request().method() === 'POST',
  );
  await run.click();
  const response = await answered;
  assert.equal(response.status(), status, `${name}: ${await response.text()}`);
  await block.locator('.live-responses-table').waitFor();
  return response.json();
}
