import fc from 'fast-check';
import { settled, storeContents } from '../../../../test/support/feed';
import { actAt, aMemory, anEdit } from '../../../../test/support/memories';
import { EAGER, SEGMENT_WORDS, SegmentBench, startsAfter } from '../../../../test/support/segment-bench';
import { sql, type Sql } from '../../../database/sql';
import { indexCounts } from '../../../retrieval/index-counts';

const bench = SegmentBench.ofFile();

const execute = (statement: Sql) => bench.database.execute(statement);

describe('a recall index that was stored', () => {
  it('is loaded by the next start, with everything that changed since', async () => {
    const [gone = '', edited = ''] = await bench.store();
    const { built, loaded, refused } = await startsAfter(bench, async () => {
      await bench.opened.backend.delete(bench.namespace, gone, actAt(1));
      await bench.opened.backend.edit(bench.namespace, edited, anEdit({ content: 'gamma' }), actAt(2));
      await storeContents(bench.opened.backend, bench.namespace, ['alpha bravo', 'delta']);
    });
    expect({ built, loaded, refused }).toEqual({ built: 0, loaded: 1, refused: [] });
  });

  it('is known by its size, to be loaded at a start', async () => {
    await bench.store();
    const names = [bench.namespace, 'service_agent_unknown'];
    expect(await bench.repository.findLarge(names, 1)).toEqual([{ namespace: bench.namespace, chunks: 1 }]);
    expect(await bench.repository.findLarge(names, 2)).toEqual([]);
    expect(await bench.repository.findLarge([], 1)).toEqual([]);
  });

  it('finds what the tables hold after any writes and starts', async () => {
    const step = fc.record({
      kind: fc.constantFrom('store', 'store', 'edit', 'delete', 'expire', 'start', 'start', 'tidy'),
      target: fc.nat(20),
      words: fc.subarray([...SEGMENT_WORDS], { minLength: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        bench.namespace = await bench.opened.newNamespace();
        const { backend } = bench.opened;
        const ids: string[] = [];
        let process = bench.started();
        for (const [n, { kind, target, words }] of steps.entries()) {
          const id = ids[target % Math.max(1, ids.length)];
          const content = words.join(' ');
          if (kind === 'start') process = bench.started();
          else if (kind === 'tidy') await bench.repository.tidy();
          else if (kind === 'store' || id === undefined) {
            const memory = aMemory({ content });
            ids.push(memory.id);
            await backend.store(bench.namespace, [memory], { dedupe: false });
          } else if (kind === 'edit') await backend.edit(bench.namespace, id, anEdit({ content }), actAt(n));
          else if (kind === 'expire') await backend.expire(bench.namespace, id, 'manual', actAt(n));
          else await backend.delete(bench.namespace, id, actAt(n));
          const asked = SEGMENT_WORDS[target % SEGMENT_WORDS.length]!;
          expect(await bench.idsFound(process.cache, asked)).toEqual(await bench.idsInTable(asked));
        }
        await bench.expectAllFound(process.cache);
      }),
      { numRuns: 6 },
    );
  });

  it.each<[string, string, () => Promise<unknown>]>([
    [
      'a chunk was torn',
      'damaged',
      () => execute(sql`UPDATE recall_segment_chunks SET data = substring(data for length(data) - 5)`),
    ],
    [
      'bytes of a chunk changed',
      'damaged',
      () => execute(sql`UPDATE recall_segment_chunks SET data = set_byte(data, 40, get_byte(data, 40) # 1)`),
    ],
    ['a chunk is missing', 'damaged', () => execute(sql`DELETE FROM recall_segment_chunks`)],
    [
      'a chunk of another segment is in its place',
      'damaged',
      () =>
        execute(sql`UPDATE recall_segments SET macs = macs || macs,
          writer_xid = pg_current_xact_id()`),
    ],
    [
      'an older release wrote it',
      'version',
      () => execute(sql`UPDATE recall_segments SET version = '0 of before'`),
    ],
    [
      'its language is another one',
      'version',
      () => execute(sql`UPDATE recall_segments SET language = 'german'`),
    ],
    [
      'its vectors are of a model',
      'version',
      () => execute(sql`UPDATE recall_segments SET space = '{"id": 7, "dimensions": 3}'`),
    ],
    [
      'another server wrote it',
      'server',
      () => execute(sql`UPDATE recall_segments SET server = '1/1', writer_xid = pg_current_xact_id()`),
    ],
    [
      'a restored dump brought it',
      'server',
      () => execute(sql`UPDATE recall_segments SET writer_xid = (writer_xid::text::bigint - 1)::text::xid8`),
    ],
    [
      'its server has not counted so far yet',
      'server',
      () =>
        execute(sql`UPDATE recall_segments SET feed_xmin = (feed_xmin::text::bigint + 1000000)::text::xid8,
          writer_xid = pg_current_xact_id()`),
    ],
  ])('is not used when %s', async (_, reason, change) => {
    await bench.store();
    const { built, loaded, refused } = await startsAfter(bench, change);
    expect({ built, loaded, refused }).toEqual({ built: 1, loaded: 0, refused: [reason] });
  });

  it('is not used when deletions since were pruned', async () => {
    const [gone = ''] = await bench.store();
    const { built, refused } = await startsAfter(bench, async () => {
      await bench.opened.backend.delete(bench.namespace, gone, actAt(1));
      await settled(bench.opened.database);
      await bench.opened.backend.pruneTombstones(new Date(Date.now() + 60_000));
    });
    expect({ built, refused }).toEqual({ built: 1, refused: ['stale'] });
  });

  it('is not used when the table cannot be read, and the failure is logged once', async () => {
    await bench.store();
    const broken = bench.repositoryWith({
      find: () => Promise.reject(new Error('statement timeout')),
      tidy: () => Promise.reject(new Error('statement timeout')),
    });
    const { failed } = indexCounts.refusals;
    const { cache, messages } = bench.started(EAGER, broken);
    await bench.expectAllFound(cache);
    cache.clear();
    await bench.expectAllFound(cache);
    expect(indexCounts.refusals.failed - failed).toBe(2);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('statement timeout');
  });
});
