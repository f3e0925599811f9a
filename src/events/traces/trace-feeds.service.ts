import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { errorName } from '../../common/error-name';
import { RecallTraces } from '../../traces/recall-traces.service';
import { OpenFeeds } from '../open-feeds';
import { TraceFeed } from './trace-feed';

/** A trace has the time at which it was asked, and is written when it is answered, by any process. */
const LATEST_MS = 300_000;
/** Newest ids that are compared with those before. */
const NEWEST = 500;

/**
 * Looks for new traces of each agent that has readers, once for all of them: each second a statement for the ids, whatever
 * process wrote them. Ids are in the order of the questions, so one may come before others that are known.
 */
@Injectable()
export class TraceFeeds implements OnApplicationShutdown {
  private readonly logger = new Logger('Events');
  private readonly feeds = new OpenFeeds<TraceFeed>(
    (feeds) => this.look(feeds),
    (error) => this.logger.warn(`Traces wait for the database (${errorName(error)})`),
  );

  constructor(
    private readonly traces: RecallTraces,
    private readonly clock: Clock,
  ) {}

  /** Call `close` with the feed when it is no longer read. */
  open(agentId: string): Promise<TraceFeed> {
    return this.feeds.open(agentId, () => this.started(agentId));
  }

  close(feed: TraceFeed): void {
    this.feeds.close(feed.agentId, feed);
  }

  onApplicationShutdown(): Promise<void> {
    return this.feeds.stop();
  }

  private async started(agentId: string): Promise<TraceFeed> {
    const ids = (await this.newest([agentId])).get(agentId) ?? [];
    return new TraceFeed(agentId, new Set(ids));
  }

  private async look(feeds: readonly TraceFeed[]): Promise<void> {
    if (feeds.length === 0) return;
    const newest = await this.newest(feeds.map(({ agentId }) => agentId));
    for (const feed of feeds) {
      const ids = newest.get(feed.agentId) ?? [];
      const unknown = feed.unknown(ids);
      const traces = unknown.length === 0 ? [] : await this.traces.some(feed.agentId, unknown);
      feed.add(traces, ids);
    }
  }

  private async newest(agentIds: readonly string[]): Promise<Map<string, string[]>> {
    const since = new Date(this.clock.now().getTime() - LATEST_MS);
    const found = new Map<string, string[]>();
    for (const { agentId, traceId } of await this.traces.newestIds(agentIds, since, NEWEST)) {
      const ids = found.get(agentId) ?? [];
      ids.push(traceId);
      found.set(agentId, ids);
    }
    return found;
  }
}
