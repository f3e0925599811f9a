import type { Memory } from '../backend/memory';
import { beginningOf } from '../backend/valid-time';
import type { OpenLink } from '../links/link';
import { isChange, isOfOneStore } from './answer-change';
import { certaintyOf, type BearingMemory, type Certainty } from './bearing';
import type { QuestionTerms } from './question-terms';
import { isUpdate } from './same-matter';

/** What an answer takes a memory for. */
export type Holding =
  | { kind: 'current' }
  /** It held until then; null: it is not known until when. */
  | { kind: 'former'; until: Date | null };

/** A memory from which a question is answered. */
export type AnswerMemory = BearingMemory & {
  holding: Holding;
  /** Ids of memories of the same answer that contradict it, where nothing says which one holds. */
  contradicts: readonly string[];
};

/** What a search found for a question, before the answer says what holds. */
export interface FoundForAnswer {
  question: QuestionTerms;
  now: Date;
  /** What holds now, best first. */
  current: readonly BearingMemory[];
  /** What does not hold now, best first. */
  others: readonly BearingMemory[];
  /** Of each id among `others` that another memory replaces, that memory: the first and the last one in its place. */
  replacements: ReadonlyMap<string, Replacement>;
  contradictions: readonly OpenLink[];
  /** Open links of which the newer memory surely holds in place of the older one. */
  updates: readonly OpenLink[];
  /** Whether others count that nothing current replaces, where something current answers. */
  includesOthers: boolean;
}

export interface Replacement {
  next: Memory;
  /** The memory that holds now. */
  last: Memory;
}

/** Former values of one memory that an answer names, the newest ones. */
const MOST_FORMER = 3;

/** The memories of an answer: what holds now, each one followed by what it replaced; what is left of the others at the end. */
export function arranged(found: FoundForAnswer): AnswerMemory[] {
  const { current, others, contradictions } = found;
  const former = new Map<BearingMemory, Former>();
  for (const memory of current) {
    const by = newestOf(current, (each) => isReplaced(found, memory, each));
    if (by !== null) former.set(memory, { head: null, until: by.until });
  }
  const heads = current.filter((memory) => !former.has(memory));
  for (const memory of former.keys()) {
    const head = heads.find((each) => isReplaced(found, memory, each)) ?? heads[0] ?? null;
    former.set(memory, { head, until: former.get(memory)?.until ?? null });
  }
  for (const memory of others) former.set(memory, formerOf(found, heads, memory));
  const listed = heads.flatMap((head) => [
    holdingNow(head),
    ...newestFirst([...former].filter(([, each]) => each.head === head)).slice(0, MOST_FORMER),
  ]);
  const left = newestFirst([...former].filter(([, { head }]) => head === null));
  const all = heads.length === 0 || found.includesOthers ? [...listed, ...left] : listed;
  return withContradictions(all, contradictions);
}

/** Memories that all hold, as far as anybody asks. */
export function asCurrent(
  found: readonly BearingMemory[],
  contradictions: readonly OpenLink[] = [],
): AnswerMemory[] {
  return withContradictions(found.map(holdingNow), contradictions);
}

/** How sure an answer is that it cites what holds: of several that contradict each other one is wrong. */
export function answerCertainty(memories: readonly AnswerMemory[]): Certainty {
  if (memories.length === 0) return 'none';
  const current = memories.filter(({ holding }) => holding.kind === 'current');
  if (current.length === 0 || current.some(({ contradicts }) => contradicts.length > 0)) return 'low';
  return certaintyOf(current);
}

interface Former {
  head: BearingMemory | null;
  until: Date | null;
}

function formerOf(
  { question, now, replacements }: FoundForAnswer,
  heads: readonly BearingMemory[],
  memory: BearingMemory,
): Former {
  const { id, validTo, key } = memory.memory;
  const replacement = replacements.get(id);
  const known = heads.find(
    (head) =>
      head.memory.id === replacement?.last.id ||
      (key !== null && head.memory.key === key && isOfOneStore(head, memory)),
  );
  const head = known ?? heads.find((each) => isChange(question, memory, each)) ?? null;
  const ended = validTo !== null && validTo <= now ? validTo : null;
  const by = replacement?.next ?? known?.memory ?? null;
  return { head, until: ended ?? (by === null ? null : beginningOf(by)) };
}

/** The one that begins first of those that came in place of a memory. */
function newestOf(
  current: readonly BearingMemory[],
  replaces: (each: BearingMemory) => boolean,
): { until: Date } | null {
  const begins = current.filter(replaces).map(({ memory }) => beginningOf(memory).getTime());
  return begins.length === 0 ? null : { until: new Date(Math.min(...begins)) };
}

function isReplaced(
  { question, contradictions, updates }: FoundForAnswer,
  older: BearingMemory,
  newer: BearingMemory,
): boolean {
  if (older === newer || isOpen(contradictions, older.memory.id, newer.memory.id)) return false;
  return isUpdate(updates, older.memory, newer.memory) || isChange(question, older, newer);
}

function isOpen(links: readonly OpenLink[], one: string, other: string): boolean {
  return links.some(
    ({ newerId, olderId }) =>
      (newerId === one && olderId === other) || (newerId === other && olderId === one),
  );
}

function holdingNow(found: BearingMemory): AnswerMemory {
  return { ...found, holding: { kind: 'current' }, contradicts: [] };
}

function newestFirst(former: readonly (readonly [BearingMemory, Former])[]): AnswerMemory[] {
  const begins = ([{ memory }]: readonly [BearingMemory, Former]): number => beginningOf(memory).getTime();
  return former
    .toSorted((a, b) => begins(b) - begins(a))
    .map(([found, { until }]) => ({ ...found, holding: { kind: 'former', until }, contradicts: [] }));
}

/** Only pairs of which both are named. */
function withContradictions(memories: readonly AnswerMemory[], links: readonly OpenLink[]): AnswerMemory[] {
  return memories.map((each) => {
    if (each.holding.kind !== 'current') return each;
    const contradicts = memories.flatMap(({ memory: { id }, holding }) =>
      holding.kind === 'current' && isOpen(links, each.memory.id, id) ? [id] : [],
    );
    return { ...each, contradicts };
  });
}
