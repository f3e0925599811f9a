import { behind, type EventPlace, type EventRecord } from './agent-event';
import { News } from './news';

/** Records that are kept for readers that follow. One that is further behind reads from the database. */
const RECENT = 256;

/** The end of an agent's log and its last records, which all readers in this process share. */
export class EventFeed {
  /** The last record that is known. */
  end: EventPlace;
  readers = 0;
  /** Another log stands where this one was: a copy of the database took over that lacks records. */
  isBroken = false;
  private recent: EventRecord[] = [];
  private readonly readersWait = new News();

  constructor(
    readonly chain: string,
    end: EventPlace,
  ) {
    this.end = end;
  }

  /** Takes records that follow the end. */
  add(records: readonly EventRecord[]): void {
    const last = records.at(-1);
    if (last === undefined) return;
    this.recent = [...this.recent, ...records].slice(-RECENT);
    this.end = behind(last);
    this.readersWait.wake();
  }

  /** The records from a place on; null if the feed no longer has them. */
  from(seq: number): EventRecord[] | null {
    const [first] = this.recent;
    if (first === undefined || seq < first.seq) return seq > this.end.seq ? [] : null;
    return this.recent.slice(seq - first.seq);
  }

  break(): void {
    this.isBroken = true;
    this.readersWait.wake();
  }

  /** Resolves when there are records behind a place, the feed breaks, the signal is aborted, or a time is over. */
  news(seq: number, signal: AbortSignal, timeoutMs: number): Promise<void> {
    if (this.end.seq > seq || this.isBroken) return Promise.resolve();
    return this.readersWait.next(signal, timeoutMs);
  }
}
