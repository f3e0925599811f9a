// How fast the newest memories and the agents are listed, whatever is stored:
//   npm run bench -- listings [--database-url URL] [--seconds 5] [--rounds 3] [--connections 16]
//     [--recent 100000] [--agents 1000] [--memories 100000] [--entries 2000000] [--no-fail]
// `--recent`: memories of the larger of two agents whose newest are listed, the smaller one has 1,000. `--agents` and
// `--memories`: of the list of agents. `--entries`: of the activity log that `/api/ui/sessions` sums. All are planted by SQL. Without a URL (or BENCH_DATABASE_URL) it starts a
// PostgreSQL server of its own. Exits with 1 on a missed target.
import autocannon from 'autocannon';
import { cpus, loadavg } from 'node:os';
import { LiveSampler } from '../test/attack/live-sampler';
import { AgentClient } from './support/agent-client';
import type { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { createDatabase, runStatement, serverVersion } from './support/fresh-database';
import { readListingOptions, type ListingOptions } from './support/listing-options';
import { percentiles } from './support/percentiles';
import { plantActivity, plantAgents, plantMemories } from './support/planted-memories';
import { startService } from './support/service-process';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

const SMALL = 1_000;
const LISTINGS = 5;
const LISTINGS_AT_ONCE = 8;
/** Milliseconds. */
const WANTED_LISTING = 300;
const WANTED_LIVE_P99 = 50;
const WANTED_SESSIONS = 100;
const PAGES = 15;
const WANTED_OF_SMALL = 0.8;
const WANTED_OF_RECALL = 0.8;

interface Load {
  name: string;
  agent: AgentClient;
  path: string;
  body: object;
}

interface Figure {
  name: string;
  value: string;
  wanted: string;
  isMet: boolean;
}

/** Requests a second. Throws when one fails. */
async function rateOf(
  url: string,
  { name, agent, path, body }: Load,
  options: ListingOptions,
): Promise<number> {
  const headers = { 'Content-Type': 'application/json', 'X-Session-Token': agent.sessionToken };
  const request = { method: 'POST', path: `${agent.path}/${path}`, headers, body: JSON.stringify(body) };
  const result = await autocannon({
    url,
    connections: options.connections,
    duration: options.seconds,
    setupClient: (client) => client.setRequests([request]),
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${name}: ${result.non2xx + result.errors} failed`);
  return result['2xx'] / result.duration;
}

/** All kinds by turns, so that what else the machine does meets each of them; the median of the rounds. */
async function measureRates(url: string, loads: readonly Load[], options: ListingOptions): Promise<number[]> {
  const rates = loads.map((): number[] => []);
  for (let round = 0; round < options.rounds; round++) {
    for (const [at, load] of loads.entries()) rates[at]?.push(await rateOf(url, load, options));
  }
  return rates.map((each) => percentiles(each).p50);
}

async function measureRecent(url: string, databaseUrl: string, options: ListingOptions): Promise<Figure[]> {
  const agents: AgentClient[] = [];
  for (const memories of [SMALL, options.recent]) {
    const agent = await AgentClient.create(url, null, `bench-recent-${memories}`);
    await plantMemories(databaseUrl, agent.agentId, memories);
    await agent.recall('memory', 10);
    agents.push(agent);
  }
  await runStatement(databaseUrl, 'VACUUM (ANALYZE) memories');
  const [small, large] = agents as [AgentClient, AgentClient];
  const recent = { path: 'recall/recent', body: { limit: 10 } };
  const recall = { path: 'recall', body: { query: 'memory number 17', limit: 10 } };
  const [ofSmall = 0, ofLarge = 0, ofRecall = 0] = await measureRates(
    url,
    [
      { name: 'recent, small', agent: small, ...recent },
      { name: 'recent, large', agent: large, ...recent },
      { name: 'recall, small', agent: small, ...recall },
    ],
    options,
  );
  const figure = (name: string, rate: number, wanted: string, isMet = true): Figure => ({
    name,
    value: `${rate.toFixed(0)}/s`,
    wanted,
    isMet,
  });
  return [
    figure(`recent of ${SMALL} memories`, ofSmall, ''),
    figure(
      `recent of ${options.recent} memories`,
      ofLarge,
      `${WANTED_OF_SMALL} of ${SMALL} memories`,
      ofLarge >= ofSmall * WANTED_OF_SMALL,
    ),
    figure(
      `recall of ${SMALL} memories`,
      ofRecall,
      `at most ${1 / WANTED_OF_RECALL} of recent`,
      ofSmall >= ofRecall * WANTED_OF_RECALL,
    ),
  ];
}

/** Milliseconds to the last byte, and the number listed. */
async function listAgents(url: string): Promise<{ ms: number; count: number }> {
  const start = performance.now();
  const response = await fetch(`${url}/api/v2/agents`);
  const { count } = (await response.json()) as { count: number };
  return { ms: performance.now() - start, count };
}

async function measureAgents(url: string, databaseUrl: string, options: ListingOptions): Promise<Figure[]> {
  await plantAgents(databaseUrl, options.agents, options.memories);
  // The first one keeps the numbers of memories that it counted.
  await listAgents(url);
  const times: number[] = [];
  let listed = 0;
  for (let at = 0; at < LISTINGS; at++) {
    const { ms, count } = await listAgents(url);
    times.push(ms);
    listed = count;
  }
  if (listed < options.agents) throw new Error(`Only ${listed} agents were listed`);
  const live = new LiveSampler(url);
  const start = Date.now();
  // Parsing the answers would take processor time from the service.
  const drain = async () => (await fetch(`${url}/api/v2/agents`)).arrayBuffer();
  await Promise.all(Array.from({ length: LISTINGS_AT_ONCE }, drain));
  const { p99Ms } = await live.since(start);
  await live.stop();
  const { p50 } = percentiles(times);
  return [
    {
      name: `${listed} agents with ${options.memories} memories listed`,
      value: `${p50.toFixed(0)} ms`,
      wanted: `under ${WANTED_LISTING} ms`,
      isMet: p50 < WANTED_LISTING,
    },
    {
      name: `/live, ${LISTINGS_AT_ONCE} such lists at once, p99`,
      value: `${p99Ms.toFixed(0)} ms`,
      wanted: `under ${WANTED_LIVE_P99} ms`,
      isMet: p99Ms < WANTED_LIVE_P99,
    },
  ];
}

async function measureSessions(url: string, databaseUrl: string, options: ListingOptions): Promise<Figure> {
  await plantActivity(databaseUrl, options.entries);
  const times: number[] = [];
  for (let page = 0; page < PAGES; page++) {
    const start = performance.now();
    const response = await fetch(`${url}/api/ui/sessions?days=7`);
    const { sessions } = (await response.json()) as { sessions: unknown[] };
    if (sessions.length === 0) throw new Error('No sessions were listed');
    times.push(performance.now() - start);
  }
  const { p50 } = percentiles(times);
  return {
    name: `sessions of 7 days, of ${options.entries} entries spread over 2000 sessions and 30 days`,
    value: `${p50.toFixed(0)} ms`,
    wanted: `under ${WANTED_SESSIONS} ms`,
    isMet: p50 < WANTED_SESSIONS,
  };
}

export async function main(cleanup: Cleanup): Promise<number> {
  const loadBefore = loadavg()[0] ?? 0;
  const options = readListingOptions();
  const server = options.databaseUrl ?? (await startTemporaryPostgres(cleanup));
  const databaseUrl = await createDatabase(server, cleanup);
  const { url } = await startService({ databaseUrl }, cleanup);
  const figures = [
    ...(await measureRecent(url, databaseUrl, options)),
    ...(await measureAgents(url, databaseUrl, options)),
    await measureSessions(url, databaseUrl, options),
  ];
  console.log(`\n$ ${commandLine()}`);
  console.log(
    `Node ${process.version}, ${await serverVersion(server)}, ${cpus().length} cores shared by all processes, load` +
      ` average before the start ${loadBefore.toFixed(1)}; ${options.connections} connections, the median of` +
      ` ${options.rounds} rounds of ${options.seconds} s\n`,
  );
  const rows = figures.map(({ name, value, wanted, isMet }) => [
    name,
    value,
    wanted,
    wanted === '' ? '' : isMet ? 'yes' : 'NO',
  ]);
  console.log(textTable(['what', 'figure', 'wanted', 'met'], rows));
  return options.noFail || figures.every(({ isMet }) => isMet) ? 0 : 1;
}
