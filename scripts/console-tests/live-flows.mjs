import assert from 'node:assert/strict';
import { agentApi } from './plant.mjs';

const AGENT = 'live-agent';
const QUESTION = 'When does the team deploy?';
const MOST_CLICKS = 4;
const PAGE_SIZE = 30;

/**
 * Recalls and answers as they happen, and the way from a wrong one to its correction.
 *
 * @param {string} url of the service
 * @param {any} context of the browser
 * @returns {[string, () => Promise<unknown>][]}
 */
export function liveFlows(url, context) {
  const base = `${url}/app/agents/${AGENT}`;
  return [
    ['Live: lines come by themselves, and wait while it is paused', linesCome],
    ['Live: a wrong answer, corrected in four clicks', correct],
    ['Live: the ranking of that moment, what was cut off, expire and undo', ranking],
    ['Live: older lines, and asking an answer again', older],
    ['Live: words where nothing is recorded, or may be seen', words],
  ];

  async function linesCome() {
    const api = await agentApi(url, AGENT);
    for (const content of ['The team deploys on Fridays.', 'The team eats lunch at noon.'])
      await api('remember', { content });
    const page = await context.newPage();
    /** @type {string[]} */
    const lists = [];
    page.on('request', (/** @type {any} */ request) => {
      if (/\/traces\?/.test(request.url()) && !request.url().includes('/events/')) lists.push(request.url());
    });
    await page.goto(`${base}/live`);
    await page.getByText('Nothing was recalled yet').waitFor();
    await page.getByText('Live: new ones appear by themselves.').waitFor();
    // What was loaded before the stream began is loaded again once.
    for (const end = Date.now() + 10_000; lists.length < 2 && Date.now() < end;)
      await page.waitForTimeout(50);
    const before = lists.length;
    await api('recall', { query: QUESTION, cut: 'auto' });
    const lines = linesOf(page);
    const line = lines.filter({ hasText: QUESTION });
    await line.first().waitFor();
    assert.match(await line.first().innerText(), /node[\s\S]*Recall[\s\S]*1 memory[\s\S]*sure/i);
    await page.getByRole('button', { name: 'Pause' }).click();
    await api('answer', { question: QUESTION });
    await page.getByRole('button', { name: 'Continue: 1 new one' }).waitFor();
    assert.equal(await lines.count(), 1);
    await page.getByRole('button', { name: 'Continue: 1 new one' }).click();
    await lines.nth(1).waitFor();
    assert.match(await lines.first().innerText(), /Answer/);
    assert.equal(lists.length, before, 'The list is not asked for again');
    await page.close();
  }

  async function correct() {
    const page = await context.newPage();
    await page.goto(base);
    let clicks = 0;
    /** @param {any} target */
    const click = (target) => (clicks++, target.click());
    await click(page.getByRole('link', { name: 'Live', exact: true }));
    await click(linesOf(page).filter({ hasText: 'Recall' }).first().getByRole('link'));
    await page.getByRole('heading', { level: 1, name: QUESTION }).waitFor();
    const given = page.getByRole('list', { name: 'Given' }).getByRole('listitem');
    await click(given.first().getByRole('button', { name: 'Replace: The team deploys on Fridays.' }));
    await page.getByRole('textbox', { name: 'Content' }).fill('The team deploys on Mondays.');
    await click(page.getByRole('button', { name: 'Save and ask again' }));
    await page.getByRole('heading', { name: 'Then and now' }).waitFor();
    assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
    const table = page.getByRole('table', { name: 'The place of each memory then and now' });
    await table.getByRole('row', { name: /– 1 The team deploys on Mondays\. new/ }).waitFor();
    await table
      .getByRole('row', { name: /1 – The team deploys on Fridays\. gone: it does not hold now/ })
      .waitFor();
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Then and now');
    await table.getByRole('link', { name: 'The team deploys on Mondays.' }).click();
    await page.getByRole('heading', { level: 1, name: 'The team deploys on Mondays.' }).waitFor();
    await page.goBack();
    await table.waitFor();
    await page.close();
  }

  async function ranking() {
    const api = await agentApi(url, AGENT);
    await api('recall', { query: 'lunch of the team', limit: 1 });
    const page = await context.newPage();
    await page.goto(`${base}/live`);
    await linesOf(page).filter({ hasText: 'lunch of the team' }).getByRole('link').click();
    const given = page.getByRole('list', { name: 'Given' }).getByRole('listitem').first();
    assert.match(await given.innerText(), /lunch at noon[\s\S]*#1[\s\S]*given[\s\S]*Score[\s\S]*Words/);
    await page.getByText('Cut here').waitFor();
    const cut = page.getByRole('list', { name: 'Cut off' }).getByRole('listitem').first();
    await cut.getByText('beyond the number that was asked for').waitFor();
    await page.reload();
    await given.getByRole('button', { name: /^Expire/ }).click();
    await given.getByText('expired', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByRole('row', { name: /1 – The team eats lunch.* gone: it is expired/ }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The memory is active again.').waitFor();
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByRole('heading', { name: 'The same as then' }).waitFor();
    await page.close();
  }

  async function older() {
    const api = await agentApi(url, AGENT);
    for (let n = 0; n < PAGE_SIZE; n++) await api('recall', { query: `deploy number ${n}` });
    const page = await context.newPage();
    await page.goto(`${base}/live`);
    await linesOf(page).nth(PAGE_SIZE).waitFor();
    const answer = linesOf(page).filter({ hasText: 'Answer' }).last();
    await answer.getByRole('link').click();
    await page.getByText('cited by the answer').first().waitFor();
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByRole('heading', { name: 'Then and now' }).waitFor();
    await page
      .getByRole('region', { name: 'Ask again' })
      .getByText('The team deploys on Mondays.')
      .first()
      .waitFor();
    await page.close();
  }

  async function words() {
    const page = await context.newPage();
    /** @param {string} kept */
    const say = (kept) =>
      page.route('**/events/traces*', (/** @type {any} */ route) =>
        route.fulfill({
          contentType: 'text/event-stream',
          body: `event: ready\ndata: {"agent_id":"${AGENT}","trace":"${kept}"}\n\n`,
        }),
      );
    await say('off');
    await page.goto(`${base}/live`);
    await page.getByText('Recalls are not recorded.').waitFor();
    await page.unroute('**/events/traces*');
    await say('ids');
    await page.reload();
    await page.getByText('The texts of questions are not recorded.').waitFor();
    await page.getByText('The connection is lost and is tried again.').waitFor();
    await page.unroute('**/events/traces*');
    await page.getByText('Live: new ones appear by themselves.').waitFor();
    await page.route('**/console/session', async (/** @type {any} */ route) => {
      const login = await (await route.fetch()).json();
      const operations = login.operations.filter((/** @type {string} */ name) => !/Trace/.test(name));
      await route.fulfill({ json: { ...login, operations } });
    });
    await page.reload();
    await page.getByText('may not see what was recalled').waitFor();
    await page.close();
  }
}

/** @param {any} page */
function linesOf(page) {
  return page.getByRole('list', { name: 'Recalls and answers, newest first' }).getByRole('listitem');
}
