// Load on remember and recall, beside a bare Express handler that runs the same statements:
//   npm run bench:load -- [--database-url URL] [--seconds 30] [--rounds 2] [--no-fail] [--profile remember|recall]
// Without a URL (or BENCH_DATABASE_URL) it starts a PostgreSQL server of its own. Exits with 1 on a missed target.
import { readFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
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
import { PROBE_FILE } from './support/process-probe';
import { MemoryPeak, residentMegabytes } from './support/resident-memory';
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
  target: LoadTarget;
  bodies: LoadBodies;
}

async function prepare(options: LoadOptions, cleanup: Cleanup): Promise<Bench> {
  const server = options.databaseUrl ?? (await startTemporaryPostgres(cleanup));
  const databaseUrl = await createDatabase(server, cleanup);
  const service = await startService({ databaseUrl, preload: [PROBE_FILE] }, cleanup);
  const { service: target, bodies } = await prepareService(service, options.memories);
  return { options, database: await serverVersion(server), databaseUrl, service, target, bodies };
}

async function warmUp(bench: Bench, target: LoadTarget, kind: LoadKind): Promise<void> {
  const { connections, seconds } = bench.options;
  await runPhase(target, kind, bench.bodies[kind], { connections, seconds: Math.ceil(seconds / 6) });
}

async function measurePhase(bench: Bench, target: LoadTarget, kind: LoadKind): Promise<PhaseResult> {
  const result = await runPhase(target, kind, bench.bodies[kind], bench.options);
  console.error(`${kind}, ${target.name}: ${(result.requests / result.duration).toFixed(0)} requests/s`);
  return result;
}

/** Both kinds of load on both targets by turns, so that what else the machine does hits all of them. */
async function measureRounds(bench: Bench, ceiling: LoadTarget): Promise<Omit<LoadFigures, 'memory'>> {
  const results = {
    ceiling: { remember: [] as PhaseResult[], recall: [] as PhaseResult[] },
    service: { remember: [] as PhaseResult[], recall: [] as PhaseResult[] },
  };
  for (let round = 0; round < bench.options.rounds; round++) {
    for (const kind of LOAD_KINDS) {
      for (const target of [ceiling, bench.target]) {
        await warmUp(bench, target, kind);
        results[target.name][kind].push(await measurePhase(bench, target, kind));
      }
    }
  }
  const both = ({ remember, recall }: Record<LoadKind, PhaseResult[]>) => ({
    remember: summarize(remember),
    recall: summarize(recall),
  });
  return { ceiling: both(results.ceiling), service: both(results.service) };
}

async function measure(bench: Bench, cleanup: Cleanup): Promise<LoadFigures> {
  const { pid } = bench.service.child;
  const ceiling = await prepareCeiling(bench.databaseUrl, cleanup);
  const before = residentMegabytes(pid);
  const watch = new MemoryPeak(pid);
  cleanup.add(() => void watch.stop());
  const figures = await measureRounds(bench, ceiling);
  const peak = watch.stop();
  console.error(`Waiting ${REST_MS / 1000} s for the memory of the service to fall back`);
  await pause(REST_MS);
  bench.service.child.assertRunning();
  const memory: MemoryFigures = { before, peak, after: residentMegabytes(pid) };
  return { ...figures, memory };
}

async function profile(bench: Bench, kind: LoadKind): Promise<number> {
  const file = join(tmpdir(), `memory-bench-${kind}-${process.pid}.cpuprofile`);
  // Both, as before a measured phase: what the other load leaves behind belongs to the picture.
  for (const other of LOAD_KINDS) await warmUp(bench, bench.target, other);
  await bench.target.probe.startProfile();
  await measurePhase(bench, bench.target, kind);
  await bench.target.probe.stopProfile(file);
  const profile = JSON.parse(await readFile(file, 'utf8')) as CpuProfile;
  const rows = selfTimes(profile, PROFILED_FUNCTIONS).map(({ name, share }) => [
    name,
    `${(share * 100).toFixed(1)} %`,
  ]);
  console.log(`\n${textTable([`self time under ${kind}`, 'share'], rows)}\n\nThe whole profile: ${file}`);
  return 0;
}

async function main(cleanup: Cleanup): Promise<number> {
  const loadBefore = loadavg()[0] ?? 0;
  const options = readLoadOptions(process.argv.slice(2), process.env);
  const bench = await prepare(options, cleanup);
  if (options.profile !== null) return profile(bench, options.profile);
  const figures = await measure(bench, cleanup);
  const targets = judge(figures);
  printLoadReport(options, bench.database, loadBefore, figures, targets);
  return options.noFail || targets.every((target) => target.isMet) ? 0 : 1;
}

void runBenchmark(main);
