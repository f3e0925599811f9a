// How fast the memories of a deleted agent are removed, and how much slower other agents' recalls are meanwhile:
//   npm run bench -- deletion [--database-url URL] [--memories 1000000] [--clients 4] [--seconds 60] [--no-fail]
// Without a URL (or BENCH_DATABASE_URL) it starts a PostgreSQL server of its own. Exits with 1 on a missed target.
import { cpus, loadavg } from 'node:os';
import { prepareBesideRecalls, RECALL_HEADER, recallFor, recallRow } from './support/beside-recalls';
import type { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { countDeleted, deleteAgent } from './support/deleted-agent';
import { serverVersion } from './support/fresh-database';
import { count, databaseUrl, flag, readOptions } from './support/options';
import { percentiles } from './support/percentiles';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

const DELETED = 'bench-deleted';
const WARM_UP_S = 5;
/** Recalls of other agents may be this many times as slow at p99 while an agent is deleted. */
const WANTED_RATIO = 1.2;

const options = readOptions({
  databaseUrl,
  memories: count(1_000_000),
  clients: count(4),
  seconds: count(60),
  noFail: flag,
});
const MEMORIES = options.memories;
const CLIENTS = options.clients;
const SECONDS = options.seconds;

export async function main(cleanup: Cleanup): Promise<number> {
  const loadBefore = loadavg()[0] ?? 0;
  const server = options.databaseUrl ?? (await startTemporaryPostgres(cleanup));
  const other = { agentId: DELETED, memories: MEMORIES, clients: CLIENTS };
  const prepared = await prepareBesideRecalls(server, other, cleanup);
  await recallFor(prepared, WARM_UP_S);
  const quiet = await recallFor(prepared, SECONDS);
  const answeredMs = await deleteAgent(prepared.service, DELETED);
  const during = await recallFor(prepared, SECONDS);
  const left = await countDeleted(prepared.databaseUrl);
  const rate = (MEMORIES - left) / SECONDS;
  const ratio = percentiles(during).p99 / percentiles(quiet).p99;

  console.log(`\n$ ${commandLine()}`);
  console.log(
    `Node ${process.version}, ${await serverVersion(server)}, ${cpus().length} cores shared by all processes,` +
      ` load average before the start ${loadBefore.toFixed(1)}; ${CLIENTS} connections\n`,
  );
  console.log(
    `DELETE answered in ${answeredMs.toFixed(0)} ms. ${MEMORIES - left} of ${MEMORIES} memories removed in` +
      ` ${SECONDS} s of recalls: ${rate.toFixed(0)} a second\n`,
  );
  console.log(
    textTable(RECALL_HEADER, [recallRow('before', quiet), recallRow('during the deletion', during)]),
  );
  console.log(`\np99 during in that before: ${ratio.toFixed(2)} (wanted: at most ${WANTED_RATIO})`);
  return options.noFail || ratio <= WANTED_RATIO ? 0 : 1;
}
