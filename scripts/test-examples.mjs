// `npm run test:examples`: each example by its one command, which also starts the service for it. Ends with 75 if one was
// skipped because a registry cannot be reached.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SKIPPED } from './registry-packages.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const LIMIT_MS = 600_000;
/** The discard port: no service listens there, also where a developer's own service runs. */
const NO_SERVICE = 'http://127.0.0.1:9';

const results = [
  await test('node-backend', useBackend),
  await test('ai-sdk-agent', async ({ printed }) => {
    assert.match(await printed(/The agent has .*\n(- .*\n)+/), /has 2 memories/);
    const said = await printed(/$/);
    assert.match(said, /what do I prefer\?\nModel: I remember: .*tabs over spaces in Go files/);
    assert.match(
      said,
      /is the deploy key rotated\?\nModel: I remember: The deploy key is rotated on Mondays/,
    );
  }),
  await test('langgraph-graph', async ({ printed }) => {
    await printed(/ana: When .*\ngraph: You said: The office plants are watered on Fridays\.\n/);
    await printed(/ben: When .*\ngraph: Noted\.\n/);
  }),
  await test('langgraph-python', useOfficePlants),
  await test('adk-python', useOfficePlants),
];
if (results.includes('failed')) process.exitCode = 1;
else if (results.includes('skipped')) process.exitCode = SKIPPED;

/**
 * @typedef {object} Example
 * @property {(pattern: RegExp) => Promise<string>} printed resolves with all that was printed when it matches
 * @property {() => void} stop
 */

/**
 * @param {string} name
 * @param {(example: Example) => Promise<void>} check
 * @returns {Promise<'passed' | 'failed' | 'skipped'>}
 */
async function test(name, check) {
  const child = spawn(process.execPath, ['scripts/example.mjs', name], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, AGENT_MEMORY_URL: NO_SERVICE, PORT: '0' },
    timeout: LIMIT_MS,
  });
  const ended = once(child, 'close');
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const printed = async (/** @type {RegExp} */ pattern) => {
    while (!pattern.test(output)) {
      const [code] = await Promise.race([once(child.stdout, 'data').then(() => [null]), ended]);
      if (code !== null && !pattern.test(output)) throw new Error(`it ended with ${code}`);
    }
    return output;
  };
  let failure = null;
  try {
    await check({ printed, stop: () => void child.kill('SIGTERM') });
  } catch (error) {
    failure = error;
  }
  if (failure !== null) child.kill('SIGTERM');
  const [code] = await ended;
  if (code === SKIPPED) {
    console.log(output.trim());
    return 'skipped';
  }
  if (failure === null && code === 0) {
    console.log(`The example ${name} does what it should`);
    return 'passed';
  }
  console.error(`FAILED the example ${name} (exit ${code}):\n${output}`, failure ?? '');
  return 'failed';
}

/** @param {Example} example */
async function useOfficePlants({ printed }) {
  await printed(/ana: When .*\nagent: I remember: The office plants are watered on Fridays\.\n/);
  await printed(/ben: When .*\nagent: I do not know\.\n/);
}

/** @param {Example} example */
async function useBackend({ printed, stop }) {
  const output = await printed(/listening on http:\S+/);
  const user = `${/listening on (http:\S+)/.exec(output)?.[1]}/users/ana`;
  const post = (/** @type {unknown} */ body) =>
    fetch(`${user}/messages`, { method: 'POST', body: JSON.stringify(body) });
  /** @type {(text: string) => Promise<any>} */
  const say = async (text) => (await post({ text })).json();

  const first = await say('I prefer dark themes in every editor.');
  assert.equal(first.answer, 'I do not know.');
  assert.equal(first.learned.length, 1);
  const second = await say('Which themes do I prefer in the editor?');
  assert.match(second.answer, /dark themes/);
  const stranger = await fetch(`${user.replace('ana', 'ben')}/memories`);
  assert.equal(await stranger.text(), '');
  const memories = (await (await fetch(`${user}/memories`)).text()).trim().split('\n');
  assert.match(JSON.parse(memories[0] ?? '{}').content, /dark themes/);
  assert.equal((await post({ text: 5 })).status, 400);
  assert.equal((await fetch(user, { method: 'DELETE' })).status, 204);
  assert.equal(await (await fetch(`${user}/memories`)).text(), '');
  stop();
}
