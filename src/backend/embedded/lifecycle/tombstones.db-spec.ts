import { actAt } from '../../../../test/support/memories';
import { settled, startOf, storeContents } from '../../../../test/support/feed';
import { openBackend } from '../../../../test/support/open-backend';
import { useBackend } from '../../../../test/support/use-backend';
import { sql } from '../../../database/sql';
import type { FeedCursor } from '../../../retrieval/change-feed';
import { DatabaseChangeFeed } from '../database-change-feed';

const onServer = process.env.TEST_DATABASE_URL ? it : it.skip;

const opened = useBackend(openBackend);
let feed: DatabaseChangeFeed;

beforeAll(() => {
  feed = new DatabaseChangeFeed(opened.database, { withVectors: false, onNewServer: () => undefined });
});

const store = (contents: readonly string[]) => storeContents(opened.backend, opened.namespace, contents);
const start = () => startOf(feed, opened.namespace);

describe('pruning tombstones', () => {
  const pruneNow = () => opened.backend.pruneTombstones(new Date(Date.now() + 60_000));
  const prune = async () => {
    await settled(opened.database);
    return pruneNow();
  };
  const kindSince = async (cursor: FeedCursor) =>
    (await feed.changes(opened.namespace, cursor, { from: cursor.xmin, limit: 100 })).kind;

  it('spares those after its time', async () => {
    const [id = ''] = await store(['alpha']);
    const cursor = await start();
    await opened.backend.delete(opened.namespace, id, actAt(1));
    await opened.backend.pruneTombstones(new Date(Date.now() - 60_000));
    const changes = await feed.changes(opened.namespace, cursor, { from: cursor.xmin, limit: 100 });
    expect(changes).toMatchObject({ removed: [id] });
  });

  it('makes an index that has not read them start over, and no other', async () => {
    const [one = '', other = ''] = await store(['alpha', 'bravo']);
    const unaware = await start();
    await opened.backend.delete(opened.namespace, one, actAt(1));
    await opened.backend.delete(opened.namespace, other, actAt(1));
    await settled(opened.database);
    const aware = await start();
    const elsewhere = opened.namespace;
    opened.namespace = await opened.newNamespace();
    const apart = await start();
    expect(await prune()).toBeGreaterThanOrEqual(2);
    expect(await prune()).toBe(0);
    expect(await kindSince(apart)).toBe('changes');
    opened.namespace = elsewhere;
    expect([await kindSince(unaware), await kindSince(aware)]).toEqual(['rebuild', 'changes']);
  });

  it('goes through more than a slice of them, of several namespaces', async () => {
    await prune();
    const cursors = new Map<string, FeedCursor>();
    for (let n = 0; n < 3; n++) {
      opened.namespace = await opened.newNamespace();
      cursors.set(opened.namespace, await start());
      await opened.database.execute(sql`
        INSERT INTO memory_tombstones (namespace_id, memory_id)
        SELECT n.id, gen_random_uuid() FROM namespaces n, generate_series(1, 4000) WHERE n.name = ${opened.namespace}`);
    }
    expect(await prune()).toBe(12_000);
    for (const [name, cursor] of cursors) {
      opened.namespace = name;
      expect(await kindSince(cursor)).toBe('rebuild');
    }
  });

  onServer('waits for the end of older transactions, so that an index can start meanwhile', async () => {
    await prune();
    const [id = ''] = await store(['alpha']);
    let release = (): void => {};
    let begun = (): void => {};
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const older = opened.database.transaction(async () => {
      await opened.database.query(sql`SELECT pg_current_xact_id()::text AS xid`);
      begun();
      await new Promise<void>((resolve) => (release = resolve));
    });
    await hasBegun;
    await opened.backend.delete(opened.namespace, id, actAt(1));
    expect(await pruneNow()).toBe(0);
    expect(await kindSince(await start())).toBe('changes');
    release();
    await older;
  });
});
