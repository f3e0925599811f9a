import { FakeChangeFeed } from '../../test/support/fake-change-feed';
import { IndexCache } from './index-cache';
import { query } from '../../test/support/index-samples';

const MEBIBYTE = 1_048_576;

describe('IndexCache', () => {
  let feed: FakeChangeFeed;
  let cache: IndexCache;

  beforeEach(() => {
    feed = new FakeChangeFeed();
    feed.create('n');
    feed.write('n', 'a', 'red sun');
    feed.write('n', 'b', 'blue moon');
    cache = new IndexCache(feed, { maxBytes: 64 * MEBIBYTE });
  });

  async function found(text: string, namespace = 'n'): Promise<string[]> {
    const { hits } = await cache.search(namespace, query(text));
    return hits.map(({ id }) => id).toSorted();
  }

  function builds(): number {
    return feed.calls.filter((call) => call.startsWith('start')).length;
  }

  describe('following', () => {
    it('builds once, then only reads changes', async () => {
      expect(await found('red')).toEqual(['a']);
      expect(await found('moon')).toEqual(['b']);
      expect(feed.calls).toEqual(['start n', 'page', 'changes n', 'changes n']);
    });

    it('is prepared for a namespace that is not too large', async () => {
      await cache.warm('n', 1);
      expect(cache.stats().documents).toBe(0);
      await cache.warm('n', 2);
      expect(cache.stats().documents).toBe(2);
    });

    it('sees what was stored, edited and deleted since', async () => {
      await found('red');
      feed.write('n', 'c', 'red cat');
      feed.write('n', 'b', 'red tea');
      feed.delete('n', 'a');
      expect(await found('red')).toEqual(['b', 'c']);
      expect(await found('moon')).toEqual([]);
    });

    it('keeps a memory that was deleted and stored again between two readings', async () => {
      await found('red');
      feed.delete('n', 'a');
      feed.write('n', 'a', 'red tea');
      expect(await found('tea')).toEqual(['a']);
    });

    it('does not find a memory that was stored and deleted between two readings', async () => {
      await found('red');
      feed.write('n', 'c', 'red tea');
      feed.delete('n', 'c');
      expect(await found('tea')).toEqual([]);
    });

    it('reads every page of a large namespace', async () => {
      for (let n = 0; n < 4000; n++) feed.write('n', `m${n}`, `word${n} red`);
      expect((await cache.search('n', query('red'))).candidates).toBe(4001);
      expect(feed.calls.filter((call) => call === 'page')).toHaveLength(3);
    });

    it('compacts after many changes and answers the same', async () => {
      for (let n = 0; n < 300; n++) feed.write('n', `m${n}`, `word${n} red`);
      await found('red');
      const bytes = cache.stats().bytes;
      for (let round = 0; round < 10; round++) {
        for (let n = 0; n < 300; n++) feed.write('n', `m${n}`, `word${n} green`);
        await found('green');
      }
      expect((await cache.search('n', query('green'))).candidates).toBe(300);
      expect(await found('red')).toEqual(['a']);
      expect(cache.stats().bytes).toBeLessThan(bytes * 2);
    });

    it('sees what is written while it builds', async () => {
      feed.beforeAnswer = (call) => {
        if (call !== 'page') return;
        feed.beforeAnswer = null;
        feed.write('n', 'c', 'red tea');
        feed.delete('n', 'a');
      };
      expect(await found('red')).toEqual(['c']);
      expect(builds()).toBe(1);
    });
  });

  describe('sharing', () => {
    it('builds once for searches that come together', async () => {
      const all = await Promise.all([found('red'), found('sun'), found('moon'), found('red moon')]);
      expect(all).toEqual([['a'], ['a'], ['b'], ['a', 'b']]);
      expect(builds()).toBe(1);
      // One reading ends the build, one is shared by the three that came after its start.
      expect(feed.calls.filter((call) => call === 'changes n')).toHaveLength(2);
    });

    it('builds each of many namespaces once for many first searches of each', async () => {
      const names = Array.from({ length: 20 }, (_, i) => `many${i}`);
      for (const name of names) {
        feed.create(name);
        feed.write(name, 'a', 'red sun');
      }
      const searches = names.flatMap((name) => Array.from({ length: 50 }, () => found('red', name)));
      expect(await Promise.all(searches)).toEqual(Array.from({ length: 1000 }, () => ['a']));
      expect(builds()).toBe(20);
      expect(feed.calls.filter((call) => call === 'page')).toHaveLength(20);
      // The changes since its start end each build, and one reading is for all that came after that.
      expect(feed.calls.filter((call) => call.startsWith('changes'))).toHaveLength(40);
    });

    it('does not let a search join a reading that looked before the search was called', async () => {
      await found('red');
      const late: Promise<string[]>[] = [];
      feed.beforeAnswer = () => {
        feed.beforeAnswer = null;
        feed.write('n', 'c', 'red tea');
        late.push(found('tea'));
      };
      expect(await found('tea')).toEqual([]);
      expect(await Promise.all(late)).toEqual([['c']]);
    });

    it('reads different namespaces side by side', async () => {
      feed.create('other');
      feed.write('other', 'x', 'red tea');
      let release = (): void => {};
      feed.beforeAnswer = () => {
        feed.beforeAnswer = null;
        return new Promise<void>((resolve) => (release = resolve));
      };
      const held = found('red');
      expect(await found('red', 'other')).toEqual(['x']);
      release();
      expect(await held).toEqual(['a']);
    });

    it('warms a namespace for the searches after', async () => {
      await cache.warm('n');
      expect(await found('red')).toEqual(['a']);
      expect(builds()).toBe(1);
    });
  });

  describe('starting over', () => {
    it('rebuilds after another server took over', async () => {
      await found('red');
      feed.server = 'two';
      feed.write('n', 'c', 'red tea');
      expect(await found('red')).toEqual(['a', 'c']);
      expect(builds()).toBe(2);
    });

    it('rebuilds when there is more to read than a rebuild reads, of which a larger index reads more', async () => {
      const writeAll = (text: string): void => {
        for (let n = 0; n < 2001; n++) feed.write('n', `m${n}`, text);
      };
      await found('red');
      writeAll('green');
      expect((await cache.search('n', query('green'))).candidates).toBe(2001);
      expect(builds()).toBe(2);
      writeAll('yellow');
      expect((await cache.search('n', query('yellow'))).candidates).toBe(2001);
      expect(builds()).toBe(2);
    });

    it('does not find the memories of a namespace that was dropped and made again', async () => {
      await found('red');
      feed.dropNamespace('n');
      feed.create('n');
      feed.write('n', 'z', 'red map');
      expect(await found('red')).toEqual(['z']);
    });

    it('finds nothing in a namespace that is gone or never was, and keeps nothing of it', async () => {
      expect(await found('red', 'never')).toEqual([]);
      await found('red');
      feed.dropNamespace('n');
      expect(await cache.search('n', query('red'))).toMatchObject({ hits: [], candidates: 0 });
      expect(cache.stats()).toMatchObject({ namespaces: 0, documents: 0, bytes: 0 });
    });

    it('finds nothing in a namespace that goes while its index is built', async () => {
      feed.beforeAnswer = (call) => {
        if (call === 'page') feed.dropNamespace('n');
      };
      expect(await found('red')).toEqual([]);
    });

    it('gives up on a namespace that never stays the same', async () => {
      let server = 0;
      feed.beforeAnswer = () => {
        feed.server = `server ${++server}`;
      };
      await expect(found('red')).rejects.toThrow('had to be started over 3 times');
      feed.beforeAnswer = null;
      expect(await found('red')).toEqual(['a']);
    });
  });

  describe('failures', () => {
    it.each(['start', 'page', 'changes'] as const)(
      'recovers when %s fails during a build',
      async (failing) => {
        feed.beforeAnswer = (call) => {
          if (call === failing) throw new Error('no connection');
        };
        await expect(found('red')).rejects.toThrow('no connection');
        feed.beforeAnswer = null;
        expect(await found('red')).toEqual(['a']);
      },
    );

    it('rejects the searches that wait for a failing reading, and loses no change by it', async () => {
      await found('red');
      feed.write('n', 'c', 'red tea');
      feed.beforeAnswer = () => {
        throw new Error('no connection');
      };
      const ends = await Promise.allSettled([found('red'), found('red'), found('red')]);
      expect(ends.map((end) => end.status)).toEqual(['rejected', 'rejected', 'rejected']);
      feed.beforeAnswer = null;
      expect(await found('red')).toEqual(['a', 'c']);
      expect(builds()).toBe(1);
    });
  });

  it('lets the event loop turn while it builds a large index', async () => {
    for (let n = 0; n < 5000; n++)
      feed.write('n', `m${n}`, `word${n} ${'some more words to read '.repeat(10)}`);
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await found('red');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });
});
