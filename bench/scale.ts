// How recall grows with what is stored, and what its index takes:
//   npm run bench -- scale [--database-url URL] [--sizes 1000,10000,100000,1000000] [--crowd 1000000]
//     [--crowd-agents 1000] [--recalls 400] [--build 100000] [--chart FILE | --no-chart] [--no-fail]
// Without a URL (or BENCH_DATABASE_URL) it starts a PostgreSQL server of its own. `--crowd 0` and `--build 0`
// leave those phases out. Exits with 1 on a missed target.
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { measureBuilds } from './support/build-phase';
import type { Cleanup } from './support/cleanup';
import { serverVersion } from './support/fresh-database';
import { measureIndexMemory, type IndexMemory } from './support/index-memory';
import { prepareCase, type CaseSize, type ScaleCase } from './support/scale-case';
import { scaleChart } from './support/scale-chart';
import { readScaleOptions, type ScaleOptions } from './support/scale-options';
import { printScaleReport } from './support/scale-report';
import { measureRounds, recallTimesOf } from './support/scale-rounds';
import { judgeScale, type CaseFigures } from './support/scale-targets';
import { startTemporaryPostgres } from './support/temporary-postgres';

/** The agent that has a crowd beside it. */
const IN_THE_CROWD = 10_000;
const DEFAULT_INDEX_MB = 256;
/** Budget a memory: an index that does not fit would be built again for each recall. */
const BUDGET_BYTES = 800;

function sizesOf({ sizes, crowd, crowdAgents }: ScaleOptions): CaseSize[] {
  const plain = sizes.map((memories) => ({ memories, crowd: 0, crowdAgents: 0 }));
  return crowd > 0 ? [...plain, { memories: IN_THE_CROWD, crowd, crowdAgents }] : plain;
}

/** MB for the largest index of the run. */
function indexBudget({ sizes, build }: ScaleOptions): number {
  const largest = Math.max(...sizes, build);
  return Math.max(DEFAULT_INDEX_MB, Math.ceil((largest * BUDGET_BYTES) / 1_048_576));
}

async function measureCases(server: string, options: ScaleOptions, cleanup: Cleanup): Promise<CaseFigures[]> {
  const cases: ScaleCase[] = [];
  for (const size of sizesOf(options)) {
    cases.push(await prepareCase(server, size, indexBudget(options), cleanup));
  }
  const times = await measureRounds(cases, options.recalls);
  return cases.map(({ size, firstRecall, grownBy }, at) => ({
    size,
    firstRecall,
    grownBy,
    ...recallTimesOf(times[at] ?? []),
  }));
}

async function measureIndexes({ sizes }: ScaleOptions): Promise<IndexMemory[]> {
  const indexes: IndexMemory[] = [];
  for (const size of sizes) indexes.push(await measureIndexMemory(size));
  return indexes;
}

export async function main(cleanup: Cleanup): Promise<number> {
  const loadBefore = loadavg()[0] ?? 0;
  const options = readScaleOptions();
  const server = options.databaseUrl ?? (await startTemporaryPostgres(cleanup));
  const indexMemoryMb = indexBudget(options);
  const indexes = await measureIndexes(options);
  const builds = options.build > 0 ? await measureBuilds(server, options.build, indexMemoryMb, cleanup) : [];
  const figures = { indexes, builds, cases: await measureCases(server, options, cleanup) };
  const database = await serverVersion(server);
  printScaleReport({ options, database, indexMemoryMb, loadBefore, figures });
  if (options.chart !== null) await writeFile(options.chart, scaleChart(figures, database));
  return options.noFail || judgeScale(figures).every(({ isMet }) => isMet) ? 0 : 1;
}
