// The vector arm of recall by itself, in this process: how long it takes, beside comparing all vectors exactly,
// and how many of the ten nearest it finds; and what an index with vectors takes in memory:
//   npm run bench -- vectors [--memories 100000] [--dimensions 384]
import { compileFilter } from '../src/retrieval/document-filter';
import { DocumentTable } from '../src/retrieval/document-table';
import { quantize } from '../src/retrieval/vectors';
import { QueryDirection, vectorCandidates } from '../src/retrieval/vector-scores';
import { clusteredVectors, nearestByContrast, type ClusterShape } from '../test/support/vector-samples';
import { UNLIMITED } from '../test/support/index-samples';
import { VectorTable } from '../src/retrieval/vector-table';
import { commandLine } from './support/command-line';
import { measureIndexMemory } from './support/index-memory';
import { count, readOptions } from './support/options';
import { percentiles } from './support/percentiles';
import { textTable } from './support/text-table';

const SEED = 20_261_121;
const QUERIES = 50;
const ROUNDS = 4;
const WANTED = 10;
const CANDIDATES = 300;
const NO_FILTER = { types: null, tags: null, sources: null, createdAfter: null, createdBefore: null };
const FIELDS = {
  version: 1,
  group: null,
  isThread: false,
  text: '',
  type: 'fact',
  tags: [],
  source: 'agent',
  ...UNLIMITED,
} as const;

interface Filled {
  table: DocumentTable;
  originals: Float32Array[];
  queries: QueryDirection[];
  queryVectors: Float32Array[];
}

function fill(shape: ClusterShape, memories: number): Filled {
  const next = clusteredVectors(shape, SEED);
  const table = new DocumentTable();
  const vectors = new VectorTable(shape.dimensions);
  const originals = Array.from({ length: memories }, next);
  originals.forEach((vector, order) => {
    const document = { ...FIELDS, id: `m${order}`, order, status: 'active', createdAt: order } as const;
    vectors.put(table.add({ ...document, vector: null }, 1), quantize(vector));
  });
  const queryVectors = Array.from({ length: QUERIES }, next);
  const space = { id: 1, dimensions: shape.dimensions, mean: 0, deviation: 0.1 };
  const queries = queryVectors.map((vector) => new QueryDirection(vector, vectors, space));
  return { table, originals, queries, queryVectors };
}

/** Milliseconds a query, after a first round that only warms up. */
function time(queries: readonly QueryDirection[], work: (query: QueryDirection) => void): number[] {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const query of queries) {
      const start = performance.now();
      work(query);
      if (round > 0) times.push(performance.now() - start);
    }
  }
  return times;
}

function found({ table, originals, queries, queryVectors }: Filled): number {
  const passes = compileFilter({ ...NO_FILTER, status: 'active' }, table);
  let hits = 0;
  queries.forEach((query, at) => {
    const exact = new Set(nearestByContrast(originals, queryVectors[at]!, WANTED));
    const best = vectorCandidates(query, table, CANDIDATES, passes).slice(0, WANTED);
    // Ordinals are given out in the order of the originals.
    hits += best.filter((ordinal) => exact.has(ordinal)).length;
  });
  return hits / (WANTED * queries.length);
}

function measure(shape: ClusterShape, memories: number): string[] {
  const filled = fill(shape, memories);
  const { table, queries } = filled;
  const passes = compileFilter({ ...NO_FILTER, status: 'active' }, table);
  const arm = percentiles(time(queries, (query) => void vectorCandidates(query, table, CANDIDATES, passes)));
  const all = percentiles(time(queries.slice(0, 10), scanAll));
  const { clusters, noise, offset } = shape;
  const share = found(filled).toFixed(3);
  return [
    `${clusters} clusters, noise ${noise}, offset ${offset}`,
    arm.p50.toFixed(1),
    arm.p99.toFixed(1),
    all.p50.toFixed(1),
    share,
  ];
}

function scanAll(query: QueryDirection): number {
  let best = -1;
  for (let slot = 0; slot < query.vectors.size; slot++) best = Math.max(best, query.contrastAt(slot));
  return best;
}

export async function main(): Promise<number> {
  const options = readOptions({ memories: count(100_000), dimensions: count(384) });
  const { memories, dimensions } = options;
  const shapes = [
    { clusters: 1000, noise: 1, offset: 0 },
    { clusters: 1000, noise: 1, offset: 1.5 },
    { clusters: 100, noise: 1, offset: 1.5 },
  ];
  console.log(`${commandLine()}\n\n${memories} memories, ${dimensions} dimensions\n`);
  const header = ['Vectors', 'p50 ms', 'p99 ms', 'all exactly, p50 ms', `of the ${WANTED} nearest`];
  console.log(
    textTable(
      header,
      shapes.map((shape) => measure({ dimensions, ...shape }, memories)),
    ),
  );
  const memory = await measureIndexMemory(memories, dimensions);
  const each = (bytes: number): string => (bytes / memory.memories).toFixed(0);
  console.log(
    `\nIndex: ${each(memory.estimate)} bytes a memory by its own account, ${each(memory.truth)} in truth.`,
  );
  return 0;
}
