import { keyOf, keySet, wordSet } from './vocabulary';

export const BE = keyOf('be');
export const USE = keyOf('use');

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

/** Forms of the past that are not told by their ending. */
export const PAST_FORMS = wordSet(`
went ran met bought saw ate took made gave got flew drove wrote came left began found told said thought felt
spoke drank swam slept woke wore paid spent led built sent threw broke rose fell grew won lost sold taught
read had did was were became kept held stood sat understood brought caught chose
`);

const PARTICIPLES = wordSet(`
built sent kept held made run set put done gone born sold told bought caught brought taught thought found
bound led fed met won lost left paid said drawn grown thrown shown worn known cut hit shut split stuck spent
hung
`);

export function isParticiple(word: string): boolean {
  return /(?:ed|en|ing)$/.test(word) || PARTICIPLES.has(word);
}

/** What happens once: two dates of it contradict each other though both are past. */
export const ONCE = keySet('born founded establish graduate marry die invent incorporate');

/**
 * What a subject has one of at a time, by verb and preposition (`-`: the object itself): two values exclude
 * each other.
 */
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
  graduate: 'from',
  sit: 'in at',
  push: 'to',
  merge: 'into to',
  place: 'in at on',
  answer: 'in with',
  lead: '- by',
  manage: '- by',
  log: 'to',
  drive: '-',
  default: 'to',
  target: '-',
  point: 'to',
  sort: 'by',
  sign: 'with by',
  encrypt: 'with by',
  format: 'with by as',
  inherit: 'from',
  address: 'as by',
  encode: 'in as with',
  go: 'to',
  talk: 'over via',
  communicate: 'over via through by',
  connect: 'over via through',
  happen: 'in at',
  hold: 'in at',
  show: 'as in',
  insure: 'with by',
  order: 'by',
  group: 'by',
};

/** Where no preposition counts, since the verb or `for` what it is says that there is one. */
const WITH_PURPOSE = keySet('use prefer need');

/** Tell nothing by themselves of what is said: "has", "is set to" and "is" lead to the same value. */
export const GENERAL = keySet(
  'be have use run set go happen take hold schedule get become make start listen default',
);

/** Of which a subject has any number. */
const MANY = keySet(`
like know speak visit read watch meet eat drink play attend learn study have own buy support include contain
depend send receive collect need travel cook avoid
`);

const single = new Map(
  Object.entries(SINGLE).map(([verb, preps]) => [keyOf(verb), new Set(preps.split(' '))]),
);

export function isSingle(predicate: string, preposition: string | null): boolean {
  return single.get(predicate)?.has(preposition ?? '-') ?? false;
}

export function hasPurpose(predicate: string): boolean {
  return WITH_PURPOSE.has(predicate);
}

export function isMany(predicate: string): boolean {
  return MANY.has(predicate);
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
