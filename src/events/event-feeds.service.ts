import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { AuditSealer } from '../audit/audit-sealer.service';
import { errorName } from '../common/error-name';
import { BEFORE_ALL, behind } from './agent-event';
import { EventFeed } from './event-feed';
import { EventLogRepository } from './event-log.repository';
import { OpenFeeds } from './open-feeds';

const PAGE = 256;

/**
 * Reads the end of the log of each agent that has readers, once for all of them. Looks when this process has placed records,
 * and each second: a statement for all agents. Notifications of the database would need a connection of their own, which a
 * pooler does not give (docs/adr/0048).
 */
@Injectable()
export class EventFeeds implements OnApplicationShutdown {
  private readonly logger = new Logger('Events');
  private readonly feeds = new OpenFeeds<EventFeed>(
    (feeds) => this.readEnds(feeds),
    (error) => this.logger.warn(`Events wait for the database (${errorName(error)})`),
  );

  constructor(
    private readonly log: EventLogRepository,
    sealer: AuditSealer,
  ) {
    sealer.onSealed(() => this.feeds.look());
  }

  /** Call `close` with the feed when it is no longer read. */
  open(chain: string): Promise<EventFeed> {
    return this.feeds.open(chain, () => this.started(chain));
  }

  close(feed: EventFeed): void {
    this.feeds.close(feed.chain, feed);
  }

  onApplicationShutdown(): Promise<void> {
    return this.feeds.stop();
  }

  private async started(chain: string): Promise<EventFeed> {
    const { last } = await this.log.extent(chain);
    const [record] = await this.log.from(chain, last, 1);
    return new EventFeed(chain, record ? behind(record) : { ...BEFORE_ALL, seq: last });
  }

  private async readEnds(feeds: readonly EventFeed[]): Promise<void> {
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

  /** The readers connect again with the places that they have. */
  private give(feed: EventFeed): void {
    this.feeds.drop(feed.chain, feed);
    feed.break();
  }
}

/** Null where the log has no record at its end: it is empty, or all is pruned. */
function knownId({ end }: EventFeed): string | null {
  return end.recordId === BEFORE_ALL.recordId ? null : end.recordId;
}
