import { namespaceVersionOf, settled, startOf, storeContents, sweepFacts } from '../../../test/support/feed';
import { actAt, anEdit, START } from '../../../test/support/memories';
import { openBackend } from '../../../test/support/open-backend';
import { useBackend } from '../../../test/support/use-backend';
import { sql } from '../../database/sql';
import { type FeedCursor, isAtVersion } from '../../retrieval/change-feed';
import { DatabaseChangeFeed } from './database-change-feed';

const opened = useBackend(openBackend);
let feed: DatabaseChangeFeed;
let id: string;
let cursor: FeedCursor;

beforeAll(() => {
  feed = new DatabaseChangeFeed(opened.database, { withVectors: true, onNewServer: () => undefined });
});

beforeEach(async () => {
  [id = ''] = await storeContents(opened.backend, opened.namespace, ['alpha', 'bravo']);
  await settled(opened.database);
  cursor = await startOf(feed, opened.namespace);
});

async function isHeld(): Promise<boolean> {
  const version = await namespaceVersionOf(opened.database, opened.namespace);
  return version !== null && isAtVersion(cursor, version, true);
}

describe('the version of a namespace', () => {
  it('is held by a cursor while nothing is written there', async () => {
    expect(await isHeld()).toBe(true);
    await storeContents(opened.backend, await opened.newNamespace(), ['alpha']);
    expect(await isHeld()).toBe(true);
  });

  it('is held from the first, where there is no memory yet', async () => {
    opened.namespace = await opened.newNamespace();
    cursor = await startOf(feed, opened.namespace);
    expect(await isHeld()).toBe(true);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['store', () => storeContents(opened.backend, opened.namespace, ['delta'])],
    ['edit', () => opened.backend.edit(opened.namespace, id, anEdit({ content: 'delta' }), actAt(1))],
    ['expiry', () => opened.backend.expire(opened.namespace, id, 'manual', actAt(1))],
    ['deletion', () => opened.backend.delete(opened.namespace, id, actAt(1))],
    ['sweep', () => sweepFacts(opened.backend, opened.namespace, 5)],
  ])('is held no more after a %s, until that was read', async (_, change) => {
    await change();
    expect(await isHeld()).toBe(false);
    await settled(opened.database);
    cursor = await startOf(feed, opened.namespace);
    expect(await isHeld()).toBe(true);
  });

  it('is held no more after a deletion that is forgotten already', async () => {
    await opened.backend.delete(opened.namespace, id, actAt(1));
    await opened.database.execute(sql`
      WITH gone AS (DELETE FROM memory_tombstones t USING namespaces n
        WHERE n.id = t.namespace_id AND n.name = ${opened.namespace} RETURNING t.namespace_id, t.xid)
      UPDATE namespaces n SET pruned_xid = gone.xid FROM gone WHERE n.id = gone.namespace_id`);
    expect(await isHeld()).toBe(false);
  });

  it('no longer matches after the namespace was recreated, and a deleted namespace has none', async () => {
    await opened.backend.dropNamespace(opened.namespace);
    expect(await namespaceVersionOf(opened.database, opened.namespace)).toBeNull();
    await opened.backend.createNamespace(opened.namespace, new Date(START));
    expect(await isHeld()).toBe(false);
  });

  it('is held no more where a model became current, and where it has made a vector', async () => {
    await opened.database.execute(sql`
      INSERT INTO embedding_models (name, text_prefix, dimensions, is_current, is_wanted, similarity_mean,
        similarity_deviation) VALUES ('a model', '', 4, true, false, 0, 1)`);
    expect(await isHeld()).toBe(false);
    await settled(opened.database);
    cursor = await startOf(feed, opened.namespace);
    expect(await isHeld()).toBe(true);
    await opened.database.execute(sql`
      INSERT INTO memory_embeddings (namespace_id, memory_id, model_id, text_hash, vector)
      SELECT n.id, ${id}::uuid, w.id, '\\x00', '\\x01020304'
      FROM namespaces n, embedding_models w WHERE n.name = ${opened.namespace} AND w.is_current`);
    expect(await isHeld()).toBe(false);
  });
});
