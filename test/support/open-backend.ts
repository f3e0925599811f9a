import { Database } from '../../src/database/database';
import { newTestBackend, type EmbeddedBackend } from './backend';
import { newTestStore, type TestStore } from './database';
import { START } from './memories';

/** The embedded backend on a database of its own. */
export interface OpenBackend {
  store: TestStore;
  database: Database;
  backend: EmbeddedBackend;
  /** Makes a namespace and answers its name. */
  newNamespace(): Promise<string>;
  close(): Promise<void>;
}

export async function openBackend(): Promise<OpenBackend> {
  const store = await newTestStore();
  const database = await Database.open(store.env, (error) => {
    throw error;
  });
  const { backend } = newTestBackend(database, store.env);
  let namespaces = 0;
  return {
    store,
    database,
    backend,
    newNamespace: async () => {
      const name = `space_${namespaces++}`;
      await backend.createNamespace(name, new Date(START));
      return name;
    },
    close: async () => {
      await backend.onModuleDestroy();
      await database.close();
      await store.remove();
    },
  };
}
