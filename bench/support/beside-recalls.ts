import { namespaceOf } from '../../src/agents/agent';
import { AgentClient } from './agent-client';
import type { Cleanup } from './cleanup';
import { createDatabase, runStatement } from './fresh-database';
import { fillMemories } from './memory-filler';
import { OneConnection } from './one-connection';
import { percentiles } from './percentiles';
import { seededRandom } from './random';
import { queryFrom, sentenceMaker } from './sentences';
import { startService, type ServiceProcess } from './service-process';

const KEPT = 'bench-kept';
const KEPT_MEMORIES = 10_000;
const SEED = 20_261_123;

/** A service with an agent whose memories are recalled, while something happens to another agent. */
export interface BesideRecalls {
  databaseUrl: string;
  service: ServiceProcess;
  /** To which something happens. */
  other: AgentClient;
  recallOnce: (connection: OneConnection, at: number) => Promise<number>;
  connections: readonly OneConnection[];
}

export async function prepareBesideRecalls(
  server: string,
  other: { agentId: string; memories: number; clients: number; preload?: readonly string[] },
  cleanup: Cleanup,
): Promise<BesideRecalls> {
  const databaseUrl = await createDatabase(server, cleanup);
  const service = await startService({ databaseUrl, preload: other.preload ?? [] }, cleanup);
  const kept = await AgentClient.create(service.url, service.key, KEPT);
  const changed = await AgentClient.create(service.url, service.key, other.agentId);
  const random = seededRandom(SEED);
  const fillings = [
    { namespace: namespaceOf(KEPT), count: KEPT_MEMORIES },
    { namespace: namespaceOf(other.agentId), count: other.memories },
  ];
  const sentences = await fillMemories(databaseUrl, fillings, sentenceMaker(random), random);
  await runStatement(databaseUrl, 'CHECKPOINT');
  const bodies = sentences.map((sentence) =>
    JSON.stringify({ query: queryFrom(sentence, random), limit: 10 }),
  );
  const connections = Array.from(
    { length: other.clients },
    () => new OneConnection(service.url, kept.sessionToken),
  );
  cleanup.add(() => connections.forEach((connection) => connection.close()));
  const recallOnce = (connection: OneConnection, at: number) =>
    connection.post(`${kept.path}/recall`, bodies[at % bodies.length] ?? '');
  return { databaseUrl, service, other: changed, connections, recallOnce };
}

/** Milliseconds of each recall until `isOver`. */
export async function recallUntil(
  { connections, recallOnce }: Pick<BesideRecalls, 'connections' | 'recallOnce'>,
  isOver: () => boolean,
): Promise<number[]> {
  const times: number[] = [];
  await Promise.all(
    connections.map(async (connection) => {
      while (!isOver()) times.push(await recallOnce(connection, times.length));
    }),
  );
  return times;
}

export function recallFor(prepared: BesideRecalls, seconds: number): Promise<number[]> {
  const end = performance.now() + seconds * 1_000;
  return recallUntil(prepared, () => performance.now() > end);
}

export const RECALL_HEADER = ['recall of another agent', 'recalls', 'p50 ms', 'p95 ms', 'p99 ms'];

export function recallRow(name: string, times: readonly number[]): string[] {
  const { p50, p95, p99 } = percentiles(times);
  return [name, times.length.toFixed(0), ...[p50, p95, p99].map((figure) => figure.toFixed(1))];
}
