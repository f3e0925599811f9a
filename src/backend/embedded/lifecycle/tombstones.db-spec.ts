import { actAt } from '../../../../test/support/memories';
import { settled, startOf, storeContents } from '../../../../test/support/feed';
import { openBackend, type OpenBackend } from '../../../../test/support/open-backend';
import { sql } from '../../../database/database';
import type { FeedCursor } from '../../../retrieval/change-feed';
import { DatabaseChangeFeed } from '../database-change-feed';

const onServer = process.env.TEST_DATABASE_URL ? it : it.skip;

let opened: OpenBackend;
let feed: DatabaseChangeFeed;
let namespace: string;

beforeAll(async () => {
  opened = await openBackend();
  feed = new DatabaseChangeFeed(opened.database, { withVectors: false, onNewServer: () => undefined });
});

afterAll(() => opened.close());

beforeEach(async () => {
  namespace = await opened.newNamespace();
});

const store = (contents: readonly string[]) => storeContents(opened.backend, namespace, contents);
const start = () => startOf(feed, namespace);

describe('pruning tombstones', () => {
  const pruneNow = () => opened.backend.pruneTombstones(new Date(Date.now() + 60_000));
  const prune = async () => {
    await settled(opened.database);
    return pruneNow();
  };
  const kindSince = async (cursor: FeedCursor) =>
    (await feed.changes(namespace, cursor, { from: cursor.xmin, limit: 100 })).kind;

  it('spares those after its time', async () => {
    const [id = ''] = await store(['alpha']);
    const cursor = await start();
    await opened.backend.delete(namespace, id, actAt(1));
    await opened.backend.pruneTombstones(new Date(Date.now() - 60_000));
    const changes = await feed.changes(namespace, cursor, { from: cursor.xmin, limit: 100 });
    expect(changes).toMatchObject({ removed: [id] });
  });

  it('makes an index that has not read them start over, and no other', async () => {
    const [one = '', other = ''] = await store(['alpha', 'bravo']);
    const unaware = await start();
    await opened.backend.delete(namespace, one, actAt(1));
    await opened.backend.delete(namespace, other, actAt(1));
    await settled(opened.database);
    const aware = await start();
    const elsewhere = namespace;
    namespace = await opened.newNamespace();
    const apart = await start();
    expect(await prune()).toBeGreaterThanOrEqual(2);
    expect(await prune()).toBe(0);
    expect(await kindSince(apart)).toBe('changes');
    namespace = elsewhere;
    expect([await kindSince(unaware), await kindSince(aware)]).toEqual(['rebuild', 'changes']);
  });

  it('goes through more than a slice of them, of several namespaces', async () => {
    await prune();
    const cursors = new Map<string, FeedCursor>();
    for (let n = 0; n < 3; n++) {
      namespace = await opened.newNamespace();
      cursors.set(namespace, await start());
      await opened.database.execute(sql`
        INSERT INTO memory_tombstones (namespace_id, memory_id)
        SELECT n.id, gen_random_uuid() FROM namespaces n, generate_series(1, 4000) WHERE n.name = ${namespace}`);
    }
    expect(await prune()).toBe(12_000);
    for (const [name, cursor] of cursors) {
      namespace = name;
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
    await opened.backend.delete(namespace, id, actAt(1));
    expect(await pruneNow()).toBe(0);
    expect(await kindSince(await start())).toBe('changes');
    release();
    await older;
  });
});
