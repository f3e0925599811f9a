import type { MemoryRecord } from '@agent-memory/client';
import { formatDay } from './dates.ts';

export type Standing = Pick<
  MemoryRecord,
  'status' | 'current' | 'validFrom' | 'validTo' | 'supersededBy' | 'past' | 'key'
> &
  Partial<Pick<MemoryRecord, 'trust' | 'trustReasons'>>;

const DAY_MS = 86_400_000;

/** When a memory holds, and why it is not current; empty if it says nothing about that. */
export function standingText(memory: Standing, now: Date = new Date()): string {
  if (memory.trust === 'quarantined') {
    const reasons = (memory.trustReasons ?? []).join(', ');
    return `Quarantined (${reasons}): it is not recalled until somebody releases it`;
  }
  const isOutdated = memory.status === 'active' && !memory.current;
  const facts = [timesText(memory), ...(isOutdated ? reasonsOf(memory, now) : [])].filter(
    (text) => text !== '',
  );
  if (isOutdated) return `Not current: ${facts.join(', ')}`;
  return facts.length === 0 ? '' : `Holds ${facts.join(', ')}`;
}

function timesText({ validFrom, validTo }: Standing): string {
  const parts = [
    ...(validFrom ? [`from ${shownDay(validFrom)}`] : []),
    ...(validTo ? [`until ${shownDay(validTo)}`] : []),
  ];
  return parts.join(' ');
}

/** Reasons that its times do not give. */
function reasonsOf({ supersededBy, past, validFrom, validTo, key }: Standing, now: Date): string[] {
  if (supersededBy) return [`replaced by ${supersededBy}`];
  if (past) return ['it tells of the past'];
  if (validFrom && validFrom > now) return [];
  if (validTo && validTo <= now) return [];
  return [key ? `a newer memory has its key ${key}` : 'it no longer holds'];
}

/** A date without a time of day is a midnight in UTC, which is another day in many time zones. */
function shownDay(date: Date): string {
  return date.getTime() % DAY_MS === 0 ? date.toISOString().slice(0, 10) : formatDay(date);
}
