import { FakeChangeFeed } from '../../test/support/fake-change-feed';
import { IndexCache } from './index-cache';
import { query } from '../../test/support/index-samples';

describe('the memory of an IndexCache', () => {
  let feed: FakeChangeFeed;
  let cache: IndexCache;

  beforeEach(() => {
    feed = new FakeChangeFeed();
    feed.create('n');
    feed.write('n', 'a', 'red sun');
    feed.write('n', 'b', 'blue moon');
    cache = new IndexCache(feed, { maxBytes: 2 ** 26 });
  });

  async function found(text: string, namespace = 'n'): Promise<string[]> {
    const { hits } = await cache.search(namespace, query(text));
    return hits.map(({ id }) => id).toSorted();
  }

  function builds(): number {
    return feed.calls.filter((call) => call.startsWith('start')).length;
  }

  it('keeps the namespaces used last within its budget', async () => {
    await found('red');
    const bytes = cache.stats().bytes;
    cache = new IndexCache(feed, { maxBytes: Math.floor(bytes * 2.5) });
    for (const namespace of ['o', 'p']) {
      feed.create(namespace);
      feed.write(namespace, 'a', 'red sun');
      feed.write(namespace, 'b', 'blue moon');
    }
    for (const namespace of ['n', 'o', 'n', 'p']) await found('red', namespace);
    expect(cache.stats().namespaces).toBe(2);
    const before = builds();
    await found('red', 'n');
    expect(builds()).toBe(before);
    await found('red', 'o');
    expect(builds()).toBe(before + 1);
  });

  it('keeps an index that exceeds the budget by itself, and builds it once', async () => {
    cache = new IndexCache(feed, { maxBytes: 10 });
    expect(await found('red')).toEqual(['a']);
    expect(await found('moon')).toEqual(['b']);
    expect(cache.stats()).toMatchObject({ namespaces: 1, documents: 2, maxBytes: 10 });
    expect(cache.stats().bytes).toBeGreaterThan(1000);
    expect(builds()).toBe(1);
  });

  it('keeps no other index beside one that exceeds the budget', async () => {
    cache = new IndexCache(feed, { maxBytes: 10 });
    feed.create('o');
    feed.write('o', 'x', 'red tea');
    for (const namespace of ['n', 'o', 'o']) await found('red', namespace);
    expect(cache.stats()).toMatchObject({ namespaces: 1, documents: 1 });
    expect(builds()).toBe(2);
  });

  it('keeps an index that has grown beyond the budget, and reports that once', async () => {
    await found('red');
    const onExcess = jest.fn();
    const maxBytes = cache.stats().bytes + 1000;
    cache = new IndexCache(feed, { maxBytes, onExcess });
    await found('red');
    expect(onExcess).not.toHaveBeenCalled();
    for (const from of [0, 200]) {
      for (let n = from; n < from + 200; n++) feed.write('n', `m${n}`, `word${n}`);
      expect(await found(`word${from + 7}`)).toEqual([`m${from + 7}`]);
    }
    expect(cache.stats().namespaces).toBe(1);
    expect(onExcess).toHaveBeenCalledTimes(1);
    expect(onExcess).toHaveBeenCalledWith('n', expect.any(Number));
    expect(builds()).toBe(1 + 1);
  });

  it('frees an index on request, without harm to a search that uses it', async () => {
    await found('red');
    feed.beforeAnswer = () => {
      feed.beforeAnswer = null;
      cache.drop('n');
    };
    expect(await found('red')).toEqual(['a']);
    cache.drop('n');
    expect(cache.stats().namespaces).toBe(0);
    expect(await found('red')).toEqual(['a']);
  });

  it('counts what it holds, and frees all on request', async () => {
    await found('red');
    const stats = cache.stats();
    expect(stats).toMatchObject({ namespaces: 1, documents: 2 });
    expect(stats.bytes).toBeGreaterThan(1000);
    cache.clear();
    expect(cache.stats()).toMatchObject({ namespaces: 0, documents: 0, bytes: 0 });
  });
});
