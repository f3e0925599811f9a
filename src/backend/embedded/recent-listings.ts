import { isAtVersion, type NamespaceVersion, type VersionedCursor } from '../../retrieval/change-feed';
import type { Memory } from '../memory';
import type { MemoryFilter } from '../memory-filter';
import { TextCache } from '../../runtime/text-cache';
import { withDates } from './memory-cache';

export interface RecentMemories {
  memories: Memory[];
  total: number;
  /** Up to where the listing includes the writes to its namespace; null where nothing was listed. */
  cursor: VersionedCursor | null;
}

/** Some thousands of listings of ten memories. */
const MAX_BYTES = 8_388_608;

/**
 * The newest memories. A listing that was read is kept, and is valid until something is written to its namespace: the
 * look-up of the session says so for every request (docs/adr/0018), so that a repeated listing needs no statement.
 */
export class RecentListings {
  private readonly kept = new TextCache(MAX_BYTES);

  constructor(
    private readonly read: (
      namespace: string,
      filter: MemoryFilter,
      limit: number,
    ) => Promise<RecentMemories>,
  ) {}

  /** `mark`: of the namespace, made since the request arrived; null where there is none. */
  async find(
    namespace: string,
    filter: MemoryFilter,
    limit: number,
    mark: NamespaceVersion | null,
  ): Promise<RecentMemories> {
    const key = JSON.stringify([namespace, limit, filter]);
    const kept = mark === null ? null : this.kept.find(key);
    if (kept !== null && mark !== null) {
      const known = revived(kept);
      if (known.cursor !== null && isAtVersion(known.cursor, mark, false)) return known;
    }
    const read = await this.read(namespace, filter, limit);
    if (mark !== null && read.cursor !== null) this.kept.keep(key, JSON.stringify(read));
    return read;
  }
}

function revived(text: string): RecentMemories {
  const { memories, ...rest } = JSON.parse(text) as RecentMemories;
  return { ...rest, memories: memories.map(withDates) };
}
