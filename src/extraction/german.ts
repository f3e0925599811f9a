import { withoutTrailing } from '../common/text';
import type { Speaker } from './conversation';
import { germanThird, isGermanVerb } from './german-verbs';
import { RecentMentions } from './recent-mentions';
import type { Certainty } from './small-talk';

const OPENING =
  /^(?:(?:hallo|hi|hey|guten (?:tag|morgen|abend)|moin|servus|danke|ja|nein|ok|okay|genau|gut|super|übrigens|achtung)[^,.!]{0,20}[,.!] ?|(?:und|aber|also|übrigens|außerdem|ja|nein) (?=\S+ ))/i;
const START = /^(?:ich|wir|mein(?:e|en|em|er)?|unser(?:e|en|em|er)?|bitte|niemals|seit \d{4})\b/i;
const COMMON =
  /(?<![\p{L}-])(?:ich|wir|nicht|kein|keine|keinen|und|ist|sind|der|das|dem|den|ein|eine|einen|für|mit|auf|bei|auch|immer|niemals|sich|wird|haben|hat|läuft|ab)(?![\p{L}-])/giu;

/** Whether a sentence is German, by its most common words. */
export function isGerman(text: string): boolean {
  const common = text.match(COMMON)?.length ?? 0;
  const [, verb] = /^(?:Er|Sie|Es) (\p{Ll}+) /u.exec(text) ?? [];
  if (verb !== undefined && isGermanVerb(verb, 'third')) return true;
  return (
    common >= 2 ||
    (common >= 1 && START.test(text.replace(OPENING, ''))) ||
    /^(?:(?:ich|wir|bitte) \p{Ll}|(?:meine?|unsere?) \p{L}+ )/iu.test(text)
  );
}

