import { INFINITIVES } from '../../common/irregular-verbs';
import { fold } from '../../retrieval/folding';
import { rulesOf, Stems } from '../../retrieval/stems';

const stems = new Stems(rulesOf('english').stem);

/** Words of one meaning; each counts as the first word of its group. */
const SYNONYMS = `
live reside dwell inhabit, work employ, like love enjoy adore appreciate prefer want preference, own possess,
use utilize adopt rely usage, store keep save persist retain, start begin, end finish, buy purchase, delete remove,
allow permit may, need require requirement, big large huge, fast quick rapid, short concise brief terse,
long lengthy verbose detailed, answer reply respond response, child children kid, customer client, employee staff,
fix repair resolve, run execute, launch release ship, deploy deployment, manager boss supervisor,
favorite favourite, color colour, due deadline, born birthday birthdate birth, allergy allergic, lead leader head,
database db, repository repo, configuration config, environment env, production prod, documentation docs,
maximum max, minimum min, automatic automatically automated, daily everyday, approve approval, marry married, limit cap
`;

/** Forms that the stemmer does not bring together. */
const IRREGULAR_FORMS = `
name named called titled entitled renamed, be is are am was were been being, have has had having, do does did done,
show showed
`;

/** Each word says the opposite of the first one of its group. */
const OPPOSITE_SENSES = `
like dislike hate detest loathe despise, allow forbid prohibit ban, enable disable deactivate, accept reject refuse,
support unsupported
`;

const keys = new Map<string, string>();
const irregular = new Map<string, string>(INFINITIVES);
const opposite = new Map<string, string>();
for (const [first = '', ...rest] of groupsOf(IRREGULAR_FORMS)) {
  for (const word of rest) irregular.set(word, first);
}
for (const [first = '', ...rest] of groupsOf(SYNONYMS)) {
  for (const word of [first, ...rest]) keys.set(stems.of(word), stems.of(first));
}
for (const [first = '', ...rest] of groupsOf(OPPOSITE_SENSES)) {
  for (const word of rest) opposite.set(stems.of(word), keyOf(first));
}

/** Groups separated by commas, their words by white space. */
export function groupsOf(groups: string): string[][] {
  return groups.split(',').map((group) => group.trim().split(/\s+/));
}

/** Words separated by white space. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

/** The stem of a word, or that of its synonym's group. */
export function keyOf(word: string): string {
  const stem = stemOf(word);
  return keys.get(stem) ?? stem;
}

function stemOf(word: string): string {
  const folded = fold(word);
  return stems.of(irregular.get(folded) ?? folded);
}

/** The key of the word that this one negates, such as `like` for "hates"; null for most words. */
export function deniedBy(word: string): string | null {
  return opposite.get(stemOf(word)) ?? null;
}

export function keySet(words: string): ReadonlySet<string> {
  return new Set([...wordSet(words)].map(keyOf));
}

/** Words of grammar; `not`, prepositions and the like are read before these are left out. */
export const STOP_WORDS = wordSet(`
a an the this that these those its it his her hers their theirs our ours your yours he she they them him we
us you there here which who whom whose what and or also too very really quite just so then both either some
any all each every always usually generally will would shall should must can could might do does did done
doing have to am is are was were be been being has had having of as well still already only exclusively even
currently please yes own one ones etc e.g i.e such other another more most much many lot lots several few
new
`);

export const PREPOSITIONS = wordSet(`
in at on to for from with by as of into onto against within inside under via through between during after
before per about over towards without until till than
`);

export const NEGATORS = wordSet('not never no none without neither nor nobody nothing hardly rarely seldom');

/** Words that begin a subordinate clause. */
export const RELATIVES = wordSet(
  'that which who whom where when if because while before after so since unless',
);

export const DETERMINERS = wordSet('a an the this that these those my your his her its our their');

/** Subjects that a memory may leave out. */
export const IMPLIED_SUBJECTS = wordSet('user we team project us');

/** Words without content of their own: that both statements hold one does not make them alike. */
export const LIGHT_WORDS = keySet(`
be have own use run do go happen take hold schedule plan set make get name listen occur become arrange
default must
`);

/** Two words of a group cannot both hold of one thing. */
const OPPOSITES = `
dark light, short long, public private, sync async, before after, early late, earlier later, hot cold,
formal informal, formally informally, manual automatic, manually automatically, required mandatory optional, open closed, open fixed merged done,
single married divorced widowed engaged, true false, on off, fast slow, high low medium, always never,
internal external, local remote, first second third fourth fifth sixth seventh eighth ninth tenth last,
youngest oldest newest, older younger, smallest largest biggest, best worst, pending approved rejected,
passing failing, left right, top bottom, up down, increase decrease, fulltime parttime, stateless stateful,
sequential parallel, daily weekly monthly yearly, morning afternoon evening night, north south east west
`;

/** Products and things of a kind that replace each other. */
const ALTERNATIVES = `
tab space, json yaml xml, jest vitest mocha, english german french spanish, postgresql mysql mariadb sqlite mongodb oracle, kafka rabbitmq nats sqs,
sha1 sha256 md5 bcrypt argon2 scrypt, mit apache gpl bsd
`;

const opposites = rivalsOf(OPPOSITES);
const alternatives = rivalsOf(ALTERNATIVES);

export function areOpposites(one: string, other: string): boolean {
  return opposites.get(one)?.has(other) === true || isDenied(one, other) || isDenied(other, one);
}

export function areAlternatives(one: string, other: string): boolean {
  return alternatives.get(one)?.has(other) === true;
}

/** By the key of a word, the keys of the other words in its groups. */
function rivalsOf(groups: string): Map<string, Set<string>> {
  const rivals = new Map<string, Set<string>>();
  for (const group of groupsOf(groups).map((words) => words.map(keyOf))) {
    for (const key of group) {
      const others = group.filter((other) => other !== key);
      rivals.set(key, new Set([...(rivals.get(key) ?? []), ...others]));
    }
  }
  return rivals;
}

const DENYING = ['un', 'in', 'im', 'ir', 'dis', 'non', 'non-'];

function isDenied(word: string, denial: string): boolean {
  return word.length >= 4 && DENYING.some((prefix) => denial === `${prefix}${word}`);
}
