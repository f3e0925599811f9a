import { IRREGULAR_PARTICIPLES, IRREGULAR_PASTS } from '../../common/irregular-verbs';
import type { Word } from './statement';
import { deniedBy, DETERMINERS, keyOf, keySet, NEGATORS, PREPOSITIONS, wordSet } from './vocabulary';

export const BE = keyOf('be');

export const AUXILIARIES = wordSet(`
is are was were be been am has have had do does did will would shall should must can could may might
`);

/** Finds the verb of a statement; words that are nouns as often are left out. */
export const VERBS = keySet(`
accept admit adopt adore advise agree allow appear apply approve archive argue arrive ask assemble assign
attend authenticate authorize avoid bake beat become begin believe belong bind block born borrow break bring
build buy cache call cancel carry celebrate check choose claim clean clone close collect come compile
complain complete compress configure confirm connect consist consume contact contain convert cook cost crash
create cycle damage dance decide decode decrease decrypt default delegate delete deliver deny depart depend
deploy describe design develop diagnose disable disagree discuss dislike display document donate download
drink drive earn eat email emit enable encode encrypt end enjoy enqueue escalate escape examine execute
expire explain export expose extend face fail fall feel fetch filter finish fix fly follow forbid fork
format forward found generate get give go graduate grant grow handle happen hash hate hide hire host
implement import include increase indent index inherit injure insert install insure invalidate invest iron
join keep know land launch lead learn leave lend license like limit listen live lock log lose love lower
make manage manufacture map marry mean measure meet merge migrate monitor mount move name need notify offer
open order owe own paint pass pay perform permit play point poll possess practice practise prefer process
produce promise provide prune publish pull purchase purge push quit raise reach read receive recommend
redirect reduce refresh refuse reject rely remain remove render renew rent replace replicate reply report
require reside resign resolve respond restart restore retain retry return review revoke ride rise rotate run
sanitize save say seem select sell send serialize serve shard share ship show shrink sign sing sit sleep
smoke sort speak spend stand start stay stop store study subscribe suffer suggest support swim switch sync
take talk target teach tell think throttle throw train transfer travel treat trigger truncate trust turn
unlock update upgrade upload use utilize vaccinate validate verify visit vote wake walk want warn wash watch
wear weigh win work wrap write
`);

/** Forms that are both past and infinitive or noun stay out, but for these. */
const PAST_FORMS: ReadonlySet<string> = new Set([...IRREGULAR_PASTS, 'read', 'had', 'did', 'was', 'were']);

const PARTICIPLES: ReadonlySet<string> = new Set([
  ...IRREGULAR_PARTICIPLES,
  ...'put set done born cut hit shut split'.split(' '),
]);

function isParticiple(word: string): boolean {
  return /(?:ed|en|ing)$/.test(word) || PARTICIPLES.has(word);
}

/** What happens once: two dates of it contradict each other though both are past. */
export const ONCE = keySet('born founded establish graduate marry die invent incorporate');

/** What a subject has one of, by verb and preposition (`-`: the object itself): two values exclude each other. */
const SINGLE: Readonly<Record<string, string>> = {
  live: 'in at on with',
  work: 'at as from',
  marry: 'to -',
  born: 'in on',
  name: '- as',
  report: 'to',
  deploy: 'to on in at with',
  host: 'on in at with by',
  store: 'in on at as',
  write: 'in with',
  build: 'with on in',
  belong: 'to',
  study: 'at',
  lead: '- by',
  manage: '- by',
  log: 'to',
  drive: '-',
  default: 'to',
  happen: 'in at',
};

/** Where no preposition counts, since the verb or `for` what it is says that there is one. */
export const WITH_PURPOSE = keySet('use prefer need');

/** Of which a subject has any number. */
export const MANY = keySet(`
like know speak visit read watch meet eat drink play attend learn study have own buy support include contain
depend send receive collect need travel cook avoid
`);

const single = new Map(
  Object.entries(SINGLE).map(([verb, preps]) => [keyOf(verb), new Set(preps.split(' '))]),
);

export function isSingle(predicate: string, preposition: string | null): boolean {
  return single.get(predicate)?.has(preposition ?? '-') ?? false;
}

/** "The NOUN of something is VALUE": of each there is one. */
export const ATTRIBUTES = keySet(`
favorite name codename nickname deadline owner lead leader manager boss chief ceo cto password port region default
limit budget address birthday capital version license url branch language color size status role title timezone
currency primary main preferred husband wife spouse partner girlfriend boyfriend salary price
target location database framework entry path endpoint email phone number model theme format style policy
strategy convention maintainer author employer hometown nationality height weight profession
occupation major degree breed codec algorithm protocol encoding level mode root home host domain registry
engine provider vendor contact assignee reviewer mentor supervisor chair captain head president treasurer
timeout threshold interval frequency schedule quota capacity priority severity stage `);

/** A form that stands as the verb of a clause by itself, not an infinitive or a participle in -ing. */
export function isFinite(word: string): boolean {
  const lower = word.toLowerCase();
  if (AUXILIARIES.has(lower) || PAST_FORMS.has(lower)) return true;
  return /(?:s|ed)$/.test(lower) && !lower.endsWith('ss') && VERBS.has(keyOf(lower)) && !isDoer(lower);
}

/** "Reviewers", whose stem is that of the verb. */
function isDoer(word: string): boolean {
  return /[eo]rs$/.test(word) && !/[eo]r$/.test(keyOf(word));
}

/** Where the verb of a clause stands, by places in its words. */
export interface Verb {
  /** The words before it open the clause ("In May, ", "Code review: "). */
  opening: number;
  /** The first word behind the subject; -1: there is no verb. */
  from: number;
  /** The word that is the predicate; -1 for none. */
  at: number;
  /** Of the predicate; null for none. */
  key: string | null;
  isPassive: boolean;
  isPast: boolean;
}

