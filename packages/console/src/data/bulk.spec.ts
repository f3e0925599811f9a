import { ConflictError, NotFoundError, PermissionError, RateLimitedError } from '../../../client/src/errors.ts';
import { matchingIds, oneByOne, outcomeText, runBulk } from './bulk.ts';

const IDS = Array.from({ length: 10 }, (_, n) => `id-${n}`);

function run<Done>(act: (id: string) => Promise<Done | null>, stop = new AbortController(), ids = IDS) {
  const reports: number[] = [];
  const report = (handled: number) => void reports.push(handled);
  return runBulk({ items: ids, work: oneByOne(act), signal: stop.signal, report }).then((outcome) => ({ ...outcome, reports }));
}

describe('a run over many', () => {
  it('has at most four requests under way, and reports each', async () => {
    let underWay = 0;
    let most = 0;
    const { done, reports } = await run(async (id) => {
      most = Math.max(most, ++underWay);
      await Promise.resolve();
      underWay--;
      return id;
    });
    expect(most).toBe(4);
    expect(done.sort()).toEqual(IDS);
    expect(reports).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('goes on after failures, and counts them by their reason', async () => {
    const outcome = await run((id) => {
      if (id === 'id-1' || id === 'id-2') return Promise.reject(new NotFoundError('gone'));
      if (id === 'id-3') return Promise.reject(new ConflictError('changed'));
      return Promise.resolve(id === 'id-4' ? null : id);
    });
    expect(outcome.done).toHaveLength(6);
    expect(outcomeText(outcome, '6 memories expired')).toBe(
      '6 memories expired. 1 needed no change. 2 could not be changed: no longer there. ' +
        '1 could not be changed: changed meanwhile.',
    );
  });

  it('waits as long as the service asks, and repeats what it refused', async () => {
    const tries: number[] = [];
    const outcome = await run(
      (id) => {
        tries.push(Date.now());
        if (tries.length > 1) return Promise.resolve(id);
        return Promise.reject(new RateLimitedError('slowly', { retryAfterMs: 40 }));
      },
      new AbortController(),
      ['only'],
    );
    expect(outcome.done).toEqual(['only']);
    expect((tries[1] ?? 0) - (tries[0] ?? 0)).toBeGreaterThanOrEqual(38);
  });

  it('stops before the next one, also while it waits', async () => {
    const stop = new AbortController();
    const outcome = await run((id) => {
      if (id !== 'id-5') return Promise.resolve(id);
      stop.abort();
      return Promise.reject(new RateLimitedError('slowly', { retryAfterMs: 60_000 }));
    }, stop);
    expect(outcome.done.length + outcome.left).toBe(10);
    expect(outcome.left).toBeGreaterThan(0);
    expect(outcome.end).toBeNull();
  });

  it('sends as many in a request as the work takes, and counts all of one that fails', async () => {
    const sent: number[] = [];
    const reports: number[] = [];
    const outcome = await runBulk({
      items: IDS,
      work: {
        size: 4,
        act: (ids: readonly string[]) => {
          sent.push(ids.length);
          if (ids.includes('id-0')) return Promise.reject(new Error('Too large'));
          return Promise.resolve({ done: ids.slice(1), unchanged: 0, missing: 1 });
        },
      },
      signal: new AbortController().signal,
      report: (handled) => void reports.push(handled),
    });
    expect(sent).toEqual([4, 4, 2]);
    expect(reports.at(-1)).toBe(10);
    expect(outcome.done).toEqual(['id-5', 'id-6', 'id-7', 'id-9']);
    expect(outcome.left).toBe(0);
    expect([...outcome.failures]).toEqual(
      expect.arrayContaining([
        ['Too large', 4],
        ['no longer there', 2],
      ]),
    );
  });

  it('ends with a failure that all others would have too', async () => {
    const outcome = await run((id) =>
      id === 'id-0' ? Promise.resolve(id) : Promise.reject(new PermissionError('not allowed')),
    );
    expect(outcome.left).toBe(9);
    expect(outcomeText(outcome, '1 memory expired')).toBe(
      '1 memory expired. Stopped before the last 9: not allowed.',
    );
  });
});

describe('the ids that match', () => {
  it('are read page after page before anything is done, without the exceptions', async () => {
    const pages = [
      { ids: ['a', 'b'], nextCursor: '1' },
      { ids: ['b', 'c'], nextCursor: '2' },
      { ids: ['d'], nextCursor: null },
    ];
    const read: number[] = [];
    const ids = await matchingIds((cursor) => Promise.resolve(pages[Number(cursor ?? 0)] ?? { ids: [] }), {
      without: new Set(['c']),
      signal: new AbortController().signal,
      report: (count) => void read.push(count),
    });
    expect(ids).toEqual(['a', 'b', 'd']);
    expect(read).toEqual([2, 2, 3]);
  });
});
