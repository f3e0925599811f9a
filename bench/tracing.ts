// What the spans of a request with four statements cost, in microseconds of this process: without a collector, and with
// one that is in the process too and throws away what it gets:
//   npm run bench -- tracing
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { traced, traceWith, type SpanStart } from '../src/common/tracing';
import { tracedStatement } from '../src/database/statement-span';
import { collectorTracing } from '../src/observability/tracing/collector-tracing';

const ROUNDS = 50_000;
const STATEMENTS = 4;
const TEXT = 'SELECT m.id, m.title FROM memories m WHERE m.namespace_id = $1 AND m.id = ANY($2)';
const REQUEST: SpanStart = {
  name: 'POST',
  kind: 'server',
  facts: { 'http.request.method': 'POST', 'url.scheme': 'http' },
  headers: {},
};
const OUTCOME = {
  'http.response.status_code': 200,
  'http.route': '/api/v2/agents/:agent_id/recall',
  'request.id': '71a6edb1-59d4-475c-8e30-efb4f8749bfa',
  'agent.id': 'agent',
};

function request(): Promise<void> {
  return traced(
    () => REQUEST,
    async (span) => {
      for (let i = 0; i < STATEMENTS; i++) await tracedStatement({ text: TEXT }, () => Promise.resolve());
      span?.tell(OUTCOME);
    },
  );
}

/** Microseconds of processor time a request. */
async function cost(): Promise<number> {
  const begun = process.cpuUsage();
  for (let i = 0; i < ROUNDS; i++) {
    await request();
    // Lets batches be sent, as the waiting of real requests does.
    if (i % 100 === 0) await turn();
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / ROUNDS;
}

async function startCollector(): Promise<Server> {
  const server = createServer((incoming, response) => {
    incoming.resume().once('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

export async function main(): Promise<number> {
  await cost();
  console.log(`without a collector: ${(await cost()).toFixed(1)} µs`);
  const collector = await startCollector();
  const { port } = collector.address() as AddressInfo;
  const tracing = collectorTracing(`http://127.0.0.1:${port}`, 'bench', console);
  traceWith(tracing);
  await cost();
  console.log(`with a collector: ${(await cost()).toFixed(1)} µs`);
  await tracing.stop();
  collector.close();
  return 0;
}
