// How long it takes to forget a person of whom an agent has many memories among others, and how much slower recalls of
// another agent are meanwhile:
//   npm run bench -- forgetting [--embedded] [--database-url URL] [--memories 100000] [--meant 1000] [--clients 4]
//     [--seconds 15] [--rounds 3]
// Without --embedded or a URL it starts a PostgreSQL server of its own. Each round forgets another person, and compares with
// the recalls just before it.
import { cpus, loadavg } from 'node:os';
import { AgentClient } from './support/agent-client';
import { RECALL_HEADER, recallRow, recallUntil } from './support/beside-recalls';
import type { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { createDatabase } from './support/fresh-database';
import { OneConnection } from './support/one-connection';
import { count, databaseUrl, flag, readOptions } from './support/options';
import { percentiles } from './support/percentiles';
import { seededRandom } from './support/random';
import { queryFrom, sentenceMaker } from './support/sentences';
import { startService, type ServiceProcess } from './support/service-process';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

const SEED = 20_261_128;
const KEPT_MEMORIES = 10_000;
const BATCH = 100;
const BATCHES_AT_ONCE = 4;
const QUERIES = 500;
const WARM_UP_MS = 3_000;
const POLL_MS = 100;

const OPTIONS = {
  embedded: flag,
  databaseUrl,
  memories: count(100_000),
  meant: count(1_000),
  clients: count(4),
  seconds: count(15),
  rounds: count(3),
};

interface Round {
  dryRunMs: number;
  runMs: number;
  quiet: number[];
  during: number[];
}

interface Receipt {
  receipt_id: string;
  state: string;
  counts: { memories: number };
}

type Recalls = Parameters<typeof recallUntil>[0];

const personOf = (round: number): string => `Zephyrine Quillfeather${'abcdefghij'[round % 10] ?? ''}`;

async function fill(agent: AgentClient, contents: readonly string[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(contents.length / BATCH) }, (_, at) =>
    contents.slice(at * BATCH, (at + 1) * BATCH),
  );
  const worker = async (): Promise<void> => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      await agent.rememberBatch(batch);
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, worker));
}

async function call<T>({ url, key }: ServiceProcess, path: string, body?: object): Promise<T> {
  const response = await fetch(`${url}/api/v2/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Until the receipt says that all is done. */
async function forget(service: ServiceProcess, agentId: string, about: string): Promise<Receipt> {
  const path = `agents/${agentId}/forget`;
  const answer = await call<{ receipt: Receipt }>(service, path, { about, dry_run: false });
  let { receipt } = answer;
  while (receipt.state !== 'done') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    receipt = await call<Receipt>(service, `receipts/${receipt.receipt_id}`);
  }
  return receipt;
}

async function roundOf(
  service: ServiceProcess,
  recalls: Recalls,
  agent: { agentId: string; about: string; meant: number },
  quietMs: number,
): Promise<Round> {
  const quietEnd = performance.now() + quietMs;
  const quiet = await recallUntil(recalls, () => performance.now() > quietEnd);
  const from = performance.now();
  await call(service, `agents/${agent.agentId}/forget`, { about: agent.about });
  const begun = performance.now();
  let isOver = false;
  const run = forget(service, agent.agentId, agent.about).finally(() => (isOver = true));
  const [during, receipt] = await Promise.all([recallUntil(recalls, () => isOver), run]);
  const { memories } = receipt.counts;
  if (memories !== agent.meant) throw new Error(`${memories} of ${agent.meant} memories were forgotten`);
  return { dryRunMs: begun - from, runMs: performance.now() - begun, quiet, during };
}

export async function main(cleanup: Cleanup): Promise<number> {
  const options = readOptions(OPTIONS);
  const loadBefore = loadavg()[0] ?? 0;
  const server = options.embedded ? null : (options.databaseUrl ?? (await startTemporaryPostgres(cleanup)));
  const database = server === null ? null : await createDatabase(server, cleanup);
  const service = await startService({ databaseUrl: database, preload: [] }, cleanup);
  const random = seededRandom(SEED);
  const sentence = sentenceMaker(random);
  const kept = await AgentClient.create(service.url, service.key, 'bench-kept');
  const changed = await AgentClient.create(service.url, service.key, 'bench-forgetting');
  const sentences = Array.from({ length: KEPT_MEMORIES }, sentence);
  await fill(kept, sentences);
  const every = Math.floor(options.memories / (options.meant * options.rounds));
  const contents = Array.from({ length: options.memories }, (_, at) =>
    at % every === 0 && at / every < options.meant * options.rounds
      ? `${personOf((at / every) % options.rounds)} said: ${sentence()}`
      : sentence(),
  );
  await fill(changed, contents);
  const connections = Array.from(
    { length: options.clients },
    () => new OneConnection(service.url, kept.sessionToken),
  );
  cleanup.add(() => connections.forEach((connection) => connection.close()));
  const bodies = sentences
    .slice(0, QUERIES)
    .map((each) => JSON.stringify({ query: queryFrom(each, random), limit: 10 }));
  const recallOnce = (connection: OneConnection, at: number) =>
    connection.post(`${kept.path}/recall`, bodies[at % bodies.length] ?? '');
  const recalls: Recalls = { connections, recallOnce };
  const warm = performance.now() + WARM_UP_MS;
  await recallUntil(recalls, () => performance.now() > warm);
  const rounds: Round[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const agent = { agentId: 'bench-forgetting', about: personOf(round), meant: options.meant };
    rounds.push(await roundOf(service, recalls, agent, options.seconds * 1_000));
  }
  report(rounds, loadBefore);
  return 0;
}

function report(rounds: readonly Round[], loadBefore: number): void {
  const rows = rounds.flatMap(({ quiet, during }, round) => [
    recallRow(`before run ${round + 1}`, quiet),
    recallRow(`during run ${round + 1}`, during),
  ]);
  const middle = (of: (round: Round) => number) => percentiles(rounds.map(of)).p50;
  const ratioOf = (part: 'p50' | 'p99') =>
    middle(({ quiet, during }) => percentiles(during)[part] / percentiles(quiet)[part]).toFixed(2);
  console.log(`\n$ ${commandLine()}`);
  console.log(
    `Node ${process.version}, ${cpus().length} cores, load average before ${loadBefore.toFixed(1)}\n`,
  );
  console.log(textTable(RECALL_HEADER, rows));
  const seconds = (of: (round: Round) => number) => (middle(of) / 1_000).toFixed(1);
  console.log(
    `\nDry run: ${seconds(({ dryRunMs }) => dryRunMs)} s. Run: ${seconds(({ runMs }) => runMs)} s (medians)`,
  );
  console.log(
    `Recalls during in those before: p50 ${ratioOf('p50')}, p99 ${ratioOf('p99')} (medians of the rounds)`,
  );
}