/** A German sentence without what opens it. */
export function bareGerman(sentence: string): string {
  const text = sentence
    .replace(OPENING, '')
    .replace(OPENING, '')
    .replace(/^bitte,? /i, '');
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

const QUESTION =
  /\?["')]*$|^(?:was|wer|wie|wo|wann|warum|welche[rsn]?|wieso|kannst|könntest|können|könnten|hast|bist|gibt) /i;

export function isGermanQuestion(text: string): boolean {
  return QUESTION.test(text);
}

export function germanCertainty(text: string): Certainty {
  if (/\b(?:keine ahnung|nicht sicher|scherz)\b/i.test(text)) return 'none';
  if (/\b(?:vielleicht|eventuell|möglicherweise|könnte|überlege)\b/i.test(text)) return 'unsure';
  return /\b(?:wahrscheinlich|ich glaube|ich denke|vermutlich|wohl)\b/i.test(text) ? 'fairly' : 'sure';
}

const JOINT = /,? (?:und|aber) (?:(ich|wir|er|sie|es|mein\p{L}*|unser\p{L}*) )?(?=(\p{L}+))/giu;
const SUBJECT =
  /^(?:Ich|Wir|Er|Sie|Es|(?:Meine?|Unsere?) (?:\p{L}+ )?\p{Lu}[\p{L}-]+(?: \p{Lu}\p{Ll}+)?)(?= )/u;
const FROM = /^(Ich bin (?:\p{Lu}\p{L}+|ein(?:e)? \p{L}+)) (aus \p{Lu}.{1,40})$/u;

/** The statements that a German sentence joins, each with its subject. */
export function germanParts(sentence: string): string[] {
  const subject = SUBJECT.exec(sentence)?.[0];
  if (subject === undefined || /\b(?:dass|weil|wenn|ob|beschlossen|entschieden)\b/i.test(sentence))
    return [sentence];
  const parts: string[] = [];
  let start = '';
  let from = 0;
  for (const joint of sentence.matchAll(JOINT)) {
    const [whole, named, verb = ''] = joint;
    if (named === undefined && !isVerbOf(subject, verb)) continue;
    parts.push(start + sentence.slice(from, joint.index));
    start = named === undefined ? `${subject} ` : `${named.charAt(0).toUpperCase()}${named.slice(1)} `;
    from = joint.index + whole.length;
  }
  return [...parts, start + sentence.slice(from)].flatMap(withOrigin);
}

function isVerbOf(subject: string, verb: string): boolean {
  if (subject === 'Ich') return isGermanVerb(verb, 'first');
  return isGermanVerb(verb, subject === 'Wir' ? 'plural' : 'third');
}

function withOrigin(part: string): string[] {
  const [, before, origin] = FROM.exec(withoutTrailing(part, '.!')) ?? [];
  return before === undefined ? [part] : [before, `Ich komme ${origin}`];
}

/** `Der Nutzer wohnt in Wien.` for `Ich wohne in Wien`; `wir` and `unser` stay. */
export function germanThirdPerson(text: string, speaker: Speaker): string {
  const name =
    speaker.name === 'the user' ? 'der Nutzer' : /^the /.test(speaker.name) ? 'der Sprecher' : speaker.name;
  const named = withName(text, name);
  const end = /[.!?]$/.test(named) ? named.replace(/!$/, '.') : `${named}.`;
  return end.charAt(0).toUpperCase() + end.slice(1);
}

const OF = (name: string): string => (name.startsWith('der ') ? `des ${name.slice(4)}s` : `von ${name}`);
const NEUTER =
  /^(?:Kind|Baby|Auto|Team|Projekt|Haus|Büro|Pferd|Haustier|Ziel|Handy|Konto|Unternehmen|Fahrrad|Lieblings\p{L}*(?:essen|buch|tier|getränk|land))$/u;

function withName(text: string, name: string): string {
  const owned = /^(Meine|Mein) ((?:\p{Ll}+ )?)(\p{Lu}[\p{L}-]*)/u.exec(text);
  const start =
    owned === null
      ? ''
      : `${articleOf(owned[1] ?? '', owned[3] ?? '', text)} ${owned[2]}${owned[3]} ${OF(name)}`;
  const rest = text.slice(owned?.[0].length ?? 0);
  return start + inThird(rest, owned === null ? name : 'er');
}

function articleOf(word: string, noun: string, text: string): string {
  if (word === 'Meine') return 'Die';
  return NEUTER.test(noun) || /\bDas\b/.test(text) ? 'Das' : 'Der';
}

function inThird(text: string, name: string): string {
  const words = text.split(' ');
  for (let at = 0; at < words.length; at++) {
    if (words[at]?.toLowerCase() !== 'ich') continue;
    words[at] = name;
    for (const beside of [at + 1, at - 1]) {
      const verb = /^\p{L}+/u.exec(words[beside] ?? '')?.[0] ?? '';
      const third = germanThird(verb);
      if (third === null) continue;
      words[beside] = third + (words[beside] ?? '').slice(verb.length);
      break;
    }
  }
  return words
    .join(' ')
    .replace(/(?<!\p{L})mein(e|em|en|er|es)?(?!\p{L})/gu, 'sein$1')
    .replace(/(?<!\p{L})mir(?!\p{L})/gu, 'ihm')
    .replace(/(?<!\p{L})mich(?!\p{L})/gu, name.startsWith('der ') ? `den ${name.slice(4)}` : 'ihn');
}

const MENTION = /(?<!\p{L})((?:[Mm]ein|[Uu]nser)e?) ((?:\p{L}+ )?\p{Lu}[\p{L}-]*(?: \p{Lu}\p{Ll}+)?)/gu;
const PRONOUN = /^(Er|Sie|Es) (?=(\p{L}+))/u;

/** The subjects of the German sentences of one message. */
export class GermanSubjects {
  private readonly recent = new RecentMentions<{ phrase: string }>();

  nextSentence(): void {
    this.recent.nextSentence();
  }

  /** Null where it is not clear whom or what a statement is about. */
  resolved(text: string): string | null {
    const [whole, pronoun, verb = ''] = PRONOUN.exec(text) ?? [];
    if (whole === undefined) return /^(?:Das|Dies|Diese[rs]?) (?:ist|war|wird)\b/.test(text) ? null : text;
    if (!isGermanVerb(verb, 'third')) return null;
    const mentions = this.recent.sentences.find((each) => each.length > 0) ?? [];
    const meant = mentions.filter(({ phrase }) =>
      pronoun === 'Sie' ? /^\p{L}+e /u.test(phrase) : !/^\p{L}+e /u.test(phrase),
    );
    return meant.length === 1 ? `${meant[0]?.phrase} ${text.slice(whole.length)}` : null;
  }

  note(text: string): void {
    const mentions = [...text.matchAll(MENTION)].map(([, owner = '', noun = '']) => {
      return { phrase: `${owner.charAt(0).toUpperCase()}${owner.slice(1)} ${noun}` };
    });
    this.recent.note(mentions);
  }
}
