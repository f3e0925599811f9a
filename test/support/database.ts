import type { Env } from '../../src/config/env';
import { Database } from '../../src/database/database';
import { newDatabaseStore, type TestStore } from './database-store';
import { withBackendServer } from './on-prem-store';

export { TEST_SECRET_KEY, type TestStore } from './database-store';

/**
 * Where and how to open a database of one's own. With TEST_BACKEND=on-prem the memories are in a backend server beside
 * it, which is gone with the store.
 */
export async function newTestStore(overrides: Partial<Env> = {}): Promise<TestStore> {
  const store = await newDatabaseStore(overrides);
  if (process.env.TEST_BACKEND !== 'on-prem' || overrides.BACKEND_MODE !== undefined) return store;
  return withBackendServer(store, overrides);
}

export interface TestDatabase {
  db: Database;
  close(): Promise<void>;
}

/** A fresh database without the service around it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const store = await newTestStore();
  const db = await Database.open(store.env, (error) => {
    throw error;
  });
  return {
    db,
    close: async () => {
      await db.close();
      await store.remove();
    },
  };
}
