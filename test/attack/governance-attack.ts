import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { canonicalJson } from '../../src/audit/canonical-json';
import type { Finding } from './findings';
import { openSession, send, sendOk, store, type Session, type Target } from './target';

/** A client of another machine, as far as the service can tell. */
const ELSEWHERE = { 'X-Forwarded-For': '203.0.113.77' };
const REFUSED = 2_000;
const AT_A_TIME = 20;
/** Different refusals of a minute, and those of all others together. */
const MOST_RECORDED = 501;
/** The records of a minute are written when it is over. */
const MINUTES = 2;
const WINDOW_MS = 65_000;
const PAGE = 500;
const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const DEEP_HERE = 'deep lists';

type Answer = Record<string, unknown>;

/** What clients without the right can learn of traces, audit chains and receipts, or change by them. */
export async function attackGovernance(target: Target): Promise<Finding[]> {
  const own = await openSession(target, 'attacked-records');
  const other = await openSession(target, 'attacked-records-of-others');
  for (const session of [own, other]) await fill(target, session);
  const receipt = await forgotten(target, own);
  return [
    requests('records without the right: read', await readable(target, own, other, receipt)),
    requests('receipts: forged ones taken', await takenForgeries(target, receipt)),
    requests('receipts: replays that delete', await deletingReplays(target, own, receipt)),
    requests('cursors of other agents: records of theirs', await leakedByCursors(target, own, other)),
    requests('hostile filters: not answered with 422', await takenFilters(target, own)),
    requests('forgetting in no agent: not empty', await nonEmpty(target)),
  ];
}

const requests = (kind: string, worst: number): Finding => ({ kind, worst, limit: 0, unit: 'requests' });

async function fill(target: Target, session: Session): Promise<void> {
  await store(target, session, ['Zoe Quartz likes tea', 'The lift is broken', 'Tea is at four']);
  for (let i = 0; i < 3; i += 1) {
    const path = `/api/v2/agents/${session.agent}/recall`;
    await sendOk(target, 'POST', path, { token: session.token, body: { query: 'tea' } });
  }
}

async function forgotten(target: Target, { agent }: Session): Promise<Answer> {
  const body = { about: 'Zoe Quartz', dry_run: false };
  const { receipt } = await sendOk(target, 'POST', `/api/v2/agents/${agent}/forget`, { body });
  return receipt as Answer;
}

/** Of all routes by all who may not: how many were answered. */
async function readable(target: Target, own: Session, other: Session, receipt: Answer): Promise<number> {
  const credentials = [
    null,
    await keyFor(target, { agents: [own.agent], access: 'read' }),
    await keyFor(target, { agents: [own.agent], access: 'write' }),
    await keyFor(target, { agents: [other.agent], access: 'manage' }),
    await keyFor(target, { agents: [own.agent], access: 'write', scopes: ['user:dana'] }),
  ];
  const path = `/api/v2/agents/${own.agent}`;
  const { traces } = await sendOk(target, 'GET', `${path}/traces`, { token: own.token });
  const [{ trace_id: trace }] = traces as [{ trace_id: string }];
  const routes: [method: string, path: string, body?: object][] = [
    ...['traces', `traces/${trace}`, `memories/${trace}/uses`, 'audit', 'audit/export'].map(
      (name): [string, string] => ['GET', `${path}/${name}`],
    ),
    ['GET', '/api/v2/audit'],
    ['GET', '/api/v2/audit/export'],
    ['GET', `/api/v2/receipts/${String(receipt.receipt_id)}`],
    ['POST', '/api/v2/receipts', { receipt }],
    ['POST', `${path}/forget`, { about: 'lift' }],
    ['POST', `${path}/forget`, { about: 'lift', dry_run: false }],
  ];
  let answered = 0;
  for (const key of credentials) {
    for (const [method, route, body] of routes) {
      const response = await bare(target, method, route, key, body);
      if (![401, 403, 404, 429].includes(response.status)) answered++;
      await response.body?.cancel();
    }
  }
  return answered;
}

