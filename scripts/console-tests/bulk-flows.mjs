import assert from 'node:assert/strict';
import { agentApi } from './plant.mjs';

const AGENT = 'bulk-agent';
const OTHER = 'bulk-target';
const FACTS = 230;
const GOALS = 100;
/** A run of some hundred requests on a busy machine. */
const LONG = { timeout: 120_000 };
/** Select one, select all that match, open the menu, choose. */
const MOST_CLICKS = 4;

/**
 * Many memories at once: all that match a filter, not only those that are loaded, and back again.
 *
 * @param {string} url of the service
 * @param {any} context of the browser
 * @returns {[string, () => Promise<unknown>][]}
 */
export function bulkFlows(url, context) {
  const base = `${url}/app/agents/${AGENT}`;
  return [
    ['Bulk: all that match are tagged, retyped and expired, with Undo', change],
    ['Bulk: rows by mouse and keyboard', select],
    ['Bulk: what a question finds, with Undo', found],
    ['Bulk: copy and move to another agent, with Undo', transfer],
    ['Bulk: one that is gone does not end the run, and a refused request is sent again', breakOff],
    ['Bulk: deletion names the number', remove],
  ];

  async function change() {
    const api = await agentApi(url, AGENT);
    await fill(api);
    const page = await context.newPage();
    await page.goto(`${base}?type=fact`);
    const clicks = await chooseForAll(page, `${FACTS} memories`, 'Expire');
    assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
    await page.getByText(`${FACTS} memories expired.`).waitFor(LONG);
    assert.equal(await total(api, 'status=expired'), FACTS);
    assert.equal(await total(api, 'status=active'), GOALS);
    await undo(page, `${FACTS} memories active again.`);
    assert.equal(await total(api, 'status=expired'), 0);

    // Three had the tag before: its Undo leaves it there.
    const { memories } = await api('memories?type=fact&limit=3');
    for (const { id } of memories) await api(`memories/${id}`, { tags: ['kept', 'review'] }, 'PATCH');
    await chooseForAll(page, `${FACTS} memories`, 'Add a tag…');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Tag' }).fill('review');
    await page.getByRole('button', { name: 'Add the tag' }).click();
    await page
      .getByText(`The tag review was added to ${FACTS - 3} memories. 3 needed no change.`)
      .waitFor(LONG);
    assert.equal(await total(api, 'tags=review'), FACTS);
    await undo(page, 'is gone from');
    assert.equal(await total(api, 'tags=review'), 3);
    assert.equal(await total(api, 'tags=kept'), 3);

    await chooseForAll(page, `${FACTS} memories`, 'Change the type…');
    await page.getByLabel('New type').selectOption('decision');
    await page.getByRole('button', { name: 'Change the type' }).click();
    await page.getByText(`${FACTS} memories became decision.`).waitFor(LONG);
    assert.equal(await total(api, 'type=decision'), FACTS);
    await undo(page, 'have the type again');
    assert.equal(await total(api, 'type=fact'), FACTS);
    await page.close();
  }

  async function select() {
    const page = await context.newPage();
    await page.goto(`${base}?type=goal`);
    const bar = page.getByRole('region', { name: 'Selection' });
    const boxes = page.getByRole('checkbox', { name: /^Select: / });
    await boxes.nth(0).waitFor();
    assert.equal(await bar.count(), 0);
    // Outside of the list the key does nothing.
    await page.getByRole('link', { name: 'Ask', exact: true }).focus();
    await page.keyboard.press('x');
    assert.equal(await bar.count(), 0);
    await page
      .getByRole('link', { name: /^Goal 99 / })
      .first()
      .focus();
    await page.keyboard.press('x');
    await bar.getByText('1 memory selected').waitFor();
    await boxes.nth(4).focus();
    await page.keyboard.press('Shift+Space');
    await bar.getByText('5 memories selected').waitFor();
    await page.keyboard.press('Space');
    await bar.getByText('4 memories selected').waitFor();
    await boxes.nth(9).click({ modifiers: ['Shift'] });
    assert.equal(await boxes.nth(9).isChecked(), false);
    await boxes.nth(9).click();
    await boxes.nth(7).click({ modifiers: ['Shift'] });
    await bar.getByText('7 memories selected').waitFor();
    assert.ok(await boxes.nth(8).isChecked());
    await page.keyboard.press('a');
    const entry = page.getByRole('menuitem', { name: 'Add a tag…' });
    await focusOn(page, 'Add a tag…');
    await page.keyboard.press('End');
    await focusOn(page, 'Delete…');
    await page.keyboard.press('Escape');
    await entry.waitFor({ state: 'detached' });
    await focusOn(page, /^Actions/);
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    assert.equal(await boxes.nth(0).isChecked(), false);
    await boxes.nth(0).click();
    await bar.getByText('1 memory selected').waitFor();
    // A selection is of one filter.
    await page.getByLabel('Type', { exact: true }).selectOption('fact');
    await page.getByRole('link', { name: /^Fact/ }).first().waitFor();
    await bar.waitFor({ state: 'detached' });
    await page.close();
  }

  async function found() {
    const api = await agentApi(url, AGENT);
    const page = await context.newPage();
    await page.goto(`${base}/ask?find=1&all=1&q=Goal`);
    await page
      .getByRole('checkbox', { name: /^Select: / })
      .first()
      .check();
    await page.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Expire' }).click();
    await page.getByText('1 memory expired.').waitFor();
    assert.equal(await total(api, 'status=expired'), 1);
    await undo(page, '1 memory active again.');
    assert.equal(await total(api, 'status=expired'), 0);
    await page.close();
  }

  async function transfer() {
    const api = await agentApi(url, AGENT);
    const there = await agentApi(url, OTHER);
    const page = await context.newPage();
    await page.goto(`${base}?type=goal`);
    await chooseForAll(page, `${GOALS} memories`, 'Copy to another agent…');
    await page.getByRole('combobox', { name: 'To agent' }).fill(OTHER);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText(`${GOALS} memories copied to ${OTHER}.`).waitFor(LONG);
    assert.equal(await total(there), GOALS);
    await undo(page, 'copies deleted');
    assert.equal(await total(there), 0);
    await chooseForAll(page, `${GOALS} memories`, 'Move to another agent…');
    await page.getByRole('combobox', { name: 'To agent' }).fill(OTHER);
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText(`${GOALS} memories moved to ${OTHER}.`).waitFor(LONG);
    assert.equal(await total(api, 'type=goal'), 0);
    assert.equal(await total(there), GOALS);
    await undo(page, 'moved back');
    assert.equal(await total(api, 'type=goal'), GOALS);
    assert.equal(await total(there), 0);
    await page.close();
  }

  async function breakOff() {
    const api = await agentApi(url, AGENT);
    const page = await context.newPage();
    await page.goto(`${base}?type=goal`);
    const boxes = page.getByRole('checkbox', { name: /^Select: / });
    await boxes.nth(0).click();
    await boxes.nth(2).click({ modifiers: ['Shift'] });
    const { memories } = await api('memories?type=goal&limit=2');
    await api(`memories/${memories[1].id}`, undefined, 'DELETE');
    await choose(page, 'Expire');
    await page.getByText('2 memories expired. 1 could not be changed: no longer there.').waitFor();
    await undo(page, '2 memories active again.');
    // The first answer says that it is too much.
    let calls = 0;
    await page.route('**/batch-status', async (/** @type {any} */ route) => {
      if (++calls > 1) return route.continue();
      return route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: { detail: 'Slowly' } });
    });
    await chooseForAll(page, '99 memories', 'Expire');
    await page.getByText('99 memories expired.').waitFor(LONG);
    assert.equal(calls, 2);
    await undo(page, 'active again');
    assert.equal(await total(api, 'status=expired'), 0);
    await page.close();
  }

  async function remove() {
    const api = await agentApi(url, AGENT);
    const page = await context.newPage();
    await page.goto(`${base}?type=fact`);
    // One is left out, and one is written after the list was read.
    await page
      .getByRole('checkbox', { name: /^Select: / })
      .nth(0)
      .click();
    await page.getByRole('button', { name: `Select all ${FACTS} memories` }).click();
    await page
      .getByRole('checkbox', { name: /^Select: / })
      .nth(0)
      .click();
    await api('remember', { content: 'Written meanwhile.', type: 'fact' });
    await choose(page, 'Delete…');
    const question = page.getByRole('alertdialog', { name: `Delete ${FACTS} memories for good?` });
    await question.getByRole('button', { name: `Delete ${FACTS} memories` }).click();
    await page.getByText(`${FACTS} memories deleted for good.`).waitFor(LONG);
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);
    assert.equal(await total(api, 'type=fact&status=all'), 1);
    assert.equal(await total(api, 'type=goal'), 99);
    await page.close();
  }
}

