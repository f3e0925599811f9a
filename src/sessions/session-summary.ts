import type { NewMemory } from '../backend/memory';
import { MEMORY_DEFAULTS } from '../backend/memory-columns';
import { NO_EDIT, type MemoryEdit } from '../backend/memory-edit';
import { SUMMARY_SOURCE, SUMMARY_TAG } from '../common/session-summary';
import { derivedId } from '../common/uuid';
import { actorOf, type ActiveSession } from './session';

const HOUR_MS = 3_600_000;

/** What deactivation tells of the session it ended. */
export interface SessionSummary {
  session: ActiveSession;
  endedAt: Date;
  /** Rounded to four places, which is less than half a second. */
  durationHours: number;
  memoriesCreated: number;
  /** Null where the session created nothing worth a summary. */
  summaryMemoryId: string | null;
}

export function durationHours(from: Date, to: Date): number {
  return Math.round(((to.getTime() - from.getTime()) / HOUR_MS) * 1e4) / 1e4;
}

/** The id of the memory that summarises a session: the same for every attempt to end the session. */
export function summaryId({ sessionId, startedAt }: ActiveSession): string {
  return derivedId(startedAt, sessionId, 'summary');
}

export function contentEdit(content: string): MemoryEdit {
  return { ...NO_EDIT, content };
}

/** The memory that a session leaves behind of itself. */
export function summaryMemory(
  session: ActiveSession,
  endedAt: Date,
  memoriesCreated: number,
  id: string,
): NewMemory {
  const hours = durationHours(session.startedAt, endedAt);
  const memories = memoriesCreated === 1 ? '1 memory' : `${memoriesCreated} memories`;
  return {
    ...MEMORY_DEFAULTS,
    id,
    sessionId: session.sessionId,
    title: `Summary of session ${session.sessionId}`,
    titleDerived: false,
    content:
      `Session ${session.sessionId} lasted ${hours} hours, from ${session.startedAt.toISOString()} ` +
      `to ${endedAt.toISOString()}, and created ${memories}.`,
    type: 'context',
    tags: [SUMMARY_TAG],
    source: SUMMARY_SOURCE,
    provenance: 'observed',
    actorId: actorOf(session),
    createdAt: endedAt,
  };
}
