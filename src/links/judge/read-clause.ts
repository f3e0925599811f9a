import type { Language } from '../../common/languages';
import { rulesOf, Stems } from '../../retrieval/stems';
import { cueBit, cueTablesOf, type Cue, type CueTables } from './cue-words';
import { foldSynonym, weightOf } from './term-weights';

/** A statement, cut into what the features compare. */
export interface Clause {
  text: string;
  /** Content stems in their order, without cues and stop words. */
  order: readonly string[];
  terms: ReadonlySet<string>;
  /** What is written like a name, with capitals or letters and digits; words next to each other are one name. */
  names: ReadonlySet<string>;
  /** Names before the verb. */
  actors: ReadonlySet<string>;
  /** The words of those names of two and more words. */
  actorWords: ReadonlySet<string>;
  /** Numbers, months and weekdays, normalized, with the content term next to them. */
  values: ReadonlyMap<string, string>;
  /** Terms before the verb. */
  subject: ReadonlySet<string>;
  /** How much each term says. */
  weights: ReadonlyMap<string, number>;
  /** Terms that are written like a name. */
  named: ReadonlySet<string>;
  /** Whether the user or the speaker is the subject, or owns it. */
  isSelf: boolean;
  isOwned: boolean;
  /** Whether it begins with a verb or a pronoun, so that its subject stands in the clause before. */
  isOpen: boolean;
  attributes: ReadonlySet<string>;
  /** Words before folding into stems, for antonyms. */
  words: ReadonlySet<string>;
  cues: number;
}

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}'_@/.+-]*|:|->|=/gu;
const TRAILING = ".'/_+-";
const MOST_TOKENS = 60;
const SUBJECT_TOKENS = 9;
const NUMBER_WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ');
const GERMAN_NUMBERS = 'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ');
const NUMBERS = new Map(
  [...NUMBER_WORDS, ...GERMAN_NUMBERS].map((word, at) => [word, String(at < 16 ? at : at - 16)]),
);
// "One" and "ein" are articles and pronouns more often than numbers.
for (const word of ['zero', 'null', 'ein']) NUMBERS.delete(word);
const TIMES = new Set(
  'january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun spring summer autumn winter q1 q2 q3 q4 januar februar märz juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag sommer herbst'.split(
    ' ',
  ),
);
/** Words that speak of nothing by themselves. */
const LIGHT = new Set(
  'want wants make makes sure get gets getting got need needs thing things help please ensure know really good great best better well just also keep going lot bit kind sort way much many quite actually honestly since still even yes yeah oh wow haha thanks thank trying try start started awesome amazing sounds look looks looking feel feels feeling special super cool nice fun happy glad wonderful excited'.split(
    ' ',
  ),
);
const ARTICLES = new Set('the a an his her its all every ein eine einen einem einer der die das den dem'.split(' '));
const PRONOUNS = new Set('he she it they er sie es'.split(' '));
const JOINING = new Set(
  'of for in on at with from by to and or as than von für in im an am auf mit aus bei zu und oder als'.split(' '),
);
const DIGIT = /\d/;
const NUMERIC = /^v?\d[\d.,:]*(?:st|nd|rd|th|k|%|h|am|pm)?$/;
const CAPITALS = /\p{Lu}[^\p{Lu}]*\p{Lu}/u;
const AFFIXES = /^v|,|(?:st|nd|rd|th|%|k|h|am|pm)$/g;
const CAPITAL = /^\p{Lu}/u;

const stemsOf = new Map<Language, Stems>();

function stemsFor(language: Language): Stems {
  let stems = stemsOf.get(language);
  if (stems === undefined) stemsOf.set(language, (stems = new Stems(rulesOf(language).stem)));
  return stems;
}

interface Draft {
  order: string[];
  names: Set<string>;
  actors: Set<string>;
  /** The name that the token before belongs to, and that token's place. */
  last: { name: string; at: number } | null;
  values: Map<string, string>;
  subject: Set<string>;
  weights: Map<string, number>;
  named: Set<string>;
  /** Whether the token before is a preposition or a conjunction. */
  isJoined: boolean;
  attributes: Set<string>;
  words: Set<string>;
  cues: number;
  isSelf: boolean;
  isOwned: boolean;
  hasVerb: boolean;
  pending: string[];
}

/** `speaker`: the name of who speaks, which takes the place of the first person. */
export function readClause(text: string, language: Language, speaker: string | null): Clause {
  const tables = cueTablesOf(language);
  const tokens = (text.match(TOKEN) ?? []).slice(0, MOST_TOKENS).map((token) => withoutTrailing(token));
  const draft: Draft = {
    order: [],
    names: new Set(),
    actors: new Set(),
    last: null,
    values: new Map(),
    subject: new Set(),
    weights: new Map(),
    named: new Set(),
    isJoined: false,
    attributes: new Set(),
    words: new Set(),
    cues: phraseCues(tokens, tables),
    isSelf: false,
    isOwned: false,
    hasVerb: false,
    pending: [],
  };
  tokens.forEach((token, at) => readToken(draft, token, at, { tables, language, speaker }));
  for (const value of draft.pending) draft.values.set(value, '');
  const first = tokens[0] ?? '';
  const isOpen = PRONOUNS.has(first.toLowerCase()) || tables.verbs.has(first);
  return { ...draft, text, isOpen, terms: new Set(draft.order), actorWords: wordsOfNames(draft.actors) };
}

function wordsOfNames(names: ReadonlySet<string>): Set<string> {
  return new Set([...names].flatMap((name) => (name.includes(' ') ? name.split(' ') : [])));
}

