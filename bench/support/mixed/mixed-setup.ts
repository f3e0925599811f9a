import { namespaceOf } from '../../../src/agents/agent';
import { AgentClient } from '../agent-client';
import { startMixedCeiling } from '../ceiling-process';
import type { Cleanup } from '../cleanup';
import { createDatabase, runStatement } from '../fresh-database';
import { fillMemories } from '../memory-filler';
import { PROBE_FILE, ProcessProbe } from '../process-probe';
import { startProgress } from '../../../src/common/progress';
import { seededRandom, type Random } from '../random';
import { residentMegabytes } from '../resident-memory';
import { startService } from '../service-process';
import { DatabaseCpu } from './database-cpu';
import type { MixedOptions } from './mixed-options';
import type { MixedTarget } from './mixed-phase';
import { RequestMix, type LoadedAgent, type TimeSpan } from './request-mix';
import { madeUpTexts, readRealTexts, realTexts, type TextSource } from './text-source';

const SEED = 20_261_122;
/** The service's default DATABASE_POOL_SIZE. */
const POOL_SIZE = 10;
/** Over which the memories that lie there were made. */
const DAYS = 30;
const DAY_MS = 86_400_000;

export interface MixedBench {
  options: MixedOptions;
  databaseUrl: string;
  agents: readonly LoadedAgent[];
  texts: (random: Random) => TextSource;
  span: TimeSpan;
  database: DatabaseCpu;
}

export interface StartedService extends MixedTarget {
  /** Of the first recall of every agent, one after another, seconds. */
  building: number;
  /** Resident memory before and after that, MB. */
  before: number;
  after: number;
}

/** A database with the agents, their sessions and their memories. */
export async function prepareMixed(
  server: string,
  options: MixedOptions,
  cleanup: Cleanup,
): Promise<MixedBench> {
  const databaseUrl = await createDatabase(server, cleanup);
  const agents = await createAgents(databaseUrl, options.agents, cleanup);
  const real = options.dataset === null ? null : await readRealTexts(options.dataset);
  const texts = (random: Random): TextSource =>
    real === null ? madeUpTexts(random) : realTexts(real, random);
  const random = seededRandom(SEED);
  const source = texts(random);
  const fillings = agents.map(({ agentId }) => ({
    namespace: namespaceOf(agentId),
    count: options.memories,
  }));
  await fillMemories(databaseUrl, fillings, () => source.memory(), random, DAYS);
  // What the server would do some time after so much was written, perhaps in the middle of a phase.
  await runStatement(databaseUrl, 'VACUUM (ANALYZE)');
  await runStatement(databaseUrl, 'CHECKPOINT');
  const until = Date.now();
  const loaded = agents.map(({ path, sessionToken }) => ({ path, token: sessionToken }));
  const span = { from: until - DAYS * DAY_MS, until };
  const database = await DatabaseCpu.of(databaseUrl);
  return { options, databaseUrl, agents: loaded, texts, span, database };
}

/** The service on that database, with the index of every agent built as far as its budget allows. */
export async function startLoadedService(
  { databaseUrl, agents, texts, database }: MixedBench,
  indexMemoryMb: number,
  cleanup: Cleanup,
): Promise<StartedService> {
  const options = { databaseUrl, indexMemoryMb, preload: [PROBE_FILE], logsToFile: true };
  const { url, child } = await startService(options, cleanup);
  const before = residentMegabytes(child.pid);
  const begun = performance.now();
  const source = texts(seededRandom(SEED - 1));
  for (const agent of agents) await recallOnce(url, agent, source.query());
  const building = (performance.now() - begun) / 1000;
  const after = residentMegabytes(child.pid);
  const probe = new ProcessProbe(child);
  return { name: 'service', url, pid: child.pid, probe, database, building, before, after };
}

export async function startCeilingTarget(
  { databaseUrl, database }: MixedBench,
  name: 'ceiling' | 'bare ceiling',
  cleanup: Cleanup,
): Promise<MixedTarget> {
  const { url, child } = await startMixedCeiling(databaseUrl, name === 'bare ceiling', POOL_SIZE, cleanup);
  return { name, url, pid: child.pid, probe: new ProcessProbe(child), database };
}

/** The same requests for the same number. */
export function mixOf({ agents, texts, span }: MixedBench, number: number): RequestMix {
  const random = seededRandom(SEED + 1 + number);
  return new RequestMix(agents, texts(random), span, random);
}

/** By a process that ends again: one that has just activated an agent has its index, of nothing, already. */
async function createAgents(databaseUrl: string, count: number, cleanup: Cleanup): Promise<AgentClient[]> {
  const service = await startService({ databaseUrl }, cleanup);
  const progress = startProgress('Agents', count);
  const agents: AgentClient[] = [];
  for (let number = 1; number <= count; number++) {
    agents.push(await AgentClient.create(service.url, service.key, `bench-mixed-${number}`));
    progress.step();
  }
  progress.stop();
  await service.child.stop();
  return agents;
}

async function recallOnce(url: string, { path, token }: LoadedAgent, query: string): Promise<void> {
  const response = await fetch(`${url}${path}/recall`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Session-Token': token },
    body: JSON.stringify({ query }),
    signal: AbortSignal.timeout(60_000),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`A first recall: ${response.status} ${answer.slice(0, 500)}`);
}
