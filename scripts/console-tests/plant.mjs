import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

/** Content that must be shown as text: markup, a long word, right-to-left script, and the most that a memory holds. */
export const HOSTILE = [
  '<script>document.title = "owned"</script><img src=x onerror="document.title=\'owned\'">',
  `Long ${'unbroken'.repeat(60)} end`,
  'המשתמש מעדיף ערכת נושא כהה בכל עורך, ו-VS Code במיוחד.',
  'x y '.repeat(2_500),
];

const MEMORIES = [
  ['The user prefers dark themes in every editor.', 'preference', ['editor']],
  ['The team decided to release on the first Monday of each month.', 'decision', ['release']],
  ['Deploys on Friday are not allowed.', 'instruction', ['release', 'pinned']],
  ['The staging database was restored from the backup of 12 May.', 'event', ['database']],
  ['Ana leads the billing project and sits in Lisbon.', 'fact', ['people']],
  ['The build was red yesterday because a test used the wrong time zone.', 'context', ['ci']],
  ['Reading the whole file at once failed: it has 3 GB.', 'error', []],
];

const DAY_MS = 86_400_000;

/** What the policy `balanced` expired in a sweep. */
const EXPIRED = [
  { content: 'The old wiki is read-only during the move.', type: 'context', ageMs: 61 * DAY_MS },
  { content: 'The login page answered with 502 for ten minutes.', type: 'error', ageMs: 48 * DAY_MS },
];

/** Imported after the sweep: some of these would expire in the next one. */
const OLD = [
  { content: 'Support answers within one working day.', type: 'instruction', ageMs: 90 * DAY_MS },
  { content: 'The team moved from Jira to Linear.', type: 'event', ageMs: 75 * DAY_MS },
  { content: 'Invoices are sent on the 25th of each month.', type: 'fact', ageMs: 52 * DAY_MS },
  { content: 'The certificate of the shop expired on a Sunday.', type: 'error', ageMs: 43 * DAY_MS },
  { content: 'The user reviews pull requests before lunch.', type: 'preference', ageMs: 33 * DAY_MS },
  { content: 'The conference in Porto is on the calendar.', type: 'event', ageMs: 31 * DAY_MS },
  { content: 'Ben answers for Ana while she is on leave.', type: 'context', ageMs: 16 * DAY_MS },
  { content: 'The mobile app is frozen until the release.', type: 'context', ageMs: 9 * DAY_MS },
  { content: 'The customer portal gets a search in the autumn.', type: 'goal', ageMs: 2 * DAY_MS },
];

/** @param {string} url */
async function addPausedWebhook(url) {
  const hooks = `${url}/api/v2/webhooks`;
  const headers = { 'Content-Type': 'application/json' };
  const made = await send(hooks, 'POST', headers, JSON.stringify({ url: 'https://example.com/hook' }));
  await send(`${hooks}/${made.webhook_id}`, 'PATCH', headers, JSON.stringify({ status: 'paused' }));
}

/**
 * An agent with memories of each kind and of many days, a policy and its sweep, a conflict and a file.
 *
 * @param {string} url
 */
export async function plantAgent(url, agentId = 'support-bot') {
  const api = await agentApi(url, agentId);
  await addPausedWebhook(url);
  await importOld(url, agentId, EXPIRED);
  await api('policy/preset', { name: 'balanced' });
  await api('policy/apply', {});
  await importOld(url, agentId, OLD);
  for (const content of HOSTILE) await api('remember', { content, source: 'importer' });
  for (const [content, type, tags] of MEMORIES) await api('remember', { content, type, tags });
  const { memory_id: edited } = await api('remember', { content: 'The office is in Berlin.' });
  await api(`memories/${edited}`, { content: 'The office is in Lisbon since May.' }, 'PATCH');
  await api('remember', { content: 'The user lives in Berlin.' });
  await api('remember', { content: 'The user lives in Munich.' });
  const { memory_id: old } = await api('remember', { content: 'The team deploys on Fridays.' });
  await api('remember', {
    content: 'The team deploys on Mondays.',
    supersedes: [old],
    valid_from: '2026-02-01',
    names: ['release day'],
    key: 'team.deploy-day',
  });
  await api('conflicts/generate', {});
  await api('recall', { query: 'Which theme does the user like?', cut: 'auto' });
  await api('answer', { question: 'Who leads the billing project?' });
  await api('recall', { query: HOSTILE[1], limit: 1 });
  const form = new FormData();
  form.append('file', new Blob(['# Handbook\n\nThe wifi of the guests is named harbour.\n']), 'handbook.md');
  await api('upload-file', form);
  const { traces } = await api('traces');
  return { agentId, edited, api, traceId: traces.at(-1).trace_id };
}