/** The clause with the subject of the one before, if it has none of its own: "Ann Lee is a chef and has two dogs." */
export function withSubject(clause: Clause, before: Clause | undefined): Clause {
  if (!clause.isOpen || clause.isSelf || clause.actors.size > 0 || before === undefined) return clause;
  const { actors, actorWords, isSelf, isOwned } = before;
  return {
    ...clause,
    actors,
    actorWords,
    isSelf,
    isOwned,
    names: new Set([...clause.names, ...actors]),
    subject: new Set([...clause.subject, ...before.subject]),
  };
}

function withoutTrailing(token: string): string {
  let end = token.length;
  while (end > 0 && TRAILING.includes(token.charAt(end - 1))) end--;
  return token.slice(0, end);
}

function phraseCues(tokens: readonly string[], { phrases }: CueTables): number {
  const line = ` ${tokens.join(' ').toLowerCase()} `;
  let cues = 0;
  for (const [phrase, bits] of phrases) if (line.includes(phrase)) cues |= bits;
  return cues;
}

interface Reading {
  tables: CueTables;
  language: Language;
  speaker: string | null;
}

function readToken(draft: Draft, token: string, at: number, { tables, language, speaker }: Reading): void {
  const word = token.toLowerCase();
  if (word === '' || readSign(draft, word)) return;
  const bits = noteWord(draft, word, tables);
  const isEarly = at < SUBJECT_TOKENS && !draft.hasVerb;
  const isOwn = readPerson(draft, word, isEarly, { tables, language, speaker });
  const isVerb = tables.verbs.has(word);
  if (isEarly && (isVerb || isOwn)) draft.hasVerb ||= isVerb || tables.selves.has(word);
  if (isEarly) endSubject(draft, word);
  if (readValue(draft, word)) return;
  if (isOwn || LIGHT.has(word) || rulesOf(language).stopWords.has(word)) return;
  addTerm(draft, token, word, { bits, isEarly: isEarly && !isVerb, at, language });
}

/** "Greta heads the lab": the term before an article is a verb, unless a preposition stands between them. */
function endSubject(draft: Draft, word: string): void {
  const last = draft.order.at(-1);
  if (ARTICLES.has(word) && !draft.isJoined && draft.subject.size > 1 && last !== undefined) {
    draft.subject.delete(last);
    draft.hasVerb = true;
  }
  draft.isJoined = JOINING.has(word);
}

/** Signs between a label and its value. */
function readSign(draft: Draft, word: string): boolean {
  if (word === '->') draft.cues |= cueBit('change');
  const isSign = word === ':' || word === '=' || word === '->';
  if (isSign) draft.hasVerb ||= draft.order.length > 0;
  return isSign;
}

function noteWord(draft: Draft, word: string, tables: CueTables): number {
  const bits = tables.words.get(word) ?? 0;
  draft.words.add(word);
  draft.cues |= bits;
  const group = tables.attributes.get(word);
  if (group !== undefined) draft.attributes.add(group);
  return bits;
}

/** Whether the word is of the first person, or the user. */
function readPerson(draft: Draft, word: string, isEarly: boolean, { tables, speaker }: Reading): boolean {
  if (tables.selves.has(word)) {
    readSelf(draft, isEarly && draft.subject.size === 0, speaker);
    return true;
  }
  const isOwner = tables.owners.has(word);
  if (isOwner) draft.isOwned ||= isEarly;
  return isOwner;
}

function readValue(draft: Draft, word: string): boolean {
  const number = NUMBERS.get(word) ?? (NUMERIC.test(word) ? word.replace(AFFIXES, '') : null);
  const isValue = number !== null || TIMES.has(word);
  if (isValue) draft.pending.push(number ?? word.slice(0, 3));
  return isValue;
}

function readSelf(draft: Draft, isSubject: boolean, speaker: string | null): void {
  if (!isSubject) return;
  draft.isSelf = true;
  if (speaker !== null) draft.subject.add(speaker.toLowerCase());
}

interface TermPlace {
  bits: number;
  isEarly: boolean;
  at: number;
  language: Language;
}

const SILENT_CUES = cueBit('change') | cueBit('past') | cueBit('never') | cueBit('also') | cueBit('negation');

function addTerm(
  draft: Draft,
  token: string,
  word: string,
  { bits, isEarly, at, language }: TermPlace,
): void {
  const bare = word.endsWith("'s") ? word.slice(0, -2) : word;
  // German writes all nouns with a capital.
  const isCapital = language !== 'german' && CAPITAL.test(token);
  const isName = (isCapital && at > 0) || DIGIT.test(bare) || CAPITALS.test(token);
  if ((bits & SILENT_CUES) !== 0 && !isName) return;
  const term = stemsFor(language).of(isName ? bare : foldSynonym(bare));
  draft.order.push(term);
  draft.weights.set(term, Math.max(draft.weights.get(term) ?? 0, weightOf(bare, isName)));
  if (isName) draft.named.add(term);
  if (isName || isCapital) addName(draft, term, at, isEarly);
  if (isEarly) draft.subject.add(term);
  for (const value of draft.pending) draft.values.set(value, term);
  draft.pending = [];
}

/** "Ann Lee" is one name. */
function addName(draft: Draft, term: string, at: number, isEarly: boolean): void {
  const { last } = draft;
  const isNext = last !== null && last.at === at - 1;
  const name = isNext ? `${last.name} ${term}` : term;
  for (const names of isEarly ? [draft.names, draft.actors] : [draft.names]) {
    if (isNext) names.delete(last.name);
    names.add(name);
  }
  draft.last = { name, at };
}

export function hasCue(clause: Clause, cue: Cue): boolean {
  return (clause.cues & cueBit(cue)) !== 0;
}
