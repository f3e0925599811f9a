import { type Pronoun, pronounsOf } from './people';
import { RecentMentions } from './recent-mentions';

/** Somebody or something that a sentence names, and that the next one may mean by a pronoun. */
interface Mention {
  /** As a sentence would name it: `My sister Anna`, `Our API`. */
  phrase: string;
  pronouns: readonly Pronoun[];
}

const OWNED =
  /\b([Mm]y|[Oo]ur) ((?:[\p{L}-]{1,20} ){0,2}?)([\p{L}-]{2,20})(?:,? (?:(?:named|called) )?(\p{Lu}[\p{L}\p{M}'-]{1,30}))?(?![\p{L}'-])/gu;
const HAVE =
  /\b(I|[Ww]e)(?:'ve)? (?:also |just |recently |now )?(?:have|got|own|adopted|bought|started|built|run|drive|founded|opened|wrote|maintain) (?:a|an|two|three) ((?:[\p{L}-]{1,20} ){0,2}?)([\p{L}-]{2,20})(?=[.,!;]|$| (?:and|called|named|that|which|who|in|for|from|at|last|this|with)\b)(?: (?:called|named) (\p{Lu}[\p{L}\p{M}'-]{1,30}))?/gu;
const SUBJECT =
  /^((?:The|This|My|Our) (?:\S{1,30} ){1,4}?|(?:\p{Lu}[\p{L}\p{N}\p{M}'-]{1,30} ){1,2})(is|are|was|were|has|have|had|runs?|uses?|lives?|works?|needs?|owns?|does|handles?|will|can|can't|isn't|doesn't|shows?|costs?|starts?|gets?|wants?|makes?|loves?|belongs?)\b/u;
const NO_NAME =
  /^(?:I|We|You|He|She|It|They|There|Here|What|Who|That|This|These|Those|The|My|Our|And|But|So|If|When|In|On|At|Next|Last|Please|Not|Nothing|Everything|Someone)\b/;

const PRONOUN_START = /^(?:(he|she|it|they)(?:'(s|re|ve|ll|d))?|(his|her|its|their)) (?=\S)/i;
const OF_POSSESSIVE: Readonly<Record<string, Pronoun>> = {
  his: 'he',
  her: 'she',
  its: 'it',
  their: 'they',
};
const CONTRACTIONS: Readonly<Record<string, string>> = {
  re: ' are',
  ve: ' have',
  ll: ' will',
  d: ' would',
};
const OF_NOTHING =
  /^it(?:'s| is| was| will be|'ll be|'d be)? (?:turn(?:s|ed) out|takes? (?:me|us|about|an?|\d)|seems|looks like|depends|rain(?:s|ing|ed)|snow(?:s|ing|ed)|(?:\w+ly )?(?:important|possible|impossible|hard|easy|great|good|nice|time|true|clear|likely|better|best)\b)/i;
/** An object that another sentence names. */
const OBJECT =
  /\b(?:him|her(?= (?:twice|once|every|on|in|at|to|for|a|when|next|last|and)\b|[.,!;]|$)|them|it(?! (?:when|if|that|to be)\b))(?![\w'-])/i;
const NAMED_BEFORE =
  /\b(?:the|a|an|my|our|this|every|all|each|no|any|some|these|those|\d+) \p{L}|(?<!^)\b\p{Lu}\p{L}/u;

/**
 * What the sentences of one message are about, so that `She works at Equinor` is understood behind `My sister lives in
 * Oslo`. English only.
 */
export class CarriedSubjects {
  private readonly recent = new RecentMentions<Mention>();

  nextSentence(): void {
    this.recent.nextSentence();
  }

  /** A statement that can be understood alone; null where it is not clear whom or what it is about. */
  resolved(text: string): string | null {
    if (OF_NOTHING.test(text)) return text;
    const named = this.withSubject(text);
    if (named === null) return null;
    const object = OBJECT.exec(named);
    if (object === null) return named;
    return NAMED_BEFORE.test(named.slice(0, object.index)) ? named : null;
  }

  /** Notes whom and what a resolved statement names. */
  note(text: string): void {
    this.recent.note(mentionsIn(text));
  }

  private withSubject(text: string): string | null {
    const [whole = '', subject, contraction, possessive] = PRONOUN_START.exec(text) ?? [];
    const said = (subject ?? possessive)?.toLowerCase();
    if (said === undefined) return text;
    const mention = this.meantBy(OF_POSSESSIVE[said] ?? (said as Pronoun));
    if (mention === null) return null;
    const rest = text.slice(whole.length);
    if (possessive !== undefined) return `${mention}${mention.endsWith('s') ? "'" : "'s"} ${rest}`;
    return `${mention}${contraction === undefined ? '' : spelledOut(contraction, rest)} ${rest}`;
  }

  /** The only one in the nearest sentence that names any; two people are `they`. */
  private meantBy(pronoun: Pronoun): string | null {
    for (const mentions of this.recent.sentences) {
      const meant = mentions.filter(({ pronouns }) => pronouns.includes(pronoun));
      if (meant.length === 1) return meant[0]?.phrase ?? null;
      if (meant.length > 1) return null;
      const people = mentions.filter(({ pronouns }) => pronouns.includes('he') || pronouns.includes('she'));
      if (pronoun === 'they' && people.length > 0) return people.length === 2 ? both(people) : null;
    }
    return null;
  }
}

function both([one, other]: readonly Mention[]): string {
  const phrase = other?.phrase ?? '';
  return `${one?.phrase ?? ''} and ${phrase.replace(/^(?:My|Our)\b/, (word) => word.toLowerCase())}`;
}

function spelledOut(contraction: string, rest: string): string {
  if (contraction.toLowerCase() === 's')
    return /^(?:been|got|had|gone|done|\p{Ll}+ed (?:to|the|a|an|my|our|in)\b)/u.test(rest) &&
      !/^(?:called|named)\b/.test(rest)
      ? ' has'
      : ' is';
  return CONTRACTIONS[contraction.toLowerCase()] ?? '';
}

function mentionsIn(text: string): Mention[] {
  const mentions = [...text.matchAll(OWNED)].flatMap(ownedMention);
  mentions.push(...[...text.matchAll(HAVE)].map(hadMention));
  const subject = mentions.length === 0 ? subjectOf(text) : null;
  return subject === null ? mentions : [subject];
}

function ownedMention([, owner = '', qualities = '', noun = '', name]: RegExpExecArray): Mention[] {
  const pronouns = pronounsOf(noun);
  return pronouns === null ? [] : [{ phrase: phraseOf(owner, qualities, noun, name), pronouns }];
}

function hadMention([, owner = '', qualities = '', noun = '', name]: RegExpExecArray): Mention {
  const of = owner.toLowerCase() === 'i' ? 'my' : 'our';
  const pronouns = pronounsOf(noun) ?? [noun.endsWith('s') ? 'they' : 'it'];
  return { phrase: phraseOf(of, qualities, noun, name), pronouns };
}

function phraseOf(owner: string, qualities: string, noun: string, name: string | undefined): string {
  const start = `${owner.charAt(0).toUpperCase()}${owner.slice(1).toLowerCase()}`;
  return `${start} ${qualities}${noun}${name === undefined ? '' : ` ${name}`}`;
}

/** The subject at the beginning of a sentence, if a verb follows. */
function subjectOf(text: string): Mention | null {
  const [, phrase = '', verb = ''] = SUBJECT.exec(text) ?? [];
  const name = phrase.trim();
  if (name === '') return null;
  if (/^(?:The|This|My|Our) /.test(name))
    return { phrase: name, pronouns: /^(?:are|were|have)$/.test(verb) ? ['they'] : ['it'] };
  if (NO_NAME.test(name)) return null;
  return { phrase: name, pronouns: /^(?:are|were|have)$/.test(verb) ? ['they'] : ['he', 'she', 'it'] };
}
