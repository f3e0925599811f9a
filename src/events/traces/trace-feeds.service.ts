import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { errorName } from '../../common/error-name';
import { RecallTraces } from '../../traces/recall-traces.service';
import { WokenWork } from '../woken-work';
import { TraceFeed } from './trace-feed';

/** How soon a reader sees what was recalled. */
const LOOK_MS = 1_000;
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
  private readonly feeds = new Map<string, TraceFeed>();
  private readonly looks = new WokenWork(
    () => this.look(),
    (error) => this.logger.warn(`Traces wait for the database (${errorName(error)})`),
  );
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly traces: RecallTraces,
    private readonly clock: Clock,
  ) {}

  /** Call `close` with the feed when it is no longer read. */
  async open(agentId: string): Promise<TraceFeed> {
    const feed = this.feeds.get(agentId) ?? (await this.started(agentId));
    feed.readers++;
    this.timer ??= setInterval(() => this.looks.wake(), LOOK_MS).unref();
    return feed;
  }

  close(feed: TraceFeed): void {
    feed.readers--;
    if (feed.readers > 0) return;
    this.feeds.delete(feed.agentId);
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

  private async started(agentId: string): Promise<TraceFeed> {
    const ids = (await this.newest([agentId])).get(agentId) ?? [];
    // Another request may have opened it meanwhile.
    const feed = this.feeds.get(agentId) ?? new TraceFeed(agentId, new Set(ids));
    this.feeds.set(agentId, feed);
    return feed;
  }

  private async look(): Promise<void> {
    const feeds = [...this.feeds.values()];
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
