import { live } from './body-attack';
import { close, openConnections } from './connections';
import type { Finding } from './findings';
import type { LiveSampler } from './live-sampler';
import type { Slowness } from '../support/machine-speed';
import { openSession, sendOk, store, type Target } from './target';

const IDLE = 600;
const GARBAGE = 600;
const STREAMS = 400;
const AT_A_TIME = 40;
const STREAMED_MEMORIES = 400;
const NEXT_LIMIT_MS = 1_000;
const GARBAGE_REQUESTS = [
  'GET / HTTP/9.9\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000',
  'POST / HTTP/1.1\r\nTransfer-Encoding: x\r\n\r\n',
];

/** Connections that say nothing, and connections that say nothing of HTTP. */
export async function attackByConnections(
  target: Target,
  sampler: LiveSampler,
  slowness: Slowness,
): Promise<Finding[]> {
  const from = Date.now();
  const idle = await openConnections(target, IDLE, '');
  for (const request of GARBAGE_REQUESTS) {
    close(await openConnections(target, GARBAGE / GARBAGE_REQUESTS.length, request));
  }
  const begun = performance.now();
  await sendOk(target, 'GET', '/api/v2/status');
  const ms = performance.now() - begun;
  const { worstMs } = await sampler.since(from);
  close(idle);
  return [
    live(`connections (${IDLE} idle, ${GARBAGE} of garbage)`, worstMs, slowness),
    {
      kind: 'connections: a request meanwhile',
      worst: ms,
      limit: NEXT_LIMIT_MS * slowness.machine,
      unit: 'ms',
    },
  ];
}

/** Conflict streams that their client closes as soon as they begin. */
export async function attackByConflictStreams(
  target: Target,
  sampler: LiveSampler,
  slowness: Slowness,
): Promise<Finding[]> {
  const session = await openSession(target, 'attacked-by-streams');
  const contents = Array.from(
    { length: STREAMED_MEMORIES },
    (_, i) => `The user moved to city ${i % 40} in month ${i}.`,
  );
  await store(target, session, contents);
  const from = Date.now();
  for (let i = 0; i < STREAMS; i += AT_A_TIME) {
    await Promise.all(Array.from({ length: AT_A_TIME }, () => openAndClose(target, session.agent)));
  }
  const begun = performance.now();
  await sendOk(target, 'POST', `/api/v2/agents/${session.agent}/recall/recent`, {
    token: session.token,
    body: {},
  });
  const ms = performance.now() - begun;
  const { worstMs } = await sampler.since(from);
  return [
    live(`conflict streams (${STREAMS} opened and closed)`, worstMs, slowness),
    {
      kind: "conflict streams: the agent's next request",
      worst: ms,
      limit: NEXT_LIMIT_MS * slowness.machine,
      unit: 'ms',
    },
  ];
}

async function openAndClose(target: Target, agent: string): Promise<void> {
  const leave = new AbortController();
  try {
    await fetch(`${target.url}/api/ui/conflicts/generate/stream`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ agent_id: agent }),
      signal: leave.signal,
    });
    leave.abort();
  } catch {
    // A service that refuses the connection has done nothing.
  }
}
