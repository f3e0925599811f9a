import { eventually } from '../../../../test/support/eventually';
import { settled, startOf, storeContents } from '../../../../test/support/feed';
import { actAt } from '../../../../test/support/memories';
import { EAGER, SegmentBench } from '../../../../test/support/segment-bench';
import { sql, type Sql } from '../../../database/sql';
import type { SegmentsRepository } from './segments.repository';
import { indexCounts } from '../../../retrieval/index-counts';

const bench = SegmentBench.ofFile();

const execute = (statement: Sql) => bench.database.execute(statement);

describe('writing recall indexes', () => {
  it('takes only those of enough memories, and not again before enough has changed', async () => {
    const limits = { ...EAGER, leastDocuments: 10 };
    const contents = (count: number) => Array.from({ length: count }, (_, n) => `alpha ${n}`);
    await storeContents(bench.opened.backend, bench.namespace, contents(9));
    const { cache, writer } = bench.started(limits);
    await cache.warm(bench.namespace);
    await writer.stop();
    expect(await bench.stored()).toBeNull();

    const next = bench.started(limits);
    await storeContents(bench.opened.backend, bench.namespace, contents(2));
    await settled(bench.opened.database);
    await next.cache.warm(bench.namespace);
    const first = await eventually(
      () => bench.stored(),
      (segment) => segment !== null,
    );
    await storeContents(bench.opened.backend, bench.namespace, contents(2));
    await next.cache.warm(bench.namespace);
    await storeContents(bench.opened.backend, bench.namespace, contents(2));
    await next.cache.warm(bench.namespace);
    await eventually(
      () => bench.stored(),
      (segment) => segment?.id !== first?.id,
    );
  });

  it('never replaces a newer segment by an older one', async () => {
    await bench.store();
    const stored = (await bench.stored())!;
    const serverStart = (await startOf(bench.feed(), bench.namespace)).server;
    const older = {
      ...{ ...stored, id: '00000000-0000-4000-8000-000000000001', serverStart },
      ...{ xmin: String(Number(stored.xmin) - 1), macs: [] },
    };
    expect(await bench.repository.publish(older)).toBe(false);
    const current = { ...older, xmin: stored.xmin };
    expect(await bench.repository.publish({ ...current, server: 'another' })).toBe(false);
    expect(await bench.repository.publish({ ...current, serverStart: 'another' })).toBe(false);
    expect(await bench.repository.publish({ ...current, macs: [Buffer.alloc(32)] })).toBe(false);
    expect(await bench.stored()).toMatchObject({ id: stored.id });
    expect(await bench.repository.publish(current)).toBe(true);
  });

  it('is done by one of two processes', async () => {
    await bench.store();
    const stored = (await bench.stored())!;
    await execute(
      sql`UPDATE recall_segments SET version = version || ' other', writer_xid = pg_current_xact_id()`,
    );
    const processes = [
      bench.started({ ...EAGER, leastIntervalMs: 60_000 }),
      bench.started({ ...EAGER, leastIntervalMs: 60_000 }),
    ];
    const { written } = indexCounts.segments;
    await Promise.all(processes.map(({ cache }) => cache.warm(bench.namespace)));
    await eventually(
      () => bench.stored(),
      (segment) => segment?.id !== stored.id,
    );
    await Promise.all(processes.map(({ writer }) => writer.stop()));
    expect(indexCounts.segments.written - written).toBe(1);
  });

  it('fails without harm to recalls, is logged once and counted', async () => {
    const broken = bench.repositoryWith({
      addChunk: () => Promise.reject(new Error('cannot execute INSERT in a read-only transaction')),
    });
    await storeContents(bench.opened.backend, bench.namespace, ['alpha', 'bravo']);
    const { failed } = indexCounts.segments;
    const { cache, messages } = bench.started(EAGER, broken);
    await bench.expectAllFound(cache);
    await eventually(
      () => indexCounts.segments.failed,
      (count) => count > failed,
    );
    await storeContents(bench.opened.backend, bench.namespace, ['alpha', 'delta']);
    await bench.expectAllFound(cache);
    expect(messages).toEqual([expect.stringContaining('read-only')]);
  });
});

describe('what is left of deleted memories', () => {
  it('is in no segment: neither in a former one nor in the next one', async () => {
    const [, secret = ''] = await bench.store(['alpha', 'bravo sesame', 'delta']);
    expect(await bench.storedText()).toContain('sesam');
    const { cache } = bench.started();
    await cache.warm(bench.namespace);
    await bench.opened.backend.delete(bench.namespace, secret, actAt(1));
    await settled(bench.opened.database);
    await bench.repository.tidy();
    expect(await bench.storedText()).toBe('');
    const [chunks] = await bench.opened.database.query<{ count: number }>(sql`
      SELECT count(*)::float8 AS count FROM recall_segment_chunks WHERE namespace_id = ${await bench.namespaceId()}::bigint`);
    expect(chunks?.count).toBe(0);

    await bench.expectAllFound(cache);
    await eventually(
      () => bench.stored(),
      (segment) => segment !== null,
    );
    const text = await bench.storedText();
    expect(text).toContain('alpha');
    expect(text).not.toContain('sesam');
  });

  it('is not stored by a writer that copied the index before the deletion', async () => {
    const [secret = ''] = await storeContents(bench.opened.backend, bench.namespace, ['sesame', 'alpha']);
    await settled(bench.opened.database);
    const { dropped } = indexCounts.segments;
    const deleting = bench.repositoryWith({
      addChunk: async (...asked: Parameters<SegmentsRepository['addChunk']>) => {
        await bench.repository.addChunk(...asked);
        await bench.opened.backend.delete(bench.namespace, secret, actAt(1));
      },
    });
    await bench.started(EAGER, deleting).cache.warm(bench.namespace);
    await eventually(
      () => indexCounts.segments.dropped,
      (count) => count > dropped,
    );
    expect(await bench.stored()).toBeNull();
  });

  it('goes with the namespace', async () => {
    await bench.store();
    const id = await bench.namespaceId();
    await bench.opened.backend.dropNamespace(bench.namespace);
    await bench.repository.tidy();
    expect(await bench.repository.find(id)).toBeNull();
  });
});

describe('chunks of a killed writer', () => {
  it('are removed when they are old, and not while a writer may be at work', async () => {
    const namespaceId = await bench.namespaceId();
    const [young, old] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
    await bench.repository.addChunk(namespaceId, young, 0, Buffer.from('young'));
    await bench.repository.addChunk(namespaceId, old, 0, Buffer.from('old'));
    await execute(sql`UPDATE recall_segment_chunks SET written_at = now() - interval '1 hour'
      WHERE segment_id = ${old}::uuid`);
    await bench.repository.tidy();
    expect(await bench.repository.readChunk(namespaceId, young, 0)).not.toBeNull();
    expect(await bench.repository.readChunk(namespaceId, old, 0)).toBeNull();
  });
});
