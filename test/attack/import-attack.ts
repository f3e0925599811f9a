import { randomUUID } from 'node:crypto';
import { live } from './body-attack';
import type { Finding } from './findings';
import type { LiveSampler } from './live-sampler';
import type { Slowness } from '../support/machine-speed';
import { mostGrowth, residentMb } from './process-usage';
import { openSession, send, type Session, type Target } from './target';

/** The longest line that an import reads. */
const LINE_BYTES = 8_000_000;
const LARGEST_LINES = 12;
const HUGE_BYTES = 200_000_000;
const MEMORY_LIMIT_MB = 250;
const TIMES = ['infinity', '-infinity', '294276-01-01T00:00:00Z'];

interface Attack {
  target: Target;
  sampler: LiveSampler;
}

/** Imports by somebody who may manage one agent. */
export async function attackByImports(attack: Attack, slowness: Slowness): Promise<Finding[]> {
  const session = await openSession(attack.target, 'attacked-by-imports');
  return [
    await endlessTimes(attack, session),
    ...(await largestLines(attack, session, slowness)),
    ...(await hugeLine(attack, session, slowness)),
  ];
}

/** Reads that fail afterwards. */
async function endlessTimes({ target }: Attack, session: Session): Promise<Finding> {
  const fields = ['created_at', 'updated_at'];
  const lines = TIMES.flatMap((time) => fields.map((field) => memoryLine(session, { [field]: time })));
  await importLines(target, session, lines);
  const since = '2020-01-01T00:00:00Z';
  const reads: [path: string, body: object][] = [
    ['recall', { query: 'tea' }],
    ['recall/recent', {}],
    ['recall/all', {}],
    ['recall/changed-since', { since }],
  ];
  let failed = 0;
  for (const [path, body] of reads) {
    const route = `/api/v2/agents/${session.agent}/${path}`;
    const response = await send(target, 'POST', route, { token: session.token, body });
    await response.arrayBuffer();
    if (!response.ok) failed++;
  }
  return { kind: 'imports of endless times: reads that fail', worst: failed, limit: 0, unit: 'requests' };
}

/** Memories with as long a history as a line holds. */
async function largestLines(attack: Attack, session: Session, slowness: Slowness): Promise<Finding[]> {
  const { target, sampler } = attack;
  const at = '2026-01-01T00:00:00Z';
  const former = { content: 'tea and biscuits '.repeat(588) };
  const entry = { at, event: 'edited', session_id: null, by: 'me', former, sweep_id: null };
  const history = new Array<object>(Math.floor(LINE_BYTES / (JSON.stringify(entry).length + 1)) - 1).fill(
    entry,
  );
  const lines = Array.from({ length: LARGEST_LINES }, () => memoryLine(session, { history }));
  const from = Date.now();
  const created = await importLines(target, session, lines);
  const { worstMs } = await sampler.since(from);
  const lost = LARGEST_LINES - created;
  return [
    live('imports of the largest lines', worstMs, slowness),
    { kind: 'imports of the largest lines: not imported', worst: lost, limit: 0, unit: 'requests' },
  ];
}

/** One line without an end. */
async function hugeLine(
  { target, sampler }: Attack,
  session: Session,
  slowness: Slowness,
): Promise<Finding[]> {
  const before = residentMb(target.pid) ?? 0;
  const from = Date.now();
  const growth = mostGrowth(target, before, 3_000);
  await importLines(target, session, [memoryLine(session, { content: 'x'.repeat(HUGE_BYTES) })]);
  const { worstMs } = await sampler.since(from);
  return [
    live('imports of a line of 200 MB', worstMs, slowness),
    { kind: 'imports of a line of 200 MB: memory', worst: await growth, limit: MEMORY_LIMIT_MB, unit: 'MB' },
  ];
}

function memoryLine({ agent }: Session, changes: object): string {
  const time = '2026-01-01T00:00:00Z';
  return JSON.stringify({
    kind: 'memory',
    namespace: `service_agent_${agent}`,
    id: randomUUID(),
    seq: 1_000,
    session_id: null,
    title: 'Tea',
    title_derived: true,
    content: 'Tea',
    type: 'fact',
    confidence: 0.8,
    tags: [],
    source: 'agent',
    source_ref: null,
    thread: null,
    provenance: 'imported',
    actor_id: agent,
    status: 'active',
    expired_at: null,
    expired_by: null,
    created_at: time,
    updated_at: time,
    history: [],
    ...changes,
  });
}

/** How many memories were stored. */
async function importLines(target: Target, { agent }: Session, lines: readonly string[]): Promise<number> {
  const header = JSON.stringify({ kind: 'header', format: 1, agents: [agent] });
  const end = JSON.stringify({ kind: 'end', lines: lines.length + 1 });
  const response = await fetch(`${target.url}/api/v2/import`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson', Authorization: `Bearer ${target.key}` },
    body: [header, ...lines, end].join('\n'),
  });
  const { created = 0 } = (await response.json()) as { created?: number };
  return created;
}
