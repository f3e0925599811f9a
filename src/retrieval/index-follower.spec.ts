import { FakeChangeFeed } from '../../test/support/fake-change-feed';
import { IndexCache } from './index-cache';
import { document, EVERYTHING, indexOf, query } from '../../test/support/index-samples';
import { TextMissing } from './memory-index';

describe('an index that follows its feed', () => {
  let feed: FakeChangeFeed;
  let cache: IndexCache;

  beforeEach(() => {
    feed = new FakeChangeFeed();
    feed.create('n');
    feed.write('n', 'a', 'red sun');
    feed.write('n', 'b', 'blue moon');
    cache = new IndexCache(feed, { maxBytes: 2 ** 26 });
  });

  async function found(text: string): Promise<string[]> {
    const { hits } = await cache.search('n', query(text));
    return hits.map(({ id }) => id).toSorted();
  }

  function builds(): number {
    return feed.calls.filter((call) => call.startsWith('start')).length;
  }

  it('builds few indexes at a time, and each in its turn', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `n${i}`);
    for (const name of names) {
      feed.create(name);
      feed.write(name, `${name}-red`, 'red');
    }
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    feed.beforeAnswer = (call) => (call === 'page' ? gate : undefined);
    const searches = Promise.all(names.map((name) => cache.search(name, query('red'))));
    await new Promise(setImmediate);
    expect(builds()).toBe(8);
    open();
    const found = (await searches).map(({ hits }) => hits.map(({ id }) => id));
    expect(found).toEqual(names.map((name) => [`${name}-red`]));
    expect(builds()).toBe(30);
  });

  it('looks for no stored index of a namespace that is too small to have one', async () => {
    const asked: string[] = [];
    const load = (name: string) => {
      asked.push(name);
      return Promise.resolve(null);
    };
    feed.create('small');
    feed.write('small', 'c', 'red');
    const stored = new IndexCache(feed, { maxBytes: 2 ** 26, leastStored: 2, segments: { load } });
    await Promise.all(['n', 'small'].map((name) => stored.search(name, query('red'))));
    expect(asked).toEqual(['n']);
  });

  it('reads large memories in small pages, and small ones in large pages', async () => {
    const limits: number[] = [];
    const { page } = feed;
    jest.spyOn(feed, 'page').mockImplementation((cursor, after, limit) => {
      limits.push(limit);
      return page.call(feed, cursor, after, limit);
    });
    for (let n = 0; n < 700; n++) feed.write('n', `m${n}`, 'x'.repeat(10_000));
    await found('red');
    feed.create('small');
    for (let n = 0; n < 700; n++) feed.write('small', `m${n}`, 'green tea');
    await cache.search('small', query('tea'));
    expect(limits.slice(1, 3).every((limit) => limit > 190 && limit < 210)).toBe(true);
    expect(limits.slice(-2)).toEqual([200, 2000]);
  });

  it('reads no text again when memories expire, and lets no document die', async () => {
    for (let n = 0; n < 5000; n++) feed.write('n', `m${n}`, `word${n} green`);
    await found('red');
    const { bytes } = cache.stats();
    feed.given.texts = 0;
    for (let n = 0; n < 4999; n++) feed.expire('n', `m${n}`);
    const filter = { ...EVERYTHING, status: 'active' as const };
    const active = await cache.search('n', query('green', { filter }));
    expect(active.hits.map(({ id }) => id)).toEqual(['m4999']);
    expect(feed.given).toEqual({ texts: 0, amendments: 4999 });
    expect(cache.stats()).toMatchObject({ documents: 5002, bytes });
    expect(builds()).toBe(1);
    expect(feed.calls.filter((call) => call === 'changes n')).toHaveLength(4);
  });

  it('rebuilds when deletions are forgotten that it has not read', async () => {
    await found('red');
    feed.delete('n', 'b');
    await found('red');
    feed.prune('n');
    expect(await found('red')).toEqual(['a']);
    expect(builds()).toBe(1);
    feed.delete('n', 'a');
    feed.prune('n');
    expect(await found('red')).toEqual([]);
    expect(builds()).toBe(2);
  });

  it('rebuilds when a document is to be changed that it has never seen', async () => {
    await found('red');
    const { changes } = feed;
    jest.spyOn(feed, 'changes').mockImplementationOnce(async (...asked) => {
      feed.write('n', 'c', 'red tea');
      const answer = await changes.apply(feed, asked);
      if (answer.kind !== 'changes') return answer;
      return { ...answer, changed: answer.changed.map((each) => ({ ...each, text: null })) };
    });
    expect(await found('red')).toEqual(['a', 'c']);
    expect(builds()).toBe(2);
  });

  it('refuses a change without a text of a document that it does not hold', () => {
    const index = indexOf([document({ id: 'a', text: 'red' })]);
    index.remove('a');
    expect(() => index.upsert(document({ id: 'a', text: null, version: 2 }))).toThrow(TextMissing);
    expect(index.size).toBe(0);
  });
});
