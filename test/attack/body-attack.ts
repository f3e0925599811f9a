import { gzipSync } from 'node:zlib';
import { close, openConnections } from './connections';
import type { Finding } from './findings';
import type { LiveSampler } from './live-sampler';
import type { Slowness } from '../support/machine-speed';
import { mostGrowth, processMs, residentMb } from './process-usage';
import { send, type Session, type Target } from './target';

const BOMBS = 64;
/** What a body may hold when it is unpacked. */
const UNPACKED_BYTES = 8_000_000;
const HALF_SENT = 100;
const HALF_BYTES = 4_000_000;
const ONE_BYTE = 600;
/** Of `/live`, while it lasts. */
const LIVE_LIMIT_MS = 500;
/** 800 MB go through the loopback interface at once, which the sender and the kernel take their time for as well. */
const HALF_SENT_LIVE_LIMIT_MS = 2_000;
/** The budget of bodies is 128 MB; what the process frees later comes on top. */
const MEMORY_LIMIT_MB = 250;
/** Of processor time, for a body that is refused. */
const REFUSED_LIMIT_MS = 20;
/** So long may a request of an admitted client take meanwhile. */
const ADMITTED_LIMIT_MS = 1_000;
/** Makes a request one of a stranger: loopback rights end at a proxy. */
const STRANGER = { 'X-Forwarded-For': '203.0.113.9', 'Content-Type': 'application/json' };

interface Attack {
  target: Target;
  sampler: LiveSampler;
  session: Session;
}

/** Bodies of clients without any credential, and bodies that are never finished. */
export async function attackByBodies(attack: Attack, slowness: Slowness): Promise<Finding[]> {
  return [
    // First, since memory of the others that is not freed yet would hide its growth.
    ...(await halfSent(attack, slowness)),
    ...(await gzipBombs(attack, slowness)),
    ...(await oneByte(attack, slowness)),
  ];
}

async function gzipBombs({ target, sampler, session }: Attack, slowness: Slowness): Promise<Finding[]> {
  const bomb = gzipSync(JSON.stringify({ content: 'a'.repeat(UNPACKED_BYTES), agent_id: 'a'.repeat(10) }));
  const paths = ['/api/v2/agents', `/api/v2/agents/${session.agent}/remember`];
  const from = Date.now();
  const cpuBefore = processMs(target.pid);
  const bombs = Array.from({ length: BOMBS }, (_, i) => strangersBody(target, paths[i % 2] ?? '', bomb));
  const admitted = (await Promise.all(bombs)).filter((status) => status < 400).length;
  const cpu = processMs(target.pid);
  const { worstMs } = await sampler.since(from);
  const eachMs = cpuBefore === null || cpu === null ? 0 : (cpu - cpuBefore) / BOMBS;
  return [
    live('gzip bombs of strangers', worstMs, slowness),
    {
      kind: 'gzip bombs of strangers: processor time of each',
      worst: eachMs,
      limit: REFUSED_LIMIT_MS * slowness.processor,
      unit: 'ms',
    },
    { kind: 'gzip bombs of strangers that were accepted', worst: admitted, limit: 0, unit: 'requests' },
  ];
}

/** The status; 499 where the service closed the connection on the body. */
async function strangersBody(target: Target, path: string, body: Buffer): Promise<number> {
  const headers = { ...STRANGER, 'Content-Encoding': 'gzip' };
  try {
    const response = await fetch(`${target.url}${path}`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 499;
  }
}

async function halfSent(attack: Attack, slowness: Slowness): Promise<Finding[]> {
  const { target, sampler, session } = attack;
  const before = residentMb(target.pid) ?? 0;
  const from = Date.now();
  const own = await openConnections(target, HALF_SENT, half(session, { 'X-Session-Token': session.token }));
  const strangers = await openConnections(target, HALF_SENT, half(session, STRANGER));
  const [grown, admittedMs] = await Promise.all([mostGrowth(target, before, 3_000), admitted(attack)]);
  const { worstMs } = await sampler.since(from);
  close([...own, ...strangers]);
  return [
    { ...live('half-sent bodies', worstMs, slowness), limit: HALF_SENT_LIVE_LIMIT_MS * slowness.machine },
    {
      kind: `half-sent bodies (${2 * HALF_SENT} of 4 MB): memory`,
      worst: grown,
      limit: MEMORY_LIMIT_MB,
      unit: 'MB',
    },
    {
      kind: 'half-sent bodies: a request meanwhile',
      worst: admittedMs,
      limit: ADMITTED_LIMIT_MS * slowness.machine,
      unit: 'ms',
    },
  ];
}

async function oneByte(attack: Attack, slowness: Slowness): Promise<Finding[]> {
  const { target, sampler, session } = attack;
  const from = Date.now();
  const admissions = [{ 'X-Session-Token': session.token }, STRANGER];
  const heads = admissions.map((each) => `${headOf(session, each)}{`);
  const opened = await Promise.all(
    heads.map((head) => openConnections(target, ONE_BYTE / heads.length, head)),
  );
  const admittedMs = await admitted(attack);
  const { worstMs } = await sampler.since(from);
  close(opened.flat());
  return [
    live('bodies of one byte', worstMs, slowness),
    {
      kind: `bodies of one byte (${ONE_BYTE}): a request meanwhile`,
      worst: admittedMs,
      limit: ADMITTED_LIMIT_MS * slowness.machine,
      unit: 'ms',
    },
  ];
}

/** How long a good request takes; a minute when it is refused. */
async function admitted({ target, session }: Attack): Promise<number> {
  const from = performance.now();
  const path = `/api/v2/agents/${session.agent}/recall/recent`;
  const response = await send(target, 'POST', path, { token: session.token, body: {} });
  await response.arrayBuffer();
  return response.ok ? performance.now() - from : 60_000;
}

function headOf({ agent }: Session, headers: Record<string, string>): string {
  const lines = Object.entries({ ...headers, 'Content-Type': 'application/json' }).map(
    ([k, v]) => `${k}: ${v}`,
  );
  const line = `POST /api/v2/agents/${agent}/remember HTTP/1.1`;
  return [line, 'Host: 127.0.0.1', `Content-Length: ${UNPACKED_BYTES}`, ...lines, '', ''].join('\r\n');
}

function half(session: Session, headers: Record<string, string>): string {
  return `${headOf(session, headers)}{"content":"${'a'.repeat(HALF_BYTES)}`;
}

export function live(kind: string, worst: number, slowness: Slowness): Finding {
  return { kind: `${kind}: /live`, worst, limit: LIVE_LIMIT_MS * slowness.machine, unit: 'ms' };
}
