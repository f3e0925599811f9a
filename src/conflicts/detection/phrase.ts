import type { Term } from './statement';
import { IMPLIED_SUBJECTS } from './vocabulary';

/** Neighbouring words of one place in a statement; never empty. */
export type Phrase = Term[];

/** Words next to each other, in the same zone and behind the same preposition. */
export function phrasesOf(terms: readonly Term[]): Phrase[] {
  const phrases: Phrase[] = [];
  for (const term of terms) {
    const last = phrases.at(-1);
    const before = last?.at(-1);
    const isNext = before?.at === term.at - 1 && before.zone === term.zone;
    if (isNext && before.preposition === term.preposition) last?.push(term);
    else phrases.push([term]);
  }
  return phrases;
}

export function isSubject(phrase: Phrase): boolean {
  return phrase.some(({ zone }) => zone === 'subject');
}

/** The terms that tell something: not those that go without saying. */
export function told(terms: readonly Term[]): Term[] {
  return terms.filter(({ key }) => !IMPLIED_SUBJECTS.has(key));
}

export function countWords(phrases: readonly Phrase[]): number {
  return phrases.reduce((sum, { length }) => sum + length, 0);
}

export function wordsOf(phrase: Phrase): string {
  return phrase.map(({ word }) => word).join(' ');
}
