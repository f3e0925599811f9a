import { actAt, aMemory, anEdit } from '../../../test/support/memories';
import { settled, startOf, storeContents, sweepFacts } from '../../../test/support/feed';
import { openBackend } from '../../../test/support/open-backend';
import { useBackend } from '../../../test/support/use-backend';
import { sql } from '../../database/sql';
import type { FeedChanges, FeedCursor } from '../../retrieval/change-feed';
import type { MemoryEdit } from '../memory-edit';
import { DatabaseChangeFeed } from './database-change-feed';

const onServer = process.env.TEST_DATABASE_URL ? it : it.skip;

const opened = useBackend(openBackend);
let feed: DatabaseChangeFeed;

beforeAll(() => {
  feed = new DatabaseChangeFeed(opened.database, { withVectors: false, onNewServer: () => undefined });
});

const store = (contents: readonly string[]) => storeContents(opened.backend, opened.namespace, contents);
const start = () => startOf(feed, opened.namespace);
const sweep = (ms: number) => sweepFacts(opened.backend, opened.namespace, ms);

type Changes = Extract<FeedChanges, { kind: 'changes' }>;

async function changesSince(cursor: FeedCursor): Promise<Changes> {
  const changes = await feed.changes(opened.namespace, cursor, { from: cursor.xmin, limit: 100 });
  if (changes.kind !== 'changes') throw new Error(changes.kind);
  return changes;
}

