import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { askFlows } from './ask-flows.mjs';
import { bulkFlows } from './bulk-flows.mjs';
import { changeFlows } from './change-flows.mjs';
import { connectFlows } from './connect-flows.mjs';
import { resolveByKeyboard } from './conflict-keys.mjs';
import { failureFlows } from './failure-flows.mjs';
import { focusFlows } from './focus-flows.mjs';
import { liveFlows } from './live-flows.mjs';
import { agentApi, holdBack, HOSTILE, importOld } from './plant.mjs';
import { policyFlow } from './policy-flow.mjs';
import { queueFlows } from './queue-flows.mjs';
import { settingsFlows } from './settings-flows.mjs';
import { teamFlows } from './team-flows.mjs';
import { timeFlows } from './time-flows.mjs';
import { truthFlows } from './truth-flows.mjs';
import { webhookFlows } from './webhook-flows.mjs';

const AGENT = 'flow-agent';
const HOUR_MS = 3_600_000;
const YEAR_MS = 8_760 * HOUR_MS;

/**
 * The main flow of each page, on one agent that the first of them creates.
 *
 * @param {any} world
 * @param {any} context of the browser
 * @returns {[string, () => Promise<unknown>][]}
 */
export function flows(world, context) {
  const { service } = world;
  const base = `${service.url}/app`;
  const agentBase = `${base}/agents/${AGENT}`;
  /** @param {string} address @param {(page: any) => Promise<unknown>} work */
  const on = (address, work) => async () => {
    const page = await context.newPage();
    await page.goto(address);
    await work(page);
    await page.close();
  };
  return [
    ['Agents: create one and see how to connect', on(`${base}/`, createAgent)],
    ['Timeline: add, filter and go back in time', on(agentBase, timeline)],
    ['Timeline: hostile content is text', hostileContent],
    ...askFlows(world, context, AGENT),
    ...truthFlows(service.url, context),
    ...teamFlows(world, context),
    ['Memory: edit, history, expire, restore, delete', on(agentBase, memory)],
    [
      'Conflicts: by keyboard only',
      on(`${agentBase}/conflicts`, (page) => resolveByKeyboard(page, service.url, AGENT)),
    ],
    [
      'Policy: preset, preview, apply, undo',
      on(`${agentBase}/policy`, (page) => policyFlow(page, service.url, AGENT)),
    ],
    ['Files: upload, read, failure', on(`${agentBase}/files`, files)],
    ['Activity: chart and operations', on(`${base}/activity`, activity)],
    ['System: health, keys, settings', on(`${base}/system`, system)],
    ...liveFlows(service.url, context),
    ...bulkFlows(service.url, context),
    ...queueFlows(service.url, context),
    ...settingsFlows(service.url, context),
    ...changeFlows(service.url, context),
    ...connectFlows(service.url, context),
    ...timeFlows(service.url, context),
    ...webhookFlows(service.url, context),
    ...focusFlows(service.url, context),
    ...failureFlows(service.url, context),
  ];

  /** @param {any} page */
  async function createAgent(page) {
    await page.getByText('There is no agent yet').waitFor();
    await page.getByRole('textbox', { name: 'Agent id' }).fill(AGENT);
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page
      .getByText(`claude mcp add --transport http agent-memory ${service.url}/mcp/agents/${AGENT}`)
      .waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Copy Claude Code: Command' }).waitFor();
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await page.getByRole('link', { name: AGENT, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: AGENT, exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
  }

  /** @param {any} page */
  async function timeline(page) {
    for (const text of ['The user prefers dark themes.', 'Ana moved to Lisbon in May.']) {
      await page.getByRole('button', { name: 'Add memory' }).click();
      await page.getByRole('textbox', { name: 'Content' }).fill(text);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('link', { name: text }).waitFor();
    }
    assert.equal(await memories(page).count(), 2);
    await page.getByRole('button', { name: 'Add memory' }).click();
    await page.getByRole('textbox', { name: 'Content' }).fill('x'.repeat(10_001));
    await page.getByText('10,001 of 10,000 characters. Shorten the content by 1 character.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('combobox', { name: 'Source' }).fill('nowhere');
    await page.keyboard.press('Enter');
    await page.getByText('No memory passes the filters').waitFor();
    await page.reload();
    await page.getByText('No memory passes the filters').waitFor();
    await page.getByRole('button', { name: 'Remove nowhere' }).click();
    await page.getByLabel('Type', { exact: true }).selectOption('fact');
    await page.getByRole('link', { name: 'Ana moved' }).waitFor();
    const slider = page.getByRole('slider', { name: 'As of', disabled: false });
    await slider.focus();
    await page.keyboard.press('Home');
    await page.getByText('The agent knew nothing of this then').waitFor();
    assert.match(page.url(), /[?&]at=/);
    await page.keyboard.press('End');
    await page.getByRole('link', { name: 'Ana moved' }).waitFor();
    await beginWithOldest(page, slider);
  }

  /**
   * The slider begins at the oldest memory, which can be older than the agent.
   *
   * @param {any} page
   * @param {any} slider
   */
  async function beginWithOldest(page, slider) {
    const oldest = { content: 'The contract was signed.', type: 'preference', ageMs: YEAR_MS };
    await importOld(service.url, AGENT, [oldest]);
    // The slider waits for the oldest memory, however late it is.
    const release = await holdBack(page, '**/recall/all');
    await page.goto(agentBase);
    await page.getByRole('link', { name: oldest.content }).waitFor();
    await page.getByRole('slider', { name: 'As of', disabled: true }).waitFor();
    release();
    await slider.focus();
    await page.keyboard.press('Home');
    await page.getByText('The agent knew nothing of this then').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^As of .*: 1 memory$/).waitFor();
    await page.getByRole('link', { name: oldest.content }).waitFor();
  }

  async function hostileContent() {
    const api = await agentApi(service.url, 'hostile');
    for (const content of HOSTILE) await api('remember', { content });
    const page = await context.newPage();
    await page.goto(`${base}/agents/hostile`);
    await memories(page)
      .nth(HOSTILE.length - 1)
      .waitFor();
    assert.equal(await page.locator('main img, main script').count(), 0);
    assert.doesNotMatch(await page.title(), /owned/);
    for (const link of await page.getByRole('listitem').getByRole('link').all()) {
      const detail = await context.newPage();
      await detail.goto(new URL(await link.getAttribute('href'), service.url).href);
      await detail.locator('article').waitFor();
      const shown = await detail.locator('main').innerText();
      assert.ok(
        HOSTILE.some((content) => squeezed(shown).includes(squeezed(content))),
        'shown as it is stored',
      );
      assert.equal(await detail.locator('main img, main script').count(), 0);
      await detail.close();
    }
    await page.close();
  }

  /** @param {any} page */
  async function memory(page) {
    await page.getByRole('link', { name: 'Ana moved to Lisbon in May.' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Content' }).fill('Ana moved to Porto in May.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('ins', { hasText: 'Porto' }).waitFor();
    await page.locator('del', { hasText: 'Lisbon' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Ana moved to Porto in May.' }).waitFor();
    await page.getByRole('button', { name: 'Expire' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Expire' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The memory is active again.').waitFor();
    await asksBeforeDeletion(page);
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('heading', { level: 1, name: AGENT }).waitFor();
    await page.getByRole('link', { name: 'The user prefers' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Ana moved' }).count(), 0);
  }

  /**
   * The keyboard is in the question, and back at its button when nothing is deleted.
   *
   * @param {any} page
   */
  async function asksBeforeDeletion(page) {
    const opener = page.getByRole('button', { name: 'Delete' });
    const question = page.getByRole('alertdialog', { name: 'Delete this memory for good?' });
    const focused = () => page.evaluate('document.activeElement.textContent');
    await opener.click();
    await question.getByText('cannot be undone').waitFor();
    assert.equal(await focused(), 'Keep it');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    assert.equal(await focused(), 'Delete');
    await opener.click();
  }

  /** @param {any} page */
  async function files(page) {
    await page.getByText('There is no file yet').waitFor();
    const input = page.locator('input[type=file]');
    await input.setInputFiles({
      name: 'notes.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Notes\n\nTea at five.'),
    });
    await page.getByText('indexed').waitFor();
    await input.setInputFiles({
      name: 'broken.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('no pdf'),
    });
    await page.locator('.reason').waitFor();
    await page.getByRole('button', { name: 'Delete broken.pdf' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.locator('.reason').waitFor({ state: 'detached' });
  }

  /** @param {any} page */
  async function activity(page) {
    await page.getByRole('button', { name: /^Show the newest/ }).click();
    await page
      .getByRole('row', { name: new RegExp(`remember.*${AGENT}`) })
      .first()
      .waitFor();
    await page.locator('svg.stack rect').first().waitFor({ state: 'attached' });
    await page.getByRole('textbox', { name: 'Agent' }).fill('hostile');
    await page.keyboard.press('Enter');
    await page
      .getByRole('row', { name: /hostile/ })
      .first()
      .waitFor();
    await page.getByRole('row', { name: AGENT }).first().waitFor({ state: 'detached' });
  }

  /** @param {any} page */
  async function system(page) {
    await page.getByText('version').waitFor();
    await page.getByText('Agents with an index in memory').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('ci');
    await page.getByRole('textbox', { name: /^Agents/ }).fill('flow-agent, not-there');
    await page.getByText('There is no agent not-there yet.').waitFor();
    await page.getByLabel('Ends').selectOption('30');
    await page.getByRole('spinbutton', { name: 'Requests a minute' }).fill('60');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText(/ · until /).waitFor();
    await page.getByText(/amk_[0-9a-f]{16}_/).waitFor();
    await page.getByRole('button', { name: 'Revoke: ci' }).click();
    await page.getByRole('button', { name: 'Revoke for good' }).click();
    await page.getByRole('list', { name: 'Keys' }).waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: /^Limit/ }).fill('7');
    await page.getByRole('button', { name: 'Change Limit' }).click();
    await page.getByRole('button', { name: 'Reset Limit' }).click();
    await page.getByRole('button', { name: 'Reset Limit' }).waitFor({ state: 'detached' });
  }
}

/** @param {any} page */
function memories(page) {
  return page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') });
}

/** @param {string} text */
function squeezed(text) {
  return text.replace(/\s+/g, ' ').trim();
}
