import { Clock } from '../../src/common/clock';
import type { Env } from '../../src/config/env';
import { startBackendServer } from './backend-server';
import type { TestStore } from './database-store';

/** Shows the time of another clock, the system's own to begin with. */
class FollowingClock extends Clock {
  private followed = new Clock();

  override now(): Date {
    return this.followed.now();
  }

  follow(clock: Clock): void {
    this.followed = clock;
  }
}

/** The store with a backend server of its own beside it, which the service is to use. */
export async function withBackendServer(store: TestStore, settings: Partial<Env>): Promise<TestStore> {
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
