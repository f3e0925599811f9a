import assert from 'node:assert/strict';
import path from 'node:path';
import { startService } from '../fuzz-service.mjs';

const AGENT = 'guarded';
/** Of the console, and operations that pages call. */
const PAGES = [
  '',
  'overview',
  'activity',
  'webhooks',
  'system',
  `agents/${AGENT}`,
  `agents/${AGENT}/settings`,
];
/** Operations that no key may call answer 403 to everybody else. */
const REFUSED = new Set([401, 403]);
const CALLS = [
  '/api/v2/agents',
  `/api/v2/agents/${AGENT}`,
  `/api/v2/agents/${AGENT}/reads`,
  '/api/v2/keys',
  '/api/v2/webhooks',
  '/api/ui/config',
  '/api/ui/activity',
];

/**
 * A service that asks its own machine for a credential too: who logs out there is out, also with the login from before.
 *
 * @param {any} world
 */
export async function logOutOnThisMachine({ openContext, scratch }) {
  const service = await startService(path.join(scratch, 'guarded'), { LOOPBACK_MANAGEMENT: 'false' });
  const { url } = service;
  const context = await openContext({}, { url, needsLogin: true });
  const page = await context.newPage();
  const form = page.getByRole('heading', { level: 1, name: 'Log in' });
  await page.goto(`${url}/app/`);
  await form.waitFor();
  await page.getByLabel('Credential').fill(service.key);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('textbox', { name: 'Agent id' }).fill(AGENT);
  await page.getByRole('button', { name: 'Create agent' }).click();
  await page.getByRole('link', { name: AGENT, exact: true }).click();
  await page.getByRole('button', { name: 'Add memory' }).waitFor();

  const before = await context.cookies();
  const cookie = before.map((/** @type {any} */ { name, value }) => `${name}=${value}`).join('; ');
  assert.match(cookie, /console_session=/);
  for (const call of CALLS) assert.equal(await statusOf(url, call, cookie), 200, call);
  await endElsewhere(context, page);

  await page.getByRole('button', { name: 'Log out' }).click();
  await form.waitFor();
  assert.deepEqual(await context.cookies(), []);
  for (const each of PAGES) {
    await page.goto(`${url}/app/${each}`);
    await form.waitFor();
    assert.equal(await page.getByText(AGENT).count(), 0, each);
  }
  for (const call of CALLS) {
    assert.ok(REFUSED.has(await statusOf(url, call, '')), `${call} without a cookie`);
    assert.ok(REFUSED.has(await statusOf(url, call, cookie)), `${call} with the cookies from before`);
  }
  // A kept copy of the agent's session goes on: other clients share that session (docs/CONSOLE.md).
  const memories = `/api/v2/agents/${AGENT}/memories`;
  assert.ok(REFUSED.has(await statusOf(url, memories, '')), 'memories without a cookie');
  const login = before.find((/** @type {any} */ { name }) => name === 'console_session');
  assert.ok(
    REFUSED.has(await statusOf(url, memories, `console_session=${login.value}`)),
    'memories by the old login',
  );
  // The browser has the old cookies again: still the form.
  await context.addCookies(before);
  await page.goto(`${url}/app/agents/${AGENT}`);
  await form.waitFor();
  await context.close();
  assert.deepEqual(await service.stop(), []);
}

/**
 * A login that ended elsewhere: also pages whose routes answer 403 then, and not 401, lead to the form.
 *
 * @param {any} context of the browser
 * @param {any} page
 */
async function endElsewhere(context, page) {
  const cookies = await context.cookies();
  for (const name of ['Activity', 'Overview']) {
    await context.clearCookies();
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
    await context.addCookies(cookies);
    await page.reload();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }
}

/** As a page of the service asks. @param {string} url @param {string} call @param {string} cookie */
async function statusOf(url, call, cookie) {
  const headers = { 'Sec-Fetch-Site': 'same-origin', ...(cookie && { Cookie: cookie }) };
  return (await fetch(url + call, { headers })).status;
}
