import type { ModelMemory, ModelState } from './replica-model';

export interface Question {
  /** Each its own stem, so that explanations name them as they are. */
  words: readonly string[];
  status: 'active' | 'expired' | 'all';
}

/** A memory as recall shows it, with `explain`. */
export interface Recalled {
  id: string;
  content: string;
  status: 'active' | 'expired';
  score: number;
  explain: { matched_terms: string[] };
}

/** Memories that only fill the index begin so: they hold no word that is asked for. */
export const FILLER = 'filler';

/**
 * What is wrong with an answer to a question that was asked at `since`; empty when nothing is. The limit of
 * the question must be more than the memories there are.
 */
export function recallFaults(
  memories: Iterable<ModelMemory>,
  question: Question,
  shown: readonly Recalled[],
  since: number,
): string[] {
  const byKey = new Map<string, Recalled>();
  const faults: string[] = [];
  for (const recalled of shown) {
    const key = keyOf(recalled.content);
    if (byKey.has(key) && key !== FILLER) faults.push(`${key} is shown twice`);
    byKey.set(key, recalled);
  }
  for (const memory of memories) {
    faults.push(...memoryFaults(memory, question, byKey.get(memory.key) ?? null, since));
    byKey.delete(memory.key);
  }
  // A neighbour may lend its score to a memory without a word of the question.
  const matched = byKey.get(FILLER)?.explain.matched_terms ?? [];
  byKey.delete(FILLER);
  if (matched.length > 0) faults.push(`a filler is said to match ${matched.join()}`);
  return [...faults, ...[...byKey.keys()].map((key) => `${key} was never stored`)];
}

function memoryFaults(
  memory: ModelMemory,
  question: Question,
  shown: Recalled | null,
  since: number,
): string[] {
  const states = memory.statesSince(since);
  const report = `${memory.key} of ${JSON.stringify(states)} for ${JSON.stringify(question)}`;
  if (shown === null) return states.every((state) => isAsked(state, question)) ? [`missed: ${report}`] : [];
  const faults: string[] = [];
  const { content, status, explain } = shown;
  if (!hasStatus(status, question)) faults.push(`${status} was not asked for`);
  if (!states.some((state) => state?.content === content && state.status === status)) {
    faults.push(`it was not so: ${JSON.stringify({ content, status })}`);
  }
  if (!states.some((state) => isIndexedAs(state, question, explain.matched_terms))) {
    faults.push(`it did not match ${JSON.stringify(explain.matched_terms)}`);
  }
  return faults.map((fault) => `shown, but ${fault}: ${report}`);
}

function isAsked(state: ModelState, question: Question): boolean {
  return (
    state !== null && hasStatus(state.status, question) && matchedWords(state, question.words).length > 0
  );
}

/**
 * The index may have seen another of the possible states than the one that is shown. One that matches nothing
 * can be found through its neighbours.
 */
function isIndexedAs(state: ModelState, question: Question, matched: readonly string[]): boolean {
  if (state === null || !hasStatus(state.status, question)) return false;
  return matchedWords(state, question.words).join() === matched.join();
}

function hasStatus(status: 'active' | 'expired', question: Question): boolean {
  return question.status === 'all' || question.status === status;
}

/** Contents begin with a word of their own, by which a memory is known before its id is. */
export function keyOf(content: string): string {
  return content.split(' ', 1)[0] ?? '';
}

function matchedWords(state: ModelState, words: readonly string[]): string[] {
  const held = new Set(state?.content.split(' '));
  return words.filter((word) => held.has(word));
}
