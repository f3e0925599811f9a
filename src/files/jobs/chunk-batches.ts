import type { Chunk } from '../chunk';

export interface ChunkBatch {
  /** Of the first chunk in its file. */
  from: number;
  chunks: Chunk[];
}

/** Chunks that one statement stores. */
export const MOST_CHUNKS = 500;
/** UTF-16 units of them, and for how long they are gathered, in ms: so that progress is seen. */
const MOST_TEXT = 2_000_000;
const GATHERED_MS = 2_000;

/** The chunks of a file in batches, without the first ones, `skip` of them, which are stored already. */
export async function* chunkBatches(chunks: AsyncIterable<Chunk>, skip: number): AsyncGenerator<ChunkBatch> {
  let batch: ChunkBatch = { from: skip, chunks: [] };
  let length = 0;
  let since = performance.now();
  let n = 0;
  for await (const chunk of chunks) {
    if (n++ < skip) continue;
    if (batch.chunks.length === 0) since = performance.now();
    batch.chunks.push(chunk);
    length += chunk.text.length;
    const isFull = batch.chunks.length >= MOST_CHUNKS || length >= MOST_TEXT;
    if (!isFull && performance.now() - since < GATHERED_MS) continue;
    yield batch;
    batch = { from: n, chunks: [] };
    length = 0;
  }
  if (batch.chunks.length > 0) yield batch;
}
