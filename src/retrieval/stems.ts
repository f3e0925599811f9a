import { stemmer } from '@orama/stemmers/english';

/** About 2 MB of words: the vocabulary of a large namespace, and the working set of several. */
const MAX_REMEMBERED = 30_000;

/** Stemming costs more than all else in tokenising, and words repeat. */
const remembered = new Map<string, string>();

/**
 * The English stem of a lower-case word (Porter). Words with digits, and words outside ASCII after
 * folding, stand for themselves.
 */
export function stemOf(word: string): string {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const own = ownCopy(word);
  const stem = /^[a-z]+$/.test(own) ? stemmer(own) : own;
  // Starting over is simpler than evicting, and costs one stemming a word.
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(own, stem);
  return stem;
}

/**
 * A word cut out of a text keeps the whole text alive in V8 while it lives itself, and indexes keep
 * words for long.
 */
function ownCopy(word: string): string {
  return Buffer.from(word, 'utf16le').toString('utf16le');
}
