import { namespaceOf } from '../../src/agents/agent';
import { createAgentApart } from './agent-client';
import { createAgents } from './bare-agents';
import type { Cleanup } from './cleanup';
import { createDatabase } from './fresh-database';
import { fillMemories } from './memory-filler';
import { OneConnection } from './one-connection';
import { PROBE_FILE } from './process-probe';
import { seededRandom } from './random';
import { residentMegabytes } from './resident-memory';
import { queryFrom, sentenceMaker } from './sentences';
import { startService, type ServiceProcess } from './service-process';

const AGENT = 'bench-scale';
const SEED = 20_261_121;
const QUERIES = 2_000;

export interface CaseSize {
  /** Memories of the agent that is recalled from. */
  memories: number;
  /** Memories of all other agents together. */
  crowd: number;
  /** Other agents; 0 where there is no crowd. */
  crowdAgents: number;
}

/** An agent in a database of its own, with a service process of its own that has built its index. */
export interface ScaleCase {
  size: CaseSize;
  service: ServiceProcess;
  connection: OneConnection;
  path: string;
  /** Bodies of recalls. */
  bodies: readonly string[];
  /** The first recall after the start of the process, which builds the index; milliseconds. */
  firstRecall: number;
  /** Resident memory that the build added to the process, MB. */
  grownBy: number;
}

/** `indexMemoryMb`: the budget of the service for its indexes. */
export async function prepareCase(
  server: string,
  size: CaseSize,
  indexMemoryMb: number,
  cleanup: Cleanup,
): Promise<ScaleCase> {
  const databaseUrl = await createDatabase(server, cleanup);
  const agent = await createAgentApart(databaseUrl, AGENT, cleanup);
  const sentences = await fill(databaseUrl, size);
  const random = seededRandom(SEED + 1);
  const bodies = Array.from({ length: QUERIES }, () => {
    const sentence = sentences[Math.floor(random() * sentences.length)] ?? '';
    return JSON.stringify({ query: queryFrom(sentence, random), limit: 10 });
  });
  const service = await startService({ databaseUrl, indexMemoryMb, preload: [PROBE_FILE] }, cleanup);
  const connection = new OneConnection(service.url, agent.sessionToken);
  cleanup.add(() => connection.close());
  const path = `${agent.path}/recall`;
  const before = residentMegabytes(service.child.pid);
  const firstRecall = await connection.post(path, bodies[0] ?? '');
  const grownBy = residentMegabytes(service.child.pid) - before;
  return { size, service, connection, path, bodies, firstRecall, grownBy };
}

async function fill(databaseUrl: string, size: CaseSize): Promise<string[]> {
  const random = seededRandom(SEED);
  const others = otherAgents(size);
  await createAgents(databaseUrl, others);
  const fillings = [{ namespace: namespaceOf(AGENT), count: size.memories }, ...others];
  return fillMemories(databaseUrl, fillings, sentenceMaker(random), random);
}

/** The crowd, spread as evenly as whole memories allow. */
function otherAgents({
  crowd,
  crowdAgents,
}: CaseSize): { agentId: string; namespace: string; count: number }[] {
  const upTo = (agents: number): number => Math.floor((agents * crowd) / crowdAgents);
  return Array.from({ length: crowdAgents }, (_, at) => ({
    agentId: `other-${at}`,
    namespace: namespaceOf(`other-${at}`),
    count: upTo(at + 1) - upTo(at),
  }));
}