const FORMS_OF_BE = wordSet('is are was were be been being am');
const PAST_AUXILIARIES = wordSet('was were had did');
const BETWEEN = /ly$|^(?:also|now|always|only|still|just|being)$/;
/** A label and its value: so many words at most before the colon. */
const MAX_LABEL = 6;
const MAX_TOPIC = 4;
const MAX_OPENING = 7;
const BEFORE_ORDER = /^(?:please|always|just|only|also|do)$/;

type Predicate = Pick<Verb, 'at' | 'key'> & Partial<Verb>;

export function findVerb(words: Word[]): Verb {
  const opening = openingOf(words);
  const none = { opening, from: -1, at: -1, key: null, isPassive: false, isPast: false };
  const first = finiteFrom(words, opening);
  if (first !== -1 && !isOrder(words, opening, first))
    return { ...none, from: first, ...predicateFrom(words, first) };
  const label = words.findIndex(
    ({ lower }, at) => at > 0 && at <= MAX_LABEL && (lower === ':' || lower === '='),
  );
  if (label !== -1) return { ...none, from: label, key: 'be' };
  const at = bareVerb(words, opening);
  if (at !== -1) return { ...none, from: at, at, key: keyOf(words[at]?.lower ?? '') };
  return { ...none, from: words.findIndex(({ mark }, index) => mark === 'become' && index > opening) };
}

/** In "Use X for column names" the first word is the verb, in "Log levels are set" it is not. */
function isOrder(words: Word[], opening: number, finite: number): boolean {
  const order = imperativeAt(words, opening);
  return order !== -1 && order < finite - 1 && !AUXILIARIES.has(words[finite]?.lower ?? '');
}

function openingOf(words: Word[]): number {
  const colon = words.findIndex(({ lower }) => lower === ':');
  if (colon > 0 && colon <= MAX_TOPIC && words.slice(colon + 1).some(({ lower }) => isFinite(lower)))
    return colon + 1;
  const first = words.find(({ mark }) => mark === null);
  if (first === undefined || !PREPOSITIONS.has(first.lower)) return 0;
  const comma = words.findIndex(({ lower }) => lower === ',');
  return comma > 0 && comma <= MAX_OPENING ? comma + 1 : 0;
}

/** The first verb that has a subject, before any clause within the clause. */
function finiteFrom(words: Word[], start: number): number {
  for (let at = start; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || word.mark !== null) continue;
    if (isFinite(word.text) && !isNoun(words, at, start)) return at;
  }
  return -1;
}

/** "The build", "of use", and "Deploys" before "happen". */
function isNoun(words: Word[], at: number, start: number): boolean {
  const before = words[at - 1]?.lower ?? '';
  if (DETERMINERS.has(before) || PREPOSITIONS.has(before)) return true;
  if (at !== start || AUXILIARIES.has(words[at]?.lower ?? '')) return false;
  return words.slice(at + 1, at + 4).some(({ lower }) => isFinite(lower));
}

function predicateFrom(words: Word[], from: number): Predicate {
  const first = words[from]?.lower ?? '';
  if (!AUXILIARIES.has(first)) {
    return { at: from, key: keyOf(first), isPast: PAST_FORMS.has(first) || first.endsWith('ed') };
  }
  const { at, auxiliary } = lastAuxiliary(words, from);
  const isBe = FORMS_OF_BE.has(auxiliary);
  const isPast = PAST_AUXILIARIES.has(first);
  const next = words[at + 1]?.lower ?? '';
  if (isVerbForm(next, isBe)) {
    return { at: at + 1, key: keyOf(next), isPassive: isBe && !next.endsWith('ing'), isPast };
  }
  return {
    at: from,
    key: isBe ? 'be' : keyOf(auxiliary),
    isPast,
  };
}

/** Past "has not always been". */
function lastAuxiliary(words: Word[], from: number): { at: number; auxiliary: string } {
  let at = from;
  let auxiliary = words[from]?.lower ?? '';
  for (const { lower, mark } of words.slice(from + 1)) {
    const isAuxiliary = AUXILIARIES.has(lower);
    if (mark === null && !isAuxiliary && !NEGATORS.has(lower) && !BETWEEN.test(lower)) break;
    if (isAuxiliary) auxiliary = lower;
    at++;
  }
  return { at, auxiliary };
}

function isVerbForm(word: string, behindBe: boolean): boolean {
  if (word.length > 4 && word.endsWith('ed')) return true;
  return (VERBS.has(keyOf(word)) || deniedBy(word) !== null) && (!behindBe || isParticiple(word));
}

/** A verb that no ending tells: "Use X", "They live in Rome". */
function bareVerb(words: Word[], start: number): number {
  const order = imperativeAt(words, start);
  if (order !== -1) return order;
  return words.findIndex(({ lower, mark }, at) => {
    const isFree = at > start && mark === null && !DETERMINERS.has(words[at - 1]?.lower ?? '');
    return isFree && VERBS.has(keyOf(lower));
  });
}

/** The first word, when it is a verb without an ending: "Use X", "Never push to main". */
function imperativeAt(words: Word[], start: number): number {
  const at = words.findIndex(({ lower, mark }, index) => {
    return index >= start && mark === null && !NEGATORS.has(lower) && !BEFORE_ORDER.test(lower);
  });
  const first = words[at]?.lower ?? '';
  return VERBS.has(keyOf(first)) && !AUXILIARIES.has(first) && !/(?:[^s]s|ed|ing)$/.test(first) ? at : -1;
}
