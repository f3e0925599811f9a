// How fast the memories of a deleted agent are removed, and how much slower other agents' recalls are meanwhile:
//   npm run bench:deletion -- [--database-url URL] [--memories 1000000] [--clients 4] [--seconds 60] [--no-fail]
// Without a URL (or BENCH_DATABASE_URL) it starts a PostgreSQL server of its own. Exits with 1 on a missed target.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { prepareBesideRecalls, RECALL_HEADER, recallFor, recallRow } from './support/beside-recalls';
import { runBenchmark, type Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { countDeleted, deleteAgent } from './support/deleted-agent';
import { serverVersion } from './support/fresh-database';
import { percentiles } from './support/percentiles';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

const DELETED = 'bench-deleted';
const WARM_UP_S = 5;
/** Recalls of other agents may be this many times as slow at p99 while an agent is deleted. */
const WANTED_RATIO = 1.2;

const { values } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    memories: { type: 'string', default: '1000000' },
    clients: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '60' },
    'no-fail': { type: 'boolean', default: false },
  },
});
const MEMORIES = Number(values.memories);
const CLIENTS = Number(values.clients);
const SECONDS = Number(values.seconds);

async function main(cleanup: Cleanup): Promise<number> {
  const loadBefore = loadavg()[0] ?? 0;
  const server =
    values['database-url'] ?? process.env.BENCH_DATABASE_URL ?? (await startTemporaryPostgres(cleanup));
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
  return values['no-fail'] || ratio <= WANTED_RATIO ? 0 : 1;
}

void runBenchmark(main);
