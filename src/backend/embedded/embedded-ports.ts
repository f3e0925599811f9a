import { AuditTrail } from '../../audit/audit-trail';
import type { Env } from '../../config/env';
import type { PrismaService } from '../../database/prisma.service';
import type { Embedder } from '../../inference/embedder';
import type { Quotas } from '../../quotas/quotas.service';
import { Fingerprints } from '../fingerprints';
import { MemoryCounts } from '../memory-counts.repository';
import type { MemoryPorts } from '../memory-ports.provider';
import { TextChanges } from '../text-changes.repository';
import { COUNTED_MEMORIES } from './counted-memories';
import { NamespaceDeletion } from './deletion/namespace-deletion';
import { EmbeddedErasure } from './embedded-erasure';
import { EmbeddedListings } from './embedded-listings';
import { EmbeddedSearch } from './embedded-search';
import { EmbeddedStore } from './embedded-store';
import type { EmbeddingWorker } from './embeddings/embedding-worker';
import { EmbeddedLifecycle } from './lifecycle/embedded-lifecycle';
import { MemoryDeletion } from './memory-deletion';
import { MEMORY_TEXTS } from './memory-texts';
import { StoredQuotas } from './stored-quotas';

/** Memories in the service's own database, found through an index in memory. */
export function embeddedPorts(
  database: PrismaService,
  env: Env,
  embedder: Embedder,
  embeddings: EmbeddingWorker,
  { trail, quotas }: { trail: AuditTrail; quotas: Quotas },
): MemoryPorts & { lifecycle: EmbeddedLifecycle } {
  const namespaceDeletion = new NamespaceDeletion(database);
  const deletion = new MemoryDeletion(database, new Fingerprints(env), trail);
  const search = new EmbeddedSearch(database, env, embedder, embeddings);
  const texts = new TextChanges(database, MEMORY_TEXTS);
  const stored = new StoredQuotas(database, quotas);
  return {
    store: new EmbeddedStore(
      database,
      { env, trail, quotas: stored },
      { memories: deletion, namespaces: namespaceDeletion },
      search,
      texts,
    ),
    listings: new EmbeddedListings(database),
    search,
    lifecycle: new EmbeddedLifecycle(
      database,
      { deletion, namespaces: namespaceDeletion, trail },
      search.segmentWriter,
    ),
    texts,
    counts: new MemoryCounts(database, COUNTED_MEMORIES),
    erasure: new EmbeddedErasure(database, search),
  };
}
