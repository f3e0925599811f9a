import { normalizeContent, type Memory, type MemoryType } from '../backend/memory';
import { beginningOf } from '../backend/valid-time';
import { isSessionSummary } from '../common/session-summary';
import { firstCodePoints } from '../common/text';

export interface DayMemory {
  id: string;
  type: MemoryType;
  /** One line, cut; it starts with the title if the client gave one. */
  text: string;
  confidence: number;
  createdAt: Date;
  key: string | null;
  scope: string | null;
  /** When what it says began to hold. */
  begins: Date;
  /** When it begins, where that is after it was stored: a plan. */
  from: Date | null;
  /** When it ends or has ended, as far as that is known. */
  until: Date | null;
  past: boolean;
}

/** What a memory of the day does to another one of any day: it replaces it, may do so, or says something against it. */
export interface DayChange {
  newerId: string;
  kind: 'replaces' | 'may replace' | 'contradicts';
  older: Pick<DayMemory, 'id' | 'text'>;
}

/** A day of an agent: every memory counted, and those that are worth reading. */
export interface DayDigest {
  /** YYYY-MM-DD. */
  date: string;
  count: number;
  /** Types that occurred, in the order of `SUMMARY_TYPES`. */
  byType: Partial<Record<MemoryType, number>>;
  /** Of each type the surest, and of equally sure ones any; none twice. */
  best: Map<MemoryType, DayMemory[]>;
}

/** A day with what its memories change. */
export interface DayReport extends DayDigest {
  changes: readonly DayChange[];
}

/** Most wanted first. */
export const SUMMARY_TYPES: readonly MemoryType[] = [
  'decision',
  'fact',
  'commitment',
  'error',
  'goal',
  'preference',
  'instruction',
  'learning',
  'event',
  'relationship',
  'observation',
  'artifact',
  'context',
];

/** Of one type, whatever the length of the day. */
export const MAX_BEST = 200;
const MAX_TEXT = 600;
/** Digits at the end of an id. */
const RANDOM_END = 12;

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

export function toDayMemory(memory: Memory): DayMemory {
  const { id, type, confidence, createdAt, key, scope } = memory;
  const begins = beginningOf(memory);
  const from = begins > createdAt ? begins : null;
  const [until, past] = [memory.validTo, memory.past === true];
  return { id, type, text: lineOf(memory), confidence, createdAt, key, scope, begins, from, until, past };
}

/** A memory on one line, cut. */
export function lineOf({ title, titleDerived, content }: Memory): string {
  // A space more or less makes no difference here, and what is cut off need not be looked at.
  const start = firstCodePoints(content, 2 * MAX_TEXT);
  const line = (titleDerived ? start : `${title}: ${start}`).replace(/\s+/g, ' ').trim();
  return clipped(line, MAX_TEXT);
}

function bestOf(memories: readonly DayMemory[]): DayMemory[] {
  const sorted = [...memories].sort(bySureness);
  const seen = new Set<string>();
  const distinct = sorted.filter(({ text }) => {
    const key = normalizeContent(text);
    return !seen.has(key) && seen.add(key);
  });
  return distinct.slice(0, MAX_BEST);
}

/** The surest first; equally sure ones in an order that has nothing to do with time or storage: ids end at random. */
export function bySureness(a: DayMemory, b: DayMemory): number {
  const [one, other] = [a.id.slice(-RANDOM_END), b.id.slice(-RANDOM_END)];
  return b.confidence - a.confidence || (one < other ? -1 : Number(one > other));
}

/** Ids of what the day replaced, which is shown with what replaced it alone. */
export function replacedOn({ changes }: DayReport): ReadonlySet<string> {
  return new Set(changes.filter(({ kind }) => kind === 'replaces').map(({ older }) => older.id));
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
