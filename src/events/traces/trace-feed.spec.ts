import type { RecallTrace } from '../../traces/recall-trace';
import { TraceFeed } from './trace-feed';

const traces = (...ids: string[]) => ids.map((traceId) => ({ traceId }) as RecallTrace);
const idsOf = (feed: TraceFeed, place: number) => feed.since(place).traces.map(({ traceId }) => traceId);

describe('a feed of traces', () => {
  it('knows those that were there before, and gives what came since', () => {
    const feed = new TraceFeed('demo', new Set(['a']));
    expect(feed.unknown(['c', 'b', 'a'])).toEqual(['c', 'b']);
    feed.add(traces('b', 'c'), ['c', 'b', 'a']);
    expect(feed.unknown(['c', 'b', 'a'])).toEqual([]);
    expect(idsOf(feed, 0)).toEqual(['b', 'c']);
    expect(idsOf(feed, 1)).toEqual(['c']);
    expect(feed.since(2)).toEqual({ traces: [], missed: 0 });
  });

  it('tells a reader that is far behind how many it has missed', () => {
    const feed = new TraceFeed('demo', new Set());
    for (let n = 0; n < 150; n++) feed.add(traces(`t${n}`), [`t${n}`]);
    const { traces: kept, missed } = feed.since(0);
    expect([kept.length, missed, kept.at(-1)?.traceId]).toEqual([100, 50, 't149']);
  });

  it('wakes who waits when something comes, and does not wait when something is there', async () => {
    const feed = new TraceFeed('demo', new Set());
    const stopped = new AbortController();
    const woken = feed.news(0, stopped.signal, 60_000);
    feed.add(traces('a'), ['a']);
    await woken;
    await feed.news(0, stopped.signal, 60_000);
    const waiting = feed.news(1, stopped.signal, 60_000);
    stopped.abort();
    await waiting;
    expect(feed.end).toBe(1);
  });
});
