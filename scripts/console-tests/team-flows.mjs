import assert from 'node:assert/strict';
import { agentApi } from './plant.mjs';

const AGENT = 'alice';
const SPACE = 'handbook';
const RULE = 'There are 30 vacation days a year.';
const QUESTION = 'How many vacation days are there?';

/**
 * An agent that reads another one, and memories that go from one to the other.
 *
 * @param {any} world
 * @param {any} context of the browser
 * @returns {[string, () => Promise<unknown>][]}
 */
export function teamFlows({ service }, context) {
  const base = `${service.url}/app/agents/${AGENT}`;
  const settings = `${base}/settings`;
  const reads = (/** @type {any} */ page) => page.getByRole('region', { name: 'Reads' });
  return [
    ['Teams: add an agent to read, find its memories, remove it', addAndRemove],
    ['Teams: copy and move a memory', copyAndMove],
    ['Teams: what is shown while the list loads and when it fails', states],
  ];

  async function addAndRemove() {
    await agentApi(service.url, AGENT);
    const handbook = await agentApi(service.url, SPACE);
    await handbook('remember', { content: RULE });
    const page = await context.newPage();
    await page.goto(settings);
    await reads(page).getByText('Reads no other agent').waitFor();
    await reads(page).getByText('It finds its own memories only.').waitFor();
    const field = reads(page).getByRole('combobox', { name: 'Agent to read' });
    await field.fill('no-such-agent');
    await reads(page).getByRole('button', { name: 'Add' }).click();
    await reads(page).getByRole('alert').waitFor();
    await field.fill(SPACE);
    await field.press('Enter');
    await reads(page).getByText(`Reads ${SPACE}`).waitFor();
    assert.equal(await reads(page).getByRole('alert').count(), 0);

    await page.goto(`${base}/recall?q=${QUESTION}`);
    const result = page.getByRole('list', { name: 'Results' }).getByRole('listitem').first();
    await result.getByText(`of ${SPACE}`).waitFor();
    await page.goto(`${base}/ask?q=${QUESTION}`);
    await page.getByRole('button', { name: 'Ask' }).click();
    const source = page.getByRole('list', { name: 'Sources' }).getByRole('listitem').first();
    await source.getByText(`of ${SPACE}`).waitFor();
    await source.getByRole('link', { name: RULE }).click();
    await page.getByRole('link', { name: `All memories of ${SPACE}` }).waitFor();

    await page.goto(settings);
    await reads(page).getByText(`Reads ${SPACE}`).waitFor();
    await reads(page)
      .getByRole('button', { name: `Remove ${SPACE}` })
      .click();
    await reads(page).getByText('Reads no other agent').waitFor();
    await page.goto(`${base}/recall?q=${QUESTION}`);
    await page.getByText('Nothing was found').waitFor();
    await page.close();
  }

  async function copyAndMove() {
    const api = await agentApi(service.url, AGENT);
    await agentApi(service.url, SPACE);
    const { memory_id: copied } = await api('remember', { content: 'The canteen opens at eleven.' });
    const { memory_id: moved } = await api('remember', { content: 'The garage closes at ten.' });
    const page = await context.newPage();
    await page.goto(`${base}/memories/${copied}`);
    const open = async () => page.getByText('Copy or move to another agent').click();
    const field = page.getByRole('combobox', { name: 'To agent' });
    await open();
    await field.fill('no-such-agent');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await field.fill(SPACE);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText(`Copied to ${SPACE}.`).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await page.getByRole('link', { name: 'Open the copy' }).click();
    await page.getByRole('link', { name: `All memories of ${SPACE}` }).waitFor();
    await page.getByText('The canteen opens at eleven.').first().waitFor();
    assert.doesNotMatch(page.url(), new RegExp(copied));

    await page.goto(`${base}/memories/${moved}`);
    await open();
    await field.fill(SPACE);
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('link', { name: `All memories of ${SPACE}` }).waitFor();
    assert.match(page.url(), new RegExp(`${SPACE}/memories/${moved}$`));
    const { memories } = await api('memories');
    assert.deepEqual(
      memories.map((/** @type {any} */ { id }) => id),
      [copied],
    );
    await page.close();
  }

  async function states() {
    await agentApi(service.url, AGENT);
    const page = await context.newPage();
    /** @type {(value?: unknown) => void} */
    let release = () => undefined;
    const held = new Promise((resolve) => (release = resolve));
    /** @type {{ status: number, json: object } | null} */
    let answer = { status: 500, json: { detail: 'The disk is full' } };
    await page.route('**/reads', async (/** @type {any} */ route) => {
      await held;
      await (answer === null ? route.continue() : route.fulfill(answer));
    });
    await page.goto(settings);
    await page.getByText('Loading the settings').waitFor();
    release();
    await reads(page).getByText('The disk is full').waitFor();
    answer = null;
    await reads(page).getByRole('button', { name: 'Try again' }).click();
    await reads(page).getByText('It finds its own memories only.').waitFor();
    await page.close();
  }
}
