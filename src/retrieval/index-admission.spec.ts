import { FakeChangeFeed } from '../../test/support/fake-change-feed';
import { query } from '../../test/support/index-samples';
import { IndexAdmission } from './index-admission';
import { IndexCache } from './index-cache';

const BUDGET = 100 * 2 ** 20;
const FITS = { documents: 400_000, dimensions: 0 };

describe('IndexAdmission', () => {
  let now: number;
  let admission: IndexAdmission;

  beforeEach(() => {
    now = 0;
    admission = new IndexAdmission(BUDGET, () => now);
  });

  function refusal(extent: { documents: number; dimensions: number }): unknown {
    try {
      admission.check('n', extent);
      return null;
    } catch (error) {
      const { code, fields } = error as { code: string; fields: unknown };
      return { code, fields };
    }
  }

  it('lets an index alone take four times the budget, and refuses a larger one with the setting to change', () => {
    expect(refusal({ documents: 2_000_000, dimensions: 0 })).toBeNull();
    expect(refusal({ documents: 5_000_000, dimensions: 0 })).toEqual({
      code: 'RecallIndexTooLarge',
      fields: { needed_mb: 954 },
    });
    expect(refusal({ documents: 1_000_000, dimensions: 384 })).not.toBeNull();
    expect(admission.refusals).toBe(2);
  });

  it('refuses a dropped index that took long to build for six times that time, and says when to try again', () => {
    now = 10_000;
    admission.built('n', 0);
    expect(refusal(FITS)).toBeNull();
    admission.evicted('n');
    expect(refusal(FITS)).toEqual({
      code: 'RecallIndexTooLarge',
      fields: { needed_mb: 77, retry_after_seconds: 60 },
    });
    now += 59_999;
    expect(refusal(FITS)).toMatchObject({ fields: { retry_after_seconds: 1 } });
    now += 1;
    expect(refusal(FITS)).toBeNull();
  });

  it('refuses neither what was built fast nor what was dropped on purpose', () => {
    now = 999;
    admission.built('n', 0);
    admission.evicted('n');
    expect(refusal(FITS)).toBeNull();
    now = 20_000;
    admission.built('n', 0);
    admission.evicted('n');
    admission.forget('n');
    expect(refusal(FITS)).toBeNull();
  });
});

describe('An IndexCache whose large indexes do not fit together', () => {
  let feed: FakeChangeFeed;
  let now: number;
  let cache: IndexCache;

  beforeEach(() => {
    feed = new FakeChangeFeed();
    for (const namespace of ['n', 'o']) {
      feed.create(namespace);
      for (const id of ['a', 'b']) feed.write(namespace, id, `red ${id}`);
    }
    now = 0;
    // Every page takes ten seconds.
    feed.beforeAnswer = (call) => {
      if (call === 'page') now += 10_000;
    };
    cache = new IndexCache(feed, { maxBytes: 2000, large: 2, now: () => now });
  });

  const pages = (): number => feed.calls.filter((call) => call.startsWith('page')).length;
  const search = (namespace: string) => cache.search(namespace, query('red'));

  it('does not build them for one request after the other', async () => {
    for (const namespace of ['n', 'o']) expect((await search(namespace)).hits).toHaveLength(2);
    const built = pages();
    for (let n = 0; n < 5; n++) await expect(search('n')).rejects.toThrow('try again in');
    expect((await search('o')).hits).toHaveLength(2);
    expect(pages()).toBe(built);
    expect(cache.stats()).toMatchObject({ namespaces: 1, refusals: 5 });
    now += 60_000;
    expect((await search('n')).hits).toHaveLength(2);
  });

  it('builds one again that was dropped on purpose', async () => {
    await search('n');
    cache.drop('n');
    expect((await search('n')).hits).toHaveLength(2);
  });

  it('refuses one that is far larger than the budget before it reads it, but not a small one', async () => {
    const tiny = { maxBytes: 10, now: () => now };
    await expect(new IndexCache(feed, { ...tiny, large: 2 }).search('n', query('red'))).rejects.toThrow(
      'RECALL_INDEX_MEMORY_MB',
    );
    expect(pages()).toBe(0);
    expect((await new IndexCache(feed, tiny).search('n', query('red'))).hits).toHaveLength(2);
  });
});
