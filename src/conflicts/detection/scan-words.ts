import type { Verb } from './find-verb';
import type { Mark } from './phrases';
import { AUXILIARIES } from './predicates';
import type { Term, Zone } from './statement';
import {
  LIGHT_WORDS,
  NEGATORS,
  PREPOSITIONS,
  RELATIVES,
  STOP_WORDS,
  deniedBy,
  keyOf,
  keySet,
  wordSet,
} from './vocabulary';
import type { Word } from './words';

const SCOPE_ENDS = wordSet('and or for in on at to with but when as by of , ( )');
const VALUE_NOUNS = wordSet('name date');
const PUNCTUATION = /^[,:=()]$/;
const ALLOWING = keySet('allow able');

/** Goes through the words of a clause once and sorts them by what they do in it. */
export class WordScan {
  readonly terms: Term[] = [];
  readonly rejected = new Set<string>();
  readonly ended = new Set<string>();
  readonly marks = new Set<Mark>();
  /** The key of the first word behind "to" of a change. */
  becomes: string | null = null;
  private isNegated = false;
  private isDenied = false;
  private preposition: string | null = null;
  private scope: 'rejected' | 'ended' | null = null;
  /** The reach of "left" and "replaced", by places in the text. */
  private readonly endedSpans: { from: number; to: number }[] = [];

  constructor(
    words: readonly Word[],
    private readonly verb: Verb,
  ) {
    for (const [at, word] of words.entries()) {
      if (word.mark === null) this.read(word, at);
      else this.turn(word.mark, word.start);
    }
  }

  /** "Doesn't hate" denies twice. */
  get isNegative(): boolean {
    return this.isNegated !== this.isDenied;
  }

  /** Whether what stands at a place in the text is said to be over. */
  isEnded(start: number): boolean {
    return this.endedSpans.some(({ from, to }) => start >= from && start < to);
  }

  private turn(mark: Mark, start: number): void {
    this.marks.add(mark);
    this.preposition = null;
    if (mark === 'rejected' || mark === 'ended') this.open(mark, start);
    else if (mark === 'until' || mark === 'become') this.close(start);
  }

  private open(scope: 'rejected' | 'ended', start: number): void {
    this.scope = scope;
    if (scope === 'ended') this.endedSpans.push({ from: start, to: Infinity });
  }

  private close(start: number): void {
    const span = this.endedSpans.at(-1);
    if (this.scope === 'ended' && span !== undefined) span.to = start;
    this.scope = null;
  }

  private read(word: Word, at: number): void {
    if (this.scope !== null && SCOPE_ENDS.has(word.lower) && this[this.scope].size > 0)
      this.close(word.start);
    if (NEGATORS.has(word.lower)) this.isNegated = true;
    if (PREPOSITIONS.has(word.lower)) {
      this.preposition = word.lower;
      return;
    }
    if (at === this.verb.at || word.lower === ',' || word.lower === ':') this.preposition = null;
    if (!isGrammar(word, at, this.verb)) this.take(word, at);
  }

  private take(word: Word, at: number): void {
    const denied = deniedBy(word.lower);
    const key = word.numbered ?? denied ?? keyOf(word.lower);
    if (this.scope !== null) {
      this[this.scope].add(key);
      return;
    }
    if (denied !== null) this.isDenied = !this.isDenied;
    if (!this.isTelling(word, key, at)) return;
    if (this.marks.has('become')) this.becomes ??= key;
    const { preposition } = this;
    this.terms.push({
      key,
      word: word.text,
      zone: zoneOf(at, this.verb),
      preposition,
      isName: isName(word, at),
      at,
    });
  }

  private isTelling(word: Word, key: string, at: number): boolean {
    if (word.numbered !== null) return true;
    // "Her name is Julia" and "the date is 3 May" tell it by the value, "sorted by name" does not.
    if (VALUE_NOUNS.has(word.lower)) return at > this.verb.from;
    return !LIGHT_WORDS.has(key);
  }
}

function isGrammar({ text, lower, numbered }: Word, at: number, verb: Verb): boolean {
  if (numbered !== null) return false;
  if (PUNCTUATION.test(text) || NEGATORS.has(lower) || RELATIVES.has(lower) || STOP_WORDS.has(lower))
    return true;
  return (AUXILIARIES.has(lower) && at !== verb.at) || ALLOWING.has(keyOf(lower));
}

function zoneOf(at: number, verb: Verb): Zone {
  if (at === verb.at) return 'verb';
  return at < verb.from && at >= verb.opening ? 'subject' : 'rest';
}

function isName({ text, numbered }: Word, at: number): boolean {
  if (numbered !== null || /[\p{N}_/@.]|\p{Ll}\p{Lu}|^\p{Lu}{2,}$/u.test(text)) return true;
  return at > 0 && /^\p{Lu}/u.test(text);
}
