import type { Language } from '../../common/languages';

/** What a word or phrase says about the statement around it. */
export const CUES = [
  'change',
  'past',
  'negation',
  'never',
  'also',
  'open',
  'wish',
  'plan',
  'list',
  'event',
  'universal',
  'turn',
  'kept',
] as const;
export type Cue = (typeof CUES)[number];

type CueLines = Record<Cue, string>;

const ENGLISH: CueLines = {
  change:
    'now|no longer|any more|anymore|any longer|moved|moving|switched|switch|instead|replaced|replaces|replacing|changed|became|becoming|turned into|migrated|migration|renamed|postponed|rescheduled|delayed|slipped|pushed|cancelled|canceled|dropped|raised|lowered|increased|reduced|grew|grown|bumped|upgraded|downgraded|quit|left|leaving|stopped|gave up|given up|broke up|ended|split up|divorced|relocated|took over|takes over|taken over|handed over|decommissioned|retired|removed|abandoned|ported|decided against|decided to|from now on|as of|since this|these days|nowadays|recently|lately|new|currently|just started|just moved|just joined|sold|swapped|converted|promoted|after all|not any|signed up|pivoted|further|updated|improved|revised|extended|shifted|adjusted|set to|went from|up from|down from|expanded|reached|finally|again',
  past: 'previously|used to|formerly|originally|until|back then|years ago|back in|in the past|earlier on|once was|when i was|when i started|at first|at the beginning|in those days|had been|had planned|was using|history|before v|in the first years|our first',
  negation:
    "not|no|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|won't|can't|cannot|without|neither|nor|none|no longer|never|against|only|hasn't|haven't|dont|stopped|rather than|any more",
  never: 'never|not ever|not once|not any|did not|has no|have no|no involvement|did never',
  also: 'also|too|as well|another|additionally|second|one more|besides|both',
  open: 'maybe|perhaps|might|could|should|would|whether|wonder|wondering|considering|proposal|proposed|undecided|not decided|no decision|to be discussed|tbd|if|asked|asks|question|thinking about|who knows|suggests|suggested|idea|comparing|possibly|prefer',
  wish: 'want|wants|hope|hopes|hoping|wish|wishes|someday|would like|interested|dream|love to|like to|need to|must|love|loves|enjoy|enjoys|likes|like',
  plan: 'will|going to|plan|plans|planned|planning|intend|intends|scheduled|due|deadline|upcoming|next|launch|starts|begins',
  list: 'todo|backlog|action item|goal|decided|ignore|added|note',
  event:
    'went|visited|yesterday|today|last night|tonight|last week|last month|this week|ran|restarted|attended|met|had|gave|tried|took|bought|received|presented|finished|completed|ago|once|collaborated|organized|won',
  universal:
    'all|every|everyone|always|any|only|exclusively|must|required|minimum|maximum|default|main|primary',
  turn: 'no longer|no more|not any more|from now on|instead|rather than|instead of|goes up|go up|goes down|went up|went down|put up|up to|down to|cut to|cut from|lifted|doubled|halved|shortened|trimmed|raised|lowered|reduced|increased|bumped|slips|slipped|slip to|pushed back|put back|put off|put forward|brought forward|postponed|adjourned|rescheduled|off the table|called off|cancelled|canceled|is off|are off|is gone|are gone|is out|scrapped|dropped|drops|discontinued|stepped down|stepped back|steps down|resigned|quit|handed in|gave notice|given notice|gave up|given up|handed over|hands over|handed|passed to|passed away|took over|takes over|taken over|taking over|picks up|picked up|succeeds|replaced|replaces|replacing|swapped|switched|migrated|moved|moves|relocated|traded in|sold|renamed|went back|goes back|back to|rolled back|retired|archived|decommissioned|closed|lapse|lapsed|expired|paused|stopped|split up|broke up|left|moved out|was not renewed|ended|is over|are over|new date|new place|new number|turned out|upgraded|downgraded|extended|until further|paid back|paid off|repaid|settled|is back|are back|repaired|done with|is done|died|recovered',
  kept: 'unchanged|as before|like before|same time|same hours|same place|stays|stay|still|as planned|as usual|the others|the rest|other steps|remains|remain|stays the same|untouched|too|both',
};

