import { beginningOf } from '../backend/valid-time';
import { stemsOfList, tokenizerOf } from '../retrieval/tokens';
import type { BearingMemory } from './bearing';
import { evidenceOf, type Evidence } from './evidence';
import { namesIn, type Name } from './names';
import { newerFirst } from './newer-first';
import type { QuestionTerms } from './question-terms';

/** The share of the shorter memory's other words that both have. Below it, they agree only in the words of the question. */
const LEAST_COMMON = 0.5;

/** Verbs of which somebody may do two things at a time: the newer memory adds to the older one. In English. */
const ADDING = 'like love enjoy speak visit own play read attend collect recommend buy meet';
/** A newer memory with one of these words replaces the older one all the same. */
const REPLACING = /\b(?:now|no longer|any ?more|instead|switched|moved|stopped|replaced|not)\b|n't\b/i;

/**
 * Whether a newer memory says what holds in place of an older one, by their words: recall would put it first (see
 * `newerFirst`), both give the same of the names that the question asks about, and neither is about somebody else. Turns of
 * a conversation repeat each other's words too often to say so of them.
 */
export function isChange(question: QuestionTerms, older: BearingMemory, newer: BearingMemory): boolean {
  if (older.inThread || newer.inThread || !isOfOneStore(older, newer)) return false;
  const [one, other] = [evidenceOf(question, older), evidenceOf(question, newer)];
  if (newerFirst(question.text, [older, newer])[0] !== newer && !isLaterAnswer(one, other)) return false;
  if (one.names.some((name, at) => (name === null) !== (other.names[at] === null))) return false;
  const [says, saysNow] = [wordsOf(older, question), wordsOf(newer, question)];
  if (adds(says, saysNow, question) && !REPLACING.test(newer.memory.content)) return false;
  if (commonPart(says.others, saysNow.others, sharedByAll(question)) < LEAST_COMMON) return false;
  // If both give all names asked for, such as a thing that somebody owns, the question may be who.
  if (one.names.length > 0 && one.names.every((name) => name !== null)) return true;
  const asked = [...one.names, ...other.names].flatMap((name) => name?.stems ?? []);
  return isSameSubject(asked, says.subject, saysNow.subject);
}

/** What is said of another agent or in another scope, such as of another user, replaces nothing. */
export function isOfOneStore(one: BearingMemory, other: BearingMemory): boolean {
  return one.namespace === other.namespace && one.memory.scope === other.memory.scope;
}

/** Whether the newer one holds all that the question asks, as the older one does. */
function isLaterAnswer(older: Evidence, newer: Evidence): boolean {
  if (beginningOf(newer.found.memory) <= beginningOf(older.found.memory)) return false;
  return older.held > 0 && older.coverage === 1 && newer.coverage === 1 && older.isOfKind && newer.isOfKind;
}

interface Words {
  /** The name with which the memory begins. */
  subject: Name | null;
  /** Its stems that belong to no name. */
  others: readonly string[];
}

function adds(older: Words, newer: Words, { language }: QuestionTerms): boolean {
  return [...stemsOfList(ADDING, language)].some(
    (verb) => older.others.includes(verb) && newer.others.includes(verb),
  );
}

/** Words that are no sign of one matter: with neither a name nor a number asked for, all that is found has those of the question. */
function sharedByAll({ names, others, asksNumber }: QuestionTerms): readonly string[] {
  return names.length > 0 || asksNumber ? [] : others;
}

function commonPart(one: readonly string[], other: readonly string[], beside: readonly string[]): number {
  const rest = (words: readonly string[]): string[] => words.filter((word) => !beside.includes(word));
  const [said, saidNow] = [rest(one), rest(other)];
  const common = said.filter((word) => saidNow.includes(word)).length;
  return common / Math.max(1, Math.min(said.length, saidNow.length));
}

/** Two that begin with different names are about different subjects, unless the question asks about both. */
function isSameSubject(asked: readonly string[], older: Name | null, newer: Name | null): boolean {
  if (older === null || newer === null) return true;
  if (older.stems.some((stem) => newer.stems.includes(stem))) return true;
  return [older, newer].every(({ stems }) => stems.some((stem) => asked.includes(stem)));
}

function wordsOf({ memory }: BearingMemory, { language }: QuestionTerms): Words {
  const names = namesIn(memory.content, language);
  const inNames = new Set(names.flatMap(({ stems }) => stems));
  const terms = new Set(tokenizerOf(language).tokenize(memory.content).terms);
  return {
    subject: names.find(({ start }) => start === 0) ?? null,
    others: [...terms].filter((term) => !inNames.has(term)),
  };
}
