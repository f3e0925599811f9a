import { clausesOf } from './clauses';
import { datesOf, type DateValue, type Found, overlap } from './dates';
import { numbersOf } from './numbers';
import { type Mark, MARK, marked, markOf } from './phrases';
import type { Statement, Term, Word, Zone, NumberValue } from './statement';
import { AUXILIARIES, findVerb, ONCE, type Verb } from './verbs';
import type { JudgedMemory } from './verdict';
import {
  deniedBy,
  keyOf,
  LIGHT_WORDS,
  NEGATORS,
  PREPOSITIONS,
  RELATIVES,
  STOP_WORDS,
  wordSet,
} from './vocabulary';

/** A content of no more words may be but a value, with its subject in the title. */
const MAX_VALUE_WORDS = 4;

/** What a memory says, clause by clause. */
export function statementsOf(memory: JudgedMemory): Statement[] {
  return clausesOf(textOf(memory)).map((clause) => readStatement(clause, memory.createdAt.getTime()));
}

/** "Deploy region: eu-west-1" for a title and a content. */
function textOf({ content, title }: JudgedMemory): string {
  const own = title.replace(/\.\.\.$/, '').trim();
  const line = content.slice(0, 1000).replace(/\s+/g, ' ').trim();
  return line.startsWith(own) || line.split(' ').length > MAX_VALUE_WORDS ? content : `${own}: ${content}`;
}

/** `now`: what "yesterday" is seen from, in milliseconds since the epoch. */
function readStatement(clause: string, now: number): Statement {
  const { words, dates, numbers } = cutClause(marked(clause), now);
  const verb = findVerb(words);
  const scan = new WordScan(words, verb);
  return {
    text: clause,
    terms: scan.terms,
    rejected: scan.rejected,
    ended: scan.ended,
    numbers: numbers.map(({ value }) => value),
    dates: dates.map(({ value }) => value),
    predicate: verb.key,
    isPassive: verb.isPassive,
    isNegative: scan.isNegative,
    hasChanged: scan.marks.has('changed'),
    isFormer: scan.marks.has('former'),
    isIntended: scan.marks.has('intended'),
    isQuestion: clause.trimEnd().endsWith('?'),
    isEvent: verb.isPast && !(verb.key !== null && ONCE.has(verb.key)),
    isUniversal: words.some(({ lower }) => lower === 'nobody' || lower === 'none'),
    isBecoming: scan.marks.has('become'),
    becomes: scan.becomes,
  };
}

const SCOPE_ENDS = wordSet('and or for in on at to with but when as by of , ( )');
const VALUE_NOUNS = wordSet('name date');
const PUNCTUATION = /^[,:=()]$/;

/** Goes through the words of a clause once and sorts them by what they do in it. */
class WordScan {
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

  constructor(
    words: readonly Word[],
    private readonly verb: Verb,
  ) {
    for (const [at, word] of words.entries()) {
      if (word.mark === null) this.read(word, at);
      else this.turn(word.mark);
    }
  }

  /** "Doesn't hate" denies twice. */
  get isNegative(): boolean {
    return this.isNegated !== this.isDenied;
  }

  private turn(mark: Mark): void {
    this.marks.add(mark);
    this.preposition = null;
    if (mark === 'rejected' || mark === 'ended') this.scope = mark;
    else if (mark === 'until' || mark === 'become') this.scope = null;
  }

  private read(word: Word, at: number): void {
    if (this.scope !== null && SCOPE_ENDS.has(word.lower) && this[this.scope].size > 0) this.scope = null;
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
    if (!this.hasContent(word, key, at)) return;
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

  private hasContent(word: Word, key: string, at: number): boolean {
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
  return AUXILIARIES.has(lower) && at !== verb.at;
}

function zoneOf(at: number, verb: Verb): Zone {
  if (at === verb.at) return 'verb';
  return at < verb.from && at >= verb.opening ? 'subject' : 'rest';
}

function isName({ text, numbered }: Word, at: number): boolean {
  if (numbered !== null || /[\p{N}_/@.]|\p{Ll}\p{Lu}|^\p{Lu}{2,}$/u.test(text)) return true;
  return at > 0 && /^\p{Lu}/u.test(text);
}

const WORD = new RegExp(
  String.raw`${MARK}[a-z]+|[\p{L}\p{N}_@#/~][\p{L}\p{N}_'@#/~.:+&-]{0,100}[\p{L}\p{N}_+#/]|[\p{L}\p{N}]|[,:=()]`,
  'gu',
);
/** Not `YYYY-MM-DD`. */
const HYPHENED = /^(?=.*\p{Ll})\p{L}+(?:-\p{L}+)+$/u;

/** A clause cut up; times and amounts are no words. */
interface CutClause {
  words: Word[];
  dates: Found<DateValue>[];
  numbers: Found<NumberValue>[];
}

/** `now`: what "yesterday" is seen from, in milliseconds since the epoch. */
function cutClause(text: string, now: number): CutClause {
  const dates = datesOf(text, now);
  const numeric = numbersOf(text).filter((number) => !dates.some((date) => overlap(number, date)));
  const words = wordsOf(text, [...dates, ...numeric]);
  const numbers: Found<NumberValue>[] = [];
  for (const { start, end, value } of numeric) {
    if ('name' in value) words.push(wordOf(value.name.key, start, value.name.key));
    else numbers.push({ start, end, value: value.value });
  }
  words.sort((one, other) => one.start - other.start);
  return { words, dates, numbers };
}

function wordsOf(text: string, taken: Found<unknown>[]): Word[] {
  const words: Word[] = [];
  for (const { 0: found, index } of text.matchAll(WORD)) {
    if (taken.some(({ start, end }) => index >= start && index < end)) continue;
    const parts = HYPHENED.test(found) ? found.split('-') : [found];
    words.push(...parts.map((part) => wordOf(part, index, null)));
  }
  return words;
}

function wordOf(text: string, start: number, numbered: string | null): Word {
  return { text, lower: text.toLowerCase(), mark: markOf(text), start, numbered };
}
