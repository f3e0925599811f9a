// How fast a policy expires an agent's memories, and what recall on that agent notices of it, over HTTP:
//   npm run bench -- sweep [--database-url URL] [--memories 1000000] [--share 0.5] [--recalls 2000] [--no-fail]
// Without a URL (or BENCH_DATABASE_URL) it starts a PostgreSQL server of its own. Exits with 1 on a missed target.
import { cpus, loadavg } from 'node:os';
import type { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { serverVersion } from './support/fresh-database';
import { percentiles } from './support/percentiles';
import { prepareSweep } from './support/sweep-case';
import { readSweepOptions } from './support/sweep-options';
import { measureSweep, type Recalls, type SweepFigures } from './support/sweep-run';
import { judgeSweep, type SweepJudgement } from './support/sweep-targets';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

function recallRow(name: string, { times, delays, peakMemory }: Recalls): string[] {
  const { p50, p95, p99 } = percentiles(times);
  const figures = [p50, p95, p99, Math.max(...times), delays.p99].map((figure) => figure.toFixed(1));
  return [name, times.length.toFixed(0), ...figures, peakMemory.toFixed(0)];
}

function print(
  { quiet, during, sweep }: SweepFigures,
  targets: readonly SweepJudgement[],
  database: string,
  loadBefore: number,
): void {
  const header = ['recall of 10', 'recalls', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'event loop p99', 'MB'];
  console.log(`\n$ ${commandLine()}`);
  console.log(
    `Node ${process.version}, ${database}, ${cpus().length} cores shared by client, service and database, load` +
      ` average before the start ${loadBefore.toFixed(1)}; recalls over one connection, one after another\n`,
  );
  console.log(
    `${sweep.scanned} memories judged, ${sweep.expired} expired in ${sweep.seconds.toFixed(1)} s:` +
      ` ${(sweep.scanned / sweep.seconds).toFixed(0)} judged and ${(sweep.expired / sweep.seconds).toFixed(0)}` +
      ' expired a second\n',
  );
  console.log(textTable(header, [recallRow('quiet', quiet), recallRow('during the sweep', during)]));
  const rows = targets.map(({ name, measured, wanted, isMet }) => [
    name,
    measured,
    wanted,
    isMet ? 'yes' : 'NO',
  ]);
  console.log(`\n${textTable(['target', 'measured', 'wanted', 'met'], rows)}`);
}

export async function main(cleanup: Cleanup): Promise<number> {
  const loadBefore = loadavg()[0] ?? 0;
  const options = readSweepOptions();
  const server = options.databaseUrl ?? (await startTemporaryPostgres(cleanup));
  const prepared = await prepareSweep(server, options, cleanup);
  const figures = await measureSweep(prepared, options.recalls);
  const targets = judgeSweep(figures);
  print(figures, targets, await serverVersion(server), loadBefore);
  return options.noFail || targets.every(({ isMet }) => isMet) ? 0 : 1;
}
