import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

const AGENT = 'role-agent';
const OTHER = 'secret-agent';
const MEMORY = 'The user lives in Munich.';

/**
 * Logins from elsewhere with a read key, a write key of one agent, a key of a scope and a manage key: what their pages have, and
 * that nothing they show fails for want of access.
 *
 * @param {any} world
 */
export async function showByRole(world) {
  const { url } = world.service;
  const memory = await plant(url);
  const read = await logIn(world, { name: 'reader', access: 'read', agents: ['*'] });
  await lookOnly(read, memory);
  const write = await logIn(world, { name: 'writer', access: 'write', agents: [AGENT] });
  await correct(write, memory);
  const scopes = ['user:dana'];
  const scoped = await logIn(world, { name: 'dana', access: 'read', agents: [AGENT], scopes });
  await lookAtScope(scoped);
  const manage = await logIn(world, { name: 'manager', access: 'manage', agents: [AGENT] });
  await manageOne(manage);
  for (const { page, refused } of [read, write, scoped, manage]) {
    assert.deepEqual(refused, []);
    await page.context().close();
  }
}

/** The id of a memory. @param {string} url */
async function plant(url) {
  let memory = '';
  for (const agent of [OTHER, AGENT]) {
    await send(`${url}/api/v2/agents`, { agent_id: agent });
    const { session_token: token } = await send(`${url}/api/v2/agents/${agent}/activate`, {});
    /** @param {string} end @param {object} body */
    const call = (end, body) => send(`${url}/api/v2/agents/${agent}/${end}`, body, token);
    await call('remember', { content: 'The user lives in Berlin.' });
    ({ memory_id: memory } = await call('remember', { content: MEMORY }));
    await call('remember', { content: 'Dana likes tea.', scope: 'user:dana' });
    await call('conflicts/generate', {});
  }
  return memory;
}

/**
 * @param {string} address
 * @param {object} body
 * @param {string} [token]
 * @returns {Promise<any>}
 */
async function send(address, body, token) {
  const headers = { 'Content-Type': 'application/json', ...(token && { 'X-Session-Token': token }) };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, `${address}: ${answer.status}`);
  return answer.json();
}

/**
 * @param {any} world
 * @param {{ name: string, access: string, agents: string[], scopes?: string[] }} fields of the key
 */
async function logIn({ service, openContext, shots }, fields) {
  const { key } = await send(`${service.url}/api/v2/keys`, fields);
  const url = service.url.replace(/\/\/[^:/]+/, '//console.localhost');
  const extraHTTPHeaders = { 'X-Forwarded-For': '203.0.113.9' };
  const context = await openContext({ extraHTTPHeaders }, { url, needsLogin: true });
  const page = await context.newPage();
  await page.goto(`${url}/app/`);
  await page.getByLabel('Credential').fill(key);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText(`key:${fields.name}`).waitFor();
  /** @type {string[]} */
  const refused = [];
  page.on('response', (/** @type {any} */ answer) => {
    if ([401, 403].includes(answer.status())) refused.push(`${fields.name}: ${answer.url()}`);
  });
  /**
   * A page of the console, once its network is still.
   *
   * @param {string} address
   */
  const open = async (address) => {
    await page.goto(`${url}/app${address}`);
    await page.getByText(`key:${fields.name}`).first().waitFor();
    await page.waitForLoadState('networkidle');
    await fits(page, shots, `role-${fields.name}${address.replaceAll(/\W+/g, '-')}`);
  };
  return { page, open, refused };
}

/**
 * @param {any} page
 * @param {string | undefined} shots
 * @param {string} name
 */
async function fits(page, shots, name) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    // A chart takes its new width a moment after the window has it.
    await page.waitForFunction('document.documentElement.scrollWidth <= innerWidth').catch(() => {
      throw new Error(`${name} is wider than ${width}`);
    });
    if (!shots) continue;
    mkdirSync(shots, { recursive: true });
    await page.screenshot({ path: path.join(shots, `${name}-${width}.png`) });
  }
}

/**
 * @param {any} page
 * @param {Record<string, boolean>} expected by the names of buttons
 */
