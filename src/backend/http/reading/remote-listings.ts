import { BestOf } from '../../../common/best-of';
import { matches, matchesFields, type MemoryFilter } from '../../memory-filter';
import type { Memory } from '../../memory';
import type { CountedSlice, MemorySlice, PageCursor, PageReading, PageRequest } from '../../pages';
import { MemoryListings, type Period } from '../../memory-listings';
import { toMemory } from '../document';
import { type BackendApi, MAX_DOCUMENTS } from '../protocol/backend-api';
import { slicesOf } from '../protocol/slices';
import { findMemories } from '../writing/documents';
import { asThen, hasChangedSince, type LaterChange } from './past-memory';
import type { RemoteChangesRepository } from '../writing/remote-changes.repository';
import { comparePlaces, placeOf } from './storage-order';

interface Placed {
  memory: Memory;
  place: PageCursor;
}

type Order = (one: Placed, other: Placed) => number;

const NO_CHANGES: ReadonlyMap<string, LaterChange[]> = new Map();

const newestFirst: Order = (one, other) => comparePlaces(other.place, one.place);
const lastUpdatedFirst: Order = (one, other) =>
  other.memory.updatedAt.getTime() - one.memory.updatedAt.getTime() || newestFirst(one, other);

/** Listings in order of time. A server lists in its own order, so each listing reads every page. */
export class RemoteListings extends MemoryListings {
  /** By listing. */
  private readonly counted = new WeakMap<object, Promise<ReadonlyMap<string, number | null>>>();

  constructor(
    private readonly api: Pick<BackendApi, 'pages' | 'getDocuments' | 'listNamespaces'>,
    private readonly changes: Pick<RemoteChangesRepository, 'later'>,
  ) {
    super();
  }

  /** Any key is possible: others name their own documents. */
  knowsCursor({ createdAt, key }: PageCursor): boolean {
    return Number.isSafeInteger(createdAt) && key !== '';
  }

