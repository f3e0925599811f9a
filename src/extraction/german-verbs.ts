/** German verbs of statements about oneself: first and third person singular where they differ by more than `-e`, `-t`. */
const IRREGULAR: Readonly<Record<string, string>> = {
  bin: 'ist',
  habe: 'hat',
  hab: 'hat',
  hatte: 'hatte',
  war: 'war',
  mag: 'mag',
  kann: 'kann',
  will: 'will',
  muss: 'muss',
  darf: 'darf',
  soll: 'soll',
  möchte: 'möchte',
  würde: 'würde',
  wurde: 'wurde',
  weiß: 'weiß',
  werde: 'wird',
  esse: 'isst',
  lese: 'liest',
  spreche: 'spricht',
  fahre: 'fährt',
  trage: 'trägt',
  schlafe: 'schläft',
  laufe: 'läuft',
  vertrage: 'verträgt',
  nehme: 'nimmt',
  gebe: 'gibt',
  sehe: 'sieht',
  treffe: 'trifft',
  helfe: 'hilft',
  vergesse: 'vergisst',
  heiße: 'heißt',
  hasse: 'hasst',
  reise: 'reist',
  besitze: 'besitzt',
  nutze: 'nutzt',
  benutze: 'benutzt',
  setze: 'setzt',
  arbeite: 'arbeitet',
  leite: 'leitet',
  warte: 'wartet',
  miete: 'mietet',
  hätte: 'hätte',
};
const REGULAR =
  'wohne lebe komme studiere lerne spiele trinke koche liebe bevorzuge verwende spare plane ziehe kaufe suche leide ' +
  'unterrichte schreibe programmiere betreue entwickle baue stehe gehe schwimme jogge trainiere sammle singe male ' +
  'wünsche brauche hoffe freue besuche mache rauche kenne führe organisiere betreibe pendle pflege züchte repariere';
/** Infinitives and plurals of verbs that teams and several people use. */
const PLURAL =
  'sind haben hatten waren wohnen leben arbeiten nutzen benutzen verwenden betreiben entwickeln brauchen setzen ' +
  'deployen testen veröffentlichen spielen studieren lieben hassen bevorzugen ziehen planen wollen müssen dürfen können ' +
  'werden treffen liefern verkaufen hosten speichern laufen heißen kommen essen trinken mögen fahren';

const THIRD_OF_FIRST = new Map([
  ...Object.entries(IRREGULAR),
  ...REGULAR.split(' ').map((verb) => [verb, thirdOf(verb)] as const),
]);
const THIRDS = new Set([
  ...THIRD_OF_FIRST.values(),
  ...'läuft liegt steht braucht gehört kostet dauert startet endet beginnt unterstützt enthält zeigt verliert kommt funktioniert hört gilt bekommt unterrichtet'.split(
    ' ',
  ),
]);
const PLURALS = new Set(PLURAL.split(' '));

function thirdOf(first: string): string {
  const stem = first.slice(0, -1);
  return /[td]$/.test(stem) ? `${stem}et` : `${stem}t`;
}

/** `wohne` to `wohnt`; null for a word that is no verb known here. */
export function germanThird(first: string): string | null {
  return THIRD_OF_FIRST.get(first.toLowerCase()) ?? null;
}

/** Whether a word is a known verb, in the person of a pronoun. */
export function isGermanVerb(word: string, person: 'first' | 'third' | 'plural'): boolean {
  const key = word.toLowerCase();
  if (person === 'first') return THIRD_OF_FIRST.has(key);
  return person === 'third' ? THIRDS.has(key) : PLURALS.has(key);
}
