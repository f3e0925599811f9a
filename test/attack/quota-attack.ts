import type { Finding } from './findings';
import { openSession, send, sendOk, store, type Session, type Target } from './target';

const MEMORIES = 20;
const BYTES = 4_000;
const LONG = 'Grows and grows. '.repeat(20);
const ROUNDS = 40;
const EXPECTED = new Set([200, 409, 413, 429]);

interface Usage {
  used: number;
}

/** What gets past a quota when everything is sent at once, and who may raise one. */
export async function attackByQuotas(target: Target): Promise<Finding[]> {
  const source = await openSession(target, 'attacked-quota-source');
  const session = await openSession(target, 'attacked-quota');
  await store(target, source, ['Likes tea', 'Likes cake']);
  await store(target, session, ['A first note']);
  const path = `/api/v2/agents/${session.agent}`;
  await sendOk(target, 'PATCH', path, { body: { max_memories: MEMORIES, max_bytes: BYTES } });
  const strange = await rush(target, source, session);
  const { quotas } = (await sendOk(target, 'GET', path)) as { quotas: Record<string, Usage> };
  return [
    finding(
      'quotas: memories beyond it',
      Math.max(0, (quotas.max_memories?.used ?? 0) - MEMORIES),
      'memories',
    ),
    finding('quotas: bytes beyond it', Math.max(0, (quotas.max_bytes?.used ?? 0) - BYTES), 'bytes'),
    finding('quotas: answers that say nothing of them', strange, 'requests'),
    finding('quotas: raised without the right', await raised(target, session), 'requests'),
  ];
}

const finding = (kind: string, worst: number, unit: Finding['unit']): Finding => ({
  kind,
  worst,
  limit: 0,
  unit,
});

/** Of requests that all add at one time: how many were answered otherwise than expected. */
async function rush(target: Target, source: Session, { agent, token }: Session): Promise<number> {
  const path = `/api/v2/agents/${agent}`;
  const [own] = await idsOf(target, { agent, token });
  const others = await idsOf(target, source);
  const calls = Array.from({ length: ROUNDS }, (_each, at) => [
    send(target, 'POST', `${path}/remember`, { token, body: { content: `Note ${at}` } }),
    send(target, 'POST', `${path}/batch-remember`, { token, body: { memories: batch(at) } }),
    send(target, 'POST', `${path}/remember`, { token, body: upsert(at) }),
    send(target, 'PATCH', `${path}/memories/${own}`, { token, body: { content: LONG.slice(at) } }),
    ...others.map((id) =>
      send(target, 'POST', `/api/v2/agents/${source.agent}/memories/${id}/copy`, { body: { to: agent } }),
    ),
  ]).flat();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  return statuses.filter((status) => !EXPECTED.has(status)).length;
}

async function idsOf(target: Target, { agent, token }: Session): Promise<string[]> {
  const answer = await sendOk(target, 'POST', `/api/v2/agents/${agent}/recall/all`, { token, body: {} });
  return (answer.memories as { id: string }[]).map(({ id }) => id);
}

const batch = (at: number) => Array.from({ length: 7 }, (_each, n) => ({ content: `Row ${at} of ${n}` }));
const upsert = (at: number) => ({ content: `Place ${at}`, source_ref: `r-${at % 5}`, upsert: true });

/** By a session of the agent, and by a key that writes. */
async function raised(target: Target, { agent, token }: Session): Promise<number> {
  const { key } = await sendOk(target, 'POST', '/api/v2/keys', {
    body: { name: 'quota-attack', agents: [agent], access: 'write' },
  });
  const elsewhere = { 'X-Forwarded-For': '203.0.113.78', 'Content-Type': 'application/json' };
  const bearers: Record<string, string>[] = [
    { 'X-Session-Token': token },
    { Authorization: `Bearer ${String(key)}` },
  ];
  const answers = await Promise.all(
    bearers.map((bearer) =>
      fetch(`${target.url}/api/v2/agents/${agent}`, {
        method: 'PATCH',
        headers: { ...elsewhere, ...bearer },
        body: JSON.stringify({ max_memories: null }),
        signal: AbortSignal.timeout(60_000),
      }),
    ),
  );
  return answers.filter(({ ok }) => ok).length;
}
