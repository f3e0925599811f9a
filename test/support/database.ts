import type { Env } from '../../src/config/env';
import { PrismaService } from '../../src/database/prisma.service';
import { newDatabaseStore, type TestStore } from './database-store';
import { Clock } from '../../src/common/clock';
import { startBackendServer } from './backend-server';

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
  store: TestStore;
  db: PrismaService;
  close(): Promise<void>;
}

/** A fresh database without the service around it. */
export async function openTestDatabase(overrides: Partial<Env> = {}): Promise<TestDatabase> {
  const store = await newTestStore(overrides);
  const db = await PrismaService.open(store.env, (error) => {
    throw error;
  });
  return {
    store,
    db,
    close: async () => {
      await db.close();
      await store.remove();
    },
  };
}

/** Shows the time of another clock, the system's own to begin with. */
class FollowingClock extends Clock {
  private followed = new Clock();

  override now(): Date {
    return this.followed.now();
  }

  override writeTime(): Date | null {
    return this.followed.writeTime();
  }

  follow(clock: Clock): void {
    this.followed = clock;
  }
}

/** The store with a backend server of its own beside it, which the service is to use. */
async function withBackendServer(store: TestStore, settings: Partial<Env>): Promise<TestStore> {
  const clock = new FollowingClock();
  const { PORT: _port, DATA_DIR: _folder, DATABASE_URL: _url, ...shared } = settings;
  const server = await startBackendServer({ env: shared, clock });
  return {
    env: Object.assign(store.env, { BACKEND_MODE: 'on-prem', BACKEND_URL: server.url }),
    follow: (followed) => clock.follow(followed),
    remove: async () => {
      await server.close();
      await store.remove();
    },
  };
}
