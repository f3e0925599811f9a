import assert from 'node:assert/strict';
import { agentApi } from './plant.mjs';

const AGENT = 'watched';
/** A name for this machine, which is refused when it is called: a failure on every machine. */
const URL = 'http://localhost:9/hook';

/**
 * The page of webhooks, in each of its states.
 *
 * @param {string} url of the service
 * @param {any} context of the browser
 * @returns {[string, () => Promise<unknown>][]}
 */
export function webhookFlows(url, context) {
  return [
    ['Webhooks: add, secret once, deliveries, pause, remove', useWebhook],
    ['Webhooks: what cannot be loaded or is not allowed', withoutAnswers],
  ];

  async function useWebhook() {
    const page = await context.newPage();
    await page.goto(`${url}/app/webhooks`);
    await page.getByText('There is no webhook yet').waitFor();
    const address = page.getByRole('textbox', { name: 'URL' });
    await address.fill('http://127.0.0.1/hook');
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText('the address is in a private network').waitFor();
    await address.fill(URL);
    await page.getByRole('checkbox', { name: 'memory.deleted' }).uncheck();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText(/whsec_/).waitFor();
    await page.reload();
    const item = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').filter({ hasText: URL });
    await item.getByText('Nothing was sent yet').waitFor();
    assert.equal(await page.getByText(/whsec_/).count(), 0);
    await sendAgain(page, item);
    await page.getByRole('button', { name: `Pause: ${URL}` }).click();
    await item.getByText('somebody paused it').waitFor();
    await page.getByRole('button', { name: `Resume: ${URL}` }).click();
    await item.getByText('somebody paused it').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Remove: ${URL}` }).click();
    await page.getByRole('button', { name: 'Remove for good' }).click();
    await page.getByText('There is no webhook yet').waitFor();
    await page.close();
  }

  /** @param {any} page @param {any} item */
  async function sendAgain(page, item) {
    const api = await agentApi(url, AGENT);
    await api('remember', { content: 'The team deploys on Fridays.' });
    const summary = item.getByText(/^Last delivery/);
    await item.getByText('It fails').waitFor({ timeout: 30_000 });
    await summary.click();
    const list = page.getByRole('list', { name: `Deliveries of ${URL}` });
    await list.getByText('memory.created of watched').waitFor();
    await list.getByText('the address is in a private network').waitFor();
    await list.getByRole('button', { name: 'Send again' }).click();
    await list.getByText('Queued', { exact: true }).waitFor();
  }

  async function withoutAnswers() {
    const page = await context.newPage();
    let status = 503;
    await page.route('**/api/v2/webhooks', (/** @type {any} */ route) =>
      route.fulfill({
        status,
        json: { detail: { error: status === 403 ? 'KeyNotAllowed' : 'BackendUnavailable', message: 'No' } },
      }),
    );
    await page.goto(`${url}/app/webhooks`);
    await page.getByText('Loading the webhooks').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 60_000 });
    status = 403;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Webhooks need a login with the management credential').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add webhook' }).count(), 0);
    await page.close();
  }
}
