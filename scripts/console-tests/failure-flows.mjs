import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { agentApi, holdBack, importOld } from './plant.mjs';

const AGENT = 'failures';
/** More than the time for which an answer counts as fresh. */
const STALE_MS = 5_200;
const WATCHED_MS = 2_000;
/** By the page, and by the part of it that shows what failed. */
const MOST_REQUESTS = 3;

/**
 * What pages do when the service, or a part of it, fails.
 *
 * @param {string} url of the service
 * @param {any} context of the browser
 * @returns {[string, () => Promise<unknown>][]}
 */
export function failureFlows(url, context) {
  const base = `${url}/app/agents/${AGENT}`;
  return [
    ['Failure: what fails is said once, and not asked for again and again', saidOnce],
    ['Failure: what was loaded stays when more cannot be loaded', noMore],
    ['Failure: what was loaded stays while the service is away', awayFor],
    ['Failure: a file that is sent holds the page', sending],
  ];

  async function saidOnce() {
    const api = await agentApi(url, AGENT);
    const { memory_id: id } = await api('remember', { content: 'The lift is slow.' });
    /** @type {[address: string, route: string, parts: number][]} */
    const failing = [
      [`${url}/app/overview`, '**/api/ui/counts?*', 4],
      [`${url}/app/system`, '**/health*', 1],
      [`${base}/policy`, '**/policy/presets*', 1],
      [`${base}/memories/${id}`, '**/links?*', 1],
      [`${base}/memories/${id}`, '**/uses*', 1],
    ];
    for (const [address, route, parts] of failing) {
      const page = await context.newPage();
      let requests = 0;
      await page.route(route, (/** @type {any} */ asked) => {
        requests++;
        return asked.fulfill({ status: 500, json: { detail: 'The disk is full' } });
      });
      await page.goto(address);
      await page
        .getByRole('alert')
        .filter({ hasText: 'The disk is full' })
        .first()
        .waitFor()
        .catch(() => assert.fail(`${route} failed, which is not said`));
      await page.waitForTimeout(WATCHED_MS);
      assert.ok(requests <= MOST_REQUESTS * parts, `${route}: ${requests} requests`);
      await page.close();
    }
    await unknownNumbers();
  }

  /** A number that is not known is no zero. */
  async function unknownNumbers() {
    const page = await context.newPage();
    await page.route('**/api/ui/counts?*', (/** @type {any} */ asked) =>
      asked.fulfill({ status: 500, json: { detail: 'The disk is full' } }),
    );
    await page.goto(`${url}/app/overview`);
    await page.getByText('not known').nth(2).waitFor();
    await page.close();
  }

  async function noMore() {
    const aged = Array.from({ length: 70 }, (_, n) => ({
      content: `Page ${n} of the diary.`,
      type: 'event',
      ageMs: n * 60_000,
    }));
    await agentApi(url, 'diary');
    await importOld(url, 'diary', aged);
    const page = await context.newPage();
    let requests = 0;
    await page.route('**/memories?*cursor=*', (/** @type {any} */ asked) => {
      requests++;
      return asked.fulfill({ status: 500, json: { detail: 'The disk is full' } });
    });
    await page.goto(`${url}/app/agents/diary`);
    await page.getByText('70 memories').waitFor();
    await page.keyboard.press('End');
    await page.getByRole('alert').filter({ hasText: 'The disk is full' }).waitFor();
    await page.waitForTimeout(WATCHED_MS);
    assert.ok(requests <= MOST_REQUESTS, `${requests} requests`);
    await page.getByRole('link', { name: 'Page 40 of the diary.' }).waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Show more memories' }).click();
    await page.getByRole('link', { name: 'Page 69 of the diary.' }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await page.close();
  }

  async function sending() {
    await agentApi(url, AGENT);
    const page = await context.newPage();
    await page.goto(`${base}/files`);
    const release = await holdBack(page, '**/upload-file');
    const file = { name: 'tea.md', mimeType: 'text/markdown', buffer: Buffer.from('# Tea at five') };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('tea.md: ').waitFor();
    /** @type {Promise<any>} */
    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    const dialog = await asked;
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.dismiss();
    release();
    await page.getByRole('link', { name: 'tea.md' }).or(page.getByText('tea.md')).first().waitFor();
    await page.close();
  }

  async function awayFor() {
    const api = await agentApi(url, AGENT);
    await api('remember', { content: 'The stairs are fast.' });
    const page = await context.newPage();
    await page.goto(`${url}/app/?find=${AGENT}`);
    const agent = page.getByRole('link', { name: AGENT, exact: true });
    await agent.click();
    const row = page.getByRole('link', { name: 'The stairs are fast.' });
    await row.waitFor();
    await page.getByRole('link', { name: 'Ask', exact: true }).click();
    await page.getByRole('textbox', { name: 'Question' }).waitFor();
    await page.waitForTimeout(STALE_MS);
    await page.route('**/api/**', (/** @type {any} */ asked) => asked.abort());
    await page.getByRole('link', { name: 'Timeline', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Check that the service runs' }).first().waitFor();
    await row.waitFor();
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    const alert = page.getByRole('alert').first();
    await alert.getByText(`No answer from ${url}`).waitFor();
    await alert.getByText('Check that the service runs').waitFor();
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await page.getByRole('alert').first().waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByRole('alert').first().waitFor({ state: 'detached' });
    await agent.waitFor();
    await page.close();
  }
}
