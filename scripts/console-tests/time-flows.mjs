import assert from 'node:assert/strict';
import { agentApi, importOld } from './plant.mjs';

const AGENT = 'time-agent';
const DAY_MS = 86_400_000;

/**
 * What an agent knew when: the chart that is the slider, filters with suggestions, two moments compared, the overview.
 *
 * @param {string} url of the service
 * @param {any} context of the browser
 * @returns {[string, () => Promise<unknown>][]}
 */
export function timeFlows(url, context) {
  const base = `${url}/app/agents/${AGENT}`;
  return [
    ['Time: the chart by keyboard, a span, zoom, an exact time', chart],
    ['Time: words, tags and sources with suggestions', filters],
    ['Time: a memory beside the list on a wide screen', beside],
    ['Time: keys move from row to row', rowKeys],
    ['Time: two moments compared', compare],
    ['Time: the overview, and the order of agents', overview],
  ];

  async function chart() {
    const api = await agentApi(url, AGENT);
    const aged = [400, 180, 100].map((days) => ({
      content: `The contract of day ${days} was signed.`,
      type: 'event',
      ageMs: days * DAY_MS,
    }));
    await importOld(url, AGENT, aged);
    const long = `Begin. ${'Nothing of note was said here. '.repeat(60)}The emergency code of gate seven is 4471.`;
    await api('remember', { content: long, tags: ['Gate', 'safety'], source: 'crm' });
    await api('remember', { content: 'The shop opens at nine.', tags: ['safety'] });
    const page = await context.newPage();
    await page.goto(base);
    const slider = page.getByRole('slider', { name: 'As of', disabled: false });
    await slider.focus();
    await page.keyboard.press('PageDown');
    assert.equal(await slider.inputValue(), '110');
    await page.getByText(/^As of .*: 3 memories$/).waitFor();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await slider.inputValue(), '109');
    await page.keyboard.press('Home');
    await page.getByText('The agent knew nothing of this then').waitFor();
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByText(/^As of .*: 1 memory$/).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await page.getByLabel('Exact time').fill(localText(new Date(Date.now() - 150 * DAY_MS)));
    await page.getByText(/^As of .*: 2 memories$/).waitFor();
    await page.reload();
    await page.getByText(/^As of .*: 2 memories$/).waitFor();
    await page.getByRole('button', { name: 'Clear: Exact time' }).click();
    await page.getByText('5 memories').waitFor();
    await page.getByRole('button', { name: 'Choose a span' }).click();
    const end = page.getByRole('slider', { name: 'End of the span' });
    await end.focus();
    await page.keyboard.press('PageDown');
    assert.equal(await end.inputValue(), '110');
    await page.getByRole('button', { name: 'Zoom to it' }).click();
    await page.getByText('As a table').click();
    const rows = page.getByRole('region', { name: 'Memories by time and type' }).getByRole('row');
    // The head, and one part for each of the two memories in the span.
    await rows.nth(2).waitFor();
    assert.equal(await rows.count(), 3);
    await page.getByRole('button', { name: 'Show all time' }).click();
    await rows.nth(4).waitFor();
    await page.close();
  }

  async function filters() {
    const page = await context.newPage();
    await page.goto(base);
    await page.getByText('5 memories').waitFor();
    const tag = page.getByRole('combobox', { name: 'Tag' });
    await tag.click();
    await page.getByRole('option', { name: 'safety 2' }).waitFor();
    await tag.fill('gA');
    await page.getByRole('option', { name: 'Gate 1' }).waitFor();
    const options = page.getByRole('listbox', { name: 'Tag' }).getByRole('option');
    assert.equal(await options.count(), 1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('1 memory', { exact: true }).waitFor();
    // Any of several tags is enough.
    await tag.fill('safety');
    await page.keyboard.press('Enter');
    await page.getByText('2 memories', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('2 memories', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove Gate' }).click();
    assert.equal(await page.evaluate('document.activeElement.getAttribute("role")'), 'combobox');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('5 memories').waitFor();
    await page.getByRole('textbox', { name: 'Find by words' }).fill('code of gate seven');
    const found = page.getByRole('list', { name: 'Found memories' }).getByRole('listitem').first();
    await found.getByText('4471').waitFor();
    assert.ok((await found.locator('mark').allTextContents()).includes('seven'));
    await page.reload();
    await found.getByText('4471').waitFor();
    await found.getByRole('checkbox', { name: /^Select: / }).check();
    await page.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Expire' }).click();
    await page.getByText('1 memory expired.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 memory active again').waitFor();
    await page.close();
  }

  async function beside() {
    const api = await agentApi(url, 'beside');
    for (const content of ['Tea is served at four.', 'Coffee is served at nine.', 'Water is free.'])
      await api('remember', { content, tags: ['drinks'] });
    const page = await context.newPage();
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`${url}/app/agents/beside?tag=drinks`);
    await page.getByText('Choose a memory to see it here.').waitFor();
    const row = page.getByRole('link', { name: 'Tea is served at four.' });
    await row.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Tea is served at four.' });
    await panel.getByRole('heading', { name: 'Tea is served at four.', level: 2 }).waitFor();
    await page.waitForFunction('document.activeElement.matches(".side-panel h2")');
    assert.equal(await row.getAttribute('aria-current'), 'true');
    const chosen = page.locator('li').filter({ has: page.locator('[aria-current]') });
    const [box, type] = [
      await chosen.getByRole('checkbox').boundingBox(),
      await chosen.locator('.type').first().boundingBox(),
    ];
    assert.ok(box.x + box.width <= type.x, 'the box and the type of the chosen row lie over each other');
    const opened = page.url();
    await page.reload();
    await panel.getByText('History').first().waitFor();
    assert.equal(page.url(), opened);
    // What is not saved is asked about.
    await panel.getByRole('button', { name: 'Edit' }).click();
    await panel.getByLabel('Content').fill('Tea is served at five.');
    page.once('dialog', (/** @type {any} */ dialog) => void dialog.dismiss());
    await page.keyboard.press('Escape');
    assert.equal(page.url(), opened);
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Tea is served at five.' }).waitFor();
    const other = page.getByRole('link', { name: 'Water is free.' });
    await other.click();
    await page.getByRole('region', { name: 'Water is free.' }).waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Tea is served at five.' }).waitFor();
    await page.goForward();
    await page.getByRole('region', { name: 'Water is free.' }).getByText('History').first().waitFor();
    const third = page.getByRole('link', { name: 'Coffee is served at nine.' });
    await third.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Coffee is served at nine.' }).waitFor();
    await page.waitForFunction('document.activeElement.matches(".side-panel h2")');
    await page.keyboard.press('Escape');
    await page.getByText('Choose a memory to see it here.').waitFor();
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Coffee is served at nine.');
    assert.equal(new URL(page.url()).search, '?tag=drinks');
    // A window that becomes narrower keeps what is written; on a narrow screen the address leads to the page.
    await page.goto(opened);
    const first = page.getByRole('region', { name: 'Tea is served at five.' });
    await first.getByRole('button', { name: 'Edit' }).click();
    await first.getByLabel('Content').fill('Tea is served at six.');
    await page.setViewportSize({ width: 1280, height: 900 });
    assert.equal(await first.getByLabel('Content').inputValue(), 'Tea is served at six.');
    const saved = page.waitForResponse(
      (/** @type {any} */ response) => response.request().method() === 'PATCH',
    );
    await first.getByRole('button', { name: 'Save' }).click();
    assert.equal((await saved).status(), 200);
    await page.goto(opened);
    await page.getByRole('heading', { name: 'Tea is served at six.', level: 1 }).waitFor();
    await page.close();
  }

  async function rowKeys() {
    const api = await agentApi(url, 'rows');
    for (const content of ['Tea is hot.', 'Coffee is hot.', 'Water is free.'])
      await api('remember', { content });
    const page = await context.newPage();
    const focused = (/** @type {string} */ text) =>
      page.locator('a:focus').filter({ hasText: text }).waitFor();
    await page.goto(`${url}/app/agents/rows`);
    await page.getByRole('link', { name: 'Water is free.' }).focus();
    await page.keyboard.press('ArrowDown');
    await focused('Coffee is hot.');
    await page.keyboard.press('j');
    await focused('Tea is hot.');
    await page.keyboard.press('j');
    await focused('Tea is hot.');
    await page.keyboard.press('k');
    await focused('Coffee is hot.');
    await page.keyboard.press('x');
    await page.getByText('1 memory selected').last().waitFor();
    await page.getByRole('checkbox', { name: 'Select: Coffee is hot.' }).focus();
    await page.keyboard.press('ArrowUp');
    await focused('Water is free.');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('the next and the previous row').waitFor();
    await page.getByRole('checkbox', { name: /^Single keys do something/ }).uncheck();
    await page.keyboard.press('Escape');
    await focused('Water is free.');
    await page.keyboard.press('j');
    await focused('Water is free.');
    await page.keyboard.press('ArrowDown');
    await focused('Coffee is hot.');
    await page.evaluate("localStorage.removeItem('shortcuts')");
    // What is typed stays in its field.
    const words = page.getByRole('searchbox', { name: 'Find by words' }).or(page.getByLabel('Find by words'));
    await words.fill('hot');
    await words.press('k');
    await words.press('ArrowDown');
    assert.equal(await words.inputValue(), 'hotk');
    assert.equal(await page.locator('a:focus').count(), 0);
    await page.goto(`${url}/app/agents/rows/ask?q=What+is+hot%3F`);
    const sources = page.getByRole('list', { name: 'Sources' }).getByRole('link');
    await sources.nth(1).waitFor();
    await sources.nth(0).focus();
    await page.keyboard.press('ArrowDown');
    await focused(await sources.nth(1).innerText());
    await page.close();
  }

  async function compare() {
    const api = await agentApi(url, AGENT);
    const { memories } = await api('recall/all', {});
    const idOf = (/** @type {string} */ text) =>
      memories.find((/** @type {any} */ { content }) => content.includes(text)).id;
    await api(`memories/${idOf('day 400')}`, { content: 'The contract of day 400 was renewed.' }, 'PATCH');
    await api(`memories/${idOf('day 180')}/expire`, {});
    const page = await context.newPage();
    await page.goto(base);
    let clicks = 0;
    /** @param {any} target */
    const click = (target) => (clicks++, target.click());
    await click(page.getByRole('link', { name: 'Compare two moments' }));
    await page.getByText('Choose the first moment').waitFor();
    await click(page.getByRole('button', { name: '7 days' }));
    await page.getByText('2 learned, 1 changed, 0 superseded, 1 forgotten').waitFor();
    assert.equal(clicks, 2);
    const lists = ['Learned', 'Changed', 'Forgotten'].map((name) =>
      page.getByRole('list', { name, exact: true }).getByRole('listitem').count(),
    );
    assert.deepEqual(await Promise.all(lists), [2, 1, 1]);
    await page.reload();
    await page.getByText('2 learned, 1 changed').waitFor();
    await page.getByLabel('To (empty: now)').fill(localText(new Date(Date.now() - DAY_MS)));
    await page.getByText('0 learned, 0 changed, 0 superseded, 0 forgotten').waitFor();
    await page.close();
  }

  async function overview() {
    const page = await context.newPage();
    await page.goto(`${url}/app/`);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'New memories by type' }).waitFor();
    const sizes = page.getByRole('region', { name: 'Agents by size' }).getByRole('row', { name: AGENT });
    await sizes.getByRole('cell', { name: '5', exact: true }).waitFor();
    await page.getByLabel('Time', { exact: true }).selectOption('1y');
    await sizes.getByRole('cell', { name: '4', exact: true }).waitFor();
    assert.match(page.url(), /range=1y/);
    await page.goto(`${url}/app/?sort=name`);
    const names = page.getByRole('list', { name: 'Agents' }).locator('.card-title');
    await names.first().waitFor();
    const shown = await names.allTextContents();
    assert.deepEqual(
      shown,
      [...shown].sort((a, b) => a.localeCompare(b)),
    );
    // Where there is room they are rows of a table.
    await page.setViewportSize({ width: 1920, height: 1080 });
    const row = page.getByRole('table', { name: 'Agents' }).getByRole('row', { name: AGENT });
    await row.getByRole('cell', { name: '5', exact: true }).waitFor();
    await row.getByRole('link', { name: `Connect ${AGENT}` }).waitFor();
    assert.deepEqual(await page.getByRole('table').getByRole('rowheader').allTextContents(), shown);
    await page.close();
  }
}

/**
 * As fields for a date and a time take it, local.
 *
 * @param {Date} date
 */
function localText(date) {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
