import * as fc from 'fast-check';
import { FakeBackendApi } from '../../../../test/support/fake-backend-api';
import { NO_FILTER, START, storedMemory } from '../../../../test/support/memories';
import { filters, instants, manyMemories } from '../../../../test/support/remote-documents';
import type { Memory } from '../../memory';
import { wholePage, type MemoryPage } from '../../../../test/support/backend';
import { matches, type MemoryFilter } from '../../memory-filter';
import type { PageCursor } from '../../pages';
import type { LaterChange } from './past-memory';
import type { RemoteListings } from './remote-listings';
import { useRemoteListings } from '../../../../test/support/remote-listings';
import { comparePlaces, placeOf } from './storage-order';

const limits = fc.integer({ min: 1, max: 12 });
const at = (ms: number) => new Date(START + ms);
const FIRST_FIVE = { after: null, limit: 5 };

const newListings = useRemoteListings();

/** Listings of these memories in pages of three, in the order of storing. */
function listingsOf(memories: readonly Memory[], changes?: RemoteListings['changes']) {
  return newListings(FakeBackendApi.of(memories, 3), changes);
}

/** Whole pages of these memories. */
async function pagesOf(memories: readonly Memory[]) {
  const reading = await listingsOf(memories);
  return async (filter: MemoryFilter, after: PageCursor | null, limit: number): Promise<MemoryPage> =>
    wholePage(await reading.readPage('ns', filter, { after, limit }));
}

function oldestFirst(memories: readonly Memory[]): Memory[] {
  return [...memories].sort((one, other) => comparePlaces(placeOf(one), placeOf(other)));
}

function newestFirst(memories: readonly Memory[]): Memory[] {
  return oldestFirst(memories).reverse();
}

/** As it goes to the client and comes back: what a cursor cannot hold is never in one. */
function sent(cursor: PageCursor | null): PageCursor | null {
  if (cursor !== null) expect(cursor.key).toMatch(/^[!-~]{1,256}$/);
  return cursor && { ...cursor };
}

describe('the most recent memories', () => {
  it('are the newest that match, with the number of all that do', async () => {
    await fc.assert(
      fc.asyncProperty(manyMemories, filters, limits, async (memories, filter, limit) => {
        const matching = memories.filter((memory) => matches(memory, filter));
        expect(await (await listingsOf(memories)).recent('ns', filter, limit)).toEqual({
          memories: newestFirst(matching).slice(0, limit),
          total: matching.length,
        });
      }),
    );
  });

  it('are none in a namespace that does not exist', async () => {
    expect(await (await listingsOf([])).recent('nowhere', NO_FILTER, 5)).toEqual({ memories: [], total: 0 });
  });
});

describe('the memories changed since an instant', () => {
  it('are those last updated after it', async () => {
    await fc.assert(
      fc.asyncProperty(manyMemories, filters, instants, limits, async (memories, filter, since, limit) => {
        const changed = memories.filter((memory) => matches(memory, filter) && memory.updatedAt > since);
        const expected = newestFirst(changed).sort(
          (one, other) => other.updatedAt.getTime() - one.updatedAt.getTime(),
        );
        expect(await (await listingsOf(memories)).changedSince('ns', since, filter, limit)).toEqual(
          expected.slice(0, limit),
        );
      }),
    );
  });
});

describe('the memories touched within a period', () => {
  it('come each once, newest first, whatever the size of the slices', async () => {
    const periods = fc.tuple(instants, instants).map(([one, other]) => {
      return one < other ? { start: one, end: other } : { start: other, end: one };
    });
    await fc.assert(
      fc.asyncProperty(manyMemories, periods, limits, async (memories, period, limit) => {
        const within = (time: Date) => time >= period.start && time <= period.end;
        const touched = memories.filter(
          ({ status, createdAt, updatedAt }) =>
            status === 'active' && (within(createdAt) || within(updatedAt)),
        );
        const listings = await listingsOf(memories);
        const found: Memory[] = [];
        let after: PageCursor | null = null;
        do {
          const slice = await listings.touched('ns', period, { after, limit });
          expect(slice.memories.length).toBeLessThanOrEqual(limit);
          found.push(...slice.memories);
          after = sent(slice.next);
        } while (after !== null);
        expect(found).toEqual(newestFirst(touched));
      }),
    );
  });
});