const GERMAN: CueLines = {
  change:
    'jetzt|nun|inzwischen|mittlerweile|nicht mehr|kein mehr|keine mehr|umgezogen|gezogen|umgestiegen|gewechselt|wechsel|geworden|wurde auf|verschoben|verlegt|ersetzt|statt|stattdessen|anstelle|abgegeben|übergeben|gekündigt|aufgehört|aufgegeben|umbenannt|erhöht|gesenkt|reduziert|abgesagt|seit kurzem|neuerdings|ab sofort|ab jetzt|künftig|doch nicht|getrennt|verkauft|geändert|eingestellt|abgeschafft|neu|neue|neuer|neues|neuen',
  past: 'früher|damals|ehemals|vorher|zuvor|ursprünglich|einst|bis vor|als ich|anfangs|war einmal',
  negation: 'nicht|kein|keine|keinen|keiner|nie|niemals|ohne|weder|noch nie|nur',
  never: 'nie|niemals|noch nie|nie zuvor',
  also: 'auch|ebenfalls|außerdem|zusätzlich|zweite|noch ein',
  open: 'vielleicht|eventuell|könnte|könnten|sollte|sollten|würde|ob|wenn|falls|überlege|überlegen|vorschlag|offen|besprechen',
  wish: 'möchte|will|wünsche|hoffe|gern|gerne|muss|liebe|mag|wollen',
  plan: 'geplant|plane|planen|wird|werden|werde|termin|nächste|nächsten|beginnt',
  list: 'aufgabe|ziel|beschlossen|notiz',
  event: 'gestern|heute|letzte|letzten|letztes|war|waren|hatte|hatten|besucht|gefahren|gekauft',
  universal: 'alle|jeder|jede|immer|nur|mindestens|höchstens',
  turn: 'nicht mehr|kein mehr|keine mehr|ab sofort|ab jetzt|künftig|statt|stattdessen|anstelle|erhöht|gesenkt|reduziert|verschoben|verlegt|abgesagt|gekündigt|aufgehört|aufgegeben|übergeben|übernimmt|übernommen|abgelöst|ersetzt|umgezogen|umgestiegen|gewechselt|umbenannt|verkauft|getrennt|eingestellt|abgeschafft|abgeschaltet|verlängert|doch nicht',
  kept: 'unverändert|wie bisher|gleiche zeit|bleibt|bleiben|weiterhin|wie geplant',
};

/** Attributes that speak of one part of a life or a project, by words that name them. Most have one value at a time. */
const ENGLISH_ATTRIBUTES: Record<string, string> = {
  home: 'live living lives lived move moved moving relocated relocate reside resides based flat apartment house home neighborhood',
  work: 'work works working worked job employer company employed career hired joined position role profession quit hire hires notice colleague shift shifts rota salary office retired retire freelance',
  partner:
    'married engaged dating wife husband partner girlfriend boyfriend single divorced wedding spouse relationship split together wed fiance fiancee',
  kin: 'brother sister siblings sibling child children daughter son parents mother father only',
  study:
    'graduated graduate degree studied studies study studying university college school thesis dissertation major exam course class lessons lesson teacher tutor',
  food: 'vegetarian vegan eat eats eating meat fish diet allergic allergy food restaurant cuisine drinks drink coffee tea bread breakfast lunch dinner kibble',
  device: 'laptop phone computer machine camera tablet car bike handset',
  tool: 'use uses using used editor ide framework library database runs written built manager linter runner hosted hosts server backend platform managed stored stores tracked tracks deployed deploys handled',
  schedule:
    'deadline due launch meeting appointment date scheduled release window freeze flight interview standup party meetings meet meets weekly daily monthly rehearsal rehearse slot session sessions visit trip starts start begins begin opens open closes day days time hours stand-up standups booked booking',
  amount:
    'cost costs price pay pays salary rent budget limit timeout threshold retention capacity size quota replicas members people employees students port fee fees charge charges rate rates discount cap capped ttl nodes minimum maximum deposit funding weighs weight height commission bonus allowance stipend',
  lead: 'lead leads led owner owns own chair chaired head responsible reviewer maintainer contact chief director maintains maintained charge oversees runs handles assistant tech boss supervisor reports manager looks manages managed on-call pager primary',
  award: 'award prize received won medal recognition',
  speech: 'speak speaks fluent language languages',
  favourite: 'favorite favourite prefer prefers preferred',
  version: 'version versions release released upgrade upgraded',
  pet: 'dog dogs cat cats pet pets puppy kitten hamster horse budgie parrot rabbit',
  contact: 'email e-mail mail phone telephone number address reached extension handle',
  health: 'doctor dentist gp physio physiotherapy therapist medication pills tablets takes surgery clinic',
  travel: 'commute commutes drives drive rides ride bus train bike bicycle cycles car tram walks',
  sport: 'gym run runs running jogs swims swim swimming yoga football tennis training trains',
};

const GERMAN_ATTRIBUTES: Record<string, string> = {
  home: 'wohne wohnt wohnen lebe lebt leben umgezogen gezogen wohnung haus zuhause',
  work: 'arbeite arbeitet arbeiten job stelle firma arbeitgeber chef chefin beruf gewechselt',
  partner: 'verheiratet verlobt frau mann freundin freund single geschieden',
  kin: 'bruder schwester kind kinder tochter sohn eltern mutter vater oma opa',
  device: 'handy laptop rechner kamera auto',
  tool: 'verwenden verwende benutze benutzen nutze nutzen läuft geschrieben',
  schedule: 'termin geplant verschoben umzug',
  amount: 'kostet kosten miete beträgt preis limit timeout mitarbeiter leute',
  lead: 'leitet leitung geleitet zuständig verantwortlich',
};

