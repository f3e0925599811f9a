import { BestOf } from '../../../common/best-of';
import { matches, matchesFields, type MemoryFilter } from '../../memory-filter';
import type { StoredUse } from '../../../quotas/quota';
import type { Memory } from '../../memory';
import type { CountedSlice, MemorySlice, PageCursor, PageReading, PageRequest } from '../../pages';
import { MemoryListings, type Period } from '../../memory-listings';
import { toMemory } from '../../document';
import { type BackendApi, MAX_DOCUMENTS } from '../protocol/backend-api';
import { slicesOf } from '../protocol/slices';
import type { DocumentIndex } from './document-index';
import type { IndexedDocument, IndexedSlice } from './indexed-documents.repository';
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

/**
 * Listings in order of time. The index says which documents they show, and the backend what these say now. A server lists
 * in its own order, so the listings that need every document read every page: those of the past, and streams.
 */
export class RemoteListings extends MemoryListings {
  /** By listing. */
  private readonly counted = new WeakMap<object, Promise<ReadonlyMap<string, number | null>>>();

  constructor(
    private readonly api: Pick<BackendApi, 'pages' | 'listNamespaces'>,
    private readonly changes: Pick<RemoteChangesRepository, 'later'>,
    private readonly index: DocumentIndex,
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

  async use(namespace: string): Promise<StoredUse> {
    await this.index.follow(namespace);
    return this.index.rows.use(namespace);
  }

  async recent(
    namespace: string,
    filter: MemoryFilter,
    limit: number,
  ): Promise<{ memories: Memory[]; total: number }> {
    const { memories, total } = await this.newestPage(namespace, filter, { after: null, limit });
    return { memories, total };
  }

  async newestPage(namespace: string, filter: MemoryFilter, page: PageRequest): Promise<CountedSlice> {
    const { memories, total, ...slice } = await this.index.read(namespace, async () => {
      const [found, total] = await Promise.all([
        this.index.rows.newest(namespace, filter, page),
        this.index.rows.count(namespace, filter),
      ]);
      return { ...found, total };
    });
    return { memories: memories.filter((memory) => matches(memory, filter)), total, next: nextOf(slice) };
  }

  async changedSince(namespace: string, since: Date, filter: MemoryFilter, limit: number): Promise<Memory[]> {
    const { memories } = await this.index.read(namespace, () =>
      this.index.rows.changed(namespace, since, filter, limit),
    );
    return memories.filter((memory) => memory.updatedAt > since && matches(memory, filter));
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

  async touched(namespace: string, period: Period, page: PageRequest): Promise<MemorySlice> {
    const { memories, ...slice } = await this.index.read(namespace, () =>
      this.index.rows.touched(namespace, period, page),
    );
    const isListed = (memory: Memory) => memory.status === 'active' && isTouched(memory, period);
    return { memories: memories.filter(isListed), next: nextOf(slice) };
  }

  /** Finds the order first, without contents; these are then fetched by ids as they are asked for. */
  async readPage(namespace: string, filter: MemoryFilter, page: PageRequest): Promise<PageReading> {
    await this.index.follow(namespace);
    const [found, total] = await Promise.all([
      this.index.rows.oldest(namespace, filter, page),
      this.index.rows.count(namespace, filter),
    ]);
    return { total, slices: this.fetchSlices(namespace, filter, found) };
  }

  /** Memories that were deleted or changed meanwhile may be missing. */
  private async *fetchSlices(
    namespace: string,
    filter: MemoryFilter,
    found: IndexedSlice,
  ): AsyncIterable<MemorySlice> {
    const slices = slicesOf(found.rows, MAX_DOCUMENTS, SLICE_SIZE, ({ size }) => size);
    for (const [at, rows] of slices.entries()) {
      const memories = await this.index.fetch(namespace, rows);
      yield {
        memories: rows
          .flatMap(({ id }) => memories.get(id) ?? [])
          .filter((memory) => matches(memory, filter)),
        next: nextOf({ rows, isLast: found.isLast && at === slices.length - 1 }),
      };
    }
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

  /** The memories that existed and were live at the instant, as they were then. */
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

/** Where the next slice starts; null after the last row. */
function nextOf({ rows, isLast }: { rows: readonly IndexedDocument[]; isLast: boolean }): PageCursor | null {
  return isLast ? null : (rows.at(-1)?.place ?? null);
}

/** Code units of contents per fetch. */
const SLICE_SIZE = 131_072;