async function keyFor(target: Target, fields: object): Promise<string> {
  const { key } = await sendOk(target, 'POST', '/api/v2/keys', {
    body: { name: `k-${randomUUID()}`, ...fields },
  });
  return String(key);
}

/** Without the management credential, from elsewhere. */
function bare(
  target: Target,
  method: string,
  path: string,
  key: string | null,
  body?: object,
): Promise<Response> {
  const headers = { ...ELSEWHERE, 'Content-Type': 'application/json' };
  return fetch(`${target.url}${path}`, {
    method,
    headers: key === null ? headers : { ...headers, Authorization: `Bearer ${key}` },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
}

/** Each field changed, signatures of others, and what is no receipt. */
async function takenForgeries(target: Target, receipt: Answer): Promise<number> {
  const { state: _, signature, ...signed } = receipt;
  const { privateKey } = generateKeyPairSync('ed25519');
  const resigned = sign(null, Buffer.from(canonicalJson(signed)), privateKey).toString('hex');
  const forged: unknown[] = [
    ...Object.keys(signed).map((name) => ({ ...receipt, [name]: changed(signed[name]) })),
    ...Object.keys(signed).map((name) => ({ ...receipt, [name]: DEEP_HERE })),
    { ...receipt, more: 1 },
    { ...receipt, signature: resigned },
    { ...receipt, signature: resigned, key_id: '0'.repeat(16) },
    ...[null, '', 1, [signature], `${String(signature)}00`].map((each) => ({ ...receipt, signature: each })),
    ...[{}, [], null, 'x', 7],
  ];
  let taken = 0;
  for (const each of forged) {
    const text = JSON.stringify({ receipt: each }).replace(`"${DEEP_HERE}"`, DEEP);
    const status = await statusOfReceipt(target, text);
    if (![400, 422].includes(status)) {
      taken++;
      console.log(`${text.slice(0, 300)}: ${status}`);
    }
  }
  return taken;
}

async function statusOfReceipt({ url, key }: Target, body: string): Promise<number> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/api/v2/receipts`, { method: 'POST', headers, body });
  await response.body?.cancel();
  return response.status;
}

function changed(value: unknown): unknown {
  if (typeof value === 'string') return randomUUID();
  if (Array.isArray(value)) return [...(value as unknown[]), 'f'.repeat(64)];
  return { ...(value as object), memories: 77 };
}

/** Replays of a receipt that is known must not take what was stored after the run. */
async function deletingReplays(target: Target, session: Session, receipt: Answer): Promise<number> {
  const path = `/api/v2/agents/${session.agent}`;
  const again = { token: session.token, body: { content: 'Zoe Quartz likes tea' } };
  const { memory_id: id } = await sendOk(target, 'POST', `${path}/remember`, again);
  const replays = Array.from({ length: AT_A_TIME }, () =>
    sendOk(target, 'POST', '/api/v2/receipts', { body: { receipt } }),
  );
  const answers = await Promise.all(replays);
  const kept = await send(target, 'GET', `${path}/memories/${String(id)}`, { token: session.token });
  await kept.body?.cancel();
  const differing = answers.filter((answer) => canonicalJson(answer) !== canonicalJson(receipt));
  return differing.length + (kept.ok ? 0 : 1);
}

/** Cursors of one agent used for another: what is in the page and not in the other agent's own list. */
async function leakedByCursors(target: Target, own: Session, other: Session): Promise<number> {
  let leaked = 0;
  for (const list of ['traces', 'audit']) {
    const { next_cursor: cursor } = await listed(target, own, list, 'limit=1');
    const page = await listed(target, other, list, `limit=100&cursor=${String(cursor)}`);
    const theirs = new Set((await listed(target, other, list, 'limit=100')).ids);
    leaked += page.ids.filter((id) => !theirs.has(id)).length;
  }
  return leaked;
}

async function listed(
  target: Target,
  { agent, token }: Session,
  list: string,
  query: string,
): Promise<{ ids: unknown[]; next_cursor: unknown }> {
  const answer = await sendOk(target, 'GET', `/api/v2/agents/${agent}/${list}?${query}`, { token });
  const records = (answer.traces ?? answer.records) as Answer[];
  return { ids: records.map((each) => each.trace_id ?? each.id), next_cursor: answer.next_cursor };
}

const FILTERS = [
  ...['since', 'until'].flatMap((name) =>
    [
      'x',
      'infinity',
      '-infinity',
      '99999-01-01',
      '2026-02-30',
      "2026-01-01';--",
      '\u0000',
      '9'.repeat(4_000),
    ].map((value) => [name, value]),
  ),
  ...['0', '-1', '1e9', '501', 'x'].map((value) => ['limit', value]),
  ...['x', '.', '0', '-1', '9'.repeat(400), '\u0000'].map((value) => ['cursor', value]),
];

async function takenFilters(target: Target, { agent, token }: Session): Promise<number> {
  let taken = 0;
  const ids = ['x', "1' OR '1", '\u0000', 'f'.repeat(4_000)].map((value) => ['memory_id', value]);
  for (const list of ['traces', 'audit']) {
    for (const [name = '', value = ''] of [...FILTERS, ...(list === 'traces' ? ids : [])]) {
      const query = `${name}=${encodeURIComponent(value)}`;
      const response = await send(target, 'GET', `/api/v2/agents/${agent}/${list}?${query}`, { token });
      if (response.status !== 422) {
        taken++;
        console.log(`${list}?${query.slice(0, 60)}: ${response.status}`);
      }
      await response.body?.cancel();
    }
  }
  return taken;
}

/** By a key for agents that do not exist; its receipt is no concern of others. */
async function nonEmpty(target: Target): Promise<number> {
  const key = await keyFor(target, { agents: ['no-such-agent-*'], access: 'manage' });
  const stranger = await keyFor(target, { agents: ['others-*'], access: 'manage' });
  const response = await bare(target, 'POST', '/api/v2/forget', key, { about: 'tea', dry_run: false });
  const { receipt } = (await response.json()) as {
    receipt: { receipt_id: string; counts: Record<string, number> };
  };
  const found = Object.values(receipt.counts).reduce((sum, count) => sum + count, 0);
  const seen = await bare(target, 'GET', `/api/v2/receipts/${receipt.receipt_id}`, stranger);
  await seen.body?.cancel();
  const own = await bare(target, 'GET', `/api/v2/receipts/${receipt.receipt_id}`, key);
  await own.body?.cancel();
  return found + (seen.status === 404 ? 0 : 1) + (own.status === 200 ? 0 : 1);
}

/** A flood of refused requests, of as many addresses. `counted` resolves when their records are all written. */
export async function attackByRefusals(target: Target): Promise<{ counted: Promise<Finding> }> {
  const before = await countRefusals(target);
  for (let from = 0; from < REFUSED; from += AT_A_TIME) {
    await Promise.all(Array.from({ length: AT_A_TIME }, (_, i) => refused(target, from + i)));
  }
  return { counted: refusalRecords(target, before) };
}

async function refusalRecords(target: Target, before: number): Promise<Finding> {
  await new Promise((resolve) => setTimeout(resolve, WINDOW_MS));
  const records = (await countRefusals(target)) - before;
  const kind = `refusals (${REFUSED}): records`;
  // None at all would be a flaw too.
  return { ...requests(kind, records === 0 ? Infinity : records), limit: MOST_RECORDED * MINUTES };
}

async function refused({ url }: Target, index: number): Promise<void> {
  const address = `198.51.${Math.floor(index / 250)}.${index % 250}`;
  const headers = { 'X-Forwarded-For': address, Authorization: `Bearer wrong-${index}` };
  const response = await fetch(`${url}/api/v2/agents/agent-${index}/audit`, { headers });
  await response.body?.cancel();
}

async function countRefusals(target: Target): Promise<number> {
  let [count, cursor]: [number, string | null] = [0, ''];
  while (cursor !== null) {
    const query = `operation=refused&limit=${PAGE}${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page = await sendOk(target, 'GET', `/api/v2/audit?${query}`);
    count += (page.records as unknown[]).length;
    cursor = page.next_cursor as string | null;
  }
  return count;
}
