// What filters of metadata and scopes add to a search of the recall index, in this process, beside the same searches
// without a filter and with one of tags, which take turns:
//   npm run bench -- filters [--memories 100000] [--queries 200] [--no-fail]
// Exits with 1 where a filter makes the search more than 20 % slower at p50.
import type { IndexDocument } from '../src/retrieval/change-feed';
import { MemoryIndex } from '../src/retrieval/memory-index';
import type { SearchFilter } from '../src/retrieval/search-query';
import { ACTIVE, UNLIMITED } from '../test/support/index-samples';
import { commandLine } from './support/command-line';
import { count, flag, readOptions } from './support/options';
import { percentiles } from './support/percentiles';
import { seededRandom } from './support/random';
import { queryFrom, sentenceMaker } from './support/sentences';
import { textTable } from './support/text-table';

const SEED = 20_261_127;
const PROJECTS = 10;
const USERS = 1_000;
const ROUNDS = 4;
const WANTED_RATIO = 1.2;

const FILTERS: Readonly<Record<string, Partial<SearchFilter>>> = {
  'no filter': {},
  'a tag of a tenth': { tags: ['project-3'] },
  'metadata of a tenth': { metadata: { project: ['3'] } },
  'metadata of half, as five values': { metadata: { project: ['0', '2', '4', '6', '8'] } },
  'two keys of metadata': { metadata: { project: ['3'], open: [true] } },
  'metadata of one memory': { metadata: { message: [4_321] } },
  'one of 1,000 scopes': { scopes: ['user:321'] },
  'a beginning of 111 scopes, or none': { scopes: ['user:3*', null] },
};

function filled(memories: number): MemoryIndex {
  const index = new MemoryIndex('english', null);
  const sentence = sentenceMaker(seededRandom(SEED));
  for (let order = 0; order < memories; order++) {
    index.upsert(documentOf(order, sentence()));
  }
  return index;
}

/** Each has metadata that no other one has. */
function documentOf(order: number, text: string): IndexDocument {
  const project = String(order % PROJECTS);
  return {
    ...UNLIMITED,
    id: `00000000-0000-7000-8000-${String(order).padStart(12, '0')}`,
    order,
    version: 1,
    group: null,
    isThread: false,
    text,
    type: 'fact',
    tags: [`project-${project}`],
    source: 'agent',
    status: 'active',
    createdAt: Date.UTC(2026, 0, 1) + order,
    scope: `user:${Math.floor(order / PROJECTS) % USERS}`,
    metadata: { project, open: order % 4 === 0, message: order },
    vector: null,
  };
}

/** Milliseconds of each search, by filter. */
function measure(index: MemoryIndex, queries: readonly string[]): Map<string, number[]> {
  const times = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round++) {
    // The first round only warms up.
    if (round === 1) times.clear();
    for (const text of queries) timeEach(index, text, times);
  }
  return times;
}

function timeEach(index: MemoryIndex, text: string, times: Map<string, number[]>): void {
  for (const [name, filter] of Object.entries(FILTERS)) {
    const start = performance.now();
    search(index, text, { ...ACTIVE, ...filter });
    times.set(name, [...(times.get(name) ?? []), performance.now() - start]);
  }
}

function search(index: MemoryIndex, text: string, filter: SearchFilter): void {
  index.search({
    ...{ text, times: [], limit: 10, minScore: 0, neighbours: 'auto', filter, vector: null },
    ...{ explain: false, explainIds: [] },
  });
}

export function main(): Promise<number> {
  const options = readOptions({ memories: count(100_000), queries: count(200), 'no-fail': flag });
  const index = filled(options.memories);
  const random = seededRandom(SEED + 1);
  const sentence = sentenceMaker(seededRandom(SEED));
  const queries = Array.from({ length: options.queries }, () => queryFrom(sentence(), random));
  const figures = [...measure(index, queries)].map(([name, each]) => ({ name, ...percentiles(each) }));
  const base = figures[0]?.p50 ?? NaN;
  const rows = figures.map(({ name, p50, p99 }) => [
    name,
    p50.toFixed(2),
    p99.toFixed(2),
    (p50 / base).toFixed(2),
  ]);
  const each = (index.bytes / options.memories).toFixed(0);
  console.log(`${commandLine()}\n\n${options.memories} memories, ${each} bytes of the index each\n`);
  console.log(textTable(['Filter', 'p50 ms', 'p99 ms', 'of no filter'], rows));
  const isSlow = figures.some(({ p50 }) => p50 > WANTED_RATIO * base);
  return Promise.resolve(isSlow && !options['no-fail'] ? 1 : 0);
}
