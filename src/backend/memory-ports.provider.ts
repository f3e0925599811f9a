import type { InjectionToken, OptionalFactoryDependency, Provider } from '@nestjs/common';
import { MemoryCounts } from './memory-counts.repository';
import { MemoryErasure } from './memory-erasure';
import { MemoryLifecycle } from './memory-lifecycle';
import { MemoryListings } from './memory-listings';
import { MemorySearch } from './memory-search';
import { MemoryStore } from './memory-store';
import { Quotas } from '../quotas/quotas.service';
import { Screening } from '../screening/screening.service';
import { ScreenedStore } from './screened-store.service';
import { TextChanges } from './text-changes.repository';

/** The ports to memories, all of one backend, and what reads their new texts. */
export interface MemoryPorts {
  store: MemoryStore;
  listings: MemoryListings;
  search: MemorySearch;
  lifecycle: MemoryLifecycle;
  texts: TextChanges;
  erasure: MemoryErasure;
  counts: MemoryCounts;
}

const PORTS = Symbol('MemoryPorts');

/** What modules import that need memories. */
export const PORT_TOKENS = [
  MemoryStore,
  MemoryListings,
  MemorySearch,
  MemoryLifecycle,
  TextChanges,
  MemoryErasure,
  MemoryCounts,
];

/** Binds each port to the class of the backend that `open` chooses. */
export function providePorts<Dependencies extends never[]>(
  open: (...dependencies: Dependencies) => MemoryPorts,
  inject: (InjectionToken | OptionalFactoryDependency)[],
): Provider[] {
  return [
    { provide: PORTS, useFactory: open, inject },
    {
      provide: MemoryStore,
      useFactory: ({ store }: MemoryPorts, screening: Screening, quotas: Quotas) =>
        new ScreenedStore(store, screening, quotas),
      inject: [PORTS, Screening, Quotas],
    },
    { provide: MemoryListings, useFactory: ({ listings }: MemoryPorts) => listings, inject: [PORTS] },
    { provide: MemorySearch, useFactory: ({ search }: MemoryPorts) => search, inject: [PORTS] },
    { provide: MemoryLifecycle, useFactory: ({ lifecycle }: MemoryPorts) => lifecycle, inject: [PORTS] },
    { provide: TextChanges, useFactory: ({ texts }: MemoryPorts) => texts, inject: [PORTS] },
    { provide: MemoryCounts, useFactory: ({ counts }: MemoryPorts) => counts, inject: [PORTS] },
    { provide: MemoryErasure, useFactory: ({ erasure }: MemoryPorts) => erasure, inject: [PORTS] },
  ];
}