async function hasButtons(page, expected) {
  for (const [name, isThere] of Object.entries(expected))
    assert.equal((await page.getByRole('button', { name }).count()) > 0, isThere, `${name} at ${page.url()}`);
}

/**
 * @param {any} login
 * @param {string} memory
 */
async function lookOnly({ page, open }, memory) {
  await open('/');
  await page.getByRole('link', { name: OTHER, exact: true }).waitFor();
  await hasButtons(page, { 'Create agent': false, 'Log out': true });
  await open(`/agents/${AGENT}`);
  await page.getByRole('link', { name: MEMORY }).waitFor();
  await hasButtons(page, { 'Add memory': false });
  await open(`/agents/${AGENT}/settings`);
  await page.getByText('is shown to who manages it').waitFor();
  await hasButtons(page, { 'Delete the agent': false, Save: false });
  await open(`/agents/${AGENT}/memories/${memory}`);
  await hasButtons(page, { Edit: false, Expire: false, Delete: false });
  await open(`/agents/${AGENT}/conflicts`);
  await page.getByText('may not decide about conflicts').waitFor();
  await hasButtons(page, { 'Find conflicts': false, 'Keep both': false });
  await open(`/agents/${AGENT}/policy`);
  await page.getByText('may not change or apply the policy').waitFor();
  await hasButtons(page, { 'Apply policy': false, Save: false });
  await open(`/agents/${AGENT}/files`);
  assert.equal(await page.getByText('Drop files here').count(), 0);
  await open('/activity');
  await open('/system');
  await page.getByText('may not see keys, settings and maintenance').waitFor();
}

/**
 * @param {any} login
 * @param {string} memory
 */
async function correct({ page, open }, memory) {
  await open('/');
  await page.getByRole('link', { name: AGENT, exact: true }).waitFor();
  assert.equal(await page.getByText(OTHER).count(), 0);
  await open(`/agents/${AGENT}`);
  await page.getByRole('button', { name: 'Add memory' }).click();
  await page.getByRole('textbox', { name: 'Content' }).fill('Written by the writer.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Written by the writer.' }).waitFor();
  await open(`/agents/${AGENT}/memories/${memory}`);
  await hasButtons(page, { Edit: true, Delete: true });
  await page.getByRole('button', { name: 'Expire' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Expire' }).waitFor();
  await open(`/agents/${AGENT}/conflicts`);
  await page.getByRole('button', { name: 'Keep both' }).click();
  await page.getByText('No open conflict').waitFor();
  await open(`/agents/${AGENT}/policy`);
  await hasButtons(page, { 'Apply policy': false });
  await open('/activity');
  await page.getByRole('row', { name: AGENT }).first().waitFor();
  assert.equal(await page.getByText(OTHER).count(), 0);
}

/** @param {any} login */
async function lookAtScope({ page, open }) {
  await open('/');
  assert.equal(await page.getByText('Memories', { exact: true }).count(), 0);
  await open(`/agents/${AGENT}`);
  await page.getByRole('link', { name: 'Dana likes tea.' }).waitFor();
  assert.equal(await page.getByText('Munich').count(), 0);
  for (const [address, words] of [
    [`/agents/${AGENT}/conflicts`, 'may not see conflicts'],
    [`/agents/${AGENT}/policy`, 'may not see the expiry policy'],
    [`/agents/${AGENT}/files`, 'may not see files'],
    ['/activity', 'may not see the activity'],
  ]) {
    await open(address);
    await page.getByText(words).waitFor();
  }
}

/** @param {any} login */
async function manageOne({ page, open }) {
  await open('/');
  await hasButtons(page, { 'Create agent': true });
  await open(`/agents/${AGENT}/policy`);
  await hasButtons(page, { 'Apply policy': true, Use: true });
  await open(`/agents/${AGENT}/settings`);
  await hasButtons(page, { 'Delete the agent': true });
  await open(`/agents/${AGENT}/forget`);
  await hasButtons(page, { 'Look for it': true });
  await open('/system');
  await page.getByRole('heading', { name: 'Health' }).waitFor();
  await hasButtons(page, { 'Create key': false });
}
