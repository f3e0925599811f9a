import { eventually } from '../../../../test/support/eventually';
import { EAGER, SegmentBench, startsAfter } from '../../../../test/support/segment-bench';
import { sql, type Sql } from '../../../database/sql';
import { indexCounts } from '../../../retrieval/index-counts';
import { SegmentSeal } from './segment-seal';

const bench = SegmentBench.ofFile();
const WRITES_NONE = { ...EAGER, leastDocuments: Infinity };

const execute = (statement: Sql) => bench.database.execute(statement);

/** Puts a segment in the place of that of another agent, under the name of the transaction that does so. */
async function swapIn(from: string, into: string): Promise<void> {
  await execute(sql`DELETE FROM recall_segment_chunks WHERE namespace_id = ${into}::bigint`);
  await execute(sql`
    INSERT INTO recall_segment_chunks (namespace_id, segment_id, number, data)
    SELECT ${into}::bigint, segment_id, number, data FROM recall_segment_chunks WHERE namespace_id = ${from}::bigint`);
  await execute(sql`
    UPDATE recall_segments s SET id = f.id, version = f.version, server = f.server, feed_xmin = f.feed_xmin,
      language = f.language, space = f.space, macs = f.macs, writer_xid = pg_current_xact_id()
    FROM recall_segments f WHERE s.namespace_id = ${into}::bigint AND f.namespace_id = ${from}::bigint`);
}

/** The segments of two agents; the second one is that of the bench's namespace. */
async function storeTwo(): Promise<{ other: string; own: string }> {
  await bench.store(['gamma', 'gamma delta']);
  const other = await bench.namespaceId();
  bench.namespace = await bench.opened.newNamespace();
  await bench.store(['alpha', 'bravo', 'alpha delta']);
  return { other, own: await bench.namespaceId() };
}

