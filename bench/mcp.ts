// What a recall over MCP costs beside the same recall over HTTP, and whether memory grows with the calls:
//   npm run bench -- mcp [--database-url URL] [--seconds 10] [--rounds 3] [--connections 16] [--memories 10000]
//     [--calls 100000] [--no-fail]
// `--calls`: for the growth of memory, 0 for none. Without a URL (or BENCH_DATABASE_URL) it starts a PostgreSQL server of its
// own. Exits with 1 on a missed target.
import autocannon from 'autocannon';
import { loadavg } from 'node:os';
import type { Cleanup } from './support/cleanup';
import { createDatabase, serverVersion } from './support/fresh-database';
import { runPhase, summarize, type LoadTarget, type PhaseResult } from './support/load-phase';
import { loadHead } from './support/load-report';
import { prepareService } from './support/load-setup';
import { count, databaseUrl, flag, readOptions } from './support/options';
import { PROBE_FILE } from './support/process-probe';
import { startService } from './support/service-process';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

/** Processor time of a call above that of the same recall over HTTP. */
const MOST_ABOVE_MS = 1;
/** Live objects after a collection. The caches of the service fill during the first calls, which are not counted. */
const MOST_GROWTH_MB = 3;
const SAMPLES = 10;

const options = readOptions({
  databaseUrl,
  seconds: count(10),
  rounds: count(3),
  connections: count(16),
  memories: count(10_000),
  calls: count(100_000),
  noFail: flag,
});
const { seconds, rounds, connections, calls } = options;

/** A way to recall, and the bodies of its requests. */
interface Way {
  name: string;
  target: LoadTarget;
  bodies: readonly string[];
}

/** `envelope`: what revision 2026-07-28 wants in each message. */
function mcpWay(
  name: string,
  http: Way,
  path: string,
  envelope: { headers: object; meta: object } | null,
): Way {
  const bodies = http.bodies.map((body, id) => {
    const params = {
      name: 'recall',
      arguments: JSON.parse(body) as object,
      ...(envelope && { _meta: envelope.meta }),
    };
    return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
  });
  const headers = { Accept: 'application/json, text/event-stream', ...envelope?.headers };
  const paths = { ...http.target.paths, recall: path };
  return { name, bodies, target: { ...http.target, paths, headers, tokens: { remember: '', recall: '' } } };
}

async function prepare(server: string, cleanup: Cleanup): Promise<Way[]> {
  const databaseUrl = await createDatabase(server, cleanup);
  const started = await startService({ databaseUrl, preload: [PROBE_FILE], logsToFile: true }, cleanup);
  const { service, bodies } = await prepareService(started, options.memories);
  const http = { name: 'POST …/recall', target: service, bodies: bodies.recall };
  const path = service.paths.recall.replace(/^\/api\/v2(.*)\/recall$/, '/mcp$1');
  const revision = '2026-07-28';
  return [
    http,
    mcpWay('MCP, revision 2025-11-25', http, path, null),
    mcpWay(`MCP, revision ${revision}`, http, path, {
      headers: { 'MCP-Protocol-Version': revision, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'recall' },
      meta: {
        'io.modelcontextprotocol/protocolVersion': revision,
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    }),
  ];
}

/** All ways by turns, so that what else the machine does meets each of them. */
async function measure(ways: readonly Way[]): Promise<PhaseResult[][]> {
  const results = ways.map((): PhaseResult[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, way] of ways.entries()) {
      await runPhase(way.target, 'recall', way.bodies, { connections, seconds: Math.ceil(seconds / 5) });
      results[at]?.push(await runPhase(way.target, 'recall', way.bodies, { connections, seconds }));
    }
  }
  return results;
}

/** MB of live objects after each tenth of the calls. */
async function heapOver({ target, bodies }: Way): Promise<number[]> {
  const requests = bodies.map((body) => ({
    method: 'POST',
    path: target.paths.recall,
    headers: { 'Content-Type': 'application/json', ...target.headers },
    body,
  }));
  const heap: number[] = [];
  const setupClient = (client: { setRequests(each: typeof requests): void }) => client.setRequests(requests);
  for (let sample = 0; sample < SAMPLES; sample++) {
    const result = await autocannon({ url: target.url, connections, amount: calls / SAMPLES, setupClient });
    if (result.non2xx > 0) throw new Error(`${result.non2xx} calls failed`);
    // A machine that others use may stop for longer than the time-out of the load generator.
    if (result.errors > 0) console.error(`${result.errors} calls had no answer within 10 s`);
    heap.push(await target.probe.liveHeapMegabytes());
  }
  return heap;
}

function report(ways: readonly Way[], results: readonly PhaseResult[][]): number[] {
  const phases = results.map(summarize);
  const rows = phases.map(({ rate, p50, p95, p99, cpu, failures }, at) => {
    const times = [p50, p95, p99].map((time) => time.toFixed(1));
    const above = cpu - (phases[0]?.cpu ?? 0);
    return [
      ways[at]?.name ?? '',
      rate.toFixed(0),
      ...times,
      cpu.toFixed(2),
      above.toFixed(2),
      String(failures),
    ];
  });
  const head = ['recall', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU ms', 'above HTTP', 'failed'];
  console.log(textTable(head, rows));
  return phases.slice(1).map(({ cpu }) => cpu - (phases[0]?.cpu ?? 0));
}

export async function main(cleanup: Cleanup): Promise<number> {
  const loadBefore = loadavg()[0] ?? 0;
  const server = options.databaseUrl ?? (await startTemporaryPostgres(cleanup));
  const ways = await prepare(server, cleanup);
  console.log(`${loadHead(await serverVersion(server), loadBefore)}\n`);
  const above = report(ways, await measure(ways));
  const failed = above.some((ms) => ms > MOST_ABOVE_MS);
  console.log(`\nCPU above HTTP: at most ${MOST_ABOVE_MS} ms wanted, ${failed ? 'missed' : 'met'}`);
  let isGrown = false;
  for (const way of calls > 0 ? ways.slice(1) : []) {
    const heap = await heapOver(way);
    const growth = (heap.at(-1) ?? 0) - (heap[1] ?? 0);
    isGrown ||= growth > MOST_GROWTH_MB;
    console.log(
      `${way.name}: live heap after each ${calls / SAMPLES} calls: ${heap.map((mb) => mb.toFixed(1)).join(', ')} MB; ` +
        `growth from the second on ${growth.toFixed(1)} MB, at most ${MOST_GROWTH_MB} wanted`,
    );
  }
  return options.noFail || !(failed || isGrown) ? 0 : 1;
}
