import assert from 'node:assert/strict';
import { agentApi } from './plant.mjs';

const AGENT = 'two-hands';

/**
 * What two people change at once, and who did what.
 *
 * @param {string} url of the service
 * @param {any} context of the browser
 * @returns {[string, () => Promise<unknown>][]}
 */
export function changeFlows(url, context) {
  const base = `${url}/app/agents/${AGENT}`;
  return [
    ['Memory: a second tab overwrites nothing unseen', memoryInTwoTabs],
    ['Policy: a second tab overwrites nothing unseen', policyInTwoTabs],
  ];

  async function memoryInTwoTabs() {
    const api = await agentApi(url, AGENT);
    const { memory_id: id } = await api('remember', { content: 'Ana lives in Porto.', tags: ['people'] });
    const address = `${base}/memories/${id}`;
    const [one, other] = await openTwice(address, async (page) => {
      await page.getByRole('button', { name: 'Edit' }).click();
    });
    await saveContent(one, 'Ana lives in Lisbon.');
    await one.getByRole('heading', { level: 1, name: 'Ana lives in Lisbon.' }).waitFor();
    await saveContent(other, 'Ana lives in Faro.');
    const box = other.getByRole('alert', { name: 'This memory was changed meanwhile' });
    await box.locator('mark', { hasText: 'Lisbon' }).waitFor();
    await box.locator('mark', { hasText: 'Faro' }).waitFor();
    assert.equal((await api(`memories/${id}`)).content, 'Ana lives in Lisbon.');
    await box.getByRole('button', { name: 'Take theirs' }).click();
    await other.getByRole('heading', { level: 1, name: 'Ana lives in Lisbon.' }).waitFor();

    await one.getByRole('button', { name: 'Edit' }).click();
    await other.getByRole('button', { name: 'Edit' }).click();
    await one.getByRole('textbox', { name: /^Tags/ }).fill('people, moved');
    await one.getByRole('button', { name: 'Save' }).click();
    await one.getByRole('button', { name: 'Edit' }).waitFor();
    await saveContent(other, 'Ana lives in Faro.');
    await box.getByRole('button', { name: 'Keep mine' }).click();
    await other.getByRole('heading', { level: 1, name: 'Ana lives in Faro.' }).waitFor();
    // Both changes are kept: they are of different fields.
    const kept = await api(`memories/${id}`);
    assert.deepEqual([kept.content, kept.tags], ['Ana lives in Faro.', ['people', 'moved']]);
    await other.getByText('edited').first().waitFor();
    await closeBoth(one, other);
  }

  async function policyInTwoTabs() {
    const api = await agentApi(url, AGENT);
    await api('policy', { retention: { event: '30d' } }, 'PUT');
    const [one, other] = await openTwice(`${base}/policy`, async (page) => {
      await page.getByLabel('context', { exact: true }).waitFor();
    });
    await one.getByLabel('context', { exact: true }).fill('7d');
    await other.getByLabel('error', { exact: true }).fill('14d');
    await one.getByRole('button', { name: 'Save', exact: true }).click();
    await one.getByText('Saved. The nightly').waitFor();
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    const box = other.getByRole('alert', { name: 'The policy was changed meanwhile' });
    await box.locator('mark', { hasText: 'context' }).first().waitFor();
    assert.deepEqual((await api('policy')).policy.retention, { context: '7d', event: '30d' });
    await box.getByRole('button', { name: 'Keep mine' }).click();
    await other.getByText('Saved. The nightly').waitFor();
    assert.deepEqual((await api('policy')).policy.retention, { error: '14d', event: '30d' });
    await closeBoth(one, other);
  }

  /** @param {string} address @param {(page: any) => Promise<unknown>} prepare */
  async function openTwice(address, prepare) {
    const pages = [await context.newPage(), await context.newPage()];
    for (const page of pages) {
      await page.goto(address);
      await prepare(page);
    }
    return pages;
  }

  /** @param {any[]} pages */
  async function closeBoth(...pages) {
    for (const page of pages) await page.close();
  }

  /** @param {any} page @param {string} content */
  async function saveContent(page, content) {
    await page.getByRole('textbox', { name: 'Content' }).fill(content);
    await page.getByRole('button', { name: 'Save' }).click();
  }
}
