import { relationsOf } from '../common/relations';

/** Words between an owner and a relation: `my younger sister`. */
export const MOST_BETWEEN = 2;
/** Of an owner: `Ms Ada Okafor`. */
const MOST_IN_OWNER = 3;
/** UTF-16 units in which a memory says whom it is about, and that are read at most. */
const MOST_IN_SUBJECT = 100;
const MOST_READ = 2_000;
/** Of a question; a longer message speaks of several. */
export const MOST_ASKED = 200;

export const WORD = /[\p{L}\p{M}\p{N}]+(?:[-.][\p{L}\p{M}\p{N}]+)*(?:['’]\p{L}*)?/gu;
export const POSSESSIVE = /['’]s?$/u;
const THEIRS = /^(?:my|our|his|her|their|your)$/;
const OWNED = /['’]|^(?:my|our|his|her|their|your) /i;
const CONTRACTED = /^(?:what|who|where|when|how|that|it|he|she|there|here|let)['’]/i;
export const NAME = /^\p{Lu}\p{Ll}/u;
export const SELF = /^(?:i|i['’]\p{L}+|me|my|mine|myself|user)$/u;
const I = /^(?:i|i['’]\p{L}+|me|we|us|user)$/iu;
const ASKS_WHO = /\b(?:who|whom|whose|name|named|called|how many|have|has|got|having)\b/i;
/** What follows somebody of whom something is said, and no other noun: `lives`, `moved`, a name. */
const SAYS =
  /(?:s|ed)$|^(?:bought|got|took|left|became|quit|began|went|came|met|made|found|gave|had|sold|won|drank|ate|drove|grew|lost|ran|slept|spoke|taught|wore|wrote|can|cannot|will|would|could|should|may|must|now|just|also|never|always|no|not|recently|currently|only|still|usually|often|sometimes|once|doesn['’]t|isn['’]t|can['’]t|won['’]t)$/;
const PLURAL = /s$|children$|folks$/;

/** Whom a text is about. */
interface Whose {
  /** The lines of the relation that it is about: `User's mother lives in Leeds`; none where it is about somebody else. */
  kinds: readonly number[];
  /** The words before it that give its owner, or those that the text begins with. */
  owner: readonly string[];
}

/** Whom a question asks about. */
export interface AskedOf {
  /** The lines of the relations in it that have an owner: `my mother`. */
  kinds: ReadonlySet<number>;
  /** Whether it gives the user. */
  isOfSelf: boolean;
  /** Capitalised words in it. */
  names: ReadonlySet<string>;
  /** Whether what is about the user, or another person, may answer too: `Who is my boss?`, `Where did I meet my wife?` */
  isOpen: boolean;
}

/** Whom a question asks about; null where it names no one, or is a long message. */
export function askedOf(question: string): AskedOf | null {
  if (question.length > MOST_ASKED) return null;
  const words = wordsOf(question);
  const kinds = new Set(words.flatMap((word, at) => (hasOwner(words, at) ? kindsOf(word) : [])));
  const names = new Set(words.filter((word, at) => at > 0 && NAME.test(word)).map(bare));
  const isOfSelf = words.some((word) => SELF.test(bare(word)));
  if (kinds.size === 0 && names.size === 0 && !isOfSelf) return null;
  const isOpen = ASKS_WHO.test(question) || (kinds.size > 0 && words.some((word) => I.test(word)));
  return { kinds, names, isOfSelf, isOpen };
}

/**
 * Whether a memory is about another person than the one asked about: `User's mother moved to York.` for a question about
 * the user, and the other way round.
 */
export function isOfAnother(asked: AskedOf, text: string): boolean {
  const head = text.slice(0, MOST_IN_SUBJECT);
  if (asked.kinds.size === 0 && (asked.isOpen || !mayBeOfRelation(head))) return false;
  const { kinds, owner } = subjectOf(wordsOf(head));
  if (asked.kinds.size > 0) {
    const isSaid = (word: string): boolean => kindsOf(word).some((kind) => asked.kinds.has(kind));
    if (wordsOf(text).some(isSaid)) return false;
    return kinds.length > 0 || (!asked.isOpen && isAsked(asked, owner));
  }
  if (kinds.length === 0 || !isAsked(asked, owner)) return false;
  return !wordsOf(text)
    .slice(owner.length)
    .some((word) => !POSSESSIVE.test(word) && asked.names.has(bare(word)));
}

/** Most memories are not, and reading all their words takes longer. */
function mayBeOfRelation(head: string): boolean {
  return (
    OWNED.test(head) || relationsOf(head.slice(0, Math.max(0, head.indexOf(' '))).toLowerCase()).length > 0
  );
}

/** Whether these words give the one whom a question gives. */
function isAsked({ isOfSelf, names }: AskedOf, owner: readonly string[]): boolean {
  const words = owner.map(bare);
  if (words.some((word) => SELF.test(word))) return isOfSelf;
  return words.some((word) => names.has(word) || THEIRS.test(word));
}

/** Whom a memory is about: what stands before its first verb. */
function subjectOf(words: readonly string[]): Whose {
  const owner = ownerIn(words);
  // `Mum lives in Leeds`
  const [first = ''] = owner;
  if (kindsOf(first).length > 0 && isSubject(first, words[1]))
    return { kinds: kindsOf(first), owner: ['my'] };
  let kinds: readonly number[] = [];
  let last = owner.length;
  for (let at = last; isOwner(words[last - 1]) && at <= last + MOST_BETWEEN; at++) {
    const word = words[at] ?? '';
    const own = kindsOf(word);
    if (own.length === 0) continue;
    last = at + 1;
    kinds = isPossessive(word) || isSubject(word, words[last]) ? own : [];
  }
  return { kinds, owner };
}

/** The first words of a text: a name, or one word, up to a possessive. */
function ownerIn(words: readonly string[]): readonly string[] {
  const first = words[0]?.toLowerCase() === 'the' ? 1 : 0;
  let end = first + 1;
  while (end < first + MOST_IN_OWNER && !isOwner(words[end - 1]) && NAME.test(words[end] ?? '')) end++;
  return words.slice(0, end);
}

/** Whether a relation is what is spoken of, and not a part of another noun: `dog food`. */
function isSubject(word: string, next = ''): boolean {
  return PLURAL.test(word) || NAME.test(next) || SAYS.test(next);
}

function hasOwner(words: readonly string[], at: number): boolean {
  return words.slice(Math.max(0, at - 1 - MOST_BETWEEN), at).some(isOwner);
}

/** `my`, `Anna's`. */
export function isOwner(word = ''): boolean {
  return THEIRS.test(word.toLowerCase()) || isPossessive(word);
}

/** `Anna's`, but not `what's`. */
export function isPossessive(word: string): boolean {
  return POSSESSIVE.test(word) && !CONTRACTED.test(word);
}

function wordsOf(text: string): readonly string[] {
  return text.slice(0, MOST_READ).match(WORD) ?? [];
}

function kindsOf(word: string): readonly number[] {
  return relationsOf(bare(word));
}

export function bare(word: string): string {
  return word.toLowerCase().replace(POSSESSIVE, '');
}
