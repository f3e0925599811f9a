import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { agentApi } from './plant.mjs';

const AGENT = 'settings-agent';
const MOST_CLICKS = 6;

/**
 * The settings of an agent, and how it forgets a person.
 *
 * @param {string} url of the service
 * @param {any} context of the browser
 * @returns {[string, () => Promise<unknown>][]}
 */
export function settingsFlows(url, context) {
  const base = `${url}/app/agents/${AGENT}`;
  return [
    ['Forget: a person, in six clicks, with a receipt', forgetPerson],
    ['Settings: the description, in two tabs', describe],
    ['Settings: what is written, and the end of an agent', settings],
  ];

  async function forgetPerson() {
    const api = await agentApi(url, AGENT);
    for (const content of [
      'Alice Smith likes tea.',
      'The meeting was led by Alice Smith.',
      'Bob likes coffee.',
    ])
      await api('remember', { content });
    await api('remember', { content: 'Alice called about the invoice.' });
    const page = await context.newPage();
    await page.goto(base);
    let clicks = 0;
    /** @param {any} target */
    const click = (target) => (clicks++, target.click());
    await click(page.getByRole('link', { name: 'Settings', exact: true }));
    await click(page.getByRole('link', { name: 'Forget somebody or something' }));
    await page.getByRole('textbox', { name: /^A name/ }).fill('Alice Smith');
    await click(page.getByRole('button', { name: 'Look for it' }));
    const certain = page.getByRole('list', { name: 'Memories that would go' }).getByRole('listitem');
    await certain.nth(1).waitFor();
    assert.equal(await certain.count(), 2);
    // What was shown is what goes, whatever stands in the field by now.
    await page.getByRole('textbox', { name: /^A name/ }).fill('Bob');
    await click(page.getByRole('button', { name: 'Forget 2 memories' }));
    const question = page.getByRole('alertdialog', { name: 'Forget Alice Smith?' });
    await click(question.getByRole('button', { name: 'Delete 2 memories for good' }));
    await page.getByText('It is forgotten').waitFor();
    const download = page.waitForEvent('download');
    await click(page.getByRole('link', { name: 'Download the receipt' }));
    assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
    const receipt = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
    assert.equal(receipt.counts.memories, 2);
    assert.ok(receipt.signature);
    const { memories } = await api('memories');
    const left = memories.map((/** @type {any} */ { content }) => content).sort();
    assert.deepEqual(left, ['Alice called about the invoice.', 'Bob likes coffee.']);
    await page.goto(base);
    await page.getByRole('link', { name: 'Bob likes coffee.' }).waitFor();
    await page.close();
  }

  async function describe() {
    const [first, second] = [await context.newPage(), await context.newPage()];
    const description = (/** @type {any} */ page) => page.getByRole('textbox', { name: /^Description/ });
    const save = (/** @type {any} */ page) =>
      page.getByRole('button', { name: 'Save the description' }).click();
    for (const page of [first, second]) {
      await page.goto(`${base}/settings`);
      await description(page).waitFor();
    }
    assert.ok(await first.getByRole('button', { name: 'Save the description' }).isDisabled());
    await description(first).fill('Answers questions of customers');
    await first.getByLabel('Made for').selectOption('tool');
    // A link asks before it is lost.
    /** @type {string[]} */
    const asked = [];
    first.once('dialog', (/** @type {any} */ dialog) => (asked.push(dialog.message()), dialog.dismiss()));
    await first.getByRole('link', { name: 'Overview' }).click();
    assert.equal(asked.length, 1);
    await save(first);
    await first.getByText('The description is saved.').waitFor();
    await description(second).fill('Something else');
    await save(second);
    await second.getByText('The agent was changed meanwhile, so nothing was saved').waitFor();
    await second.getByText('Answers questions of customers').waitFor();
    await second.getByRole('button', { name: 'Keep mine' }).click();
    await second.getByText('The description is saved.').waitFor();
    const { description: saved, pattern } = /** @type {any} */ (
      await (await fetch(`${url}/api/v2/agents/${AGENT}`)).json()
    );
    assert.deepEqual([saved, pattern], ['Something else', 'support']);
    await first.close();
    await second.close();
  }

  async function settings() {
    const page = await context.newPage();
    await page.goto(`${base}/settings`);
    await page.getByLabel('Passwords, keys and tokens').selectOption('block');
    await page.getByText('Saved. It applies').waitFor();
    const ofAgent = /** @type {any} */ (await (await fetch(`${url}/api/v2/agents/${AGENT}`)).json());
    assert.equal(ofAgent.redaction, 'block');
    await page.getByText('Memories: 2, no quota').waitFor();
    await page.getByRole('button', { name: 'Delete the agent' }).click();
    const question = page.getByRole('alertdialog', { name: `Delete the agent ${AGENT}?` });
    await question.getByText('Its memories stay').waitFor();
    await question.getByRole('checkbox', { name: 'Also delete its 2 memories' }).check();
    await question.getByRole('button', { name: 'Delete it with 2 memories' }).click();
    await page.getByText(`The agent ${AGENT} is deleted.`).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
    assert.equal((await fetch(`${url}/api/v2/agents/${AGENT}`)).status, 404);
    assert.equal(await page.getByRole('link', { name: AGENT, exact: true }).count(), 0);
    await page.close();
  }
}
