import { type LoopDelays, ProcessProbe } from './process-probe';
import { MemoryPeak } from './resident-memory';
import type { SweepCase } from './sweep-case';

const WARM_UP = 300;

/** Recalls one after another, and the service while they ran. */
export interface Recalls {
  /** Milliseconds. */
  times: number[];
  delays: LoopDelays;
  /** Most resident memory of the service, MB. */
  peakMemory: number;
}

/** What the service says of the sweep. */
export interface SweepAnswer {
  scanned: number;
  matched: number;
  expired: number;
}

export interface SweepFigures {
  quiet: Recalls;
  during: Recalls;
  sweep: SweepAnswer & { seconds: number };
}

/** Recalls in peace, then while the policy is applied. */
export async function measureSweep(one: SweepCase, recalls: number): Promise<SweepFigures> {
  for (let at = 0; at < WARM_UP; at++) await recall(one, at);
  await send(one, 'PUT', 'policy', { retention: { event: '7d' } });
  const quiet = await recallUntil(one, (done) => done === recalls);
  let sweep: SweepFigures['sweep'] | null = null;
  const sweeping = timed(() => send<SweepAnswer>(one, 'POST', 'policy/apply', {})).then((answer) => {
    sweep = answer;
  });
  // A failure is heard of below, after the recalls that it ends.
  const hasEnded = sweeping.catch(() => undefined).then(() => true);
  let ended = false;
  void hasEnded.then(() => (ended = true));
  const during = await recallUntil(one, () => ended);
  await sweeping;
  if (sweep === null) throw new Error('The sweep did not answer');
  return { quiet, during, sweep };
}

async function recallUntil(one: SweepCase, isOver: (done: number) => boolean): Promise<Recalls> {
  const probe = new ProcessProbe(one.service.child);
  const memory = new MemoryPeak(one.service.child.pid);
  await probe.reset();
  const times: number[] = [];
  while (!isOver(times.length)) times.push(await recall(one, WARM_UP + times.length));
  const { delays } = await probe.read();
  return { times, delays, peakMemory: memory.stop() };
}

function recall({ connection, agent, bodies }: SweepCase, at: number): Promise<number> {
  return connection.post(`${agent.path}/recall`, bodies[at % bodies.length] ?? '');
}

async function timed<T>(work: () => Promise<T>): Promise<T & { seconds: number }> {
  const start = performance.now();
  const answer = await work();
  return { ...answer, seconds: (performance.now() - start) / 1_000 };
}

async function send<T>(
  { service, agent }: SweepCase,
  method: string,
  path: string,
  body: unknown,
): Promise<T> {
  const response = await fetch(`${service.url}${agent.path}/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Session-Token': agent.sessionToken },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}
