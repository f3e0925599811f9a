import assert from 'node:assert/strict';
import { agentApi } from './plant.mjs';

const AGENT = 'shared';
const ROUNDS = 10;

/**
 * Two tabs work beside an MCP client and a program: the session of none of them ends. A 401 anywhere fails the run.
 *
 * @param {any} world
 */
export async function twoTabs({ service, openContext }) {
  const program = await agentApi(service.url, AGENT);
  const context = await openContext();
  const tabs = [await context.newPage(), await context.newPage()];
  for (const tab of tabs) await tab.goto(`${service.url}/app/agents/${AGENT}`);
  for (let round = 0; round < ROUNDS; round++) {
    await callTool(service.url, `Round ${round} of the client.`);
    const [tab] = round % 2 === 0 ? tabs : tabs.toReversed();
    await tab.getByRole('button', { name: 'Add memory' }).click();
    await tab.getByRole('textbox', { name: 'Content' }).fill(`Round ${round} of a tab.`);
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('link', { name: `Round ${round} of a tab.` }).waitFor();
    // The token that it joined with at first.
    assert.equal((await program('memories')).total_available, 2 * round + 2);
  }
  await context.close();
}

/**
 * @param {string} url
 * @param {string} content
 */
async function callTool(url, content) {
  const response = await fetch(`${url}/mcp/agents/${AGENT}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'remember', arguments: { content } },
    }),
  });
  const answer = /** @type {any} */ (await response.json());
  assert.equal(response.status, 200, JSON.stringify(answer));
  assert.ok(!answer.result?.isError, JSON.stringify(answer));
}