describe('pages', () => {
  it('walked to the end give each match once, oldest first, and each the number of all', async () => {
    await fc.assert(
      fc.asyncProperty(manyMemories, filters, limits, async (memories, filter, limit) => {
        const matching = memories.filter((memory) => matches(memory, filter));
        const page = await pagesOf(memories);
        const found: Memory[] = [];
        let after: PageCursor | null = null;
        do {
          const shown = await page(filter, after, limit);
          expect(shown.total).toBe(matching.length);
          expect(shown.memories).toHaveLength(Math.min(limit, matching.length - found.length));
          found.push(...shown.memories);
          after = sent(shown.next);
        } while (after !== null);
        expect(found).toEqual(oldestFirst(matching));
      }),
    );
  });

  it('behind the last one are empty, and still have the total', async () => {
    const memory = storedMemory();
    const page = await (await pagesOf([memory]))(NO_FILTER, placeOf(memory), 5);
    expect(page).toEqual({ memories: [], total: 1, next: null });
  });

  it('are fetched in small parts, and only as far as they are read', async () => {
    const contents = Array.from({ length: 60 }, () => 'x'.repeat(10_000));
    const api = FakeBackendApi.of(contents.map((content) => storedMemory({ content })));
    const { slices } = await (
      await newListings(api)
    ).readPage('ns', NO_FILTER, {
      after: null,
      limit: 50,
    });
    // What the index read is not of the page.
    api.gets.length = 0;
    for await (const slice of slices) if (slice.memories.length > 0) break;
    expect(api.gets.map((ids) => ids.length)).toEqual([13]);
  });

  it('leave out what has changed or gone since the order was found', async () => {
    const [changed, gone, left] = [storedMemory({ type: 'fact' }), storedMemory(), storedMemory()];
    const api = FakeBackendApi.of([changed, gone, left]);
    const filter: MemoryFilter = { ...NO_FILTER, types: ['fact'] };
    const reading = await (
      await newListings(api)
    ).readPage('ns', filter, {
      after: null,
      limit: 3,
    });
    api.put({ ...changed, type: 'goal' });
    api.documents('ns').delete(gone.id);
    expect((await wholePage(reading)).memories).toEqual([left]);
  });
});

describe('the stream', () => {
  it('gives every match in the order of the server, and no empty slice', async () => {
    await fc.assert(
      fc.asyncProperty(manyMemories, filters, async (memories, filter) => {
        const found: Memory[] = [];
        for await (const slice of (await listingsOf(memories)).stream('ns', filter)) {
          expect(slice.length).toBeGreaterThan(0);
          found.push(...slice);
        }
        expect(found).toEqual(memories.filter((memory) => matches(memory, filter)));
      }),
    );
  });

  it('reads no further than its reader', async () => {
    const api = FakeBackendApi.of(
      Array.from({ length: 9 }, () => storedMemory()),
      1,
    );
    for await (const slice of (await newListings(api)).stream('ns', NO_FILTER)) {
      expect(slice).toHaveLength(1);
      break;
    }
    expect(api.pagesGiven).toBe(1);
  });
});

