import type { RemoteDocument } from '../../document';
import fc from 'fast-check';
import { EndlessPages, walkPages, type FetchPage, type WalkLimits } from './page-walk';
import type { Page } from './read-answers';

const LIMITS: WalkLimits = { pages: 1_000, emptyPages: 10, ids: 10_000 };

const document = (id: number): RemoteDocument => ({ id: `d${id}`, text: '', metadata: {}, createdAt: null });
const page = (ids: readonly number[], next: string | null): Page => ({ documents: ids.map(document), next });

async function idsOf(fetch: FetchPage, limits = LIMITS): Promise<string[]> {
  const ids: string[] = [];
  for await (const documents of walkPages(fetch, limits)) ids.push(...documents.map(({ id }) => id));
  return ids;
}

/** A listing by key: pages of documents after the key of the token. */
function listing(documents: () => readonly number[], size: number) {
  const open = { now: 0, most: 0, fetched: 0 };
  const fetch: FetchPage = async (token) => {
    open.fetched++;
    open.most = Math.max(open.most, ++open.now);
    await new Promise(setImmediate);
    open.now--;
    const rest = documents().filter((id) => id > Number(token ?? -1));
    return page(rest.slice(0, size), rest.length > size ? String(rest[size - 1]) : null);
  };
  return { fetch, open };
}

describe('a walk over pages', () => {
  it('gives every document once and in order, however pages are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat({ max: 500 }), { maxLength: 120 }),
        fc.integer({ min: 1, max: 20 }),
        async (ids, size) => {
          const sorted = ids.toSorted((a, b) => a - b);
          expect(await idsOf(listing(() => sorted, size).fetch)).toEqual(sorted.map((id) => `d${id}`));
        },
      ),
    );
  });

  it('gives each that stays exactly once, whatever comes and goes meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat({ max: 300 }), { minLength: 5, maxLength: 100 }),
        fc.infiniteStream(fc.tuple(fc.boolean(), fc.nat({ max: 300 }))),
        fc.integer({ min: 1, max: 10 }),
        async (ids, changes, size) => {
          const now = new Set(ids);
          const stay = new Set(ids);
          const { fetch } = listing(() => [...now].sort((a, b) => a - b), size);
          const changing: FetchPage = (token, signal) => {
            const [isNew, id] = changes.next().value as [boolean, number];
            if (isNew) now.add(id);
            else {
              now.delete(id);
              stay.delete(id);
            }
            return fetch(token, signal);
          };
          const found = await idsOf(changing);
          expect(new Set(found).size).toBe(found.length);
          expect([...stay].filter((id) => !found.includes(`d${id}`))).toEqual([]);
        },
      ),
    );
  });

  it('takes a server that puts what is replaced at the end, by a reader who replaces all of it', async () => {
    // Ids by their places.
    const places = new Map(Array.from({ length: 50 }, (_, id) => [id, id]));
    const fetch: FetchPage = (token) => {
      const rest = [...places].filter(([place]) => place > Number(token ?? -1));
      const last = rest.length > 10 ? String(rest[9]?.[0]) : null;
      return Promise.resolve(
        page(
          rest.slice(0, 10).map(([, id]) => id),
          last,
        ),
      );
    };
    const found: string[] = [];
    for await (const documents of walkPages(fetch, LIMITS)) {
      found.push(...documents.map(({ id }) => id));
      for (const [place, id] of [...places]) {
        if (!documents.some((each) => each.id === `d${id}`)) continue;
        places.delete(place);
        places.set(found.length * 100 + place, id);
      }
    }
    expect(found.sort()).toEqual(Array.from({ length: 50 }, (_, id) => `d${id}`).sort());
  });

  it('reads one page ahead', async () => {
    const { fetch, open } = listing(() => [...Array(50).keys()], 10);
    await idsOf(fetch);
    expect(open).toMatchObject({ fetched: 5, most: 1 });
    const walk = walkPages(fetch, LIMITS)[Symbol.asyncIterator]();
    await walk.next();
    expect(open.fetched).toBe(7);
    await walk.return?.();
  });

  it('stops the fetching when its reader stops', async () => {
    const signals: AbortSignal[] = [];
    const { fetch, open } = listing(() => [...Array(1_000).keys()], 10);
    const watched: FetchPage = (token, signal) => {
      signals.push(signal);
      return fetch(token, signal);
    };
    for await (const documents of walkPages(watched, LIMITS)) {
      expect(documents).toHaveLength(10);
      break;
    }
    expect(signals[0]?.aborted).toBe(true);
    expect(open.fetched).toBe(2);
  });

  it('is empty where the namespace is missing', async () => {
    expect(await idsOf(() => Promise.resolve(null))).toEqual([]);
  });

  it('fails as a page does, even one that is fetched ahead', async () => {
    const fetch: FetchPage = (token) => {
      const at = Number(token ?? 0);
      return at === 3 ? Promise.reject(new Error('gone')) : Promise.resolve(page([at], `${at + 1}`));
    };
    await expect(idsOf(fetch)).rejects.toThrow('gone');
  });

  it.each<[string, FetchPage]>([
    ['the same page again and again', () => Promise.resolve(page([1], 'again'))],
    [
      'pages in a circle',
      (token) => Promise.resolve(page([Number(token ?? 0)], String((Number(token ?? 0) + 1) % 5))),
    ],
    ['new tokens for the same documents', (token) => Promise.resolve(page([1, 2], `${token}+`))],
    ['empty pages without an end', (token) => Promise.resolve(page([], `${token}+`))],
    [
      'new documents without an end',
      (token) => Promise.resolve(page([Number(token)], String(Number(token) + 1))),
    ],
  ])('notices %s', async (_, fetch) => {
    await expect(idsOf(fetch, { ...LIMITS, ids: 50, pages: 300 })).rejects.toThrow(EndlessPages);
  });

  it('takes a few empty pages, and a last page with nothing new', async () => {
    const pages: Record<string, Page> = {
      null: page([1], 'a'),
      a: page([], 'b'),
      b: page([], 'c'),
      c: page([2], 'd'),
      d: page([2], null),
    };
    expect(await idsOf((token) => Promise.resolve(pages[String(token)] ?? null))).toEqual(['d1', 'd2']);
  });
});