/**
 * Calls routes of an agent, which it creates unless it exists, in its joined session.
 *
 * @param {string} url
 * @param {string} agentId
 * @param {string} [key] management credential, which requests from this machine do without
 */
export async function agentApi(url, agentId, key) {
  const json = { 'Content-Type': 'application/json' };
  const management = key === undefined ? json : { ...json, Authorization: `Bearer ${key}` };
  await send(`${url}/api/v2/agents`, 'POST', management, JSON.stringify({ agent_id: agentId }));
  const base = `${url}/api/v2/agents/${agentId}`;
  const { session_token: token } = await send(`${base}/activate`, 'POST', management, '{"join": true}');
  /** @param {string} path @param {object | FormData} [body] @param {string} [method] */
  return (path, body, method = body === undefined ? 'GET' : 'POST') =>
    body instanceof FormData
      ? send(`${base}/${path}`, method, { 'X-Session-Token': token }, body)
      : send(`${base}/${path}`, method, { ...json, 'X-Session-Token': token }, body && JSON.stringify(body));
}

/**
 * Imports active memories with ages, which only an import can have.
 *
 * @param {string} url
 * @param {string} agentId
 * @param {{ content: string, type: string, ageMs: number }[]} aged
 * @param {string} [key] see `agentApi`
 */
export async function importOld(url, agentId, aged, key) {
  const times = aged.map(({ ageMs }) => new Date(Date.now() - ageMs).toISOString());
  const memories = aged.map(({ content, type }, n) => ({
    kind: 'memory',
    namespace: `service_agent_${agentId}`,
    id: randomUUID(),
    seq: n + 1,
    session_id: null,
    title: content,
    title_derived: true,
    content,
    type,
    confidence: 0.8,
    tags: [],
    source: 'import',
    source_ref: null,
    provenance: 'imported',
    actor_id: agentId,
    status: 'active',
    expired_at: null,
    expired_by: null,
    created_at: times[n],
    updated_at: times[n],
    history: [],
  }));
  const lines = [{ kind: 'header', format: 1, agents: [agentId] }, ...memories];
  const text = [...lines, { kind: 'end', lines: lines.length }].map((line) => `${JSON.stringify(line)}\n`);
  /** @type {Record<string, string>} */
  const headers = { 'Content-Type': 'application/x-ndjson' };
  if (key !== undefined) headers.Authorization = `Bearer ${key}`;
  const { created } = await send(`${url}/api/v2/import`, 'POST', headers, text.join(''));
  assert.equal(created, aged.length);
}

/**
 * @param {string} url
 * @param {string} method
 * @param {Record<string, string>} headers
 * @param {any} body
 * @returns {Promise<any>}
 */
async function send(url, method, headers, body) {
  const response = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(60_000) });
  if (!response.ok && response.status !== 409) {
    const message = `${method} ${url}: ${response.status} ${await response.text()}`;
    throw Object.assign(new Error(message), { status: response.status });
  }
  return response.json();
}

/**
 * Holds requests back until the function that it returns is called.
 *
 * @param {any} page
 * @param {string} address a pattern
 */
export async function holdBack(page, address) {
  /** @type {() => void} */
  let release = () => undefined;
  /** @type {Promise<void>} */
  const released = new Promise((resolve) => (release = resolve));
  await page.route(address, async (/** @type {any} */ route) => {
    await released;
    await route.continue();
  });
  return release;
}