describe('the change feed', () => {
  const textsAfter = async (change: (id: string) => Promise<unknown>): Promise<(string | null)[]> => {
    const [id = ''] = await store(['alpha']);
    await settled(opened.database);
    const cursor = await start();
    await change(id);
    return (await changesSince(cursor)).changed.map(({ text }) => text);
  };
  const edit = (fields: Partial<MemoryEdit>) => (id: string) =>
    opened.backend.edit(opened.namespace, id, anEdit(fields), actAt(1));

  it.each<[string, (id: string) => Promise<unknown>, string | null]>([
    ['a sweep', () => sweep(10), null],
    ['an expiry', (id) => opened.backend.expire(opened.namespace, id, 'manual', actAt(1)), null],
    ['other tags, which are searched', edit({ tags: ['x'] }), 'alpha'],
    ['another type', edit({ type: 'goal', confidence: 0.1 }), null],
    ['the same content', edit({ content: 'alpha' }), null],
    ['another content', edit({ content: 'bravo' }), 'bravo'],
    ['another title', edit({ title: 'delta' }), 'delta\nalpha'],
    ['a source, which may move its place', edit({ source: 'upload', sourceRef: 'f#1' }), 'alpha'],
  ])('gives after %s of a memory known before its text: %s', async (_, change, text) => {
    expect(await textsAfter(change)).toEqual([text]);
  });

  it('gives the text of a memory that was stored and expired since', async () => {
    const cursor = await start();
    await store(['alpha']);
    await sweep(10);
    expect((await changesSince(cursor)).changed).toMatchObject([{ text: 'alpha', status: 'expired' }]);
  });

  it('does not report a deletion whose memory was stored again', async () => {
    const [kept = '', gone = ''] = await store(['alpha', 'bravo']);
    const cursor = await start();
    for (const id of [kept, gone]) await opened.backend.delete(opened.namespace, id, actAt(1));
    await opened.backend.store(opened.namespace, [aMemory({ id: kept, content: 'delta' })], {
      dedupe: false,
    });
    const { changed, removed } = await changesSince(cursor);
    expect(changed).toMatchObject([{ id: kept, text: 'delta' }]);
    expect(removed).toEqual([gone]);
  });

  onServer('does not report it either where an older transaction stored the memory again', async () => {
    const [id = ''] = await store(['alpha']);
    await settled(opened.database);
    const cursor = await start();
    let deletion = '';
    await opened.database.transaction(async () => {
      await opened.database.query(sql`SELECT pg_current_xact_id()::text AS xid`);
      await opened.database.apart(() => opened.backend.delete(opened.namespace, id, actAt(1)));
      const [tombstone] = await opened.database.query<{ xid: string }>(sql`
        SELECT t.xid::text AS xid FROM memory_tombstones t WHERE t.memory_id = ${id}::uuid`);
      deletion = tombstone?.xid ?? '';
      await opened.backend.store(opened.namespace, [aMemory({ id, content: 'delta' })], { dedupe: false });
    });
    const slices = [
      { from: cursor.xmin, limit: 10 },
      { from: deletion, limit: 10 },
    ];
    const [whole, last] = await Promise.all(
      slices.map((slice) => feed.changes(opened.namespace, cursor, slice)),
    );
    expect(whole).toMatchObject({ changed: [{ id, text: 'delta' }], removed: [] });
    expect(last).toMatchObject({ changed: [], removed: [] });
  });

  it('stays in place with a limit that one transaction exceeds, and goes on with a larger one', async () => {
    const cursor = await start();
    await store(['alpha', 'bravo', 'delta']);
    const [written] = await opened.database.query<{ xid: string }>(sql`
      SELECT m.xid::text AS xid FROM memories m JOIN namespaces n ON n.id = m.namespace_id
      WHERE n.name = ${opened.namespace} LIMIT 1`);
    await settled(opened.database);
    const slice = { from: written?.xid ?? '', limit: 2 };
    expect(await feed.changes(opened.namespace, cursor, slice)).toMatchObject({
      kind: 'changes',
      rest: slice.from,
    });
    expect(await feed.changes(opened.namespace, cursor, { ...slice, limit: 3 })).toMatchObject({
      rest: null,
    });
  });

  it('gives a vector with its text or for itself, and not with a change of anything else', async () => {
    const vectors = new DatabaseChangeFeed(opened.database, {
      withVectors: true,
      onNewServer: () => undefined,
    });
    await opened.database.execute(sql`
      INSERT INTO embedding_models (name, text_prefix, dimensions, similarity_mean, similarity_deviation,
        is_current, is_wanted) VALUES ('m', '', 2, 0, 1, true, false)`);
    const [id = ''] = await store(['alpha']);
    const before = await vectors.start(opened.namespace);
    await opened.database.execute(sql`
      INSERT INTO memory_embeddings (namespace_id, memory_id, model_id, text_hash, vector)
      SELECT m.namespace_id, m.id, e.id, '\\x00', '\\x7f81' FROM memories m, embedding_models e
      WHERE m.id = ${id}::uuid`);
    await settled(opened.database);
    const cursor = await vectors.start(opened.namespace);
    await sweep(10);
    const since = async (from: FeedCursor | null) =>
      vectors.changes(opened.namespace, from!, { from: from!.xmin, limit: 10 });
    const embedded = [{ id, vector: Int8Array.of(127, -127) }];
    expect(await since(before)).toMatchObject({ embedded });
    expect(await since(cursor)).toMatchObject({ changed: [{ id, text: null, vector: null }], embedded: [] });
    const [page] = await vectors.page(cursor!, null, 10);
    expect(page).toMatchObject({ text: 'alpha', status: 'expired', vector: embedded[0]!.vector });
  });

  it('is not misled by rows of a dump of a server that had counted further', async () => {
    await store(['alpha']);
    await opened.database.execute(sql`ALTER TABLE memories DISABLE TRIGGER memories_stamp_xid`);
    await opened.database.execute(sql`
      UPDATE memories m SET xid = '9000000000000', text_xid = '9000000000000' FROM namespaces n
      WHERE n.id = m.namespace_id AND n.name = ${opened.namespace}`);
    await opened.database.execute(sql`ALTER TABLE memories ENABLE TRIGGER memories_stamp_xid`);
    await opened.database.execute(sql`
      UPDATE namespaces n SET pruned_xid = '9000000000000' WHERE n.name = ${opened.namespace}`);
    const cursor = await start();
    expect(await feed.page(cursor, null, 10)).toMatchObject([{ text: 'alpha' }]);
    expect(await changesSince(cursor)).toMatchObject({ changed: [], removed: [], rest: null });
  });
});
