// What accountability costs: the same requests on services with and without it, by short turns:
//   npm run bench -- overhead [--of traces | audit | events | quotas] [--embedded] [--database-url URL] [--seconds 4]
//     [--rounds 12] [--connections 1] [--memories 10000] [--no-fail]
// `traces` are recalls with TRACE=off, ids and full; `audit` is remember without and with audit records; `events` is remember
// with no subscriber, a reader of the stream, and a reader and a webhook, which is never done with its queue; `quotas` is
// remember without quotas, with quotas of what is stored, and with one of writes a minute, which no agent reaches. Without
// --embedded or a URL it starts a PostgreSQL server of its own. A ratio is the median of the rounds, each of which compares
// turns that follow each other. Exits with 1 where the p50 of the second service is more than 3 % (traces) or 5 % (audit and
// events) above that of the first.
import { join } from 'node:path';
import type { Cleanup } from './support/cleanup';
import { streamReader, webhookReceiver, type Subscribers } from './support/event-subscribers';
import { createDatabase } from './support/fresh-database';
import type { LoadKind } from './support/load-options';
import { runPhase, type LoadTarget } from './support/load-phase';
import { prepareService } from './support/load-setup';
import { count, databaseUrl, flag, oneOf, readOptions } from './support/options';
import { percentiles } from './support/percentiles';
import { PROBE_FILE } from './support/process-probe';
import { startService } from './support/service-process';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

/** A service to compare; the first of a comparison is the one without. */
interface Variant {
  name: string;
  settings?: Readonly<Record<string, string>>;
  preload?: string;
  /** Who learns of what is written. */
  tells?: readonly ('stream' | 'webhook')[];
}

const COMPARISONS = {
  traces: {
    kind: 'recall',
    wanted: 1.03,
    variants: ['off', 'ids', 'full'].map((mode): Variant => ({
      name: `TRACE=${mode}`,
      settings: { TRACE: mode },
    })),
  },
  audit: {
    kind: 'remember',
    wanted: 1.05,
    variants: [
      { name: 'without', preload: join(__dirname, 'support/preloaded-no-audit.js') },
      { name: 'with audit' },
    ] as Variant[],
  },
  events: {
    kind: 'remember',
    wanted: 1.05,
    variants: [
      { name: 'no subscriber' },
      { name: 'stream', tells: ['stream'] },
      { name: 'stream and webhook', tells: ['stream', 'webhook'] },
    ] as Variant[],
  },
  // Agents without a quota must not pay; what those with one pay has no limit here.
  quotas: {
    kind: 'remember',
    wanted: Infinity,
    variants: [
      { name: 'without' },
      {
        name: 'of what is stored',
        settings: { QUOTA_MAX_MEMORIES: '100000000', QUOTA_MAX_BYTES: '100000000000' },
      },
      { name: 'of writes a minute', settings: { QUOTA_WRITES_PER_MINUTE: '1000000' } },
    ] as Variant[],
  },
} as const;

const OPTIONS = {
  of: oneOf(['traces', 'audit', 'events', 'quotas']),
  embedded: flag,
  databaseUrl,
  seconds: count(4),
  rounds: count(12),
  connections: count(1),
  memories: count(10_000),
  noFail: flag,
};

interface Turn {
  p50: number;
  p99: number;
  /** Milliseconds of processor time a request. */
  cpu: number;
  rate: number;
}

interface Target {
  target: LoadTarget;
  bodies: readonly string[];
  subscribers: readonly Subscribers[];
}

function median(values: readonly number[]): number {
  return percentiles(values).p50;
}

async function turnOf(
  { target, bodies, subscribers }: Target,
  kind: LoadKind,
  load: { connections: number; seconds: number },
): Promise<Turn> {
  for (const each of subscribers) await each.start();
  const result = await runPhase(target, kind, bodies, load);
  for (const each of subscribers) await each.stop();
  if (result.failures > 0) throw new Error(`${result.failures} requests failed`);
  const { p50, p99 } = percentiles(result.latencies);
  return {
    p50,
    p99,
    cpu: (result.cpuSeconds * 1000) / result.requests,
    rate: result.requests / result.duration,
  };
}

/** Each service with the median of its ratios to the first. */
function reportOf(names: readonly string[], turns: readonly (readonly Turn[])[]): string {
  const rows = names.map((name, index) => {
    const each = (of: (turn: Turn) => number, digits: number) =>
      median(turns[index]!.map(of)).toFixed(digits);
    const ratios = [(t: Turn) => t.p50, (t: Turn) => t.p99, (t: Turn) => t.cpu].map((of) =>
      ratioOf(turns, index, of).toFixed(3),
    );
    return [name, each((t) => t.p50, 2), each((t) => t.cpu, 3), each((t) => t.rate, 0), ...ratios];
  });
  const first = names[0]!;
  const head = ['service', 'p50 ms', 'CPU ms a request', 'requests/s'];
  return textTable([...head, `p50 to ${first}`, `p99 to ${first}`, `CPU to ${first}`], rows);
}

function ratioOf(turns: readonly (readonly Turn[])[], index: number, of: (turn: Turn) => number): number {
  return median(turns[index]!.map((turn, round) => of(turn) / of(turns[0]![round]!)));
}

async function prepared(
  { settings, preload, tells = [] }: Variant,
  kind: LoadKind,
  { server, memories }: { server: string | null; memories: number },
  cleanup: Cleanup,
): Promise<Target> {
  const database = server === null ? null : await createDatabase(server, cleanup);
  const files = [PROBE_FILE, ...(preload === undefined ? [] : [preload])];
  const service = await startService(
    { databaseUrl: database, preload: files, settings: { WEBHOOK_PRIVATE_NETWORKS: 'true', ...settings } },
    cleanup,
  );
  const { service: target, bodies } = await prepareService(service, memories);
  const subscribers: Subscribers[] = [];
  for (const each of tells)
    subscribers.push(each === 'stream' ? streamReader(target) : await webhookReceiver(service, cleanup));
  return { target, bodies: bodies[kind], subscribers };
}

export async function main(cleanup: Cleanup): Promise<number> {
  const options = readOptions(OPTIONS);
  const { kind, wanted, variants } = COMPARISONS[options.of ?? 'traces'];
  const server = options.embedded ? null : (options.databaseUrl ?? (await startTemporaryPostgres(cleanup)));
  const targets: Target[] = [];
  for (const variant of variants) {
    targets.push(await prepared(variant, kind, { server, memories: options.memories }, cleanup));
  }
  const turns: Turn[][] = variants.map(() => []);
  // The first round warms up.
  for (let round = 0; round <= options.rounds; round++) {
    // Each service comes at each place as often as the others.
    for (let place = 0; place < targets.length; place++) {
      const index = (round + place) % targets.length;
      const turn = await turnOf(targets[index]!, kind, options);
      if (round > 0) turns[index]!.push(turn);
    }
  }
  console.log(
    reportOf(
      variants.map(({ name }) => name),
      turns,
    ),
  );
  return options.noFail || ratioOf(turns, 1, (turn) => turn.p50) <= wanted ? 0 : 1;
}
