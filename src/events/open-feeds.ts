import { WokenWork } from './woken-work';

/** How soon this process finds rows that another one has written. */
const LOOK_MS = 1_000;

/** The feeds that have readers. `read` brings them new rows, each second and when it is called for. */
export class OpenFeeds<Feed extends { readers: number }> {
  private readonly feeds = new Map<string, Feed>();
  private readonly looks: WokenWork;
  private timer: NodeJS.Timeout | null = null;

  /** `report` gets the first of a row of failures. */
  constructor(read: (feeds: readonly Feed[]) => Promise<void>, report: (error: unknown) => void) {
    this.looks = new WokenWork(() => read([...this.feeds.values()]), report);
  }

  /** Call `close` with the feed when it is no longer read. */
  async open(key: string, start: () => Promise<Feed>): Promise<Feed> {
    let feed = this.feeds.get(key);
    if (feed === undefined) {
      const started = await start();
      // Another request may have opened it meanwhile.
      feed = this.feeds.get(key) ?? started;
      this.feeds.set(key, feed);
    }
    feed.readers++;
    this.timer ??= setInterval(() => this.look(), LOOK_MS).unref();
    return feed;
  }

  close(key: string, feed: Feed): void {
    feed.readers--;
    if (feed.readers > 0) return;
    this.drop(key, feed);
    if (this.feeds.size === 0) this.stopTimer();
  }

  /** The next reader gets another one. */
  drop(key: string, feed: Feed): void {
    if (this.feeds.get(key) === feed) this.feeds.delete(key);
  }

  look(): void {
    if (this.feeds.size > 0) this.looks.wake();
  }

  /** Resolves when no read runs any more. */
  async stop(): Promise<void> {
    this.stopTimer();
    await this.looks.stop();
  }

  private stopTimer(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }
}