describe('the memories as of an instant', () => {
  const active: MemoryFilter = { ...NO_FILTER, types: ['fact'] };

  it('are the live ones among those that existed, when nothing became of them', async () => {
    const untouched = manyMemories.map((memories) =>
      memories.map((memory) => storedMemory({ ...memory, updatedAt: memory.createdAt })),
    );
    await fc.assert(
      fc.asyncProperty(untouched, filters, instants, limits, async (memories, filter, instant, limit) => {
        const later = async (_: string, ids: readonly string[]) =>
          new Map(ids.flatMap((id) => expiriesOf(memories, id, instant)));
        const live = memories
          .filter(({ createdAt }) => createdAt <= instant)
          .filter(({ expiredAt }) => expiredAt === null || expiredAt >= instant)
          .map((memory) => ({ ...memory, status: 'active' as const, expiredAt: null, expiredBy: null }))
          .filter((memory) => matches(memory, { ...filter, status: 'all' }));
        const listings = await listingsOf(memories, { later });
        const page = await listings.asOf('ns', instant, filter, { after: null, limit });
        expect(page.memories).toEqual(newestFirst(live).slice(0, limit));
        if (page.next === null) return expect(live.length).toBeLessThanOrEqual(limit);
        const rest = await listings.asOf('ns', instant, filter, {
          after: page.next,
          limit: memories.length,
        });
        expect(rest).toEqual({ memories: newestFirst(live).slice(limit), next: null });
      }),
    );
  });

  it('are filtered by what they were, not by what they are', async () => {
    const memory = storedMemory({ type: 'goal', updatedAt: at(5) });
    const former = { type: 'fact', updated_at: at(0).toISOString() };
    const later = async () => new Map([[memory.id, [{ at: at(5), event: 'edited' as const, former }]]]);
    const listings = await listingsOf([memory], { later });
    const { memories } = await listings.asOf('ns', at(1), active, FIRST_FIVE);
    expect(memories).toMatchObject([{ type: 'fact', updatedAt: at(0) }]);
    expect(await listings.asOf('ns', at(1), { ...active, types: ['goal'] }, FIRST_FIVE)).toEqual({
      memories: [],
      next: null,
    });
  });

  it('ask for histories once a page, and for those alone that changed', async () => {
    const ids: (readonly string[])[] = [];
    const later = async (_: string, asked: readonly string[]) => {
      ids.push(asked);
      return new Map<string, LaterChange[]>();
    };
    const memories = [0, 0, 9, 9, 0, 9, 0].map((ms) => storedMemory({ updatedAt: at(ms) }));
    await (
      await listingsOf([...memories, storedMemory({ createdAt: at(9) })], { later })
    ).asOf('ns', at(1), active, FIRST_FIVE);
    expect(ids).toEqual([[memories[2]!.id], [memories[3]!.id, memories[5]!.id]]);
  });
});

function expiriesOf(memories: readonly Memory[], id: string, instant: Date): [string, LaterChange[]][] {
  const expiredAt = memories.find((memory) => memory.id === id)?.expiredAt;
  if (!expiredAt || expiredAt < instant) return [];
  return [[id, [{ at: expiredAt, event: 'expired', former: null }]]];
}

const countsOf = newListings;

describe('the number of memories', () => {
  const three = [storedMemory(), storedMemory(), storedMemory()];

  it('is what the server says', async () => {
    const api = FakeBackendApi.of(three);
    api.itemCount = 7;
    expect(await (await countsOf(api)).countMemories(['ns'])).toEqual(new Map([['ns', 7]]));
    expect(api.calls).not.toContain('pages');
  });

  it('is counted where the server says nothing, and is 0 where there is no namespace', async () => {
    const api = FakeBackendApi.of(three, 2);
    api.itemCount = null;
    const counts = await (await countsOf(api)).countMemories(['ns', 'nowhere', 'ns']);
    expect(counts).toEqual(
      new Map([
        ['ns', 3],
        ['nowhere', 0],
      ]),
    );
    expect(api.calls.filter((call) => call === 'pages')).toHaveLength(2);
  });

  it('is asked for once in a listing', async () => {
    const api = FakeBackendApi.of(three);
    const asked = jest.spyOn(api, 'listNamespaces');
    const reading = await countsOf(api);
    const listing = {};
    for (const each of [listing, listing, undefined]) await reading.countMemories(['ns'], each);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('of no namespaces asks for nothing', async () => {
    const api = FakeBackendApi.of([]);
    api.listNamespaces = () => Promise.reject(new Error('asked'));
    expect(await (await countsOf(api)).countMemories([])).toEqual(new Map());
  });
});
