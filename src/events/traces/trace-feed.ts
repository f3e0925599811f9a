import type { RecallTrace } from '../../traces/recall-trace';
import { News } from '../news';

/** Traces that are kept for readers. One that is further behind misses those before. */
const RECENT = 100;

/** The last traces of an agent in the order of their arrival, which all readers in this process share. */
export class TraceFeed {
  readers = 0;
  /** The number of traces that came since the feed began. */
  end = 0;
  private recent: RecallTrace[] = [];
  private readonly readersWait = new News();

  /** `known`: ids of traces that were there before, or that came. */
  constructor(
    readonly agentId: string,
    private known: ReadonlySet<string>,
  ) {}

  unknown(ids: readonly string[]): string[] {
    return ids.filter((id) => !this.known.has(id));
  }

  /** `ids`: the newest ones, of which `traces` are those that were not known. */
  add(traces: readonly RecallTrace[], ids: readonly string[]): void {
    this.known = new Set(ids);
    if (traces.length === 0) return;
    this.recent = [...this.recent, ...traces].slice(-RECENT);
    this.end += traces.length;
    this.readersWait.wake();
  }

  /** The traces since a number, and how many of them are no longer kept. */
  since(place: number): { traces: RecallTrace[]; missed: number } {
    const wanted = this.end - place;
    const traces = wanted === 0 ? [] : this.recent.slice(-wanted);
    return { traces, missed: wanted - traces.length };
  }

  /** Resolves when more came since a number, the signal is aborted, or a time is over. */
  news(place: number, signal: AbortSignal, timeoutMs: number): Promise<void> {
    return this.end > place ? Promise.resolve() : this.readersWait.next(signal, timeoutMs);
  }
}
