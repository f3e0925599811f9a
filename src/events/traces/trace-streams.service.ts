import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { errorName } from '../../common/error-name';
import type { EventStream } from '../../common/event-stream';
import { ProcessState } from '../../common/process-state';
import { toTraceRecord, visibleTrace } from '../../recall/shown-trace';
import type { ActiveSession } from '../../sessions/session';
import type { RecallTrace } from '../../traces/recall-trace';
import { RecallTraces } from '../../traces/recall-traces.service';
import { RECHECK_MS, StreamAdmission } from '../stream-admission.service';
import type { TraceFeed } from './trace-feed';
import { TraceFeeds } from './trace-feeds.service';

/** Traces of one read. */
const PAGE = 100;

/** Sends the traces of an agent to readers, which go at their own pace. */
@Injectable()
export class TraceStreams implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Events');
  private readonly stopping = new AbortController();

  constructor(
    private readonly traces: RecallTraces,
    private readonly feeds: TraceFeeds,
    private readonly admission: StreamAdmission,
    state: ProcessState,
  ) {
    state.onStop(() => this.stopping.abort());
  }

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** Sends all traces after an id, then ends. Returns their number. */
  sendPast(session: ActiveSession, after: string, stream: EventStream): Promise<number> {
    const reading = this.begin(session, stream);
    return this.whole(reading, () => this.catchUp(reading, session, after));
  }

  /** Sends traces after an id, if given, and new ones until the reader goes, loses its rights, or the process stops. */
  async follow(session: ActiveSession, after: string | null, stream: EventStream): Promise<number> {
    const feed = await this.feeds.open(session.agentId);
    const reading = this.begin(session, stream);
    const place = feed.end;
    try {
      return await this.whole(reading, async () => {
        if (after !== null) await this.catchUp(reading, session, after);
        await this.followFeed(reading, session, feed, place);
      });
    } finally {
      this.feeds.close(feed);
    }
  }

  private begin(session: ActiveSession, stream: EventStream): TraceReading {
    const reading = new TraceReading(session, stream, this.stopping.signal);
    stream.send('ready', { agent_id: session.agentId, trace: this.traces.mode });
    return reading;
  }

  private async catchUp(reading: TraceReading, { agentId }: ActiveSession, after: string): Promise<void> {
    for (let last: string | undefined = after; last !== undefined && !reading.hasEnded;) {
      const page: RecallTrace[] = await this.traces.after(agentId, last, PAGE);
      await reading.send(page);
      last = page.length < PAGE ? undefined : page.at(-1)?.traceId;
    }
  }

  private followFeed(
    reading: TraceReading,
    session: ActiveSession,
    feed: TraceFeed,
    from: number,
  ): Promise<void> {
    let place = from;
    return this.admission.whileAdmitted(session, reading.signal, async () => {
      const { traces, missed } = feed.since(place);
      place = feed.end;
      reading.skip(missed);
      await reading.send(traces);
      await feed.news(place, reading.signal, RECHECK_MS);
      return true;
    });
  }

  /** A failure ends the stream: the reader connects again with its place. */
  private async whole(reading: TraceReading, work: () => Promise<void>): Promise<number> {
    try {
      await work();
    } catch (error) {
      if (!reading.hasEnded) this.logger.warn(`A stream of traces broke off (${errorName(error)})`);
    }
    reading.end();
    return reading.sent;
  }
}

/** The traces that are sent to one reader. */
class TraceReading {
  sent = 0;
  readonly signal: AbortSignal;

  constructor(
    private readonly session: ActiveSession,
    private readonly stream: EventStream,
    stopping: AbortSignal,
  ) {
    this.signal = AbortSignal.any([stream.signal, stopping]);
  }

  get hasEnded(): boolean {
    return this.signal.aborted;
  }

  /** Reports to the reader that it was too slow for some traces. */
  skip(count: number): void {
    if (count > 0) this.stream.send('skipped', { count });
  }

  async send(traces: readonly RecallTrace[]): Promise<void> {
    for (const trace of traces) {
      if (this.hasEnded) return;
      this.stream.send('trace', toTraceRecord(visibleTrace(trace, this.session)), trace.traceId);
      this.sent++;
      await this.stream.drained();
    }
  }

  end(): void {
    this.stream.end();
  }
}
