import type { MemoryType } from '../backend/memory';
import { clipped, SUMMARY_TYPES, type DayDigest, type DayMemory } from './daily-summary-digest';

/** Types whose memories are listed; the others are counted only. */
const HEADINGS: Partial<Record<MemoryType, string>> = {
  decision: 'Decisions',
  fact: 'Facts',
  commitment: 'Open commitments',
  error: 'Errors',
  goal: 'Goals',
  preference: 'Preferences',
  instruction: 'Instructions',
  learning: 'Learnings',
  event: 'Events',
  relationship: 'Relationships',
  observation: 'Observations',
};

const MAX_LINES = 10;
const MAX_LINE = 240;

/** The summary of a day without a model: what was stored, grouped by type, oldest first, with ids. */
export function summaryByRules(digest: DayDigest): string {
  const groups = SUMMARY_TYPES.flatMap((type) => {
    const heading = HEADINGS[type];
    const memories = digest.best.get(type) ?? [];
    return heading === undefined || memories.length === 0
      ? []
      : [groupOf(heading, memories, digest.byType[type] ?? 0)];
  });
  return [headline(digest), ...groups].join('\n\n');
}

/** Such as `3 memories of 2026-05-01: 2 facts, 1 decision.` */
export function headline({ date, count, byType }: DayDigest): string {
  if (count === 0) return `No memories of ${date}.`;
  const counts = Object.entries(byType).map(([type, of]) => `${of} ${of === 1 ? type : `${type}s`}`);
  return `${count} ${count === 1 ? 'memory' : 'memories'} of ${date}: ${counts.join(', ')}.`;
}

function groupOf(heading: string, memories: readonly DayMemory[], count: number): string {
  const shown = memories
    .slice(0, MAX_LINES)
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map(({ id, text }) => `- ${clipped(text, MAX_LINE)} [${id}]`);
  const left = count - shown.length;
  return [heading, ...shown, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n');
}
