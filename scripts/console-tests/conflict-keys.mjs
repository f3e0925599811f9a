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
  const { links } = await api('links?state=applied');
  assert.equal(links.length, 1);
  const older = await api(`memories/${links[0].older_id}`);
  assert.equal(older.superseded_by, links[0].newer_id);
  await page.keyboard.press('4');
  await page.getByRole('textbox', { name: 'Content' }).fill('Settled in other words.');
  await tabTo(page, 'Save');
  await page.keyboard.press('Enter');
  await page.getByText('No open conflict on this day').waitFor();
  const { memories: found } = await api('memories');
  assert.ok(found.some((/** @type {any} */ each) => each.content === 'Settled in other words.'));
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
