import type { DateValue } from './dates';
import type { NumberValue } from './number-value';

export type Zone = 'subject' | 'verb' | 'rest';

/** A word that tells something, or a name. */
export interface Term {
  /** Equal for words that say the same. */
  key: string;
  word: string;
  zone: Zone;
  /** The one that opens its phrase; null for none. */
  preposition: string | null;
  isName: boolean;
  /** Its place among the words; neighbours make a phrase. */
  at: number;
}

/** One clause of a memory, read for comparison. */
export interface Statement {
  text: string;
  /** What it asserts. */
  terms: Term[];
  /** The keys of what it says is not so ("not X", "instead of X"). */
  rejected: ReadonlySet<string>;
  /** The keys of what it says has ended ("left X", "replaced X with"). */
  ended: ReadonlySet<string>;
  numbers: NumberValue[];
  dates: DateValue[];
  /** The key of the verb; null where none was found. */
  predicate: string | null;
  isPassive: boolean;
  isNegative: boolean;
  hasChanged: boolean;
  isFormer: boolean;
  /** Asks, and so asserts nothing. */
  isQuestion: boolean;
  isIntended: boolean;
  /** Tells of something that happened, of which there may be many. */
  isEvent: boolean;
  /** Says "only". */
  isExclusive: boolean;
  /** Behind "is": an article that tells one of many ("a", "an"). */
  isOneOfMany: boolean;
  /** Says "nobody". */
  isUniversal: boolean;
  /** "Moved to", "changed to": what was, whatever it was called, is so now. */
  isBecoming: boolean;
  /** The key of the first word of what is so now. */
  becomes: string | null;
}
