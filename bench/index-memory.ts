// What an index of so many memories takes, with nothing else in the process: prints IndexMemory as JSON.
// Started by bench/support/index-memory.ts as `node --expose-gc ... bench/index-memory.ts COUNT DIMENSIONS`, 0 being without vectors.
import { setTimeout as pause } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import type { IndexDocument } from '../src/retrieval/change-feed';
import { MemoryIndex } from '../src/retrieval/memory-index';
import type { SearchFilter } from '../src/retrieval/search-query';
import type { IndexMemory } from './support/index-memory';
import { seededRandom } from './support/random';
import { sentenceMaker } from './support/sentences';

const SEED = 20_261_121;
const WARM_UP = 5_000;
const SESSION_LENGTH = 30;
const SPACE = { id: 1, mean: 0, deviation: 0.1 } as const;
const NO_FILTER: SearchFilter = {
  types: null,
  tags: null,
  sources: null,
  createdAfter: null,
  createdBefore: null,
  status: 'active',
};

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

async function measure(count: number, dimensions: number): Promise<IndexMemory> {
  warmUp();
  const before = await bytesInUse();
  const index = new MemoryIndex('english', dimensions === 0 ? null : { ...SPACE, dimensions });
  const milliseconds = fill(index, documents(SEED, dimensions), count);
  // A search takes room for its sums, which the index keeps.
  index.search({
    text: 'report',
    limit: 1,
    minScore: 0,
    neighbours: 'auto',
    times: [],
    explain: false,
    explainIds: [],
    vector: null,
    filter: NO_FILTER,
  });
  const truth = (await bytesInUse()) - before;
  return { memories: index.size, milliseconds, estimate: index.bytes, truth };
}

void measure(Number(process.argv[2]), Number(process.argv[3])).then((figures) =>
  console.log(JSON.stringify(figures)),
);
