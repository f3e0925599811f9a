import { ownCopy } from './own-copy';

/** About 2 MB of words: the vocabulary of a large namespace, and the working set of several. */
const MAX_REMEMBERED = 30_000;

const ONLY_LETTERS = /^[\p{L}\p{M}]+$/u;

/** The stems of one language, remembered: stemming costs more than all else in tokenising, and words repeat. */
export class Stems {
  private readonly remembered = new Map<string, string>();

  constructor(private readonly stem: (word: string) => string) {}

  /** The stem of a lower-case word. Words with digits stand for themselves. */
  of(word: string): string {
    const known = this.remembered.get(word);
    if (known !== undefined) return known;
    const own = ownCopy(word);
    const stem = ONLY_LETTERS.test(own) ? this.stemOrWord(own) : own;
    // Starting over is simpler than evicting, and costs one stemming a word.
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    this.remembered.set(own, stem);
    return stem;
  }

  /** A stemmer may leave nothing of a word of nothing but endings. The Bulgarian one throws for some words. */
  private stemOrWord(word: string): string {
    try {
      return this.stem(word) || word;
    } catch {
      return word;
    }
  }
}
