import { normalizeContent, type Memory, type MemoryType } from '../backend/memory';
import { isSessionSummary } from '../common/session-summary';
import { firstCodePoints } from '../common/text';

export interface DayMemory {
  id: string;
  type: MemoryType;
  /** One line, cut; it starts with the title if the client gave one. */
  text: string;
  confidence: number;
  createdAt: Date;
}

/** A day of an agent: every memory counted, and those that are worth reading. */
export interface DayDigest {
  /** YYYY-MM-DD. */
  date: string;
  count: number;
  /** Types that occurred, in the order of `SUMMARY_TYPES`. */
  byType: Partial<Record<MemoryType, number>>;
  /** Of each type the surest, newest first among equals; none twice. */
  best: Map<MemoryType, DayMemory[]>;
}

/** The headings of listed types, most wanted first; types without one are only counted. */
const HEADINGS: Readonly<Record<MemoryType, string | null>> = {
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
  artifact: null,
  context: null,
};

export const SUMMARY_TYPES = Object.keys(HEADINGS) as readonly MemoryType[];

/** Of one type, whatever the length of the day. */
export const MAX_BEST = 200;
const MAX_TEXT = 600;

/** Takes in the memories of a day, however many, in the memory that some hundreds take. */
export class DayCollector {
  private count = 0;
  private readonly counts = new Map<MemoryType, number>();
  private readonly best = new Map<MemoryType, DayMemory[]>();

  constructor(private readonly date: string) {}

  add(memories: readonly Memory[]): void {
    for (const memory of memories) {
      this.count++;
      this.counts.set(memory.type, (this.counts.get(memory.type) ?? 0) + 1);
      if (isWorthReading(memory)) this.keep(toDayMemory(memory));
    }
  }

  digest(): DayDigest {
    const counted = SUMMARY_TYPES.flatMap((type) => {
      const count = this.counts.get(type);
      return count === undefined ? [] : [[type, count] as const];
    });
    const best = [...this.best].map(([type, memories]) => [type, bestOf(memories)] as const);
    return {
      date: this.date,
      count: this.count,
      byType: Object.fromEntries(counted),
      best: new Map(best),
    };
  }

  private keep(memory: DayMemory): void {
    const kept = this.best.get(memory.type) ?? [];
    kept.push(memory);
    this.best.set(memory.type, kept.length > 2 * MAX_BEST ? bestOf(kept) : kept);
  }
}

/** Pieces of documents say nothing of the day they were uploaded, and notes of the service itself still less. */
function isWorthReading(memory: Memory): boolean {
  const isPieceOfFile = memory.type === 'artifact' && memory.source === 'upload';
  return !isPieceOfFile && !isSessionSummary(memory);
}

function toDayMemory({ id, type, title, titleDerived, content, confidence, createdAt }: Memory): DayMemory {
  // A space more or less makes no difference here, and what is cut off need not be looked at.
  const start = firstCodePoints(content, 2 * MAX_TEXT);
  const line = (titleDerived ? start : `${title}: ${start}`).replace(/\s+/g, ' ').trim();
  return { id, type, text: clipped(line, MAX_TEXT), confidence, createdAt };
}

function bestOf(memories: readonly DayMemory[]): DayMemory[] {
  const sorted = [...memories].sort(
    (a, b) => b.confidence - a.confidence || b.createdAt.getTime() - a.createdAt.getTime(),
  );
  const seen = new Set<string>();
  const distinct = sorted.filter(({ text }) => {
    const key = normalizeContent(text);
    return !seen.has(key) && seen.add(key);
  });
  return distinct.slice(0, MAX_BEST);
}

/** At most so many code points, with an ellipsis after a word where there were more. */
export function clipped(text: string, codePoints: number): string {
  const start = firstCodePoints(text, codePoints);
  if (start === text) return text;
  const clip = firstCodePoints(start, codePoints - 1);
  const lastWord = clip.split(/\s/).at(-1) ?? '';
  const words = clip.slice(0, -lastWord.length || undefined).trimEnd();
  return `${words === '' ? clip : words}…`;
}

const MAX_LINES = 10;
const MAX_LINE = 240;

/** The summary of a day without a model: what was stored, grouped by type, oldest first, with ids. */
export function summaryByRules(digest: DayDigest): string {
  const groups = SUMMARY_TYPES.flatMap((type) => {
    const heading = HEADINGS[type];
    const memories = digest.best.get(type) ?? [];
    return heading === null || memories.length === 0
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
