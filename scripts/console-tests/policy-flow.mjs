import assert from 'node:assert/strict';
import { agentApi, importOld } from './plant.mjs';

const HOUR_MS = 3_600_000;

/**
 * Presets, a rule with its preview, a sweep and its way back.
 *
 * @param {any} page
 * @param {string} url of the service
 * @param {string} agentId
 */
export async function policyFlow(page, url, agentId) {
  const api = await agentApi(url, agentId);
  const old = ['The lift was out of order.', 'The printer was out of paper.'];
  const aged = old.map((content) => ({ content, type: 'observation', ageMs: 2 * HOUR_MS }));
  await importOld(url, agentId, aged);
  await page.getByRole('button', { name: 'Use the preset aggressive' }).click();
  await page.getByText('Nothing has reached its age.').waitFor();
  const rules = page.getByRole('group', { name: /^Rule/ });
  const rule = rules.nth(await rules.count());
  await page.getByRole('button', { name: 'Add rule' }).click();
  await rule.getByLabel('Name').fill('no-observations');
  await rule.getByLabel('Types').fill('observation');
  await rule.getByLabel('Expire after').fill('1h');
  await rule
    .getByRole('group', { name: /^Provenance/ })
    .getByLabel('inferred')
    .check();
  await page.getByText('Nothing has reached its age.').waitFor();
  await rule.getByLabel('inferred').uncheck();
  await rule.getByLabel('imported').check();
  await page.getByRole('button', { name: 'Preview' }).click();
  const imported = page.getByRole('list', { name: 'Memories that would expire' }).getByRole('listitem');
  await imported.nth(1).waitFor();
  await page.locator('.bar-of-actions').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. The nightly').waitFor();
  const { name, match } = (await api('policy')).policy.rules.at(-1);
  assert.deepEqual(
    { name, match },
    { name: 'no-observations', match: { type: ['observation'], provenance: ['imported'] } },
  );
  await page.getByRole('button', { name: 'Apply policy' }).click();
  const toast = page.getByRole('status').filter({ hasText: '2 memories expired.' });
  await toast.waitFor();
  const isThere = async () => {
    const { memories: active } = await api('memories');
    return old.map((text) => active.some((/** @type {any} */ each) => each.content === text));
  };
  assert.deepEqual(await isThere(), [false, false]);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 memories restored. Their age counts from now on again.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  assert.deepEqual(await isThere(), [true, true]);
  await page.getByRole('link', { name: 'Timeline' }).click();
  for (const text of old) await page.getByRole('link', { name: text }).waitFor();
}
