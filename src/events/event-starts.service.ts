import { Injectable } from '@nestjs/common';
import { BEFORE_ALL, behind, timeOfId, type EventPlace } from './agent-event';
import { EventLogRepository } from './event-log.repository';

/** Why a reader gets no gapless continuation: the events after its place were pruned, or the log does not know the place. */
export type ResetReason = 'pruned' | 'unknown_place';

export interface EventStart {
  /** Where the first read begins. */
  seq: number;
  /** Events of that record that the reader has. */
  count: number;
  /** Of that record; null if the reader has nothing of it. */
  recordId: string | null;
  /** Events before this time are left out; null for none. */
  since: Date | null;
  /** The reader may have to read the memories again. */
  reset: ResetReason | null;
}

/** A copy of the database that took over may lack the last records; those that it got instead may be a little older. */
const OVERLAP_MS = 10 * 60_000;
/** The longest that a record may stand behind younger ones: the length of a transaction, and then some. */
const LATE_MS = 60_000;

/** Finds where a reader of events begins. */
@Injectable()
export class EventStarts {
  constructor(private readonly log: EventLogRepository) {}

  /** After the last record. */
  async atEnd(chain: string): Promise<EventStart> {
    const { last } = await this.log.extent(chain);
    const [record] = await this.log.from(chain, last, 1);
    return { ...(record ? behind(record) : BEFORE_ALL), since: null, reset: null };
  }

  async atBeginning(chain: string): Promise<EventStart> {
    const { first } = await this.log.extent(chain);
    return before(first);
  }

  async atTime(chain: string, since: Date): Promise<EventStart> {
    const seq = await this.log.firstSince(chain, new Date(since.getTime() - LATE_MS));
    return { ...before(seq), since };
  }

  /** After the place that a reader names; `reset` says that it may have missed events. */
  async after(chain: string, place: EventPlace): Promise<EventStart> {
    const { first } = await this.log.extent(chain);
    const [record] = await this.log.from(chain, place.seq, 1);
    if (place.seq === 0 && place.recordId === BEFORE_ALL.recordId) {
      return first === 1 ? before(1) : { ...before(first), reset: 'pruned' };
    }
    if (record?.seq === place.seq && record.recordId === place.recordId) {
      return { ...place, since: null, reset: null };
    }
    if (place.seq < first) return { ...before(first), reset: 'pruned' };
    const since = new Date(timeOfId(place.recordId).getTime() - OVERLAP_MS);
    return { ...before(await this.log.firstSince(chain, since)), reset: 'unknown_place' };
  }
}

function before(seq: number): EventStart {
  return { seq, count: 0, recordId: null, since: null, reset: null };
}
