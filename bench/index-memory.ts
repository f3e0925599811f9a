// What an index of so many memories takes and how long a search of it does, with nothing else in the process: prints
// IndexMemory as JSON.
//   node --expose-gc -r @swc-node/register bench/index-memory.ts COUNT [DIMENSIONS] [RECALLS]
// 0 dimensions, the default, are without vectors. bench/support/index-memory.ts starts it too.
import { setTimeout as pause } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import type { IndexDocument } from '../src/retrieval/change-feed';
import { MemoryIndex } from '../src/retrieval/memory-index';
import { timesOf } from '../src/retrieval/query-times';
import { ACTIVE, UNLIMITED } from '../test/support/index-samples';
import type { IndexMemory } from './support/index-memory';
import { percentiles } from './support/percentiles';
import { seededRandom } from './support/random';
import { queryFrom, sentenceMaker } from './support/sentences';

const SEED = 20_261_121;
const WARM_UP = 5_000;
const SESSION_LENGTH = 30;
const SPACE = { id: 1, mean: 0, deviation: 0.1 } as const;

function documents(seed: number, dimensions: number): () => IndexDocument {
  const random = seededRandom(seed);
  const sentence = sentenceMaker(random);
  let order = 0;
  return () => {
    order++;
    return {
      id: asRead(uuidv7()),
      order,
      version: 1_000 + Math.floor(order / 100),
      isThread: false,
      group: `sess_${Math.floor(order / SESSION_LENGTH)}`,
      text: asRead(sentence()),
      type: 'fact',
      tags: [],
      source: 'agent',
      status: 'active',
      createdAt: Date.UTC(2026, 0, 1) + order,
      ...UNLIMITED,
      vector: dimensions === 0 ? null : Int8Array.from({ length: dimensions }, () => random() * 255 - 127),
    };
  };
}

/** A text put together from pieces keeps the pieces; one that the driver has read is all one. */
function asRead(text: string): string {
  return Buffer.from(text).toString();
}

/** Milliseconds spent in the index itself. */
function fill(index: MemoryIndex, next: () => IndexDocument, count: number): number {
  let milliseconds = 0;
  for (let done = 0; done < count; done += SESSION_LENGTH) {
    const some = Array.from({ length: Math.min(SESSION_LENGTH, count - done) }, next);
    const start = performance.now();
    for (const document of some) index.upsert(document);
    milliseconds += performance.now() - start;
  }
  return milliseconds;
}

/** Bytes in use after a full collection: objects, and what typed arrays hold outside the heap. */
async function bytesInUse(): Promise<number> {
  if (!global.gc) throw new Error('node --expose-gc is needed');
  for (let run = 0; run < 3; run++) {
    // Lets go of what the functions just left still hold, and of array buffers, which are freed in the background.
    await pause(20);
    global.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Compiles the code and fills what all indexes of a process share, such as known stems. */
function warmUp(): void {
  fill(new MemoryIndex('english', null), documents(SEED + 1, 0), WARM_UP);
}

async function measure(count: number, dimensions: number, recalls: number): Promise<IndexMemory> {
  warmUp();
  const before = await bytesInUse();
  const index = new MemoryIndex('english', dimensions === 0 ? null : { ...SPACE, dimensions });
  const milliseconds = fill(index, documents(SEED, dimensions), count);
  // A search takes room for its sums, which all indexes share.
  search(index, 'report');
  const truth = (await bytesInUse()) - before;
  const recall = percentiles(searchTimes(index, recalls));
  return { memories: index.size, milliseconds, estimate: index.bytes, truth, recall };
}

/** Milliseconds of each search, whose text is a part of a sentence like those of the documents. */
function searchTimes(index: MemoryIndex, count: number): number[] {
  const random = seededRandom(SEED + 2);
  const sentence = sentenceMaker(seededRandom(SEED));
  const texts = Array.from({ length: count }, () => queryFrom(sentence(), random));
  return texts.map((text) => {
    const start = performance.now();
    search(index, text);
    return performance.now() - start;
  });
}

function search(index: MemoryIndex, text: string): void {
  const times = timesOf(text, Date.UTC(2026, 1, 1));
  index.search({
    ...{ text, times, limit: 10, minScore: 0, neighbours: 'auto', filter: ACTIVE, vector: null },
    ...{ explain: false, explainIds: [] },
  });
}

const [count, dimensions = 0, recalls = 0] = process.argv.slice(2).map(Number);
if (count === undefined) throw new Error('COUNT is missing');
void measure(count, dimensions, recalls).then((figures) => console.log(JSON.stringify(figures)));
