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

/**
 * An agent with memories of each kind, a conflict, a file and a sweep.
 *
 * @param {string} url
 */
export async function plantAgent(url, agentId = 'support-bot') {
  const api = await agentApi(url, agentId);
  for (const [content, type, tags] of MEMORIES) await api('remember', { content, type, tags });
  for (const content of HOSTILE) await api('remember', { content, source: 'importer' });
  const { memory_id: edited } = await api('remember', { content: 'The office is in Berlin.' });
  await api(`memories/${edited}`, { content: 'The office is in Lisbon since May.' }, 'PATCH');
  await api('remember', { content: 'The user lives in Berlin.' });
  await api('remember', { content: 'The user lives in Munich.' });
  await api('conflicts/generate', {});
  const form = new FormData();
  form.append('file', new Blob(['# Handbook\n\nThe wifi of the guests is named harbour.\n']), 'handbook.md');
  await api('upload-file', form);
  return { agentId, edited, api };
}

/**
 * Calls routes of an agent, which it creates, in its joined session.
 *
 * @param {string} url
 * @param {string} agentId
 */
export async function agentApi(url, agentId) {
  const json = { 'Content-Type': 'application/json' };
  await send(`${url}/api/v2/agents`, 'POST', json, JSON.stringify({ agent_id: agentId }));
  const base = `${url}/api/v2/agents/${agentId}`;
  const { session_token: token } = await send(`${base}/activate`, 'POST', json, '{"join": true}');
  /** @param {string} path @param {object | FormData} [body] @param {string} [method] */
  return (path, body, method = body === undefined ? 'GET' : 'POST') =>
    body instanceof FormData
      ? send(`${base}/${path}`, method, { 'X-Session-Token': token }, body)
      : send(`${base}/${path}`, method, { ...json, 'X-Session-Token': token }, body && JSON.stringify(body));
}

/**
 * Imports active memories of an age, which only an import can have.
 *
 * @param {string} url
 * @param {string} agentId
 * @param {string[]} contents
 * @param {{ type: string, ageMs: number }} options
 */
export async function importOld(url, agentId, contents, { type, ageMs }) {
  const at = new Date(Date.now() - ageMs).toISOString();
  const memories = contents.map((content, n) => ({
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
    source_ref: `import:${n}`,
    provenance: 'imported',
    actor_id: agentId,
    status: 'active',
    expired_at: null,
    expired_by: null,
    created_at: at,
    updated_at: at,
    history: [],
  }));
  const lines = [{ kind: 'header', format: 1, agents: [agentId] }, ...memories];
  const text = [...lines, { kind: 'end', lines: lines.length }].map((line) => `${JSON.stringify(line)}\n`);
  const headers = { 'Content-Type': 'application/x-ndjson' };
  const { created } = await send(`${url}/api/v2/import`, 'POST', headers, text.join(''));
  assert.equal(created, contents.length);
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
    throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  }
  return response.json();
}
