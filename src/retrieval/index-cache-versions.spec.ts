import { FakeChangeFeed } from '../../test/support/fake-change-feed';
import { IndexCache } from './index-cache';
import { ACTIVE, query } from '../../test/support/index-samples';
import type { NamespaceVersion } from './change-feed';

const MAX_BYTES = 2 ** 26;

describe('a search with a version of its namespace', () => {
  let feed: FakeChangeFeed;
  let cache: IndexCache;

  beforeEach(async () => {
    feed = new FakeChangeFeed();
    feed.create('n');
    feed.write('n', 'a', 'red sun');
    cache = new IndexCache(feed, { maxBytes: MAX_BYTES });
    await found(null);
    feed.calls.length = 0;
  });

  async function found(version: NamespaceVersion | null = feed.version('n')): Promise<string[]> {
    const { hits } = await cache.search('n', query('red', { filter: ACTIVE }), version);
    return hits.map(({ id }) => id).toSorted();
  }

  it('reads nothing where nothing was written since the last reading', async () => {
    feed.create('other');
    feed.write('other', 'a', 'red');
    expect(await found()).toEqual(['a']);
    expect(feed.calls).toEqual([]);
  });

  it.each<[string, () => void, string[]]>([
    ['was stored', () => feed.write('n', 'b', 'red tea'), ['a', 'b']],
    ['was edited', () => feed.write('n', 'a', 'green tea'), []],
    ['was expired', () => feed.expire('n', 'a'), []],
    ['was deleted', () => feed.delete('n', 'a'), []],
    ['was embedded', () => feed.embed('n', 'a', new Int8Array(4)), ['a']],
  ])('reads the changes where something %s', async (_, change, expected) => {
    change();
    expect(await found()).toEqual(expected);
    expect(feed.calls).toEqual(['changes n']);
  });

  it('rebuilds the index where a deletion was pruned that it has not seen', async () => {
    feed.write('n', 'b', 'red tea');
    await found(null);
    feed.delete('n', 'b');
    feed.prune('n');
    expect(await found()).toEqual(['a']);
  });

  it.each<[string, () => void]>([
    ['another server answers', () => void (feed.server = 'two')],
    [
      'the namespace was recreated',
      () => {
        feed.create('n');
        feed.write('n', 'b', 'red tea');
      },
    ],
    [
      'another model made the vectors',
      () => void (feed.space = { id: 2, dimensions: 4, mean: 0, deviation: 1 }),
    ],
  ])('rebuilds the index where %s', async (_, change) => {
    change();
    await found();
    expect(feed.calls).toContain('start n');
  });

  it('leaves models out of account where the feed reads no vectors', async () => {
    cache = new IndexCache(feed, { maxBytes: MAX_BYTES, withVectors: false });
    await found(null);
    feed.calls.length = 0;
    feed.space = { id: 2, dimensions: 4, mean: 0, deviation: 1 };
    expect(await found()).toEqual(['a']);
    expect(feed.calls).toEqual([]);
  });

  it('waits for a reading that is under way, lest it sees a part of it', async () => {
    const version = feed.version('n');
    feed.write('n', 'b', 'red tea');
    const first = found(null);
    const second = found(version);
    expect(await first).toEqual(['a', 'b']);
    expect(await second).toEqual(['a', 'b']);
    expect(feed.calls).toEqual(['changes n', 'changes n']);
  });

  it('builds the index where there is none', async () => {
    cache.drop('n');
    expect(await found()).toEqual(['a']);
    expect(feed.calls).toContain('start n');
  });
});