describe('a stored recall index that the service did not store in this place', () => {
  it('is not used when it is the whole segment of another agent', async () => {
    const { other, own } = await storeTwo();
    const { loaded, refused } = await startsAfter(bench, () => swapIn(other, own));
    expect({ loaded, refused }).toEqual({ loaded: 0, refused: ['damaged'] });
  });

  it('is not used when chunk and code are of another agent and the row is its own', async () => {
    const { other, own } = await storeTwo();
    const { loaded, refused } = await startsAfter(bench, async () => {
      await execute(sql`
        UPDATE recall_segment_chunks c SET data = f.data FROM recall_segment_chunks f
        WHERE c.namespace_id = ${own}::bigint AND f.namespace_id = ${other}::bigint`);
      await execute(sql`
        UPDATE recall_segments s SET macs = f.macs, writer_xid = pg_current_xact_id() FROM recall_segments f
        WHERE s.namespace_id = ${own}::bigint AND f.namespace_id = ${other}::bigint`);
    });
    expect({ loaded, refused }).toEqual({ loaded: 0, refused: ['damaged'] });
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    [
      'says that it holds more of the feed than it does',
      (id) =>
        execute(sql`UPDATE recall_segments SET feed_xmin = (feed_xmin::text::bigint + 1)::text::xid8,
        writer_xid = pg_current_xact_id() WHERE namespace_id = ${id}::bigint`),
    ],
    [
      'has another id, as do its chunks',
      async (id) => {
        await execute(sql`UPDATE recall_segments SET id = '00000000-0000-4000-8000-000000000001',
          writer_xid = pg_current_xact_id() WHERE namespace_id = ${id}::bigint`);
        await execute(sql`UPDATE recall_segment_chunks SET segment_id = '00000000-0000-4000-8000-000000000001'
          WHERE namespace_id = ${id}::bigint`);
      },
    ],
    [
      'says that it has no chunks',
      (id) =>
        execute(sql`UPDATE recall_segments SET macs = '{}', writer_xid = pg_current_xact_id()
        WHERE namespace_id = ${id}::bigint`),
    ],
    [
      'has a code that is too short',
      (id) =>
        execute(sql`UPDATE recall_segments SET macs = ARRAY[substring(macs[1] FOR 31)],
        writer_xid = pg_current_xact_id() WHERE namespace_id = ${id}::bigint`),
    ],
    [
      'has a chunk that is too long',
      (id) =>
        execute(sql`UPDATE recall_segment_chunks SET data = convert_to(repeat('x', 2000000), 'UTF8')
        WHERE namespace_id = ${id}::bigint`),
    ],
  ])('is not used when it %s', async (_, change) => {
    await bench.store();
    const id = await bench.namespaceId();
    const { loaded, refused } = await startsAfter(bench, () => change(id));
    expect({ loaded, refused }).toEqual({ loaded: 0, refused: ['damaged'] });
  });

  it('is removed with one warning that names it, so that the next start does not try it again', async () => {
    await bench.store();
    const { id } = (await bench.stored())!;
    await execute(sql`UPDATE recall_segment_chunks SET data = set_byte(data, 9, get_byte(data, 9) # 1)
      WHERE segment_id = ${id}::uuid`);
    const { damaged } = indexCounts.refusals;
    const { cache, messages } = bench.started(WRITES_NONE);
    await bench.expectAllFound(cache);
    expect(messages).toEqual([expect.stringMatching(`${id}.*${bench.namespace}.*chunk 0`)]);
    expect(await bench.stored()).toBeNull();
    expect(await bench.storedText()).toBe('');

    const next = bench.started(WRITES_NONE);
    await bench.expectAllFound(next.cache);
    expect(next.messages).toEqual([]);
    expect(indexCounts.refusals.damaged - damaged).toBe(1);
  });

  it('does not stop recalls when it cannot be removed', async () => {
    await bench.store();
    await execute(
      sql`DELETE FROM recall_segment_chunks WHERE namespace_id = ${await bench.namespaceId()}::bigint`,
    );
    const readOnly = bench.repositoryWith({
      remove: () => Promise.reject(new Error('cannot execute DELETE in a read-only transaction')),
    });
    const { cache, messages } = bench.started(WRITES_NONE, readOnly);
    await bench.expectAllFound(cache);
    expect(messages).toEqual([expect.stringContaining('is missing'), expect.stringContaining('read-only')]);
  });
});

describe('the segments of a service whose secret changed', () => {
  it('are replaced without a warning', async () => {
    await bench.store();
    const former = (await bench.stored())!;
    const seal = new SegmentSeal({
      SERVICE_SECRET_KEY: 'another-secret-of-the-service',
      DATA_DIR: '/nowhere',
    });
    const { version } = indexCounts.refusals;
    const { cache, messages } = bench.started(EAGER, bench.repository, seal);
    await bench.expectAllFound(cache);
    expect(indexCounts.refusals.version - version).toBe(1);
    await eventually(
      () => bench.stored(),
      (stored) => stored !== null && stored.id !== former.id,
    );
    const { loaded } = indexCounts.starts;
    const before = loaded.count;
    const next = bench.started(WRITES_NONE, bench.repository, seal);
    await bench.expectAllFound(next.cache);
    expect(loaded.count - before).toBe(1);
    expect([...messages, ...next.messages]).toEqual([]);
  });
});

describe('a segment of the release before, which has no codes', () => {
  it('is replaced without a warning', async () => {
    await bench.store();
    const { id } = (await bench.stored())!;
    const { messages, refused } = await startsAfter(bench, () =>
      execute(sql`UPDATE recall_segments SET macs = DEFAULT, version = split_part(version, ' key-', 1),
        writer_xid = pg_current_xact_id() WHERE id = ${id}::uuid`),
    );
    expect({ messages, refused }).toEqual({ messages: [], refused: ['version'] });
    await eventually(
      () => bench.stored(),
      (stored) => stored !== null && stored.id !== id,
    );
  });
});
