import autocannon from 'autocannon';
import { namespaceOf } from '../../src/agents/agent';
import { AgentClient } from './agent-client';
import { Cleanup } from './cleanup';
import { createDatabase } from './fresh-database';
import { fillMemories } from './memory-filler';
import { OneConnection } from './one-connection';
import { percentiles, type Percentiles } from './percentiles';
import { ProcessProbe, PROBE_FILE, type LoopDelays } from './process-probe';
import { seededRandom } from './random';
import { queryFrom, sentenceMaker } from './sentences';
import { startService } from './service-process';

const CLIENTS = 16;
const SMALL = 1_000;
const BODIES = 200;
const ROUNDS = 3;
const SEED = 20_261_121;
/** Answers before anything is measured: every small agent has its index then, and the code is compiled. */
const ANSWERS_TO_WARM_UP = 4_000;
/** Answers before the build begins. */
const ANSWERS_BEFORE = 2_000;
/** Longer than any build; the clients are stopped when it is done. */
const LIMIT_SECONDS = 600;

/** While the index of a large agent was built and others recalled from small agents. */
export interface BuildFigures {
  memories: number;
  clients: number;
  /** The first recall of the large agent, milliseconds. */
  build: number;
  delays: LoopDelays;
  /** Before the build, under the same load of the others. */
  delaysBefore: LoopDelays;
  /** Recalls of the others, milliseconds. */
  others: Percentiles;
}

interface BuildBench {
  databaseUrl: string;
  indexMemoryMb: number;
  large: AgentClient;
  small: AgentClient[];
  bodies: string[];
}

/** Once in each of three processes, since a process builds an index once; one figure a process. */
export async function measureBuilds(
  server: string,
  memories: number,
  indexMemoryMb: number,
  cleanup: Cleanup,
): Promise<BuildFigures[]> {
  const databaseUrl = await createDatabase(server, cleanup);
  const bench = await prepare(databaseUrl, memories, indexMemoryMb, cleanup);
  const figures: BuildFigures[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ofRound = new Cleanup();
    cleanup.add(() => ofRound.run());
    figures.push({ memories, clients: CLIENTS, ...(await measureBuild(bench, ofRound)) });
    await ofRound.run();
  }
  return figures;
}

async function prepare(
  databaseUrl: string,
  memories: number,
  indexMemoryMb: number,
  cleanup: Cleanup,
): Promise<BuildBench> {
  const { url, key, child } = await startService({ databaseUrl }, cleanup);
  const create = (name: string): Promise<AgentClient> => AgentClient.create(url, key, name);
  const large = await create('bench-large');
  const small: AgentClient[] = [];
  for (let at = 0; at < CLIENTS; at++) small.push(await create(`bench-small-${at}`));
  await child.stop();
  const fillings = [...small, large].map((agent) => ({
    namespace: namespaceOf(agent.agentId),
    count: agent === large ? memories : SMALL,
  }));
  const random = seededRandom(SEED);
  const sentences = await fillMemories(databaseUrl, fillings, sentenceMaker(random), random);
  const bodies = sentences
    .slice(0, BODIES)
    .map((sentence) => JSON.stringify({ query: queryFrom(sentence, random), limit: 10 }));
  return { databaseUrl, indexMemoryMb, large, small, bodies };
}

async function measureBuild(
  bench: BuildBench,
  cleanup: Cleanup,
): Promise<Omit<BuildFigures, 'memories' | 'clients'>> {
  const { databaseUrl, indexMemoryMb, large } = bench;
  const service = await startService({ databaseUrl, indexMemoryMb, preload: [PROBE_FILE] }, cleanup);
  const probe = new ProcessProbe(service.child);
  const connection = new OneConnection(service.url, large.sessionToken);
  cleanup.add(() => connection.close());
  const { load, times, answers } = startLoad(bench, service.url);
  await answers(ANSWERS_TO_WARM_UP);
  await probe.reset();
  await answers(ANSWERS_BEFORE);
  const { delays: delaysBefore } = await probe.read();
  await probe.reset();
  times.length = 0;
  const build = await connection.post(`${large.path}/recall`, bench.bodies[0] ?? '');
  const { delays } = await probe.read();
  const others = percentiles(times);
  load.stop();
  const { non2xx, errors } = await load;
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} recalls failed during the build`);
  return { build, delays, delaysBefore, others };
}

interface Load {
  load: ReturnType<typeof autocannon>;
  /** Milliseconds, one an answer. */
  times: number[];
  /** Resolves after so many more answers. */
  answers: (count: number) => Promise<void>;
}

/** A connection an agent, each asking one question after another until it is stopped. */
function startLoad({ small, bodies }: BuildBench, url: string): Load {
  const clients = [...small];
  const load = autocannon({
    url,
    connections: CLIENTS,
    duration: LIMIT_SECONDS,
    setupClient: (client) => client.setRequests(requestsOf(clients.pop(), bodies)),
  });
  const times: number[] = [];
  let awaited = { at: Infinity, reached: (): void => undefined };
  load.on('response', (_client, _status, _bytes, milliseconds) => {
    if (times.push(milliseconds) === awaited.at) awaited.reached();
  });
  const answers = (count: number): Promise<void> =>
    new Promise((resolve) => (awaited = { at: times.length + count, reached: resolve }));
  return { load, times, answers };
}

function requestsOf(agent: AgentClient | undefined, bodies: readonly string[]) {
  if (agent === undefined) throw new Error('More connections than agents');
  const headers = { 'Content-Type': 'application/json', 'X-Session-Token': agent.sessionToken };
  return bodies.map((body) => ({ method: 'POST', path: `${agent.path}/recall`, headers, body }));
}
