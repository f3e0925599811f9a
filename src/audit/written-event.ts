import type { WrittenItem } from './audit-entry';

export const EVENT_KINDS = [
  'memory.created',
  'memory.updated',
  'memory.expired',
  'memory.restored',
  'memory.deleted',
  'memory.superseded',
  'conflict.found',
  'conflict.resolved',
] as const;
/** The kinds of changes of memories that subscribers receive. */
export type EventKind = (typeof EVENT_KINDS)[number];

/** A change of memories that an entry holds: ids only. */
export interface WrittenEvent {
  kind: EventKind;
  /** Of a superseded memory, its id; of a conflict, the older and the newer one. */
  memoryIds: string[];
  /** The memory that replaces a superseded one. */
  by?: string;
  /** The row of a conflict in a report: `2026-05-01/0`. */
  conflict?: string;
}

/** Ids of one event. More become several events. */
export const MOST_IDS = 100;

const OF_MEMORIES: Readonly<Record<string, EventKind>> = {
  created: 'memory.created',
  imported: 'memory.created',
  edited: 'memory.updated',
  expired: 'memory.expired',
  restored: 'memory.restored',
  deleted: 'memory.deleted',
};

/** The events of written items, in their order: neighbours of one kind become one event. Null for none. */
export function eventsOf(items: readonly WrittenItem[]): WrittenEvent[] | null {
  const events: WrittenEvent[] = [];
  for (const item of items) {
    const event = eventOf(item);
    const last = events.at(-1);
    if (event === null) continue;
    if (last && isJoined(last, event)) last.memoryIds.push(...event.memoryIds);
    else events.push(event);
  }
  return events.length === 0 ? null : events;
}

function isJoined(last: WrittenEvent, next: WrittenEvent): boolean {
  const isPlain = next.by === undefined && next.conflict === undefined;
  return isPlain && last.kind === next.kind && last.memoryIds.length < MOST_IDS;
}

function eventOf({ kind, id, event, memories }: WrittenItem): WrittenEvent | null {
  if (kind === 'memory') {
    const found = OF_MEMORIES[event];
    return found === undefined ? null : { kind: found, memoryIds: [id] };
  }
  if (memories === undefined) return null;
  const { older, newer } = memories;
  if (kind === 'link' && event === 'applied')
    return { kind: 'memory.superseded', memoryIds: [older], by: newer };
  if (kind !== 'conflict' || (event !== 'found' && event !== 'resolved')) return null;
  return { kind: `conflict.${event}`, memoryIds: [older, newer], conflict: id };
}
