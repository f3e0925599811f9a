import { isStorable } from '../../../common/text';
import type { Memory } from '../../memory';
import type {
  MemoryFilter,
  MemorySlice,
  PageCursor,
  PageReading,
  Period,
  SearchAnswer,
  SearchRequest,
} from '../../memory-backend';
import { toMemory } from '../document';
import { RemoteNotFound, type BackendApi } from '../protocol/backend-api';
import type { LaterChanges } from './past-memory';
import { slicesOf } from './page-slices';
import { RemoteListings } from './remote-listings';
import { RemoteSearch } from './remote-search';

/** Longer ones no server takes, in bytes. */
const MAX_ID = 256;

/** Everything that is read of the memories in an external backend; nothing of it is kept for the next time. */
export class RemoteReading {
  private readonly listings: RemoteListings;
  private readonly searching: RemoteSearch;
  /** By listing. */
  private readonly counted = new WeakMap<object, Promise<ReadonlyMap<string, number | null>>>();

  constructor(
    private readonly api: BackendApi,
    changes: LaterChanges,
  ) {
    this.listings = new RemoteListings(api, changes);
    this.searching = new RemoteSearch(api);
  }

  async find(namespace: string, id: string): Promise<Memory | null> {
    const memories = await this.findAll(namespace, [id]);
    return memories[0] ?? null;
  }

  async findAll(namespace: string, ids: readonly string[]): Promise<Memory[]> {
    const wanted = new Set(ids.filter(isPossibleId));
    if (wanted.size === 0) return [];
    try {
      const documents = await this.api.getDocuments(namespace, [...wanted]);
      return documents.filter(({ id }) => wanted.delete(id)).map(toMemory);
    } catch (error) {
      if (error instanceof RemoteNotFound) return [];
      throw error;
    }
  }

  /** What the server counts; where it says nothing, its documents are counted. It is asked once for each `listing`. */
  async countMemories(namespaces: readonly string[], listing: object = {}): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    if (namespaces.length === 0) return counts;
    const known = this.counted.get(listing) ?? this.listCounts();
    this.counted.set(listing, known);
    const listed = await known;
    for (const namespace of new Set(namespaces)) {
      counts.set(namespace, listed.get(namespace) ?? (await this.listings.count(namespace)));
    }
    return counts;
  }

  private async listCounts(): Promise<ReadonlyMap<string, number | null>> {
    return new Map((await this.api.listNamespaces()).map(({ name, itemCount }) => [name, itemCount]));
  }

  recent(
    namespace: string,
    filter: MemoryFilter,
    limit: number,
  ): Promise<{ memories: Memory[]; total: number }> {
    return this.listings.recent(namespace, filter, limit);
  }

  asOf(namespace: string, at: Date, filter: MemoryFilter, limit: number): Promise<Memory[]> {
    return this.listings.asOf(namespace, at, filter, limit);
  }

  changedSince(namespace: string, since: Date, filter: MemoryFilter, limit: number): Promise<Memory[]> {
    return this.listings.changedSince(namespace, since, filter, limit);
  }

  touched(namespace: string, period: Period, after: PageCursor | null, limit: number): Promise<MemorySlice> {
    return this.listings.touched(namespace, period, after, limit);
  }

  /** The order is found first, without contents; these are then fetched by ids as they are asked for. */
  async readPage(
    namespace: string,
    filter: MemoryFilter,
    after: PageCursor | null,
    limit: number,
  ): Promise<PageReading> {
    const places = await this.listings.places(namespace, filter, after, limit);
    const fetch = (ids: readonly string[]) => this.findAll(namespace, ids);
    return { total: places.total, slices: slicesOf(places, filter, fetch) };
  }

  /** In the order of the server: oldest first where it lists so. */
  stream(namespace: string, filter: MemoryFilter): AsyncIterable<Memory[]> {
    return this.listings.stream(namespace, filter);
  }

  search(namespace: string, request: SearchRequest): Promise<SearchAnswer> {
    return this.searching.search(namespace, request);
  }
}

/** One that no document can have is not asked for: a server may refuse the whole call for it. */
function isPossibleId(id: string): boolean {
  return id !== '' && isStorable(id) && Buffer.byteLength(id) <= MAX_ID;
}