/** Pairs of words that cannot both hold of one thing. */
const ANTONYMS =
  'on off,enabled disabled,enable disable,true false,open closed,allowed forbidden,allowed prohibited,required optional,public private,single married,vegetarian meat,vegan meat,love hate,loves hates,like dislike,likes dislikes,early late,morning evening,tabs spaces,light dark,always never,synchronous asynchronous,manual automatic,remote office,indoors outdoors,win lose,smoker nonsmoker,active inactive,success failure,parallel sequentially,employed unemployed,alive dead,cheap expensive,full part,yes no,hot cold';

const CHANGE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${ENGLISH.change}|${GERMAN.change})(?![\p{L}\p{N}])`,
  'iu',
);

/** Whether a text has a word of change, in English or German. */
export function saysChange(text: string): boolean {
  return CHANGE.test(text);
}

export interface CueTables {
  /** Cues of single words, as bits in the order of `CUES`. */
  words: ReadonlyMap<string, number>;
  /** Cues of phrases, padded by spaces. */
  phrases: readonly (readonly [phrase: string, bits: number])[];
  attributes: ReadonlyMap<string, string>;
  /** By word: its opposites. */
  antonyms: ReadonlyMap<string, readonly string[]>;
  /** First person, and the name of the user. */
  selves: ReadonlySet<string>;
  owners: ReadonlySet<string>;
  /** Verbs and signs behind which the subject has ended. */
  verbs: ReadonlySet<string>;
}

export function cueBit(cue: Cue): number {
  return 1 << CUES.indexOf(cue);
}

const SELVES = "i we user me us i'm we're i've we've i'll i'd ich wir mir uns".split(' ');
const OWNERS =
  "my our user's their mein meine meinen meiner meinem unser unsere unserer unserem unseren".split(' ');
const VERBS =
  "is are was were am be been being has have had do does did will would can could should must may might isn't aren't wasn't works work worked working lives live lived living uses use used using runs run takes take took goes go went moved moves needs need needed costs cost likes like liked loves love loved wants want owns own owned leads lead led reads read speaks speak plays play makes make studies studied graduated received created collaborated developed organized attended plans plan planned intends intend prefers prefer enjoys grew said says wrote writes visited switched replaced changed became supports supported handles starts begins finishes hosts co-host specializes teaches supports holds lies sits ist sind war waren bin hat haben habe hatte hatten wird werden wohnt wohne wohnen arbeitet arbeite arbeiten nutzt nutze heißt läuft lief liegt kostet beträgt leitet nehmen benutze verwenden mache macht".split(
    ' ',
  );

const tables = new Map<boolean, CueTables>();

/** German notes mix in English words, so a German namespace reads the cues of both languages. */
export function cueTablesOf(language: Language): CueTables {
  const isGerman = language === 'german';
  let known = tables.get(isGerman);
  if (known === undefined) tables.set(isGerman, (known = tablesOf(isGerman)));
  return known;
}

function tablesOf(isGerman: boolean): CueTables {
  const words = new Map<string, number>();
  const phrases = new Map<string, number>();
  // "Also" means "so" in German.
  addCues(ENGLISH, isGerman ? 'also' : null, words, phrases);
  if (isGerman) addCues(GERMAN, null, words, phrases);
  const groups = [
    ...Object.entries(ENGLISH_ATTRIBUTES),
    ...(isGerman ? Object.entries(GERMAN_ATTRIBUTES) : []),
  ];
  const attributes = groups.flatMap(([group, line]) => line.split(' ').map((word) => [word, group] as const));
  const antonyms = new Map<string, string[]>();
  for (const [one = '', other = ''] of ANTONYMS.split(',').map((pair) => pair.split(' '))) {
    antonyms.set(one, [...(antonyms.get(one) ?? []), other]);
    antonyms.set(other, [...(antonyms.get(other) ?? []), one]);
  }
  return {
    words,
    phrases: [...phrases],
    attributes: new Map(attributes),
    antonyms,
    selves: new Set(SELVES),
    owners: new Set(OWNERS),
    verbs: new Set(VERBS),
  };
}

/** `unless`: a word that is none of the language. */
function addCues(
  lines: CueLines,
  unless: string | null,
  words: Map<string, number>,
  phrases: Map<string, number>,
): void {
  const each = CUES.flatMap((cue) => lines[cue].split('|').map((word) => ({ word, bit: cueBit(cue) })));
  for (const { word, bit } of each.filter((one) => one.word !== unless)) {
    const isPhrase = word.includes(' ');
    const into = isPhrase ? phrases : words;
    const name = isPhrase ? ` ${word} ` : word;
    into.set(name, (into.get(name) ?? 0) | bit);
  }
}
