/**
 * How much a shared term says. Names, versions and identifiers say most; words that occur in every tenth note say little.
 * The lists are everyday words of English and German, written by hand, not counted on any data set.
 */
const NAME_WEIGHT = 1.4;
const COMMON_WEIGHT = 0.4;

const COMMON_WORDS = new Set(
  (
    'use uses used using work works working worked run runs running live lives living take takes took make makes made making write writes written wrote writing build builds building built add added adding new old first last next time times day days week weeks month months year years today yesterday morning evening night home good better best big small great nice like likes love loves people team user users project projects work start starts started plan plans go goes going went come comes came see put set show shows read reads play plays learn learning know say says said think feel try tried give gives gave keep keeps look find need needs want wants help helps talk meet meets call called name way part place lot set much many long short high low every each number list page file files app code data version test tests test issue idea question answer thing things life world man woman friend friends family kid kids book books story music car house room water food dinner party trip job school group class course money price open close line point end change changes create created show sure right kind hour hours minute minutes plus per about around near between during within without into onto over under since until while because really actually just already still also only even maybe support supports handle handles ' +
    'arbeiten arbeite arbeitet nutzen nutze nutzt verwenden verwende benutzen benutze machen mache macht gehen gehe geht kommen kommt fahren fahre fährt haben sein werden wollen müssen können sollen nehmen nehme nimmt geben gibt finden finde sehen lesen lese schreiben schreibe lernen lerne spielen spiele leben lebe wohnen wohne team projekt nutzer tag tage woche wochen monat monate jahr jahre heute gestern morgen abend zeit leute freund freunde familie kind kinder haus wohnung zimmer auto buch bücher neu neue neuen alt alte alten groß klein gut gute gern gerne immer oft viel viele mehr erste ersten letzte letzten nächste nächsten uhr euro'
  ).split(' '),
);

/** `word`: in lower case, before its stem. */
export function weightOf(word: string, isName: boolean): number {
  if (isName) return NAME_WEIGHT;
  return COMMON_WORDS.has(word) ? COMMON_WEIGHT : 1;
}

/** Words for one thing, each folded into the first of its line. */
const SYNONYMS = `
children kids child kid kinder
manager boss chief chef chefin supervisor vorgesetzter
grandmother grandma granny oma großmutter
grandfather granddad grandpa opa großvater
mother mum mom mama mutter
father dad papa vater
wife spouse husband ehefrau ehemann frau
company firm employer firma arbeitgeber unternehmen
office bureau büro
flat apartment wohnung
house home haus
car auto automobile wagen
phone handy smartphone mobile
laptop notebook macbook computer rechner
bicycle bike fahrrad rad
doctor physician arzt ärztin
dentist zahnarzt
begin start starts begins beginning begonnen beginnt startet
begin starting
end finish ends finishes endet
holiday vacation holidays urlaub ferien
salary wage earns earn pay gehalt verdient
price cost costs costing fee preis kosten kostet
deadline due frist abgabe
meeting appointment standup termin besprechung
ticket issue tickets issues
document docs documentation doc dokumentation
database db datenbank
repository repo repos
config configuration settings konfiguration
directory folder ordner
production prod
limit maximum max most höchstens
minimum min least mindestens
needs requires required require needed benötigt
movie film films movies
song track songs
birthday born geburtstag geboren
dog puppy hund
cat kitten katze
sister sibling schwester
brother bruder
friend bestie buddy freund freundin
teacher lehrer lehrerin
pupil student pupils students schüler
purchase buy bought buys gekauft kaufen
repair fix fixed repaired
stored saved kept stores saves gespeichert
invoice bill bills invoices rechnung rechnungen
release shipped launched launch released
customer client customers clients kunde kunden
goal target aim ziel
weekly fortnightly
rent miete lease
gym studio fitnessstudio
headquarters headquartered seat sitz
plan intend intends planned plans intention geplant
member members mitglied mitglieder
person persons people personen leute
`;

const FOLDED = new Map(
  SYNONYMS.trim()
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...others] = line.split(' ');
      return others.map((word) => [word, first] as const);
    }),
);

/** The word that stands for its synonyms. */
export function foldSynonym(word: string): string {
  return FOLDED.get(word) ?? word;
}
