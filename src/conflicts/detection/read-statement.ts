import { clausesOf } from './clauses';
import { findVerb } from './find-verb';
import { marked } from './phrases';
import { ONCE } from './predicates';
import { WordScan } from './scan-words';
import type { Statement } from './statement';
import type { JudgedMemory } from './verdict';
import { cutClause } from './words';

const PAST_TIME = /\b(?:last|yesterday|ago|past)\b/i;
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
export function readStatement(clause: string, now: number): Statement {
  const { words, dates, numbers } = cutClause(marked(clause), now);
  const verb = findVerb(words);
  const scan = new WordScan(words, verb);
  const says = (...some: string[]): boolean => words.some(({ lower }) => some.includes(lower));
  const isPast = verb.isPast || dates.some(({ value }) => PAST_TIME.test(value.text));
  return {
    text: clause,
    terms: scan.terms,
    rejected: scan.rejected,
    ended: scan.ended,
    numbers: numbers.filter(({ start }) => !scan.isEnded(start)).map(({ value }) => value),
    dates: dates.filter(({ start }) => !scan.isEnded(start)).map(({ value }) => value),
    predicate: verb.key,
    isPassive: verb.isPassive,
    isNegative: scan.isNegative,
    hasChanged: scan.marks.has('changed'),
    isFormer: scan.marks.has('former'),
    isIntended: scan.marks.has('intended'),
    isQuestion: clause.trimEnd().endsWith('?'),
    isEvent: isPast && !(verb.key !== null && ONCE.has(verb.key)),
    isExclusive: says('only', 'exclusively'),
    isUniversal: says('nobody', 'none'),
    isOneOfMany: verb.isOneOfMany,
    isBecoming: scan.marks.has('become'),
    becomes: scan.becomes,
  };
}