  /** The counts of the server, read once per `listing`; without them the documents are counted. */
  async countMemories(namespaces: readonly string[], listing: object = {}): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    if (namespaces.length === 0) return counts;
    const known = this.counted.get(listing) ?? this.listCounts();
    this.counted.set(listing, known);
    const listed = await known;
    for (const namespace of new Set(namespaces)) {
      counts.set(namespace, listed.get(namespace) ?? (await this.count(namespace)));
    }
    return counts;
  }

  async recent(
    namespace: string,
    filter: MemoryFilter,
    limit: number,
  ): Promise<{ memories: Memory[]; total: number }> {
    const { memories, total } = await this.newestPage(namespace, filter, { after: null, limit });
    return { memories, total };
  }

  async newestPage(
    namespace: string,
    filter: MemoryFilter,
    { after, limit }: PageRequest,
  ): Promise<CountedSlice> {
    const best = new BestOf(limit + 1, newestFirst);
    let total = 0;
    for await (const memories of this.stream(namespace, filter)) {
      total += memories.length;
      offerAll(best, memories, after);
    }
    return { ...sliceOf(best, limit), total };
  }

  async changedSince(namespace: string, since: Date, filter: MemoryFilter, limit: number): Promise<Memory[]> {
    const best = new BestOf(limit, lastUpdatedFirst);
    for await (const memories of this.stream(namespace, filter)) {
      const changed = memories.filter(({ updatedAt }) => updatedAt > since);
      for (const memory of changed) best.offer({ memory, place: placeOf(memory) });
    }
    return best.sorted().map(({ memory }) => memory);
  }

  /** Reads histories once per page of the server, for memories that changed since the instant. */
  async asOf(
    namespace: string,
    at: Date,
    filter: MemoryFilter,
    { after, limit }: PageRequest,
  ): Promise<MemorySlice> {
    const best = new BestOf(limit + 1, newestFirst);
    for await (const memories of this.slices(namespace)) {
      const past = await this.pastOf(namespace, memories, at);
      const matching = past.filter((memory) => matchesFields(memory, filter));
      offerAll(best, matching, after);
    }
    return sliceOf(best, limit);
  }

  async touched(namespace: string, period: Period, { after, limit }: PageRequest): Promise<MemorySlice> {
    const best = new BestOf(limit + 1, newestFirst);
    for await (const memories of this.slices(namespace)) {
      const touched = memories.filter((memory) => memory.status === 'active' && isTouched(memory, period));
      offerAll(best, touched, after);
    }
    return sliceOf(best, limit);
  }

  /** Finds the order first, without contents; these are then fetched by ids as they are asked for. */
  async readPage(namespace: string, filter: MemoryFilter, page: PageRequest): Promise<PageReading> {
    const places = await this.places(namespace, filter, page);
    const fetch = (ids: readonly string[]) => findMemories(this.api, namespace, ids);
    return { total: places.total, slices: fetchSlices(places, filter, fetch) };
  }

  /** The memories of a page, oldest first. */
  private async places(
    namespace: string,
    filter: MemoryFilter,
    { after, limit }: PageRequest,
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

  /** Other servers have no index of keys. */
  newestOfKeys(): Promise<[]> {
    return Promise.resolve([]);
  }

  private async listCounts(): Promise<ReadonlyMap<string, number | null>> {
    return new Map((await this.api.listNamespaces()).map(({ name, itemCount }) => [name, itemCount]));
  }

  private async count(namespace: string): Promise<number> {
    let count = 0;
    for await (const documents of this.api.pages(namespace)) count += documents.length;
    return count;
  }

  private async *slices(namespace: string): AsyncIterable<Memory[]> {
    for await (const documents of this.api.pages(namespace)) yield documents.map(toMemory);
  }

  /** Those that existed and were live at the instant, as they were. */
  private async pastOf(namespace: string, memories: readonly Memory[], at: Date): Promise<Memory[]> {
    const changed = memories.filter((memory) => hasChangedSince(memory, at)).map(({ id }) => id);
    const later = changed.length === 0 ? NO_CHANGES : await this.changes.later(namespace, changed, at);
    return memories.flatMap((memory) => asThen(memory, later.get(memory.id) ?? [], at) ?? []);
  }
}

/** Offers the memories that come after the last one of the page before, newest first. */
function offerAll(best: BestOf<Placed>, memories: readonly Memory[], after: PageCursor | null): void {
  for (const memory of memories) {
    const place = placeOf(memory);
    if (after === null || comparePlaces(place, after) < 0) best.offer({ memory, place });
  }
}

/** The first `limit` of the best `limit` + 1, and the position of the next page. */
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

/** A memory before it is fetched; `size`: UTF-16 code units of its content. */
interface PlacedId {
  id: string;
  size: number;
  place: PageCursor;
}

interface PagePlaces {
  /** Matching memories on all pages. */
  total: number;
  /** Oldest first. */
  placed: PlacedId[];
  isLast: boolean;
}

/** Code units of contents per fetch. */
const SLICE_SIZE = 131_072;

/** Fetches the memories of a page in slices; memories that were deleted or changed meanwhile may be missing. */
async function* fetchSlices(
  { placed, isLast }: PagePlaces,
  filter: MemoryFilter,
  fetch: (ids: readonly string[]) => Promise<Memory[]>,
): AsyncIterable<MemorySlice> {
  const last = placed.at(-1);
  for (const some of slicesOf(placed, MAX_DOCUMENTS, SLICE_SIZE, ({ size }) => size)) {
    const found = new Map((await fetch(some.map(({ id }) => id))).map((memory) => [memory.id, memory]));
    const memories = some
      .flatMap(({ id }) => found.get(id) ?? [])
      .filter((memory) => matches(memory, filter));
    const end = some.at(-1);
    yield { memories, next: end === last && isLast ? null : (end?.place ?? null) };
  }
}
