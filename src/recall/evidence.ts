import { memoryText } from '../backend/memory';
import type { ScoredMemory } from '../backend/memory-search';
import { tokenizerOf } from '../retrieval/tokens';
import { namesIn, type Name, type PlacedName } from './names';
import type { QuestionTerms } from './question-terms';
import { givesNumber } from './value-question';
import { isOfAnother } from './whose';

/** UTF-16 units of a memory that are read for its words; the terms that the search matched count beyond them. */
const MOST_READ = 2_000;

const CAPITAL = /^\p{Lu}/u;
const NUMBER = /\p{N}/u;
/** Behind one of whom something is said: `Sunniva is allergic to peanuts.` */
const SAID_OF_ONE = /^ (?:is|was|has|had|does|can|will|\p{Ll}+s) /u;
const USER = /\buser\b/i;
const FIRST_PERSON = /\b(?:I|[Mm]y|[Mm]e|[Ww]e|[Oo]ur|[Uu]s)\b/;

/** What a found memory holds of a question. */
export interface Evidence {
  found: ScoredMemory;
  /** Of each entry of `QuestionTerms.names`, the name that the memory gives; null for none. */
  names: readonly (Name | null)[];
  /** Whether the memory names somebody or something else instead. */
  namesOthers: boolean;
  /** How many of the other terms it holds. */
  held: number;
  /** That as a share of these terms, 0 to 1. */
  coverage: number;
  /** Of a question about the user: whether it speaks of the user, or in the first person. True for other questions. */
  isOfUser: boolean;
  /** Whether it does not hold a number that the question gives, such as a year. */
  lacksNumber: boolean;
  /** Of a question for a number or a time: whether it gives one. True for other questions. */
  isOfKind: boolean;
  /** Whether it is about another person than the one asked about; false for turns of a conversation. */
  isOfAnother: boolean;
}

/** What each of the memories holds of the question, in their order. */
export function evidenceOf(
  { text: asked, names, others, asksNumber, whose, language }: QuestionTerms,
  found: ScoredMemory,
): Evidence {
  const text = memoryText(found.memory).slice(0, MOST_READ);
  const { terms, forms } = tokenizerOf(language).tokenize(text);
  const holds = new Set([...terms, ...forms, ...found.matchedTerms, ...found.memory.tags]);
  const own = names.length === 0 ? [] : namesIn(text, language);
  const given = names.map((group) => group.find((name) => gives(holds, own, name)) ?? null);
  const held = others.filter((term) => holds.has(term)).length;
  return {
    found,
    names: given,
    namesOthers:
      given.every((name) => name === null) &&
      own.some((name) => CAPITAL.test(name.text) && (!name.beginsSentence || isSubject(text, name, others))),
    held,
    coverage: others.length === 0 ? 1 : held / others.length,
    isOfUser: !USER.test(asked) || USER.test(text) || FIRST_PERSON.test(text),
    lacksNumber: others.some((term) => NUMBER.test(term) && !holds.has(term)),
    isOfKind: !asksNumber || givesNumber(text),
    isOfAnother: whose !== null && !found.inThread && isOfAnother(whose, found.memory.content),
  };
}

/** Whether a word that begins a sentence is what that is about, and no word of the question. */
function isSubject(text: string, { text: name, stems, end }: PlacedName, asked: readonly string[]): boolean {
  return SAID_OF_ONE.test(text.slice(end)) && !USER.test(name) && !stems.some((stem) => asked.includes(stem));
}

/**
 * Whether a memory gives a name: it holds all words of it, or a part that is no other name. `Anna` may be Anna Bell,
 * `Anna Holt` is not.
 */
function gives(holds: ReadonlySet<string>, own: readonly Name[], { stems, text }: Name): boolean {
  if (stems.every((stem) => holds.has(stem))) return true;
  return !/\p{N}/u.test(text) && own.some((name) => name.stems.every((stem) => stems.includes(stem)));
}
