import type { ScoredMemory } from '../backend/memory-search';
import { relationsOf } from '../common/relations';
import { bare, isOwner, isPossessive, MOST_ASKED, MOST_BETWEEN, NAME, POSSESSIVE, SELF, WORD } from './whose';

/** UTF-16 units of a memory: it says early whose name it gives. */
const MOST_READ = 1_000;
/** Words of a name: `Dr. Ada Okafor`. */
const MOST_IN_NAME = 3;
/** What may stand between a relation and its name: `my boss is called Martin`, `her husband's name is Rawiri`. */
const CALLED = /^(?:is|was|are|were|called|named|name)$/;
const MOST_CALLED = 4;
const IS = /^(?:is|was)$/;
const ASKS_NAME = /^\W*(?:who|whom)\b|\b(?:name|called|named)\b/i;

const THE = /^the$/i;
/** Of one who has relations and is not named. */
const NAMELESS = /^(?:the|our|your)$/;
const ANYBODY = /^(?:his|her|their)$/;

interface Word {
  text: string;
  start: number;
  end: number;
}

/** What is read of a memory that was found. */
type Said = Pick<ScoredMemory, 'inThread'> & { memory: Pick<ScoredMemory['memory'], 'content'> };

/** A relation in a text, `my younger sister`, by the places of its words. */
interface Relation {
  kinds: readonly number[];
  owner: string;
  /** What stands between the two: `younger`. */
  further: string;
  first: number;
  last: number;
}

/**
 * A question with the name in the place of a relation, where the memories found for it say once whose name that is: `When is
 * my wife's birthday?` asks for `Noor's birthday` where one of them begins with `My wife Noor`. Null where they do not.
 */
export function byName(question: string, found: readonly Said[]): string | null {
  const words = question.length > MOST_ASKED ? [] : wordsIn(question);
  const [asked] = relationsIn(words);
  if (asked === undefined || asksForIts(words, asked, question)) return null;
  // In a turn `my` and `his` depend on who speaks.
  const facts = found.filter(({ inThread }) => !inThread);
  const names = new Set(facts.flatMap(({ memory }) => namesGiven(asked, memory.content)));
  const [name] = names;
  if (name === undefined || names.size > 1) return null;
  const [first, last] = [words[asked.first], words[asked.last]];
  const possessive = isPossessive(last?.text ?? '') ? "'s" : '';
  return `${question.slice(0, first?.start)}${name}${possessive}${question.slice(last?.end)}`;
}

/** Whether the name of the relation is what a question asks for: `Who is my boss?`, `What is my boss's name?` */
function asksForIts(words: readonly Word[], { last }: Relation, question: string): boolean {
  if (!ASKS_NAME.test(question)) return false;
  return !isPossessive(words[last]?.text ?? '') || words[last + 1]?.text === 'name';
}

/** The names that a memory gives somebody of a relation. */
function namesGiven(asked: Relation, text: string): string[] {
  const words = wordsIn(text.slice(0, MOST_READ));
  return relationsIn(words)
    .filter((given) => isOne(asked, given))
    .map((relation) =>
      [nameBehind(words, relation), nameBefore(words, relation)].find(({ length }) => length > 0),
    )
    .flatMap((name) => (name === undefined ? [] : textOf(text, name)));
}

/** `my wife Noor`, `my boss is called Martin`, `my doctor is Dr. Weber`, but not `my sister's Toyota`, `my wife is German`. */
function nameBehind(words: readonly Word[], { last }: Relation): readonly Word[] {
  const texts = words.slice(last, last + 1 + MOST_CALLED).map(({ text }) => text);
  const [relation = '', ...behind] = texts;
  const count = behind.findIndex((text) => !CALLED.test(text));
  if (count < 0 || (isPossessive(relation) && behind[0] !== 'name')) return [];
  const name = nameAt(words, last + 1 + count);
  const isSaid = count !== 1 || !IS.test(behind[0] ?? '') || name.length > 1;
  return isSaid ? name : [];
}

/** `Orla, his sister, ...`, `Petra is my boss`. */
function nameBefore(words: readonly Word[], { first }: Relation): readonly Word[] {
  const end = IS.test(words[first - 1]?.text ?? '') ? first - 1 : first;
  return words.slice(Math.max(0, end - 1), end).filter(({ text }) => NAME.test(text) && !isPossessive(text));
}

function textOf(text: string, name: readonly Word[]): string {
  return text.slice(name[0]?.start, name.at(-1)?.end).replace(POSSESSIVE, '');
}

function nameAt(words: readonly Word[], at: number): readonly Word[] {
  const run = words.slice(at, at + MOST_IN_NAME);
  const end = run.findIndex(
    ({ text }, place) => !NAME.test(text) || (place > 0 && isPossessive(run[place - 1]?.text ?? '')),
  );
  return end < 0 ? run : run.slice(0, end);
}

/** The relations of a text with their owners, in its order. */
function relationsIn(words: readonly Word[]): Relation[] {
  return words.flatMap(({ text }, last) => {
    const kinds = relationsOf(bare(text));
    if (kinds.length === 0) return [];
    const from = Math.max(0, last - 1 - MOST_BETWEEN);
    const before = words.slice(from, last);
    const at = before.findLastIndex((word) => isOwner(word.text) || THE.test(word.text));
    if (at < 0) return [];
    const [owner, ...further] = before.slice(at).map((word) => bare(word.text));
    return [{ kinds, owner: owner ?? '', further: further.join(' '), first: from + at, last }];
  });
}

/** Whether both may be one: `my sister` may be `my younger sister`, but `the sales manager` is not `the manager`. */
function isOne(asked: Relation, given: Relation): boolean {
  if (!given.kinds.some((kind) => asked.kinds.includes(kind)) || !isOneOwner(asked.owner, given.owner))
    return false;
  return asked.further === given.further || (asked.further === '' && !THE.test(given.owner));
}

/** Whether two words may give one owner: a name is no other name; `his` may be of anybody. */
function isOneOwner(asked: string, given: string): boolean {
  if (asked === given || ANYBODY.test(asked) || ANYBODY.test(given)) return true;
  return [asked, given].every((owner) => SELF.test(owner) || NAMELESS.test(owner));
}

function wordsIn(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}
