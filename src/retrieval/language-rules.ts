import { createRequire } from 'node:module';
import type { Language } from '../common/languages';
import { fold } from './folding';

export interface LanguageRules {
  /** Of a lower-case word after folding. */
  stem: (word: string) => string;
  /** Lower case, folded. */
  stopWords: ReadonlySet<string>;
}

// One language is in use as a rule, and all of them together take a while to load.
const load = createRequire(__filename);

export function rulesOf(language: Language): LanguageRules {
  if (language === 'none') return { stem: (word) => word, stopWords: new Set() };
  const { stemmer } = load(`@orama/stemmers/${language}`) as { stemmer: (word: string) => string };
  const { stopwords } = load(`@orama/stopwords/${language}`) as { stopwords: string[] };
  // The English list has no one-letter articles.
  const listed = language === 'english' ? [...stopwords, 'a'] : stopwords;
  return { stem: stemmer, stopWords: new Set(listed.map((word) => fold(word))) };
}
