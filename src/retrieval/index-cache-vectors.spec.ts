import { FakeChangeFeed } from '../../test/support/fake-change-feed';
import { IndexCache } from './index-cache';
import { query } from '../../test/support/index-samples';

describe('IndexCache, vectors', () => {
  const EAST = Int8Array.of(127, 0);
  let feed: FakeChangeFeed;
  let cache: IndexCache;

  async function near() {
    const vector = { spaceId: 1, values: Float32Array.of(1, 0) };
    const { hits, retrieval, notEmbedded } = await cache.search('n', query('tea', { vector }));
    return { ids: hits.map(({ id }) => id), retrieval, notEmbedded };
  }

  function builds(): number {
    return feed.calls.filter((call) => call.startsWith('start')).length;
  }

  beforeEach(() => {
    feed = new FakeChangeFeed();
    feed.create('n');
    feed.write('n', 'a', 'red sun');
    feed.write('n', 'b', 'blue moon');
    cache = new IndexCache(feed, { maxBytes: 2 ** 26 });
    feed.space = { id: 1, dimensions: 2, mean: 0, deviation: 0.05 };
  });

  it('are found as they come, without a new version or a build', async () => {
    expect(await near()).toEqual({ ids: [], retrieval: 'lexical', notEmbedded: 2 });
    feed.embed('n', 'a', EAST);
    expect(await near()).toEqual({ ids: ['a'], retrieval: 'hybrid', notEmbedded: 1 });
    feed.embed('n', 'b', EAST);
    expect(await near()).toEqual({ ids: ['a', 'b'], retrieval: 'hybrid', notEmbedded: 0 });
    expect(builds()).toBe(1);
  });

  it('come with a build, also those written while it reads', async () => {
    feed.embed('n', 'a', EAST);
    feed.beforeAnswer = (call) => {
      if (call !== 'page') return;
      feed.beforeAnswer = null;
      feed.embed('n', 'b', EAST);
    };
    expect(await near()).toEqual({ ids: ['a', 'b'], retrieval: 'hybrid', notEmbedded: 0 });
    expect(builds()).toBe(1);
  });

  it('go with an edit and with a deletion', async () => {
    for (const id of ['a', 'b']) feed.embed('n', id, EAST);
    await near();
    feed.write('n', 'a', 'another text');
    feed.delete('n', 'b');
    expect(await near()).toEqual({ ids: [], retrieval: 'lexical', notEmbedded: 1 });
  });

  it('of another space are a new index', async () => {
    feed.embed('n', 'a', EAST);
    await near();
    feed.space = { id: 2, dimensions: 2, mean: 0, deviation: 0.05 };
    expect(await near()).toMatchObject({ ids: [], retrieval: 'lexical' });
    expect(builds()).toBe(2);
  });
});
