import { Stems, rulesOf } from '../../retrieval/stems';
import { fold } from '../../retrieval/folding';

const stems = new Stems(rulesOf('english').stem);

/** Written lists as one string, words apart by white space. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

/** Each line is a group that counts as its first word. */
const SAME = `
live reside dwell inhabit
work employ
like love enjoy adore appreciate prefer want preference
own possess
use utilize utilise leverage adopt rely usage
store keep save persist retain
start begin commence
end finish conclude terminate
buy purchase
delete remove erase
allow permit acceptable ok okay may
need require requirement
big large huge
fast quick rapid
short concise brief terse succinct
long lengthy verbose detailed elaborate
answer reply respond response
child children kid
movie film
physician doctor
customer client
employee staff
fix repair resolve solve
run execute
launch release ship
deploy deployment
manager boss supervisor
holiday vacation
verify validate
favorite favourite
color colour
organization organisation
due deadline
born birthday birthdate birth
allergy allergic
lead leader head
application app
database db
repository repo
configuration config
environment env
production prod
development dev
documentation docs doc
authentication auth
kubernetes k8s
postgresql postgres
javascript js
typescript ts
maximum max
minimum min
mother mom mum
father dad
indentation indent
automatic automatically automated automate
daily everyday
bicycle bike
photo picture photograph
salary wage
place locate location
admin administrator
parameter param
directory folder
approve approval
marry married
limit cap
`;

/** Forms that no ending tells, each line of its first word. */
const IRREGULAR = `
name named called titled entitled renamed
show shown showed
swear swore sworn
forbid forbade forbidden
write wrote written
go went gone
make made
take took taken
give gave given
get got gotten
build built
hold held
send sent
drive drove driven
eat ate eaten
drink drank drunk
speak spoke spoken
wear wore worn
choose chose chosen
break broke broken
teach taught
spend spent
pay paid
sell sold
lose lost
win won
mean meant
leave left
know knew known
throw threw thrown
become became
find found
meet met
sleep slept
stand stood
sit sat
wake woke
grow grew grown
fall fell fallen
rise rose risen
keep kept
run ran
buy bought
start began begun
lead led
feel felt
think thought
see saw seen
come came
swim swam swum
fly flew flown
bring brought
say said
tell told
withdraw withdrew withdrawn
hide hidden hid
ride rode ridden
bind bound
lend lent
deal dealt
catch caught
fight fought
hear heard
do did done
be is are am was were been being
have has had having
`;

/** Each word says the opposite of the first one of its line. */
const OPPOSITE_SENSE = `
like dislike hate detest loathe despise
allow forbid prohibit ban disallow
enable disable deactivate
use avoid
have lack
able unable
support unsupported
available unavailable
accept reject refuse
work broken
like unlike
`;

const keys = new Map<string, string>();
const irregular = new Map<string, string>();
const opposite = new Map<string, string>();
for (const line of IRREGULAR.trim().split('\n')) {
  const [first = '', ...rest] = line.trim().split(' ');
  for (const word of rest) irregular.set(word, first);
}
for (const line of SAME.trim().split('\n')) {
  const [first = '', ...rest] = line.trim().split(' ');
  for (const word of [first, ...rest]) keys.set(stems.of(word), stems.of(first));
}
for (const line of OPPOSITE_SENSE.trim().split('\n')) {
  const [first = '', ...rest] = line.trim().split(' ');
  for (const word of rest) opposite.set(stems.of(word), keyOf(first));
}

/** What a word counts as: its stem, or that of the commonest word that says the same. */
export function keyOf(word: string): string {
  const stem = stemOf(word);
  return keys.get(stem) ?? stem;
}

function stemOf(word: string): string {
  const folded = fold(word);
  return stems.of(irregular.get(folded) ?? folded);
}

/** The word that this one denies, such as `like` for "hates"; null for most. */
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

/** They begin a clause within the clause. */
export const RELATIVES = wordSet(
  'that which who whom where when if because while before after so since unless',
);

export const DETERMINERS = wordSet('a an the this that these those my your his her its our their');

/** Persons and groups that a memory need not name: what is said of nobody is said of them. */
export const IMPLIED_SUBJECTS = wordSet('user we team project us');

/** Their meaning is in what goes with them: two statements are not alike because both hold one. */
export const LIGHT_WORDS = keySet(`
be have own use run do go happen take hold schedule plan set make get name listen occur become arrange
default must
`);
