import type { MemoryCounts } from '../../src/backend/memory-counts.repository';
import type { TextChanges } from '../../src/backend/text-changes.repository';
import type { PrismaService } from '../../src/database/prisma.service';
import { namespacesOf, newTestBackend, type EmbeddedBackend } from './backend';
import { openTestDatabase, type TestStore } from './database';

/** The embedded backend on a database of its own. */
export interface OpenBackend {
  store: TestStore;
  database: PrismaService;
  backend: EmbeddedBackend;
  texts: TextChanges;
  counts: MemoryCounts;
  /** Makes a namespace and answers its name. */
  newNamespace(): Promise<string>;
  close(): Promise<void>;
}

export async function openBackend(): Promise<OpenBackend> {
  const { store, db: database, close } = await openTestDatabase();
  const { backend, ports } = newTestBackend(database, store.env);
  return {
    store,
    database,
    backend,
    texts: ports.texts,
    counts: ports.counts,
    newNamespace: namespacesOf(backend),
    close: async () => {
      await backend.onModuleDestroy();
      await close();
    },
  };
}
