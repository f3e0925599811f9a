import { query } from '../../../test/support/index-samples';
import { storeContents } from '../../../test/support/feed';
import { openBackend } from '../../../test/support/open-backend';
import { useBackend } from '../../../test/support/use-backend';
import { sql } from '../../database/sql';
import { IndexCache } from '../../retrieval/index-cache';
import type { IndexBuilder } from '../../retrieval/index-follower';
import { DatabaseChangeFeed } from './database-change-feed';
import { IndexBuildThread, largeIndexBuilder } from './index-build-thread';

const DIES = 'throw new Error("out of memory")';
const ENDS = 'process.exit(3)';

/** The embedded engine has no second session for a thread. */
const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

const opened = useBackend(openBackend);
let feed: DatabaseChangeFeed;

beforeAll(() => {
  feed = new DatabaseChangeFeed(opened.database, { withVectors: false, onNewServer: () => undefined });
});

/** `code`: what a thread runs instead. */
function thread(code?: string): IndexBuildThread {
  const { env } = opened.store;
  return code === undefined
    ? new IndexBuildThread(env, false)
    : new IndexBuildThread(env, false, code, { eval: true });
}

function cacheWith(builder: IndexBuilder | null): IndexCache {
  return new IndexCache(feed, { maxBytes: 2 ** 26, withVectors: false, builder, large: 2 });
}

async function found(cache: IndexCache, text: string): Promise<string[]> {
  const { hits } = await cache.search(opened.namespace, query(text, { neighbours: 'off' }));
  return hits.map(({ id }) => id).toSorted();
}

it('a large index is built while other requests use the database', async () => {
  const [id] = await storeContents(opened.backend, opened.namespace, ['red sun', 'blue moon']);
  const searching = found(cacheWith(largeIndexBuilder(opened.store.env, false)), 'red');
  let isDone = false;
  const others = (async () => {
    while (!isDone) await opened.database.query(sql`SELECT 1`);
  })();
  expect(await searching.finally(() => (isDone = true))).toEqual([id]);
  await others;
});

onServer('the thread that builds large indexes', () => {
  it('gives the index that would be built here, which follows later changes', async () => {
    const ids = await storeContents(opened.backend, opened.namespace, ['red sun', 'blue moon', 'red cat']);
    const builder = thread();
    const built = await builder.build(opened.namespace);
    expect(built).toMatchObject({ cursor: { language: 'english', space: null } });
    const cache = cacheWith(builder);
    expect(await found(cache, 'red')).toEqual([ids[0], ids[2]].toSorted());
    const [later] = await storeContents(opened.backend, opened.namespace, ['red map']);
    expect(await found(cache, 'red')).toEqual([ids[0], ids[2], later].toSorted());
    const plain = new IndexCache(feed, { maxBytes: 2 ** 26, withVectors: false });
    const here = await plain.search(opened.namespace, query('red sun'));
    expect(await cache.search(opened.namespace, query('red sun'))).toEqual(here);
  });

  it('knows when the namespace is gone', async () => {
    expect(await thread().build('gone')).toBe('gone');
  });

  it.each([DIES, ENDS])('is replaced by the event loop when it dies: %s', async (code) => {
    const ids = await storeContents(opened.backend, opened.namespace, ['red sun', 'blue moon']);
    expect(await thread(code).build(opened.namespace)).toBe('failed');
    expect(await found(cacheWith(thread(code)), 'red')).toEqual([ids[0]]);
  });

  it('is not used for a small index', async () => {
    const [id] = await storeContents(opened.backend, opened.namespace, ['red sun']);
    const builder = thread(DIES);
    const build = jest.spyOn(builder, 'build');
    expect(await found(cacheWith(builder), 'red')).toEqual([id]);
    expect(build).not.toHaveBeenCalled();
  });
});
