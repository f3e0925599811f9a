/** For specs and benchmarks of scores: a memory, questions that restate it, and memories that have nothing to do with it. */
export const MEMORY = 'The user prefers dark mode in the code editor.';
export const RESTATED = [
  MEMORY,
  'Does the user prefer dark mode in the code editor?',
  'the code editor with dark mode, preferred by the user',
];
/** One more word than the memory has. */
export const REPHRASED = 'Which dark mode does the user prefer for the code editor today?';

const SUBJECTS = ['The user', 'Maria', 'The billing team', 'A customer', 'Our supplier', 'The office'];
const VERBS = ['visited', 'bought', 'sold', 'repaired', 'painted', 'cancelled', 'shipped', 'reviewed'];
const THINGS = ['a bicycle', 'the invoice', 'two printers', 'an old house', 'green apples', 'the contract'];
const PLACES = ['in Oslo', 'near the harbour', 'last winter', 'before lunch', 'on platform nine', 'by train'];

/** Sentences that share at most the word "user" with the memory, one in six does. */
export function unrelated(n: number): string {
  const pick = (list: readonly string[], by: number) => list[Math.floor(n / by) % list.length]!;
  return `${pick(SUBJECTS, 1)} ${pick(VERBS, 6)} ${pick(THINGS, 48)} ${pick(PLACES, 288)}, item${n}.`;
}
