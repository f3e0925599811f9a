// How fast an agent is exported over HTTP, with how much memory, and how much slower other agents' recalls are meanwhile:
//   npm run bench -- transfer [--database-url URL] [--memories 1000000] [--clients 4] [--seconds 60] [--no-fail]
// `--seconds`: of recalls before and after the export. Without a URL (or BENCH_DATABASE_URL) it starts a PostgreSQL server of its
// own. Exits with 1 on a missed target.
import { cpus, loadavg } from 'node:os';
import {
  prepareBesideRecalls,
  RECALL_HEADER,
  recallFor,
  recallRow,
  recallUntil,
  type BesideRecalls,
} from './support/beside-recalls';
import type { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { exportAgent, type Exported } from './support/exported-agent';
import { serverVersion } from './support/fresh-database';
import { count, databaseUrl, flag, readOptions } from './support/options';
import { percentiles } from './support/percentiles';
import { MemoryPeak, residentMegabytes } from './support/resident-memory';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

const EXPORTED = 'bench-exported';
const WARM_UP_S = 5;
/** Recalls of other agents may be this many times as slow at p99 during an export. */
const WANTED_RATIO = 1.2;
/** MB by which the memory of the service may grow. */
const WANTED_GROWTH = 100;

const options = readOptions({
  databaseUrl,
  memories: count(1_000_000),
  clients: count(4),
  seconds: count(60),
  noFail: flag,
});
const MEMORIES = options.memories;

async function recallsDuringExport(
  prepared: BesideRecalls,
): Promise<{ exported: Exported; recalls: number[] }> {
  let isOver = false;
  const exporting = exportAgent(prepared.service, EXPORTED).finally(() => (isOver = true));
  const [exported, recalls] = await Promise.all([exporting, recallUntil(prepared, () => isOver)]);
  return { exported, recalls };
}

export async function main(cleanup: Cleanup): Promise<number> {
  const loadBefore = loadavg()[0] ?? 0;
  const server = options.databaseUrl ?? (await startTemporaryPostgres(cleanup));
  const other = { agentId: EXPORTED, memories: MEMORIES, clients: options.clients };
  const prepared = await prepareBesideRecalls(server, other, cleanup);
  await recallFor(prepared, WARM_UP_S);
  const quiet = await recallFor(prepared, options.seconds);
  const { pid } = prepared.service.child;
  const residentBefore = residentMegabytes(pid);
  const peak = new MemoryPeak(pid);
  const { exported, recalls } = await recallsDuringExport(prepared);
  const growth = peak.stop() - residentBefore;
  const after = await recallFor(prepared, options.seconds);
  const ratio = percentiles(recalls).p99 / percentiles([...quiet, ...after]).p99;

  console.log(`\n$ ${commandLine()}`);
  console.log(
    `Node ${process.version}, ${await serverVersion(server)}, ${cpus().length} cores shared by all processes,` +
      ` load average before the start ${loadBefore.toFixed(1)}; ${options.clients} connections\n`,
  );
  const { lines, bytes, firstByteMs, seconds } = exported;
  console.log(
    `${lines} lines (${(bytes / 1e6).toFixed(0)} MB) exported in ${seconds.toFixed(0)} s:` +
      ` ${(lines / seconds).toFixed(0)} lines a second, the first byte after ${firstByteMs.toFixed(0)} ms\n`,
  );
  const phases = [
    recallRow('before', quiet),
    recallRow('during the export', recalls),
    recallRow('after', after),
  ];
  console.log(textTable(RECALL_HEADER, phases));
  console.log(`\np99 during in that before and after: ${ratio.toFixed(2)} (wanted: at most ${WANTED_RATIO})`);
  console.log(
    `resident memory ${residentBefore.toFixed(0)} MB before, at most ${growth.toFixed(0)} MB more during the export` +
      ` (wanted: at most ${WANTED_GROWTH})`,
  );
  return options.noFail || (ratio <= WANTED_RATIO && growth <= WANTED_GROWTH) ? 0 : 1;
}
