import type { Memory } from '../../memory';
import { matches, type MemoryFilter } from '../../memory-filter';
import type { MemorySlice, PageCursor } from '../../pages';
import { MAX_DOCUMENTS } from '../protocol/backend-api';

/** A memory of a page before it is fetched; `size` is that of its content in UTF-16 code units. */
export interface PlacedId {
  id: string;
  size: number;
  place: PageCursor;
}

export interface PagePlaces {
  /** Memories that match, on every page together. */
  total: number;
  /** Oldest first. */
  placed: PlacedId[];
  isLast: boolean;
}

/** Code units of the contents that are fetched together. */
const SLICE_SIZE = 131_072;

/** The memories of a page, fetched slice by slice. One that was deleted or changed meanwhile may be missing. */
export async function* slicesOf(
  { placed, isLast }: PagePlaces,
  filter: MemoryFilter,
  fetch: (ids: readonly string[]) => Promise<Memory[]>,
): AsyncIterable<MemorySlice> {
  const last = placed.at(-1);
  for (const some of smallParts(placed)) {
    const found = new Map((await fetch(some.map(({ id }) => id))).map((memory) => [memory.id, memory]));
    const memories = some
      .flatMap(({ id }) => found.get(id) ?? [])
      .filter((memory) => matches(memory, filter));
    const end = some.at(-1);
    yield { memories, next: end === last && isLast ? null : (end?.place ?? null) };
  }
}

function* smallParts(placed: readonly PlacedId[]): Iterable<PlacedId[]> {
  let part: PlacedId[] = [];
  let size = 0;
  for (const each of placed) {
    part.push(each);
    size += each.size;
    if (part.length < MAX_DOCUMENTS && size < SLICE_SIZE) continue;
    yield part;
    part = [];
    size = 0;
  }
  if (part.length > 0) yield part;
}
