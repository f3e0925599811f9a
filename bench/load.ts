// Load on remember and recall, beside a bare Express handler that runs the same statements:
//   npm run bench:load -- [--database-url URL] [--seconds 30] [--rounds 2] [--no-fail] [--profile remember|recall]
// Without a URL (or BENCH_DATABASE_URL) it starts a PostgreSQL server of its own. Exits with 1 on a missed target.
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runBenchmark, type Cleanup } from './support/cleanup';
import { selfTimes, type CpuProfile } from './support/cpu-profile';
import { createDatabase, serverVersion } from './support/fresh-database';
import { LOAD_KINDS, readLoadOptions, type LoadKind, type LoadOptions } from './support/load-options';
import { runPhase, summarize, type LoadTarget, type PhaseResult } from './support/load-phase';
import { printLoadReport } from './support/load-report';
import { prepareCeiling, prepareService, type LoadBodies } from './support/load-setup';
import { judge, type LoadFigures, type MemoryFigures } from './support/load-targets';
import { MemoryPeak, residentMegabytes } from './support/resident-memory';
import { PROBE_FILE, ServiceProbe, type LoopDelays } from './support/service-probe';
import { startService, type ServiceProcess } from './support/service-process';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

const REST_MS = 30_000;
const PROFILED_FUNCTIONS = 30;

interface Bench {
  options: LoadOptions;
  database: string;
  databaseUrl: string;
  service: ServiceProcess;
  probe: ServiceProbe;
  target: LoadTarget;
  bodies: LoadBodies;
}

async function prepare(options: LoadOptions, cleanup: Cleanup): Promise<Bench> {
  const server = options.databaseUrl ?? (await startTemporaryPostgres(cleanup));
  const databaseUrl = await createDatabase(server, cleanup);
  const service = await startService({ databaseUrl, preload: [PROBE_FILE] }, cleanup);
  const { service: target, bodies } = await prepareService(service, options.memories);
  const probe = new ServiceProbe(service.child);
  return { options, database: await serverVersion(server), databaseUrl, service, probe, target, bodies };
}

async function warmedPhase(
  bench: Bench,
  target: LoadTarget,
  kind: LoadKind,
  beforeMeasuring: () => Promise<void>,
): Promise<PhaseResult> {
  const { connections, seconds } = bench.options;
  const bodies = bench.bodies[kind];
  await runPhase(target, kind, bodies, { connections, seconds: Math.ceil(seconds / 6) });
  await beforeMeasuring();
  const result = await runPhase(target, kind, bodies, { connections, seconds });
  console.error(`${kind}, ${target.name}: ${(result.requests / result.duration).toFixed(0)} requests/s`);
  return result;
}

/** Both kinds of load on both targets by turns, so that what else the machine does hits all of them. */
async function measureRounds(bench: Bench, ceiling: LoadTarget): Promise<Omit<LoadFigures, 'memory'>> {
  const ceilings: Record<LoadKind, PhaseResult[]> = { remember: [], recall: [] };
  const services: Record<LoadKind, PhaseResult[]> = { remember: [], recall: [] };
  const delays: Record<LoadKind, LoopDelays[]> = { remember: [], recall: [] };
  for (let round = 0; round < bench.options.rounds; round++) {
    for (const kind of LOAD_KINDS) {
      ceilings[kind].push(await warmedPhase(bench, ceiling, kind, async () => undefined));
      services[kind].push(await warmedPhase(bench, bench.target, kind, () => bench.probe.resetDelays()));
      delays[kind].push(await bench.probe.readDelays());
    }
  }
  return {
    ceiling: { remember: summarize(ceilings.remember), recall: summarize(ceilings.recall) },
    service: { remember: summarize(services.remember), recall: summarize(services.recall) },
    delays: { remember: worst(delays.remember), recall: worst(delays.recall) },
  };
}

function worst(rounds: readonly LoopDelays[]): LoopDelays {
  const highest = (of: (delays: LoopDelays) => number): number => Math.max(...rounds.map(of));
  return { p50: highest((d) => d.p50), p99: highest((d) => d.p99), max: highest((d) => d.max) };
}

async function measure(bench: Bench, cleanup: Cleanup): Promise<LoadFigures> {
  const { pid } = bench.service.child;
  const ceiling = await prepareCeiling(bench.databaseUrl, cleanup);
  const before = residentMegabytes(pid);
  const watch = new MemoryPeak(pid);
  const figures = await measureRounds(bench, ceiling);
  const peak = watch.stop();
  console.error(`Waiting ${REST_MS / 1000} s for the memory of the service to fall back`);
  await pause(REST_MS);
  const memory: MemoryFigures = { before, peak, after: residentMegabytes(pid) };
  return { ...figures, memory };
}

async function profile(bench: Bench, kind: LoadKind): Promise<number> {
  const file = join(tmpdir(), `memory-bench-${kind}-${process.pid}.cpuprofile`);
  await warmedPhase(bench, bench.target, kind, () => bench.probe.startProfile());
  await bench.probe.stopProfile(file);
  const profile = JSON.parse(await readFile(file, 'utf8')) as CpuProfile;
  const rows = selfTimes(profile, PROFILED_FUNCTIONS).map(({ name, share }) => [
    name,
    `${(share * 100).toFixed(1)} %`,
  ]);
  console.log(`\n${textTable([`self time under ${kind}`, 'share'], rows)}\n\nThe whole profile: ${file}`);
  return 0;
}

async function main(cleanup: Cleanup): Promise<number> {
  const options = readLoadOptions(process.argv.slice(2), process.env);
  const bench = await prepare(options, cleanup);
  if (options.profile !== null) return profile(bench, options.profile);
  const figures = await measure(bench, cleanup);
  const targets = judge(figures);
  printLoadReport(options, bench.database, figures, targets);
  return options.noFail || targets.every((target) => target.isMet) ? 0 : 1;
}

void runBenchmark(main);
