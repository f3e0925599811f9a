import { createRequire } from 'node:module';
import type { Language } from '../common/languages';
import { fold } from './folding';

/** V8 copies shorter substrings anyway (SlicedString::kMinLength). */
const LEAST_SLICED = 13;

/** Copies a word, because in V8 a substring keeps the whole text alive. */
function ownCopy(word: string): string {
  return word.length < LEAST_SLICED ? word : Buffer.from(word, 'utf16le').toString('utf16le');
}

export interface LanguageRules {
  /** Of a lower-case word after folding. */
  stem: (word: string) => string;
  /** Lower case, folded. */
  stopWords: ReadonlySet<string>;
}

// One language is in use as a rule, and all of them together take a while to load.
const load = createRequire(__filename);

const loaded = new Map<Language, LanguageRules>();

export function rulesOf(language: Language): LanguageRules {
  let rules = loaded.get(language);
  if (rules === undefined) loaded.set(language, (rules = loadRules(language)));
  return rules;
}

/** What the lists lack: a one-letter article, and words that ask, which no memory holds for the sake of its subject. */
const MISSING: Partial<Record<Language, string>> = {
  dutch: 'wanneer waar waarom welke hoeveel',
  english: 'a',
  french: 'quoi quand comment pourquoi combien lequel',
  german: 'wer wen wem wessen wann warum wieso weshalb woher wohin womit wofür worüber wieviel',
  italian: 'quando quali',
  portuguese: 'onde porque quais quanto',
};

function loadRules(language: Language): LanguageRules {
  if (language === 'none') return { stem: (word) => word, stopWords: new Set() };
  const { stemmer } = load(`@orama/stemmers/${language}`) as { stemmer: (word: string) => string };
  const { stopwords } = load(`@orama/stopwords/${language}`) as { stopwords: string[] };
  const missing = (MISSING[language] ?? '').split(' ').filter((word) => word !== '');
  return { stem: stemmer, stopWords: new Set([...stopwords, ...missing].map((word) => fold(word))) };
}

/** About 2 MB of words: the vocabulary of a large namespace, and the working set of several. */
const MAX_REMEMBERED = 30_000;

export const ONLY_LETTERS = /^[\p{L}\p{M}]+$/u;

/** A cache of the stems of one language, because stemming is the slowest part of tokenising. */
export class Stems {
  private readonly remembered = new Map<string, string>();

  constructor(private readonly stem: (word: string) => string) {}

  /** The stem of a lower-case word. Words with digits stand for themselves. */
  of(word: string): string {
    const known = this.remembered.get(word);
    if (known !== undefined) return known;
    const own = ownCopy(word);
    const stem = ONLY_LETTERS.test(own) ? this.compute(own) : own;
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    this.remembered.set(own, stem);
    return stem;
  }

  /** A stemmer may leave nothing of a word of nothing but endings. The Bulgarian one throws for some words. */
  compute(word: string): string {
    try {
      return this.stem(word) || word;
    } catch {
      return word;
    }
  }
}
