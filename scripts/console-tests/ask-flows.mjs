import assert from 'node:assert/strict';
import { agentApi } from './plant.mjs';

/**
 * A question, to which the answer is an answer or memories, and what its address holds.
 *
 * @param {any} world
 * @param {any} context of the browser
 * @param {string} agentId that has the memories of the flow of its timeline
 * @returns {[string, () => Promise<unknown>][]}
 */
export function askFlows({ service: { url } }, context, agentId) {
  const base = `${url}/app/agents/${agentId}`;
  return [
    ['Recall: scores, marked words, address', recall],
    ['Ask: an answer with sources', ask],
    ['Ask: the address holds the question, the times and what is wanted', askByAddress],
  ];

  async function recall() {
    const page = await context.newPage();
    await page.goto(`${base}/recall`);
    await page.getByRole('textbox', { name: 'Question' }).fill('Which theme does the user like?');
    await page.keyboard.press('Enter');
    const best = page.getByRole('list', { name: 'Results' }).getByRole('listitem').first();
    await best.locator('mark').first().waitFor();
    assert.match(await best.innerText(), /dark themes[\s\S]*Score[\s\S]*0\.\d\d[\s\S]*Words/);
    await page.getByText('The same as a command or program').click();
    await page.getByRole('button', { name: 'Copy MCP call' }).waitFor();
    assert.match(page.url(), /[/]ask[?]find=1&q=Which/);
    await page.reload();
    await best.waitFor();
    await page.close();
  }

  async function ask() {
    const page = await context.newPage();
    await page.goto(`${base}/ask`);
    await page.getByRole('textbox', { name: 'Question' }).fill('Which theme does the user prefer?');
    await page.getByRole('button', { name: 'Ask' }).click();
    const source = page.getByRole('list', { name: 'Sources' }).getByRole('link').first();
    const title = await source.innerText();
    await source.click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.goBack();
    await source.waitFor();
    await page.reload();
    await source.waitFor();
    // Where there is room, a source and what the answer cites are shown beside the answer.
    await page.setViewportSize({ width: 1600, height: 900 });
    await source.click();
    const panel = page.getByRole('region', { name: title });
    await panel.getByRole('heading', { level: 2, name: title }).waitFor();
    assert.equal(await source.getAttribute('aria-current'), 'true');
    assert.match(page.url(), /[/]ask[?]q=Which.*&open=/);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.locator(':focus').filter({ hasText: title }).waitFor();
    await page
      .getByRole('article', { name: 'Answer' })
      .getByRole('link', { name: /^\[1\]$/ })
      .first()
      .click();
    await panel.waitFor();
    await page.getByRole('textbox', { name: 'Question' }).fill('Who leads the billing project?');
    await page.keyboard.press('Enter');
    await panel.waitFor({ state: 'detached' });
    await page.close();
  }

  async function askByAddress() {
    const page = await context.newPage();
    await page.goto(`${base}/ask`);
    const api = await agentApi(url, agentId);
    const { memory_id: old } = await api('remember', {
      content: 'The meeting room is called Oak.',
      valid_from: '2019-01-01',
    });
    await api('remember', { content: 'The meeting room is called Elm.', supersedes: [old] });
    await api('remember', { content: 'The canteen serves soup.', scope: 'user:dana' });
    const question = page.getByRole('textbox', { name: 'Question' });
    await question.fill('What is the meeting room called?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    const answer = page.getByRole('article', { name: 'Answer' });
    await answer.getByText('called Elm').first().waitFor();
    await question.fill('What does the canteen serve?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await answer.getByText('serves soup').first().waitFor();
    await page.goBack();
    await answer.getByText('called Elm').first().waitFor();
    assert.equal(await question.inputValue(), 'What is the meeting room called?');
    await page.getByRole('radio', { name: 'The memories it finds' }).check();
    const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
    await results.filter({ hasText: 'called Elm' }).waitFor();
    assert.equal(await results.filter({ hasText: 'called Oak' }).count(), 0);
    await page.getByText('Times and filters').click();
    await page.getByRole('textbox', { name: 'Valid at: what held then' }).fill('2020-01-01T12:00:00');
    await page.getByRole('textbox', { name: 'Valid at: what held then' }).press('Tab');
    await results.filter({ hasText: 'called Oak' }).waitFor();
    assert.match(page.url(), /find=1.*valid=2020-01-01|valid=2020-01-01.*find=1/);
    await page.reload();
    await results.filter({ hasText: 'called Oak' }).waitFor();
    await page.getByRole('button', { name: 'Clear: Valid at: what held then' }).click();
    await page.getByRole('textbox', { name: 'As of: what was known then' }).fill('2020-01-01T12:00:00');
    await page.getByRole('textbox', { name: 'As of: what was known then' }).press('Tab');
    await page.getByText(/^As of .*: what was stored by then/).waitFor();
    await page
      .getByText(/Nothing/)
      .first()
      .waitFor();
    await page.getByRole('radio', { name: 'An answer' }).check();
    await page.getByText('counts for finding memories only').waitFor();
    await page.goto(`${base}/ask?q=What+does+the+canteen+serve%3F&scope=user:other`);
    await answer.getByText('No memory bears on this').waitFor();
    await answer.getByRole('button', { name: 'look at the memories that come nearest' }).click();
    await page.getByText('Nothing was found').waitFor();
    await page.getByRole('textbox', { name: 'Scope' }).fill('user:dana');
    await results.filter({ hasText: 'serves soup' }).waitFor();
    await page.goto(`${base}/recall?q=meeting+room&all=1`);
    await results.filter({ hasText: 'called Elm' }).waitFor();
    assert.match(page.url(), /[/]ask[?]find=1&q=meeting\+room&all=1/);
    await page.close();
  }
}
