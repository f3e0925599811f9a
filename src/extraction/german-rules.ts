import { anyOf, type StatementRule, words } from './statement-rule';

const RELATIVE = words(
  '\\p{L}*frau, \\p{L}*mann, partner(?:in)?, \\p{L}*freund(?:in)?, \\p{L}*freunde, \\p{L}*mutter, mama, \\p{L}*vater, papa, eltern, ' +
    '\\p{L}*schwester, \\p{L}*bruder, geschwister, \\p{L}*sohn, \\p{L}*tochter, kinder, kind, baby, zwillinge, oma, opa, großeltern, ' +
    'tante, onkel, cousin, cousine, nichte, neffe, enkel(?:in)?, chef(?:in)?, kolleg(?:e|in|en), nachbar(?:in)?, hund, katze, kater, ' +
    'hündin, pferd, haustier, vermieter(?:in)?, arzt, ärztin, verlobte, verlobter',
);
const MY = '(?:mein|unser)(?:e|er|es|em|en)?';
const TIME =
  '(?:heute|morgen|gestern|(?:mon|diens|mitt|donners|frei|sams|sonn)(?:tag|woch)s?|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|(?:19|20)\\d\\d|\\d{1,2}[.:]|nächste[nrs]?|letzte[nrs]?|vor \\p{L}+ (?:tagen|wochen|monaten|jahren)|bis|uhr|sommer|winter|frühling|herbst)';

function nothing(...patterns: string[]): StatementRule {
  return { type: null, confidence: 0, pattern: anyOf(...patterns) };
}

