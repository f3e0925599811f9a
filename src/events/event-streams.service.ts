import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { AuditSealer } from '../audit/audit-sealer.service';
import { errorName } from '../common/error-name';
import type { EventStream } from '../common/event-stream';
import { ProcessState } from '../common/process-state';
import type { ActiveSession } from '../sessions/session';
import { eventId, eventsBehind, type EventRecord } from './agent-event';
import { sentEvent } from './events.dto';
import type { EventFeed } from './event-feed';
import { EventFeeds } from './event-feeds.service';
import { EventLogRepository } from './event-log.repository';
import type { EventStart } from './event-starts.service';
import { RECHECK_MS, StreamAdmission } from './stream-admission.service';

/** Records of one read. */
const PAGE = 256;

/** Where a reader is. */
type Cursor = Pick<EventStart, 'seq' | 'count' | 'recordId' | 'since'>;

/** Sends the events of an agent to readers, which go at their own pace: nothing is kept for them. */
@Injectable()
export class EventStreams implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Events');
  private readonly stopping = new AbortController();

  constructor(
    private readonly log: EventLogRepository,
    private readonly feeds: EventFeeds,
    private readonly admission: StreamAdmission,
    private readonly sealer: AuditSealer,
    state: ProcessState,
  ) {
    state.onStop(() => this.stopping.abort());
  }

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** Sends all events committed before the call, then ends. Returns their number. */
  async sendPast(session: ActiveSession, start: EventStart, stream: EventStream): Promise<number> {
    await this.sealer.sealAll();
    const reading = new Reading(this.log, session, start, stream, this.stopping.signal);
    return this.whole(reading, stream, () => reading.catchUp());
  }

  /** Sends events until the reader goes, loses its rights, or the process stops. Returns their number. */
  async follow(session: ActiveSession, start: EventStart, stream: EventStream): Promise<number> {
    const feed = await this.feeds.open(session.namespace);
    const reading = new Reading(this.log, session, start, stream, this.stopping.signal);
    try {
      return await this.whole(reading, stream, async () => {
        await reading.catchUp();
        await this.admission.whileAdmitted(session, reading.signal, () => step(reading, feed));
      });
    } finally {
      this.feeds.close(feed);
    }
  }

  /** A failure ends the stream: the reader connects again with its place. */
  private async whole(reading: Reading, stream: EventStream, work: () => Promise<unknown>): Promise<number> {
    try {
      reading.begin();
      await work();
    } catch (error) {
      if (!reading.hasEnded) this.logger.warn(`A stream of events broke off (${errorName(error)})`);
    }
    stream.end();
    return reading.sent;
  }
}

/** Sends what came, and waits for more. False if another log stands there. */
async function step(reading: Reading, feed: EventFeed): Promise<boolean> {
  if (feed.isBroken || !(await reading.readFrom(feed))) return false;
  await feed.news(reading.seen, reading.signal, RECHECK_MS);
  return true;
}

/** One reader's way through the log of its agent. */
class Reading {
  sent = 0;
  readonly signal: AbortSignal;
  private cursor: Cursor;

  constructor(
    private readonly log: EventLogRepository,
    private readonly session: ActiveSession,
    private readonly start: EventStart,
    private readonly stream: EventStream,
    stopping: AbortSignal,
  ) {
    this.cursor = start;
    this.signal = AbortSignal.any([stream.signal, stopping]);
  }

  get hasEnded(): boolean {
    return this.signal.aborted;
  }

  /** The place of the last record that this reader has seen. */
  get seen(): number {
    return this.cursor.recordId === null ? this.cursor.seq - 1 : this.cursor.seq;
  }

  /** A reader that is cut off before its first event has a place to come back to. */
  begin(): void {
    const { seq, count, recordId, reset } = this.start;
    if (reset !== null) this.stream.send('reset', { reason: reset });
    const id = recordId === null ? null : eventId({ seq, count, recordId });
    this.stream.send('ready', { agent_id: this.session.agentId }, id);
  }

  /** Sends all that the database has. False if another log stands there. */
  async catchUp(): Promise<boolean> {
    while (!this.hasEnded) {
      const records = await this.log.from(this.session.namespace, this.cursor.seq, PAGE);
      if (!(await this.send(records))) return false;
      if (records.length < PAGE) return true;
    }
    return true;
  }

  /** Sends what the feed has behind this reader. False if another log stands there. */
  async readFrom(feed: EventFeed): Promise<boolean> {
    if (feed.end.seq <= this.seen) return true;
    const records = feed.from(this.cursor.seq);
    return records === null ? this.catchUp() : this.send(records);
  }

  private async send(records: readonly EventRecord[]): Promise<boolean> {
    const { seq, recordId, since } = this.cursor;
    const [first] = records;
    // The record at the reader's place comes again, which shows that it is still the same log.
    if (recordId !== null && seq > 0 && (first?.seq !== seq || first.recordId !== recordId)) return false;
    for (const record of records) {
      const count = record.seq === seq ? this.cursor.count : 0;
      for (const event of eventsBehind(this.session.agentId, record, count)) {
        if (this.hasEnded) return false;
        if (since !== null && event.at < since) continue;
        this.stream.send(event.kind, sentEvent(event), event.id);
        this.sent++;
        await this.stream.drained();
      }
      this.cursor = { seq: record.seq, count: record.events.length, recordId: record.recordId, since };
    }
    return true;
  }
}
