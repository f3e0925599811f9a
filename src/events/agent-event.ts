import type { EventKind, WrittenEvent } from '../audit/written-event';

/** A record of an audit chain, with the events that it holds. */
export interface EventRecord {
  /** Its place in the chain. */
  seq: number;
  /** A UUID of version 7. */
  recordId: string;
  at: Date;
  actor: string;
  sessionId: string | null;
  events: WrittenEvent[];
}

/** A change of an agent's memories. Ids only: readers get the memories by id, with the rights that they have then. */
export interface AgentEvent {
  /** Of its place; a reader that names it gets what follows. */
  id: string;
  kind: EventKind;
  agentId: string;
  at: Date;
  actor: string;
  sessionId: string | null;
  memoryIds: string[];
  supersededBy: string | null;
  conflict: string | null;
}

/** How many events of the record the reader has. The record's id shows whether the log is still the same. */
export interface EventPlace {
  seq: number;
  count: number;
  recordId: string;
}

/** Before the first record. */
export const BEFORE_ALL: EventPlace = {
  seq: 0,
  count: 0,
  recordId: '00000000-0000-0000-0000-000000000000',
};

const PLACE = /^(\d{1,15})-(\d{1,6})-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

export function eventId({ seq, count, recordId }: EventPlace): string {
  return `${seq}-${count}-${recordId}`;
}

/** Null for a text that `eventId` did not write. */
export function placeOf(id: string): EventPlace | null {
  const [, seq, count, recordId] = PLACE.exec(id) ?? [];
  return recordId === undefined ? null : { seq: Number(seq), count: Number(count), recordId };
}

export function behind({ seq, recordId, events }: EventRecord): EventPlace {
  return { seq, count: events.length, recordId };
}

/** The events of a record after the first `count`. */
export function eventsBehind(agentId: string, record: EventRecord, count: number): AgentEvent[] {
  const { seq, recordId, at, actor, sessionId, events } = record;
  return events.slice(count).map(({ kind, memoryIds, by, conflict }, offset) => ({
    id: eventId({ seq, count: count + offset + 1, recordId }),
    kind,
    agentId,
    at,
    actor,
    sessionId,
    memoryIds,
    supersededBy: by ?? null,
    conflict: conflict ?? null,
  }));
}

/** When a UUID of version 7 was made. */
export function timeOfId(recordId: string): Date {
  return new Date(Number.parseInt(recordId.slice(0, 8) + recordId.slice(9, 13), 16));
}