/** What a German sentence states, in order, as for English. */
export const GERMAN_RULES: readonly StatementRule[] = [
  nothing(
    String.raw`\b(?:weiß|weiss) (?:es |ich |das )?(?:noch )?nicht\b|\bkeine ahnung\b|\bnicht sicher\b|\bwünschte\b|\bangenommen\b`,
    String.raw`^(?:wenn|falls|ob|danke|hallo|super|gut|genau|okay|stell dir vor)\b`,
    String.raw`\bich (?:freue mich|hoffe|frage mich|brauche (?:hilfe|deine|ihre|mal)|bin (?:\p{L}+ )?(?:müde|froh|sicher|gespannt|unsicher|verwirrt|neugierig))`,
    String.raw`\b(?:das|es) ist (?:mir |\p{L}+ )?(?:zu )?(?:gut|schön|toll|super|schlecht|teuer|egal|klar|richtig|falsch|schade|nett)`,
  ),
  {
    type: 'instruction',
    confidence: 0.85,
    pattern: anyOf(
      String.raw`^(?:bitte |also )?(?:immer|nie|niemals|nicht|keine?n?)\b`,
      String.raw`^(?:ab jetzt|von nun an|in zukunft|künftig|ab sofort|grundsätzlich)\b`,
      String.raw`^(?:bitte |\p{L}+ (?:bitte )?)(?:mich |mir |die \S+ |\S+ )?(?:immer|nie|niemals|nur|stets)\b`,
      String.raw`^(?:bitte )?(?:antworte|schreib|schreibe|sprich|erkläre?|nenne?|duze?|sieze?|verwende|nutze|benutze|vermeide)\b.{0,60}\b(?:auf (?:deutsch|englisch)|immer|nie|niemals|nur|kurz|mich|keine?n?|statt)\b`,
    ),
    unless: anyOf('^(?:ich|wir|mein|unser|er|sie|es|der|die|das)'),
  },
  {
    type: 'instruction',
    confidence: 0.8,
    pattern: anyOf(
      String.raw`\b(?:darf|dürfen|muss|müssen) (?:\S+ ){0,6}?(?:nie|niemals|nicht|immer|werden|sein)\b`,
    ),
    unless: anyOf('^(?:ich|wir) '),
  },
  {
    type: 'decision',
    confidence: 0.85,
    pattern: anyOf(
      String.raw`\b(?:haben|habe|hat|wurde)\b.{0,80}\b(?:beschlossen|entschieden|vereinbart|geeinigt|festgelegt|gewählt)\b`,
      String.raw`^wir (?:wechseln|steigen|setzen|migrieren)\b`,
    ),
  },
  {
    type: 'preference',
    confidence: 0.85,
    pattern: anyOf(
      String.raw`\b(?:ich|wir) (?:mag|mögen|liebe|lieben|hasse|hassen|bevorzuge|bevorzugen|esse|trinke|rauche|vertrage)\b`,
      String.raw`\b${MY} lieblings\p{L}+ (?:ist|sind|heißt)\b`,
      String.raw`\b(?:ich|wir)\b.{0,60}\b(?:am liebsten|lieber|gern|gerne|ungern)\b`,
    ),
  },
  {
    type: 'relationship',
    confidence: 0.85,
    pattern: anyOf(
      String.raw`\b${MY} (?:\p{L}+ ){0,2}?${RELATIVE}(?: \p{L}+){0,2} \p{L}+(?:t|en|at|ist|ag)\b`,
      String.raw`\bist ${MY} (?:\p{L}+ )?${RELATIVE}\b`,
      String.raw`\bich bin (?:mit \p{L}+ )?(?:verheiratet|verlobt)\b`,
    ),
  },
  {
    type: 'goal',
    confidence: 0.75,
    pattern: anyOf(
      String.raw`\b(?:ich|wir) (?:plane|planen|will|wollen|möchte|möchten|spare|sparen)\b.{3,}`,
      String.raw`\b${MY} (?:ziel|plan|traum) ist\b`,
    ),
    unless: anyOf(String.raw`\b(?:wissen|fragen|sagen|danken|verstehen|bestellen)\b`),
  },
  {
    type: 'commitment',
    confidence: 0.75,
    pattern: anyOf(String.raw`\b(?:ich|wir) (?:werde|werden|muss|müssen)\b.{0,80}\b${TIME}`),
  },
  {
    type: 'event',
    confidence: 0.8,
    pattern: anyOf(
      String.raw`\b(?:ich|wir) (?:bin|sind|habe|haben|ziehe|ziehen|fahre|fahren|fliege|fliegen|heirate|heiraten|reise|reisen)\b.{0,60}\b${TIME}.{0,60}`,
    ),
    unless: anyOf(String.raw`\bich bin \d+ jahre\b`),
  },
  {
    type: 'fact',
    confidence: 0.85,
    pattern: anyOf(
      String.raw`^ich (?:bin|heiße|wohne|lebe|arbeite|habe|spreche|komme|studiere|spiele|lerne|fahre|nutze|benutze|verwende|kann|darf|besitze|leite|unterrichte|programmiere|entwickle|schreibe|betreue|betreibe|pendle|sammle|trainiere|pflege|leide)\b`,
      String.raw`\b(?:wohne|lebe|arbeite|studiere|spiele|lerne|nutze|verwende|unterrichte|leite) ich\b`,
    ),
    unless: anyOf(String.raw`\b(?:eine frage|ein problem|gerade|das|es|keine zeit)\b`),
  },
  {
    type: 'fact',
    confidence: 0.75,
    pattern: anyOf(
      String.raw`^wir (?:nutzen|benutzen|verwenden|arbeiten|haben|betreiben|entwickeln|deployen|testen|hosten|speichern|wohnen|leben|brauchen|sind|veröffentlichen|liefern|verkaufen)\b`,
      String.raw`^(?:unsere?|meine?) (?:\S+ ){1,4}?(?:ist|sind|läuft|laufen|hat|haben|braucht|verwendet|nutzt|liegt|kostet|heißt|gehört|startet|endet|unterstützt|zeigt)\b`,
      String.raw`^(?:der|die|das) (?=.*(?:\d|[\w-][./_][\w-]))(?:\S+ ){1,4}?(?:ist|sind|läuft|hat|braucht|verwendet|nutzt|liegt|kostet|heißt|startet|endet)\b`,
    ),
    unless: anyOf(String.raw`\b(?:super|toll|schön|gut|schlecht)[.!]*$`),
  },
];
