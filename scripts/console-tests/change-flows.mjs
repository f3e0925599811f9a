import assert from 'node:assert/strict';
import { agentApi } from './plant.mjs';

const AGENT = 'two-hands';

/**
 * What two people change at once, and who did what.
 *
 * @param {string} url of the service
 * @param {any} context of the browser
 * @returns {[string, () => Promise<unknown>][]}
 */
export function changeFlows(url, context) {
  const base = `${url}/app/agents/${AGENT}`;
  return [
    ['Memory: a second tab overwrites nothing unseen', memoryInTwoTabs],
    ['Policy: a second tab overwrites nothing unseen', policyInTwoTabs],
    ['Policy: a rule says what is missing after it was left', ruleInWords],
    ['Memory: versions, thread, uses, related, authors, deletion', aroundMemory],
    ['Memory: its passage in the file', passageOfFile],
  ];

  async function memoryInTwoTabs() {
    const api = await agentApi(url, AGENT);
    const { memory_id: id } = await api('remember', { content: 'Ana lives in Porto.', tags: ['people'] });
    const address = `${base}/memories/${id}`;
    const [one, other] = await openTwice(address, async (page) => {
      await page.getByRole('button', { name: 'Edit' }).click();
    });
    await saveContent(one, 'Ana lives in Lisbon.');
    await one.getByRole('heading', { level: 1, name: 'Ana lives in Lisbon.' }).waitFor();
    await saveContent(other, 'Ana lives in Faro.');
    const box = other.getByRole('alert', { name: 'This memory was changed meanwhile' });
    await box.locator('mark', { hasText: 'Lisbon' }).waitFor();
    await box.locator('mark', { hasText: 'Faro' }).waitFor();
    assert.equal((await api(`memories/${id}`)).content, 'Ana lives in Lisbon.');
    await box.getByRole('button', { name: 'Take theirs' }).click();
    await other.getByRole('heading', { level: 1, name: 'Ana lives in Lisbon.' }).waitFor();

    await one.getByRole('button', { name: 'Edit' }).click();
    await other.getByRole('button', { name: 'Edit' }).click();
    await one.getByRole('textbox', { name: /^Tags/ }).fill('people, moved');
    await one.getByRole('button', { name: 'Save' }).click();
    await one.getByRole('button', { name: 'Edit' }).waitFor();
    await saveContent(other, 'Ana lives in Faro.');
    await box.getByRole('button', { name: 'Keep mine' }).click();
    await other.getByRole('heading', { level: 1, name: 'Ana lives in Faro.' }).waitFor();
    // Both changes are kept: they are of different fields.
    const kept = await api(`memories/${id}`);
    assert.deepEqual([kept.content, kept.tags], ['Ana lives in Faro.', ['people', 'moved']]);
    await other.getByText('edited').first().waitFor();
    await closeBoth(one, other);
  }

  async function policyInTwoTabs() {
    const api = await agentApi(url, AGENT);
    await api('policy', { retention: { event: '30d' } }, 'PUT');
    const [one, other] = await openTwice(`${base}/policy`, async (page) => {
      await page.getByLabel('context', { exact: true }).waitFor();
    });
    await one.getByLabel('context', { exact: true }).fill('7d');
    await other.getByLabel('error', { exact: true }).fill('14d');
    await one.getByRole('button', { name: 'Save', exact: true }).click();
    await one.getByText('Saved. The nightly').waitFor();
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    const box = other.getByRole('alert', { name: 'The policy was changed meanwhile' });
    await box.locator('mark', { hasText: 'context' }).first().waitFor();
    assert.deepEqual((await api('policy')).policy.retention, { context: '7d', event: '30d' });
    await box.getByRole('button', { name: 'Keep mine' }).click();
    await other.getByText('Saved. The nightly').waitFor();
    assert.deepEqual((await api('policy')).policy.retention, { error: '14d', event: '30d' });
    await closeBoth(one, other);
  }

  async function ruleInWords() {
    const api = await agentApi(url, AGENT);
    const page = await context.newPage();
    await page.goto(`${base}/policy`);
    await page.getByRole('button', { name: 'Add rule' }).click();
    const rule = page.getByRole('group', { name: 'Rule 1' });
    await rule.getByText('Give the rule a name').waitFor();
    assert.equal(await page.locator('.reason').count(), 0, 'nothing is red before it was typed');
    assert.equal(await page.getByRole('alert').count(), 0);
    await rule.getByLabel('Name').fill('old ones');
    await rule.getByLabel('Expire after').focus();
    await page.locator('.reason', { hasText: 'A name has letters' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled(), true);
    await rule.getByLabel('Name').fill('old-ones');
    await page.getByLabel('goal', { exact: false }).first().fill('30 days');
    assert.equal(await page.locator('.reason').count(), 0, 'nothing is red while it is typed');
    await page.keyboard.press('Tab');
    await page.locator('.reason', { hasText: 'An age is a number and' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled(), true);
    await page.getByLabel('goal', { exact: false }).first().fill('30d');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. The nightly').waitFor();
    assert.equal((await api('policy')).policy.rules[0].name, 'old-ones');
    assert.equal(await page.getByText('body.policy').count(), 0);
    await page.close();
  }

  async function aroundMemory() {
    const api = await agentApi(url, AGENT);
    const older = await api('remember', { content: 'The team deploys on Fridays.', thread: 'ops' });
    const id = (
      await api('remember', {
        content: 'The team deploys on Mondays.',
        supersedes: [older.memory_id],
        valid_from: '2025-02-01',
        thread: 'ops',
      })
    ).memory_id;
    await api('remember', { content: 'The team deploys by hand.', thread: 'ops' });
    await api('recall', { query: 'When does the team deploy?' });
    await untilUsed(api, id);
    const page = await context.newPage();
    await page.goto(`${base}/memories/${id}`);
    await page.getByRole('heading', { level: 1, name: 'The team deploys on Mondays.' }).waitFor();
    const versions = page.getByRole('region', { name: 'Versions' });
    await versions.getByRole('link', { name: 'The team deploys on Fridays.' }).waitFor();
    // It held until the newer one began, which is not when that was written down.
    assert.match(await versions.getByRole('listitem').first().innerText(), /^until .*2025/);
    await versions.locator('[aria-current]', { hasText: 'Mondays' }).waitFor();
    const thread = page.getByRole('region', { name: 'Around it in its thread' });
    assert.equal(await thread.getByRole('listitem').count(), 3);
    await page.getByRole('link', { name: 'ops', exact: true }).click();
    assert.match(page.url(), /#thread$/);
    await page.getByText(/^Recalled once, last by/).waitFor();
    await page.getByText('Related memories').click();
    const related = page.getByRole('list', { name: 'Related memories' });
    await related.getByRole('link', { name: 'The team deploys by hand.' }).waitFor();
    await page.getByRole('button', { name: 'Copy the id' }).click();
    await page.getByText('Copied').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await saveContent(page, 'The team deploys on Tuesdays.');
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('by a person in the console').waitFor();
    assert.match(await history.innerText(), /created .* by the agent/);
    await versions.getByRole('link', { name: 'The team deploys on Fridays.' }).click();
    await page.getByRole('heading', { level: 1, name: 'The team deploys on Fridays.' }).waitFor();
    await page.goBack();
    await deletedIsSaid(page, id);
    await page.close();
  }

  /** Back to a memory that was deleted says so. @param {any} page @param {string} id */
  async function deletedIsSaid(page, id) {
    await page.getByRole('heading', { level: 1, name: 'The team deploys on Tuesdays.' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('heading', { level: 1, name: AGENT }).waitFor();
    await page.goto(`${base}/memories/${id}`);
    await page.getByText('This memory was deleted for good').waitFor();
    await page.getByText('by a person in the console').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  }

  async function passageOfFile() {
    const api = await agentApi(url, AGENT);
    const pages = Array.from(
      { length: 40 },
      (_, n) => `# Part ${n}\n\n${`Line of part ${n}. `.repeat(40)}\n`,
    );
    const form = new FormData();
    form.append('file', new Blob([pages.join('\n')]), 'long.md');
    await api('upload-file', form);
    const [memory] = await eventually(async () => {
      const { memories } = await api('memories?source=upload&limit=100');
      return memories.filter((/** @type {any} */ { source_ref: ref }) => ref.endsWith('#2'));
    });
    const page = await context.newPage();
    await page.goto(`${base}/memories/${memory.id}`);
    const file = page.getByRole('region', { name: 'Where it stands in the file' });
    await file.locator('mark', { hasText: memory.content.slice(0, 40) }).waitFor();
    assert.ok((await file.getByRole('listitem').count()) >= 4);
    await file.getByRole('link', { name: memory.title }).first().waitFor();
    await page.close();
  }

  /** Uses are written in the background. @param {any} api @param {string} id */
  function untilUsed(api, id) {
    return eventually(async () => (await api(`memories/${id}/uses`)).traces);
  }

  /** @param {string} address @param {(page: any) => Promise<unknown>} prepare */
  async function openTwice(address, prepare) {
    const pages = [await context.newPage(), await context.newPage()];
    for (const page of pages) {
      await page.goto(address);
      await prepare(page);
    }
    return pages;
  }

  /** @param {any[]} pages */
  async function closeBoth(...pages) {
    for (const page of pages) await page.close();
  }

  /** @param {any} page @param {string} content */
  async function saveContent(page, content) {
    await page.getByRole('textbox', { name: 'Content' }).fill(content);
    await page.getByRole('button', { name: 'Save' }).click();
  }
}

const MOST_TRIES = 100;
const PAUSE_MS = 100;

/**
 * What a list has once it has something.
 *
 * @param {() => Promise<any[]>} read
 * @returns {Promise<any[]>}
 */
async function eventually(read) {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const found = await read();
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error('Nothing came');
}
