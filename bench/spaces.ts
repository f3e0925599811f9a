// What it costs that an agent reads others: the same recalls of one agent, and of several agents with as many memories each,
// by short turns of one client on one service:
//   npm run bench -- spaces [--agents 16] [--memories 5000] [--recalls 100] [--rounds 10] [--server] [--no-fail]
// On the embedded database, or with --server on a PostgreSQL server of its own. The ratio is the median of the rounds, each
// of which compares two turns that follow each other. Exits with 1 where the p50 of several is more than 2.5 times that of one.
import { AgentClient } from './support/agent-client';
import type { Cleanup } from './support/cleanup';
import { createDatabase } from './support/fresh-database';
import { count, flag, readOptions } from './support/options';
import { percentiles } from './support/percentiles';
import { seededRandom } from './support/random';
import { queryFrom, sentenceMaker } from './support/sentences';
import { startService, type ServiceProcess } from './support/service-process';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

const WANTED_RATIO = 2.5;
const BATCH = 100;
const SEED = 20_261_128;
const LIMIT = 10;
/** Recalls of each agent before the first turn. */
const WARM_UP = 20;

const OPTIONS = {
  agents: count(16),
  memories: count(5_000),
  recalls: count(100),
  rounds: count(10),
  server: flag,
  noFail: flag,
};

async function seeded(
  service: ServiceProcess,
  agentId: string,
  sentences: readonly string[],
): Promise<AgentClient> {
  const agent = await AgentClient.create(service.url, service.key, agentId);
  for (let start = 0; start < sentences.length; start += BATCH)
    await agent.rememberBatch(sentences.slice(start, start + BATCH));
  return agent;
}

async function read(service: ServiceProcess, reader: string, agents: readonly string[]): Promise<void> {
  const response = await fetch(`${service.url}/api/v2/agents/${reader}/reads`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'X-Api-Key': service.key },
    body: JSON.stringify({ agents }),
  });
  if (!response.ok) throw new Error(`The agents cannot be read: ${response.status} ${await response.text()}`);
}

/** The p50 of recalls one after the other, in milliseconds. */
async function turn(agent: AgentClient, queries: readonly string[]): Promise<number> {
  const latencies: number[] = [];
  for (const query of queries) {
    const begun = performance.now();
    await agent.recall(query, LIMIT);
    latencies.push(performance.now() - begun);
  }
  return percentiles(latencies).p50;
}

const median = (values: readonly number[]): number => percentiles(values).p50;

export async function main(cleanup: Cleanup): Promise<number> {
  const { agents, memories, recalls, rounds, server, noFail } = readOptions(OPTIONS);
  const databaseUrl = server ? await createDatabase(await startTemporaryPostgres(cleanup), cleanup) : null;
  const service = await startService({ databaseUrl, settings: {} }, cleanup);
  const random = seededRandom(SEED);
  const sentence = sentenceMaker(random);
  const sentencesOf = () => Array.from({ length: memories }, sentence);
  const own = sentencesOf();
  const alone = await seeded(service, 'bench-alone', own);
  const reader = await seeded(service, 'bench-reader', own);
  const others = Array.from({ length: agents - 1 }, (_, at) => `bench-space-${at + 1}`);
  for (const other of others) await seeded(service, other, sentencesOf());
  await read(service, 'bench-reader', others);
  const queries = (number: number) =>
    Array.from({ length: number }, () => queryFrom(own[Math.floor(random() * own.length)] ?? '', random));
  for (const agent of [alone, reader]) await turn(agent, queries(WARM_UP));
  const turns: { one: number; several: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const asked = queries(recalls);
    // Each comes first as often as the other.
    const isFirst = round % 2 === 0;
    const first = await turn(isFirst ? alone : reader, asked);
    const second = await turn(isFirst ? reader : alone, asked);
    turns.push(isFirst ? { one: first, several: second } : { one: second, several: first });
  }
  const ratio = median(turns.map(({ one, several }) => several / one));
  const rows = [
    ['1', median(turns.map(({ one }) => one)).toFixed(2), '1.00'],
    [String(agents), median(turns.map(({ several }) => several)).toFixed(2), ratio.toFixed(2)],
  ];
  console.log(textTable(['agents', 'p50 ms', 'to one'], rows));
  return noFail || ratio <= WANTED_RATIO ? 0 : 1;
}
