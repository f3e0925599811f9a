import { newDatabaseStore, TEST_SECRET_KEY, type TestStore } from './support/database-store';
import { buildService, spawnService } from './support/service-process';

/** What the command does on a Citus coordinator is in test/distributed. */
describe('the command that distributes tables', () => {
  let store: TestStore;

  beforeAll(async () => {
    buildService();
    store = await newDatabaseStore();
  });
  afterAll(() => store.remove());

  const run = async (settings: object, ...args: string[]) => {
    const env = { SERVICE_SECRET_KEY: TEST_SECRET_KEY, ...settings };
    const command = spawnService(env, {}, 'database-run', args);
    return { code: await command.ended, printed: command.printed() };
  };

  it('is refused by a database without the extension', async () => {
    const reason =
      store.env.DATABASE_URL === null
        ? 'The embedded database has one server: set DATABASE_URL to a Citus coordinator'
        : 'The database lacks the extension Citus, which spreads tables over servers';
    for (const options of [['--dry-run'], []]) {
      const { code, printed } = await run(store.env, 'distribute', ...options);
      expect(code).toBe(1);
      expect(printed).toMatch(`The database was not changed: ${reason}`);
    }
  });

  it.each([[[]], [['spread']], [['distribute', '--now']]])('shows how it is called for %j', async (args) => {
    const { code, printed } = await run(store.env, ...args);
    expect(code).toBe(1);
    expect(printed).toBe('The database was not changed: Usage: npm run database -- distribute [--dry-run]\n');
  });
});
