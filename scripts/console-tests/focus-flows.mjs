import assert from 'node:assert/strict';
import { agentApi } from './plant.mjs';

const AGENT = 'focus';

/** Runs in the page: types into a field and sends its form before the page is drawn again, as fast hands do. */
const TYPE_AND_SEND = async (/** @type {any} */ field, /** @type {string} */ text) => {
  const {
    HTMLInputElement: Input,
    HTMLTextAreaElement: Area,
    Event: Happening,
  } = /** @type {any} */ (globalThis);
  const kind = field instanceof Area ? Area : Input;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Happening('input', { bubbles: true }));
  for (let turns = 0; turns < 10; turns++) await Promise.resolve();
  field.form.requestSubmit();
};

/**
 * Where the keyboard is after a form was closed or a button went away, and what is sent when it is fast.
 *
 * @param {string} url of the service
 * @param {any} context of the browser
 * @returns {[string, () => Promise<unknown>][]}
 */
export function focusFlows(url, context) {
  const base = `${url}/app/agents/${AGENT}`;
  return [
    ['Focus: forms give it back to their buttons', forms],
    ['Focus: buttons that go off pass it on', buttons],
    ['Focus: the review of conflicts keeps its keys', conflicts],
    ['Fast hands: what is sent has the last letter', lastLetter],
  ];

  async function forms() {
    await agentApi(url, AGENT);
    const page = await context.newPage();
    await page.goto(base);
    const press = pressIn(page);
    await press('Add memory');
    await has(page, 'textarea');
    await press('Cancel');
    await has(page, 'Add memory');
    await press('Add memory');
    await has(page, 'textarea');
    await page.keyboard.type('The door is green.');
    await press('Save');
    await has(page, 'Add memory');
    await page.getByRole('link', { name: 'The door is green.' }).click();
    await press('Edit');
    await has(page, 'textarea');
    await press('Cancel');
    await has(page, 'Edit');
    await press('Edit');
    await has(page, 'textarea');
    await page.keyboard.press('End');
    await page.keyboard.type(' It is heavy.');
    await press('Save');
    await has(page, 'Edit');
    await press('Expire');
    await has(page, 'Restore');
    await press('Restore');
    await has(page, 'Expire');
    await page.close();
  }

  async function buttons() {
    const page = await context.newPage();
    await page.goto(`${base}?type=fact&q=green`);
    await page.getByRole('list', { name: 'Found memories' }).waitFor();
    const press = pressIn(page);
    await press('Clear filters');
    await has(page, 'Find by words');
    assert.equal(await page.getByLabel('Find by words').inputValue(), '');
    assert.doesNotMatch(page.url(), /[?&](q|type)=/);
    await press('Step back');
    await press('Now');
    await has(page, '#as-of');
    await press('Choose a span');
    await has(page, 'Beginning of the span');
    await press('Zoom to it');
    await has(page, 'Choose a span');
    await press('Choose a span');
    await has(page, 'Beginning of the span');
    await press('Clear the span');
    await has(page, 'Choose a span');
    await press('Show all time');
    await has(page, 'Choose a span');
    await page.close();
  }

  async function conflicts() {
    const api = await agentApi(url, AGENT);
    for (const content of [
      'The fee is 10 euros.',
      'The fee is 20 euros.',
      'Ana likes tea.',
      'Ana does not like tea.',
    ])
      await api('remember', { content });
    await api('conflicts/generate', {});
    const page = await context.newPage();
    await page.goto(`${base}/conflicts`);
    const box = page.getByRole('region', { name: /^Conflict/ });
    await box.waitFor();
    const press = pressIn(page);
    await page.keyboard.press('4');
    await has(page, 'textarea');
    await press('Cancel');
    await page.keyboard.press('j');
    const last = await box.getAttribute('aria-label');
    assert.match(String(last), /^Conflict 2/);
    await page.keyboard.press('k');
    const count = Number(String(last).split(' ').at(-1));
    for (let place = 1; place < count; place++) await press('Next j');
    await page.keyboard.press('k');
    await page.getByRole('region', { name: `Conflict ${count - 1} of ${count}` }).waitFor();
    const tops = await box
      .locator(':scope > .choices > button')
      .evaluateAll((/** @type {any[]} */ found) =>
        found.map((each) => Math.round(each.getBoundingClientRect().top)),
      );
    assert.equal(new Set(tops).size, 2, 'the four choices stand in two full rows');
    await page.close();
  }

  async function lastLetter() {
    const api = await agentApi(url, AGENT);
    const page = await context.newPage();
    await page.goto(base);
    await page.getByRole('button', { name: 'Add memory' }).click();
    await page.getByRole('textbox', { name: 'Content' }).evaluate(TYPE_AND_SEND, 'The roof is red.');
    await page.getByRole('link', { name: 'The roof is red.' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Content' }).evaluate(TYPE_AND_SEND, 'The roof is blue.');
    await page.getByRole('heading', { level: 1, name: 'The roof is blue.' }).waitFor();
    await api('remember', { content: 'Zoe lives here.' });
    await page.goto(`${base}/forget`);
    await page.getByRole('textbox', { name: /^A name/ }).evaluate(TYPE_AND_SEND, 'Zoe');
    await page.getByRole('button', { name: 'Forget 1 memory' }).waitFor();
    await page.close();
  }
}

/** Presses a button by the keyboard. @param {any} page */
function pressIn(page) {
  return async (/** @type {string} */ name) => {
    const button = page.getByRole('button', { name, exact: true, disabled: false });
    await button.focus();
    await page.keyboard.press('Enter');
  };
}

/**
 * Waits until the focus is on what has a name, a selector or an element's name.
 *
 * @param {any} page
 * @param {string} what
 */
async function has(page, what) {
  const isThere = (/** @type {string} */ text) => {
    const { document } = /** @type {any} */ (globalThis);
    const { activeElement: element } = document;
    const names = [
      element.getAttribute('aria-label'),
      element.textContent.trim(),
      element.localName,
      `#${element.id}`,
      element.labels?.[0]?.textContent.trim(),
    ];
    return names.includes(text);
  };
  await page.waitForFunction(isThere, what).catch(async () => {
    const focused = await page.evaluate('document.activeElement.outerHTML.slice(0, 200)');
    assert.fail(`The focus is not on ${what}, but on ${focused}`);
  });
}
