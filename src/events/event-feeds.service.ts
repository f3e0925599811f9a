import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { AuditSealer } from '../audit/audit-sealer.service';
import { errorName } from '../common/error-name';
import { BEFORE_ALL, behind } from './agent-event';
import { EventFeed } from './event-feed';
import { EventLogRepository } from './event-log.repository';
import { WokenWork } from './woken-work';

/** How soon this process learns of records that another one has placed. */
const POLL_MS = 1_000;
const PAGE = 256;

/**
 * Reads the end of the log of each agent that has readers, once for all of them. Looks when this process has placed records,
 * and each second: a statement for all agents. Notifications of the database would need a connection of their own, which a
 * pooler does not give (docs/adr/0048).
 */
@Injectable()
export class EventFeeds implements OnApplicationShutdown {
  private readonly logger = new Logger('Events');
  private readonly feeds = new Map<string, EventFeed>();
  private readonly looks = new WokenWork(
    () => this.readEnds(),
    (error) => this.logger.warn(`Events wait for the database (${errorName(error)})`),
  );
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly log: EventLogRepository,
    sealer: AuditSealer,
  ) {
    sealer.onSealed(() => this.look());
  }

  /** Call `close` with the feed when it is no longer read. */
  async open(chain: string): Promise<EventFeed> {
    const feed = this.feeds.get(chain) ?? (await this.started(chain));
    feed.readers++;
    this.timer ??= setInterval(() => this.look(), POLL_MS).unref();
    return feed;
  }

  close(feed: EventFeed): void {
    feed.readers--;
    if (feed.readers > 0) return;
    if (this.feeds.get(feed.chain) === feed) this.feeds.delete(feed.chain);
    if (this.feeds.size === 0) this.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop();
    await this.looks.stop();
  }

  private stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  private async started(chain: string): Promise<EventFeed> {
    const { last } = await this.log.extent(chain);
    const [record] = await this.log.from(chain, last, 1);
    // Another request may have opened it meanwhile.
    const feed =
      this.feeds.get(chain) ?? new EventFeed(chain, record ? behind(record) : { ...BEFORE_ALL, seq: last });
    this.feeds.set(chain, feed);
    return feed;
  }

  private look(): void {
    if (this.feeds.size > 0) this.looks.wake();
  }

  private async readEnds(): Promise<void> {
    const feeds = [...this.feeds.values()];
    if (feeds.length === 0) return;
    const ends = await this.log.ends(feeds.map(({ chain, end }) => ({ chain, seq: end.seq })));
    const byChain = new Map(ends.map((end) => [end.chain, end]));
    for (const feed of feeds) {
      const found = byChain.get(feed.chain);
      if (found === undefined) continue;
      if (found.last < feed.end.seq || found.knownId !== knownId(feed)) this.give(feed);
      else if (found.last > feed.end.seq) await this.follow(feed, found.last);
    }
  }

  /** Each page begins with the last known record, so that records of another log are never taken for those that follow. */
  private async follow(feed: EventFeed, last: number): Promise<void> {
    while (feed.end.seq < last && !feed.isBroken) {
      const { seq, recordId } = feed.end;
      const page = await this.log.from(feed.chain, seq, PAGE);
      const isFirst = seq === 0 || knownId(feed) === null;
      if (!isFirst && page[0]?.recordId !== recordId) return this.give(feed);
      const added = page.filter((record) => record.seq > seq);
      if (added.length === 0) return;
      feed.add(added);
    }
  }

  /** Its readers come back with the places that they have. */
  private give(feed: EventFeed): void {
    if (this.feeds.get(feed.chain) === feed) this.feeds.delete(feed.chain);
    feed.break();
  }
}

/** Null where the log has no record at its end: it is empty, or all is pruned. */
function knownId({ end }: EventFeed): string | null {
  return end.recordId === BEFORE_ALL.recordId ? null : end.recordId;
}
