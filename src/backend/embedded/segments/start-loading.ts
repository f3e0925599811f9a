import { PIECE_BYTES } from '../../../retrieval/image-pieces';
import type { SegmentsRepository } from './segments.repository';

/** About 20,000 memories. A smaller index is loaded in well under a tenth of a second when it is asked for. */
const LEAST_CHUNKS = 4;
/** The columns of an index in memory have room for more. */
const ROOM = 1.25;
/** While one is read, another one is unpacked. */
const AT_ONCE = 2;

interface LoadedIndexes {
  /** Bytes that further indexes may take. */
  free: number;
  /** Never rejects. */
  load: (namespace: string) => Promise<void>;
}

/** Loads the large segments of the namespaces, the largest first, as many as fit. Further ones are not begun once the signal aborts. */
export async function loadLarge(
  rows: Pick<SegmentsRepository, 'findLarge'>,
  namespaces: readonly string[],
  { free, load }: LoadedIndexes,
  signal: AbortSignal,
): Promise<void> {
  let left = free;
  const chosen = (await rows.findLarge(namespaces, LEAST_CHUNKS)).filter(({ chunks }) => {
    const bytes = chunks * PIECE_BYTES * ROOM;
    if (bytes > left) return false;
    left -= bytes;
    return true;
  });
  const loadInTurn = async (): Promise<void> => {
    for (let next = chosen.shift(); next !== undefined && !signal.aborted; next = chosen.shift()) {
      await load(next.namespace);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loadInTurn));
}
