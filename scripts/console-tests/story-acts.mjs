import assert from 'node:assert/strict';

/** What a person does with each. @type {Record<string, (page: any) => Promise<void>>} */
export const ACTS = {
  'asked-button': async (page) => {
    await opensAndCloses(page, 'Delete', 'alertdialog', 'Delete the example for good?');
    await page.getByRole('button', { name: 'Fail' }).press('Enter');
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('The service is away.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('It is deleted.').waitFor();
  },
  combobox: async (page) => {
    const field = page.getByRole('combobox', { name: 'Tags' });
    await field.fill('te');
    await page.getByRole('option', { name: /^tea/ }).waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    await page.getByRole('list', { name: 'Tags: chosen' }).getByText('tea').waitFor();
    await field.fill('co');
    await field.press('Escape');
    assert.equal(await field.getAttribute('aria-expanded'), 'false');
  },
  commands: (page) => opensAndCloses(page, 'Keys of this page', 'dialog', /./),
  'date-time': async (page) => {
    await page.getByLabel('Exact time').fill('2026-05-01T10:00:00');
    await page.getByText(/^2026-0[45]-\d\dT/).waitFor();
    await page.getByRole('button', { name: 'Clear: Exact time' }).click();
    await page.getByText('No time').waitFor();
  },
  dialog: (page) => opensAndCloses(page, 'Open', 'dialog', 'Something to read'),
  'form-dialog': async (page) => {
    await opensAndCloses(page, 'Open', 'dialog', 'Name it');
    await page.getByRole('button', { name: 'Open' }).click();
    const field = page.getByRole('textbox', { name: 'Name' });
    await field.waitFor();
    await hasFocusOn(page, 'INPUT');
    await field.fill('Tea');
    await field.press('Enter');
    await page.getByText('Tea was sent.').waitFor();
  },
  'key-map': async (page) => {
    await opensAndCloses(page, '/app/overview', 'dialog', 'Keys of this page');
    const dialog = page.getByRole('dialog');
    for (const [address, text, other] of [
      ['/app/agents/tea/ask', 'the next and the previous row', 'keep both'],
      ['/app/agents/tea/files', 'select nothing', 'the next and the previous row'],
      ['/app/agents/tea/conflicts', 'keep both', 'the next and the previous row'],
    ]) {
      await page.getByRole('button', { name: address, exact: true }).press('Enter');
      await dialog.getByText(text).waitFor();
      assert.equal(await dialog.getByText(other, { exact: true }).count(), 0, address);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  },
  menu: async (page) => {
    const button = page.getByRole('button', { name: 'Actions' });
    await button.press('Enter');
    await hasFocus(page, 'Copy');
    await page.keyboard.press('m');
    await hasFocus(page, 'Move');
    await page.keyboard.press('Enter');
    await page.getByText('Move was chosen.').waitFor();
    await button.press('Enter');
    await hasFocus(page, 'Copy');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await hasFocus(page, 'Actions');
  },
  modal: async (page) => {
    await opensAndCloses(page, 'Open', 'dialog', 'Over the page');
    await page.getByRole('button', { name: 'Open' }).press('Enter');
    await hasFocus(page, 'Done');
    // The keyboard stays in it.
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press('Tab');
      assert.equal(await page.locator('nav :focus').count(), 0);
    }
    await page.mouse.click(5, 5);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await hasFocus(page, 'Open');
  },
  palette: async (page) => {
    await opensAndCloses(page, 'Open', 'dialog', 'Go to');
    await page.getByRole('button', { name: 'Open' }).press('Enter');
    const field = page.getByRole('combobox', { name: 'A page, an agent, or words of a memory' });
    await hasFocusOn(page, 'INPUT');
    const chosen = page.getByRole('option', { selected: true });
    await chosen.filter({ hasText: 'Agents' }).waitFor();
    await field.press('ArrowDown');
    await chosen.filter({ hasText: 'Overview' }).waitFor();
    const id = await chosen.getAttribute('id');
    assert.equal(await field.getAttribute('aria-activedescendant'), id);
    await field.fill('no such page');
    await page.getByText('Nothing has this name.').waitFor();
    await field.fill('acti');
    await chosen.filter({ hasText: 'Activity' }).waitFor();
    await field.press('Enter');
    await page.waitForURL('**/app/activity');
  },
  question: async (page) => {
    await opensAndCloses(page, 'Ask', 'alertdialog', 'Delete 3 drinks?');
    await page.getByRole('button', { name: 'Ask' }).press('Enter');
    // What changes nothing has the focus.
    await hasFocus(page, 'Keep it');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ask' }).press('Enter');
    const yes = page.getByRole('button', { name: 'Delete 3 drinks' });
    await yes.press('Enter');
    await page.getByText('It was done.').waitFor();
  },
  'selection-bar': async (page) => {
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Select all 1,200 drinks' }).press('Enter');
    await bar.getByText('1,200 drinks selected').waitFor();
    await bar.getByRole('button', { name: 'Actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Pour' }).press('Enter');
    await bar.getByText('Pouring 300 of 1,200').waitFor();
    await bar.getByRole('progressbar', { name: 'Pouring' }).waitFor();
    await hasFocus(page, 'Stop');
    await page.keyboard.press('Enter');
    await page.getByText('It was stopped.').waitFor();
    await bar.getByRole('button', { name: 'Clear' }).press('Enter');
    await bar.waitFor({ state: 'detached' });
  },
  selection: async (page) => {
    const tea = page.getByRole('checkbox', { name: 'Select: Tea' });
    await tea.press('Space');
    await page.getByText('1 drinks selected').first().waitFor();
    await tea.press('Escape');
    await page.getByRole('checkbox', { name: 'Select: Coffee' }).press('Space');
    await page.getByRole('checkbox', { name: 'Select: Water' }).press('Shift+Space');
    await page.keyboard.press('a');
    await hasFocus(page, 'Remove');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText('3 drinks removed.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await tea.waitFor();
  },
  'side-panel': async (page) => {
    await page.getByRole('link', { name: 'Tea' }).press('Enter');
    await page.getByRole('region', { name: 'Tea' }).waitFor();
    await page.waitForFunction(
      'document.activeElement.textContent === "Tea" && document.activeElement.tagName === "H2"',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Tea' }).waitFor({ state: 'detached' });
    await hasFocus(page, 'Tea');
  },
  toasts: async (page) => {
    await page.getByRole('button', { name: 'With Undo' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('The example is there again.').waitFor();
    await page.getByRole('button', { name: 'Without' }).click();
    await page.getByText('The example is saved.').waitFor();
  },
};

/** By the keyboard; the focus goes back. @param {any} page @param {string} button @param {string} role @param {string | RegExp} title */
async function opensAndCloses(page, button, role, title) {
  await page.getByRole('button', { name: button, exact: true }).press('Enter');
  await page.getByRole(role, { name: title }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole(role).waitFor({ state: 'detached' });
  await hasFocus(page, button);
}

/** @param {any} page @param {string} tag */
function hasFocusOn(page, tag) {
  return page.waitForFunction((/** @type {string} */ wanted) => {
    return /** @type {any} */ (globalThis).document.activeElement.tagName === wanted;
  }, tag);
}

/** @param {any} page @param {string} name */
function hasFocus(page, name) {
  return page.waitForFunction((/** @type {string} */ wanted) => {
    const { activeElement } = /** @type {any} */ (globalThis).document;
    return (activeElement.getAttribute('aria-label') ?? activeElement.textContent).startsWith(wanted);
  }, name);
}
