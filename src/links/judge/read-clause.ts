import type { Language } from '../../common/languages';
import { NUMBER_WORDS, TIME_WORDS } from '../../common/number-words';
import { rulesOf, Stems } from '../../retrieval/stems';
import { noteEnded, readEnding } from './ended-terms';
import { kindsOf, type Kinds } from './value-kinds';
import { cueBit, cueTablesOf, type Cue, type CueTables } from './cue-words';

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
  /** Numbers, months and weekdays, normalized, with the content term next to them. */
  values: ReadonlyMap<string, string>;
  /** Terms before the verb. */
  subject: ReadonlySet<string>;
  /** The first verb, as a stem; empty without one. */
  verb: string;
  /** Whether the user or the speaker is the subject, or owns it. */
  isSelf: boolean;
  isOwned: boolean;
  attributes: ReadonlySet<string>;
  /** The terms before a colon or an equals sign: "Deploy region: eu-west-1". Empty without one. */
  label: string;
  /** All words and signs in their order, in lower case, as if the user spoke: "the user's phone" is "my phone". */
  tokens: readonly string[];
  /** Words before folding into stems, for antonyms. */
  words: ReadonlySet<string>;
  /** Names in the possessive: "Ann Lee's car" is about the car. */
  owners: ReadonlySet<string>;
  /** Terms next to a word that says that something ended: "moved from Ulm", "Xero is gone". */
  ended: ReadonlySet<string>;
  /** What it names by numbers and times, by what they measure. */
  kinds: Kinds;
  cues: number;
}

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}'_@/.+-]*|:|->|=/gu;
const TRAILING = ".'/_+-";
const MOST_TOKENS = 60;
const SUBJECT_TOKENS = 9;
const ENGLISH_NUMBERS = [...NUMBER_WORDS, 'thirteen', 'fourteen', 'fifteen'];
const GERMAN_NUMBERS = 'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ');
const NUMBERS = new Map(
  [...ENGLISH_NUMBERS, ...GERMAN_NUMBERS].map((word, at) => [word, String(at < 16 ? at : at - 16)]),
);
// "One" and "ein" are articles and pronouns more often than numbers.
for (const word of ['zero', 'null', 'ein']) NUMBERS.delete(word);
/** Words that speak of nothing by themselves. */
const LIGHT = new Set(
  'want wants make makes sure get gets getting got need needs thing things help please ensure know really good great best better well just also keep going lot bit kind sort way much many quite actually honestly since still even yes yeah oh wow haha thanks thank trying try start started awesome amazing sounds look looks looking feel feels feeling special super cool nice fun happy glad wonderful excited last next ago yesterday today tomorrow'.split(
    ' ',
  ),
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
  attributes: Set<string>;
  label: string;
  words: Set<string>;
  cues: number;
  isSelf: boolean;
  isOwned: boolean;
  hasVerb: boolean;
  verb: string;
  pending: string[];
  owners: Set<string>;
  ended: Set<string>;
  /** Place of the last word behind which is named what ended. */
  endedAt: number | null;
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
    attributes: new Set(),
    label: '',
    words: new Set(),
    cues: phraseCues(tokens, tables),
    isSelf: false,
    isOwned: false,
    hasVerb: false,
    verb: '',
    pending: [],
    owners: new Set(),
    ended: new Set(),
    endedAt: null,
  };
  tokens.forEach((token, at) => readToken(draft, token, at, { tables, language, speaker }));
  for (const value of draft.pending) draft.values.set(value, '');
  return { ...draft, text, tokens: asUser(tokens), kinds: kindsOf(text), terms: new Set(draft.order) };
}

const AS_USER = new Map([
  ['user', ['i']],
  ["user's", ['my']],
  ['our', ['my']],
  ["i'm", ['i', 'is']],
  ['am', ['is']],
  // Its cue is read apart.
  ['now', []],
  ['currently', []],
  ['jetzt', []],
]);

function asUser(tokens: readonly string[]): string[] {
  const lower = tokens.map((token) => token.toLowerCase());
  const said = lower.filter((word, at) => word !== 'the' || !/^user(?:'s)?$/.test(lower[at + 1] ?? ''));
  return said.flatMap((word) => AS_USER.get(word) ?? [word]);
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
  readEnding(draft, word, at);
  const bits = noteWord(draft, word, tables);
  const isEarly = at < SUBJECT_TOKENS && !draft.hasVerb;
  const isOwn = readPerson(draft, word, isEarly, { tables, language, speaker });
  const isVerb = tables.verbs.has(word);
  if (isEarly && isVerb) {
    draft.hasVerb = true;
    draft.verb = stemsFor(language).of(word);
  }
  if (readValue(draft, word)) return;
  if (isOwn || LIGHT.has(word) || rulesOf(language).stopWords.has(word)) return;
  addTerm(draft, token, word, { bits, isEarly: isEarly && !isVerb, at, language });
}

/** Signs between a label and its value. */
function readSign(draft: Draft, word: string): boolean {
  if (word === '->') draft.cues |= cueBit('change');
  const isSign = word === ':' || word === '=' || word === '->';
  if (isSign && !draft.hasVerb && word !== '->') draft.label = draft.order.join(' ');
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
  const isValue = number !== null || TIME_WORDS.has(word);
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
  const term = stemsFor(language).of(bare);
  draft.order.push(term);
  noteEnded(draft, term, at);
  if (isName || isCapital) {
    addName(draft, term, at, isEarly);
    if (bare !== word) draft.owners.add(term);
  }
  if (isEarly) draft.subject.add(term);
  placeValues(draft, term);
}

/** The values before it are of this term. */
function placeValues(draft: Draft, term: string): void {
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

export function hasCue({ cues }: Pick<Clause, 'cues'>, cue: Cue): boolean {
  return (cues & cueBit(cue)) !== 0;
}
