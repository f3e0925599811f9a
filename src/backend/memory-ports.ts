import type { MemoryLifecycle } from './memory-lifecycle';
import type { MemoryListings } from './memory-listings';
import type { MemorySearch } from './memory-search';
import type { MemoryStore } from './memory-store';

/** The four ports to memories, all of one backend. */
export interface MemoryPorts {
  store: MemoryStore;
  listings: MemoryListings;
  search: MemorySearch;
  lifecycle: MemoryLifecycle;
}
