import assert from 'node:assert/strict';
import { agentApi } from './plant.mjs';

/**
 * Finds and resolves two conflicts with the keyboard alone.
 *
 * @param {any} page
 * @param {string} url of the service
 * @param {string} agentId
 */
export async function resolveByKeyboard(page, url, agentId) {
  const api = await agentApi(url, agentId);
  for (const pair of [
    'The user lives in Berlin.',
    'The user lives in Munich.',
    'The server has 16 GB of memory.',
    'The server has 32 GB of memory.',
  ])
    await api('remember', { content: pair });
  const expired = async () => (await api('memories?status=expired')).total_available;
  const before = await expired();
  const applied = async () => (await api('links?state=applied')).links;
  const known = new Set((await applied()).map((/** @type {any} */ { link_id: id }) => id));
  await tabTo(page, 'Find conflicts');
  await page.keyboard.press('Enter');
  await page.getByText('2 open conflicts').waitFor();
  const position = () => page.getByRole('region', { name: /^Conflict/ }).getAttribute('aria-label');
  await page.keyboard.press('j');
  assert.equal(await position(), 'Conflict 2 of 2');
  await page.keyboard.press('k');
  assert.equal(await position(), 'Conflict 1 of 2');
  await page.keyboard.press('1');
  await page.getByText('1 open conflict', { exact: true }).waitFor();
  // The first choice makes the older memory history, and expires none.
  assert.equal(await expired(), before);
  const links = (await applied()).filter((/** @type {any} */ { link_id: id }) => !known.has(id));
  assert.equal(links.length, 1);
  const older = await api(`memories/${links[0].older_id}`);
  assert.equal(older.superseded_by, links[0].newer_id);
  await takesBack(page, api, links[0]);
  await page.keyboard.press('4');
  await page.getByRole('textbox', { name: 'Content' }).fill('Settled in other words.');
  await tabTo(page, 'Save');
  await page.keyboard.press('Enter');
  await page.getByText('No open conflict', { exact: true }).waitFor();
  const { memories: found } = await api('memories');
  assert.ok(found.some((/** @type {any} */ each) => each.content === 'Settled in other words.'));
}

/**
 * Undo of a decision, and the question before one that deletes. The keys of the box do nothing outside of it.
 *
 * @param {any} page
 * @param {(path: string) => Promise<any>} api
 * @param {{ older_id: string }} link
 */
async function takesBack(page, api, link) {
  const box = page.getByRole('region', { name: /^Conflict/ });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Both memories are as they were').waitFor();
  assert.equal((await api(`memories/${link.older_id}`)).superseded_by, null);
  await page.keyboard.press('3');
  await box.getByText('Other ways').click();
  await box.getByRole('button', { name: 'Delete both' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete both memories for good?' });
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  assert.equal(await box.count(), 1);
  await page.getByRole('checkbox', { name: /^Keys/ }).uncheck();
  await box.focus();
  await page.keyboard.press('3');
  await page.getByRole('checkbox', { name: /^Keys/ }).check();
  assert.equal(await box.count(), 1);
  await box.focus();
}

/**
 * Moves the focus by the keyboard to the button of a name.
 *
 * @param {any} page
 * @param {string} name
 */
async function tabTo(page, name) {
  await page.getByRole('button', { name }).waitFor();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement?.textContent?.trim()')) === name) return;
  }
  throw new Error(`The keyboard does not reach ${name}`);
}
