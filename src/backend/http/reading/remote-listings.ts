import { matches, matchesFields } from '../../memory-filter';
import type { Memory } from '../../memory';
import type { MemoryFilter, MemorySlice, PageCursor, Period } from '../../memory-backend';
import { toMemory } from '../document';
import type { BackendApi } from '../protocol/backend-api';
import { BestOf } from '../../../common/best-of';
import { asThen, existedAt, hasChangedSince, type LaterChange, type LaterChanges } from './past-memory';
import { comparePlaces, placeOf } from './storage-order';

/** A memory with its place, which is compared often. */
interface Placed {
  memory: Memory;
  place: PageCursor;
}

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

type Order = (one: Placed, other: Placed) => number;

const newestFirst: Order = (one, other) => comparePlaces(other.place, one.place);
const lastUpdatedFirst: Order = (one, other) =>
  other.memory.updatedAt.getTime() - one.memory.updatedAt.getTime() || newestFirst(one, other);

/**
 * The chronological listings of a server that lists in its own order alone: each walks over every page, and keeps no
 * more than it answers. Ties in time are broken by storage order.
 */
export class RemoteListings {
  constructor(
    private readonly api: Pick<BackendApi, 'pages'>,
    private readonly changes: LaterChanges,
  ) {}

  async recent(
    namespace: string,
    filter: MemoryFilter,
    limit: number,
  ): Promise<{ memories: Memory[]; total: number }> {
    const best = new BestOf(limit, newestFirst);
    let total = 0;
    for await (const memories of this.stream(namespace, filter)) {
      total += memories.length;
      offerAll(best, memories);
    }
    return { memories: shown(best), total };
  }

  async changedSince(namespace: string, since: Date, filter: MemoryFilter, limit: number): Promise<Memory[]> {
    const best = new BestOf(limit, lastUpdatedFirst);
    for await (const memories of this.stream(namespace, filter)) {
      offerAll(
        best,
        memories.filter(({ updatedAt }) => updatedAt > since),
      );
    }
    return shown(best);
  }

  /** Histories are asked for once a page, for the memories that changed since the instant. */
  async asOf(namespace: string, at: Date, filter: MemoryFilter, limit: number): Promise<Memory[]> {
    const best = new BestOf(limit, newestFirst);
    for await (const memories of this.slices(namespace)) {
      const past = await this.pastOf(
        namespace,
        memories.filter((memory) => existedAt(memory, at)),
        at,
      );
      offerAll(
        best,
        past.filter((memory) => matchesFields(memory, filter)),
      );
    }
    return shown(best);
  }

  async touched(
    namespace: string,
    period: Period,
    after: PageCursor | null,
    limit: number,
  ): Promise<MemorySlice> {
    const best = new BestOf(limit + 1, newestFirst);
    for await (const memories of this.slices(namespace)) {
      const touched = memories.filter((memory) => memory.status === 'active' && isTouched(memory, period));
      offerAll(best, touched, (place) => after === null || comparePlaces(place, after) < 0);
    }
    return sliceOf(best, limit);
  }

  /** Which memories a page holds, oldest first, with one more where another page follows. */
  async places(
    namespace: string,
    filter: MemoryFilter,
    after: PageCursor | null,
    limit: number,
  ): Promise<PagePlaces> {
    const best = new BestOf<PlacedId>(limit + 1, (one, other) => comparePlaces(one.place, other.place));
    let total = 0;
    for await (const memories of this.stream(namespace, filter)) {
      total += memories.length;
      for (const memory of memories) {
        const place = placeOf(memory);
        if (after !== null && comparePlaces(place, after) <= 0) continue;
        best.offer({ id: memory.id, size: memory.content.length, place });
      }
    }
    const placed = best.sorted();
    return { total, placed: placed.slice(0, limit), isLast: placed.length <= limit };
  }

  /** Every match, in the order of the server. */
  async *stream(namespace: string, filter: MemoryFilter): AsyncIterable<Memory[]> {
    for await (const memories of this.slices(namespace)) {
      const matching = memories.filter((memory) => matches(memory, filter));
      if (matching.length > 0) yield matching;
    }
  }

  async count(namespace: string): Promise<number> {
    let count = 0;
    for await (const documents of this.api.pages(namespace)) count += documents.length;
    return count;
  }

  private async *slices(namespace: string): AsyncIterable<Memory[]> {
    for await (const documents of this.api.pages(namespace)) yield documents.map(toMemory);
  }

  /** Those of the memories that were live, as they were. */
  private async pastOf(namespace: string, memories: readonly Memory[], at: Date): Promise<Memory[]> {
    const changed = memories.filter((memory) => hasChangedSince(memory, at));
    const later =
      changed.length === 0
        ? new Map<string, LaterChange[]>()
        : await this.changes.later(
            namespace,
            changed.map(({ id }) => id),
            at,
          );
    return memories.flatMap((memory) => asThen(memory, later.get(memory.id) ?? [], at) ?? []);
  }
}

function offerAll(
  best: BestOf<Placed>,
  memories: readonly Memory[],
  wanted: (place: PageCursor) => boolean = () => true,
): void {
  for (const memory of memories) {
    const place = placeOf(memory);
    if (wanted(place)) best.offer({ memory, place });
  }
}

function shown(best: BestOf<Placed>): Memory[] {
  return best.sorted().map(({ memory }) => memory);
}

/** Of the best `limit` + 1 the first `limit`, and where the next ones start. */
function sliceOf(best: BestOf<Placed>, limit: number): MemorySlice {
  const placed = best.sorted();
  const first = placed.slice(0, limit);
  const last = first.at(-1);
  return {
    memories: first.map(({ memory }) => memory),
    next: placed.length > limit && last ? last.place : null,
  };
}

function isTouched({ createdAt, updatedAt }: Memory, { start, end }: Period): boolean {
  return [createdAt, updatedAt].some((time) => time >= start && time <= end);
}
