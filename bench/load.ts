// Load on remember and recall one at a time, and on both with listings mixed over many agents, beside bare Express
// handlers that run the same statements. One at a time they come with session tokens and, side by side, with a key:
//   npm run bench -- load [--database-url URL] [--seconds 30] [--rounds 2] [--no-fail] [--only separate|mixed]
//     [--connections 16] [--memories 10000] [--dataset FILE] [--index-mb 768] [--mixed-agents 200]
//     [--mixed-memories 5000] [--mixed-connections 64] [--profile remember|recall|mixed]
// The dataset is that of `npm run bench -- recall`: the memories and queries of the mix are then made of it.
// Without a URL (or BENCH_DATABASE_URL) it starts a PostgreSQL server of its own. Exits with 1 on a missed target.
import { readFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cleanup } from './support/cleanup';
import { selfTimes, type CpuProfile } from './support/cpu-profile';
import { createDatabase, serverVersion } from './support/fresh-database';
import { LOAD_KINDS, readLoadOptions, type LoadKind, type LoadOptions } from './support/load-options';
import { runPhase, summarize, type LoadTarget, type PhaseResult } from './support/load-phase';
import { loadHead, separateReport, targetTable } from './support/load-report';
import { prepareCeiling, prepareService, type LoadBodies } from './support/load-setup';
import { judge, type LoadFigures, type MemoryFigures, type TargetResult } from './support/load-targets';
import { mixedReport } from './support/mixed/mixed-report';
import { closed, measureMixed, nested } from './support/mixed/mixed-run';
import { prepareMixed, startLoadedService, type MixedBench } from './support/mixed/mixed-setup';
import { judgeMixed } from './support/mixed/mixed-targets';
import { PROBE_FILE, type ProcessProbe } from './support/process-probe';
import { MemoryPeak, residentMegabytes } from './support/resident-memory';
import { startService, type ServiceProcess } from './support/service-process';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

const REST_MS = 30_000;
const PROFILED_FUNCTIONS = 30;

interface PartResult {
  report: string;
  targets: readonly TargetResult[];
}

interface Bench {
  options: LoadOptions;
  databaseUrl: string;
  service: ServiceProcess;
  target: LoadTarget;
  keyTarget: LoadTarget;
  bodies: LoadBodies;
}

async function prepare(server: string, options: LoadOptions, cleanup: Cleanup): Promise<Bench> {
  const databaseUrl = await createDatabase(server, cleanup);
  const service = await startService({ databaseUrl, preload: [PROBE_FILE] }, cleanup);
  const { service: target, key: keyTarget, bodies } = await prepareService(service, options.memories);
  return { options, databaseUrl, service, target, keyTarget, bodies };
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

/** Both kinds of load on all targets by turns, so that what else the machine does hits all of them. */
async function measureRounds(bench: Bench, ceiling: LoadTarget): Promise<Omit<LoadFigures, 'memory'>> {
  const newResults = () => ({ remember: [] as PhaseResult[], recall: [] as PhaseResult[] });
  const results = { ceiling: newResults(), service: newResults(), key: newResults() };
  for (let round = 0; round < bench.options.rounds; round++) {
    for (const kind of LOAD_KINDS) {
      for (const target of [ceiling, bench.target, bench.keyTarget]) {
        await warmUp(bench, target, kind);
        results[target.name][kind].push(await measurePhase(bench, target, kind));
      }
    }
  }
  const both = ({ remember, recall }: Record<LoadKind, PhaseResult[]>) => ({
    remember: summarize(remember),
    recall: summarize(recall),
  });
  return { ceiling: both(results.ceiling), service: both(results.service), key: both(results.key) };
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

async function profileSeparate(bench: Bench, kind: LoadKind): Promise<number> {
  // Both, as before a measured phase: what the other load leaves behind belongs to the picture.
  for (const other of LOAD_KINDS) await warmUp(bench, bench.target, other);
  return printProfile(bench.target.probe, kind, () => measurePhase(bench, bench.target, kind));
}

async function profileMixed(bench: MixedBench, cleanup: Cleanup): Promise<number> {
  const service = await startLoadedService(bench, bench.options.indexMb, cleanup);
  await closed(bench, service, 1, Math.ceil(bench.options.seconds / 3));
  return printProfile(service.probe, 'mixed', () => closed(bench, service, 0, bench.options.seconds));
}

async function printProfile(
  probe: ProcessProbe,
  name: string,
  load: () => Promise<unknown>,
): Promise<number> {
  const file = join(tmpdir(), `memory-bench-${name}-${process.pid}.cpuprofile`);
  await probe.startProfile();
  await load();
  await probe.stopProfile(file);
  const profile = JSON.parse(await readFile(file, 'utf8')) as CpuProfile;
  const rows = selfTimes(profile, PROFILED_FUNCTIONS).map(({ name, share }) => [
    name,
    `${(share * 100).toFixed(1)} %`,
  ]);
  console.log(`\n${textTable([`self time under ${name}`, 'share'], rows)}\n\nThe whole profile: ${file}`);
  return 0;
}

/** The kinds of request one at a time. */
async function runSeparate(server: string, options: LoadOptions, cleanup: Cleanup): Promise<PartResult> {
  const own = nested(cleanup);
  const figures = await measure(await prepare(server, options, own), own);
  await own.run();
  return { report: separateReport(options, figures), targets: judge(figures) };
}

async function runMixed(server: string, options: LoadOptions, cleanup: Cleanup): Promise<PartResult> {
  const figures = await measureMixed(await prepareMixed(server, options.mixed, cleanup), cleanup);
  return { report: mixedReport(options.mixed, figures), targets: judgeMixed(figures) };
}

async function profile(server: string, options: LoadOptions, cleanup: Cleanup): Promise<number> {
  if (options.profile === 'mixed') {
    return profileMixed(await prepareMixed(server, options.mixed, cleanup), cleanup);
  }
  return profileSeparate(await prepare(server, options, cleanup), options.profile ?? 'recall');
}

export async function main(cleanup: Cleanup): Promise<number> {
  const loadBefore = loadavg()[0] ?? 0;
  const options = readLoadOptions();
  const server = options.databaseUrl ?? (await startTemporaryPostgres(cleanup));
  if (options.profile !== null) return profile(server, options, cleanup);
  const parts: PartResult[] = [];
  if (options.only !== 'mixed') parts.push(await runSeparate(server, options, cleanup));
  if (options.only !== 'separate') parts.push(await runMixed(server, options, cleanup));
  const targets = parts.flatMap((part) => part.targets);
  const reports = parts.map(({ report }) => report);
  const head = loadHead(await serverVersion(server), loadBefore);
  console.log([head, ...reports, targetTable(targets)].join('\n\n'));
  return options.noFail || targets.every((target) => target.isMet) ? 0 : 1;
}