/**
 * Selects the first row, then all that match, and chooses an action of the menu. Resolves with the clicks.
 *
 * @param {any} page
 * @param {string} all how many these are
 * @param {string} action
 */
export async function chooseForAll(page, all, action) {
  await page
    .getByRole('checkbox', { name: /^Select: / })
    .nth(0)
    .click();
  await page.getByRole('button', { name: `Select all ${all}` }).click();
  await page.getByText(`${all} selected`).last().waitFor();
  return 2 + (await choose(page, action));
}

/** @param {any} page @param {string} action */
export async function choose(page, action) {
  await page.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
  return 2;
}

/** @param {any} page @param {string} text */
async function undo(page, text) {
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(text).waitFor(LONG);
  await page.getByRole('button', { name: 'Close the message' }).click();
}

/** @param {any} page @param {string | RegExp} text */
async function focusOn(page, text) {
  await page.locator(':focus').filter({ hasText: text }).waitFor();
}

/**
 * How many memories match.
 *
 * @param {(path: string) => Promise<any>} api
 * @param {string} [filter]
 */
async function total(api, filter = '') {
  return (await api(`memories?limit=1&${filter}`)).total_available;
}

/** @param {(path: string, body: object) => Promise<any>} api */
async function fill(api) {
  for (const [count, type, name] of /** @type {const} */ ([
    [FACTS, 'fact', 'Fact'],
    [GOALS, 'goal', 'Goal'],
  ])) {
    const all = Array.from({ length: count }, (_, n) => ({
      type,
      content: `${name} ${n} of the list ${n * 7919}.`,
    }));
    while (all.length > 0) await api('batch-remember', { memories: all.splice(0, 100) });
  }
}
