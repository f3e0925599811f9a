import { unified } from '../../retrieval/folding';

/** Stand in a text for what a phrase says of the statement; see `MARKS`. */
export const MARK = '\u0001';

/**
 * `changed`: something is not as it was; `former`: it was so once; `intended`: it is not so yet; `rejected`,
 * `ended`: what follows is not so, or no longer; `until`: ends their reach; `become`: what follows is so now.
 */
const MARKS = ['changed', 'former', 'intended', 'rejected', 'ended', 'until', 'become'] as const;
export type Mark = (typeof MARKS)[number];

const mark = (...marks: Mark[]): string => ` ${marks.map((each) => `${MARK}${each}`).join(' ')} `;

export function markOf(token: string): Mark | null {
  return token.startsWith(MARK) ? (MARKS.find((each) => each === token.slice(1)) ?? null) : null;
}

const CHANGE =
  '(?:mov|switch|migrat|chang|transition|convert|upgrad|downgrad|rais|increas|bump|extend|lift|lower|reduc|decreas|shorten|postpon|delay|reschedul|shift|updat|revis|adjust|relocat|renam)(?:e|ed|ing|es|s)?';

type Rewriting = readonly [pattern: RegExp, replacement: string];

const CONTRACTIONS: readonly Rewriting[] = [
  [/\bcan't\b|\bcannot\b/gi, 'can not'],
  [/\bwon't\b/gi, 'will not'],
  [/n't\b/gi, ' not'],
  [/\b(I)'m\b/gi, '$1 am'],
  [/\b(\w+)'re\b/gi, '$1 are'],
  [/\b(\w+)'ve\b/gi, '$1 have'],
  [/\b(\w+)'ll\b/gi, '$1 will'],
  [/\b(it|he|she|that|there|here|what|who)'s\b/gi, '$1 is'],
  [/(\w)'s\b|(\ws)'(?=\s)/g, '$1$2 '],
];

/** Names of several words, so that they are compared in one piece. */
const COMPOUNDS: readonly Rewriting[] = [
  [/\blocal time\b/gi, 'localtime'],
  [/\b(camel|snake|kebab|pascal)[\s-_]case\b/gi, '$1Case'],
  [/\be-?mail address\b/gi, 'email'],
  [/\b(full|part)[\s-]time\b/gi, '$1time'],
];

const SAYING: readonly Rewriting[] = [
  [/\b(?:has |have )?(?:decided|agreed|chosen|opted|settled|chose) to\b/gi, ' '],
];

const ENDINGS: readonly Rewriting[] = [
  [/\b(?:not|never) (?:stop|quit|give up|giving up|stopping)\b/gi, 'continue'],
  [/\b(?:no longer|no more)\b/gi, ` not ${mark('changed')}`],
  [/\bnot\b(.{0,200}?)\b(?:any ?more|any longer)\b/gi, ` not ${mark('changed')} $1 `],
  [/\b(?:has |have )?(?:stopped|quit|gave up|given up|ceased|discontinued)\b/gi, ` not ${mark('changed')}`],
  [
    /(?:^|(?<=, ))(.{1,60}?) (?:was|were|is|has been|have been|got) replaced (?:with|by)\b/gi,
    `${mark('changed', 'ended')}$1${mark('until', 'become')}`,
  ],
  [
    /\b(?:have |has ){0,3}replac(?:ed?|es|ing) (.{1,60}?) (?:with|by)\b/gi,
    `${mark('changed', 'ended')}$1${mark('until', 'become')}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:(?:was|were|is|has|have|been|got) ){0,4}${CHANGE} (?:away |over |back |up |down ){0,3}from (.{1,60}?) to\b`,
      'gi',
    ),
    `${mark('changed', 'ended')}$1${mark('until', 'become')}`,
  ],
  [
    new RegExp(
      String.raw`\b(?:(?:was|were|is|has|have|been|got) ){0,4}${CHANGE} (.{1,50}?) from (.{1,60}?) to\b`,
      'gi',
    ),
    `${mark('changed')}$1${mark('ended')}$2${mark('until', 'become')}`,
  ],
  [
    /(?:^|(?<= ))(\p{Lu}[\p{L}\p{N}_/.-]*) (?:was|has been|is|got) renamed (?:to|as)?\b/gu,
    `${mark('changed', 'ended')}$1${mark('until', 'become')}`,
  ],
  [/\b(?:stepped down|resigned|retired) (?:as|from)\b/gi, mark('changed', 'ended')],
  [
    /\b(?:was|were|has been|have been|is|are|got) (?:dropped|removed|cancelled|canceled|abandoned|discontinued|shut down|retired|deprecated|called off)\b/gi,
    ` is not ${mark('changed')}`,
  ],
  [
    /\b(?:(?:has|have|was|were|been) ){0,4}(?:(?<!\b(?:the|to|on|your|top|bottom|is|are) )left(?= \p{L})|dropped|abandoned|got rid of|sold|removed|cancelled|canceled|deprecated|broke up with|divorced|moved (?:away from|out of)|migrated away from)(?![\p{L}-])/giu,
    mark('changed', 'ended'),
  ],
  [/\b(?:instead of|rather than|in place of|as opposed to)\b/gi, mark('rejected')],
  [
    /(?:,| and| but|\() ?not (?=(?:the |a |an |in |on |at |with |by )?[\w@./-]+\s*(?:[,.;)]|$| for | in | on | as ))/gi,
    mark('rejected'),
  ],
  [/ over (?=\w)(?<=\bprefer\w{0,10} .{1,60} over )/gi, mark('rejected')],
  [/ to (?=\w)(?<=\bprefer\w{0,10} \w{1,20}(?<!ing) to )/gi, mark('rejected')],
];

const CHANGES: readonly Rewriting[] = [
  [/\b(?:has|have) (?:grown|risen|shrunk|fallen|dropped|climbed) to\b/gi, mark('changed', 'become')],
  [
    new RegExp(
      String.raw`\b(?:(?:was|were|is|are|has|have|been|got|just|recently|now) ){0,6}(?:${CHANGE}(?: over| back| up| down| out| forward)?|went (?:up|down)) (?:to|until)\b(?! work\b)`,
      'gi',
    ),
    mark('changed', 'become'),
  ],
  [
    /\b(?:has |have )?(?:changed|updated|switched|rescheduled|moved|raised|lowered|increased|reduced)(?= .{1,50} to )/gi,
    mark('changed'),
  ],
  [/\b(?:became|has become|have become|turned into)\b/gi, ` is ${mark('changed')}`],
  [/\bgot married\b/gi, `is married ${mark('changed')}`],
  [
    /\b(?:from now on|as of(?: now)?|going forward|henceforth|nowadays|these days|effective|starting(?= (?:next|from|on|in|today|tomorrow|mon|tue|wed|thu|fri|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d))|since(?= (?:then|january|february|march|april|may|june|july|august|september|october|november|december|last (?:week|month|year|summer|winter|spring|autumn)|yesterday|today|this|mon|tue|wed|thu|fri)))\b/gi,
    mark('changed'),
  ],
  [/(?<!right )\b(?:now|recently|meanwhile|in the meantime)\b/gi, mark('changed')],
];

const MOODS: readonly Rewriting[] = [
  [
    /(?<!\b(?:is|are|was|were|be|been|am|get|got) )\bused to (?=[a-z])|\b(?:formerly|previously|in the past(?! tense)|until recently|back then|at the time)\b/gi,
    mark('former'),
  ],
  [
    /\b(?:is |are |was |were |am )?(?:considering|considers?|thinking (?:about|of)|planning (?:to|on)|plans? to|hopes? to|hoping to|intends? to|might|could|dreams? of|would (?:like|love) to(?! be\b)|wants? to(?! be\b)|wishes to|looking (?:for|into))\b/gi,
    mark('intended'),
  ],
];

const WORDINGS: readonly Rewriting[] = [
  [/\b(?:turned|switched) on\b|(?<=\b(?:is|are) )on(?= by default|$|\.)/gi, 'enabled'],
  [/\b(?:turned|switched) off\b|(?<=\b(?:is|are) )off(?= by default|$|\.)/gi, 'disabled'],
  [
    /\b(?:(?:is|are|am|was|were|be) )?(?:currently )?(?:based|located|situated|headquartered) (?=in|at|on)/gi,
    'lives ',
  ],
  [/\bcan not (?:stand|bear)\b/gi, 'hates'],
  [
    /\b(?:prefers?|wants?|likes?|asked|wishes) to be (?:called|addressed as)\b|\bgoes by(?: the name)?\b/gi,
    'is named',
  ],
  [/\b(?:is|are) (?:done|handled|managed|performed|carried out) (?:with|by|via|using|through)\b/gi, 'uses'],
  [/\btimes? out\b/gi, 'timeout'],
  [/\b(?:takes?|taking) place\b/gi, 'happens'],
  [/\b(?:at least|no less than)\b/gi, ' '],
];

const ALL = [...COMPOUNDS, ...WORDINGS, ...SAYING, ...ENDINGS, ...CHANGES, ...MOODS];

/** A text with contractions written out. */
export function plain(text: string): string {
  const clean = unified(text)
    .replaceAll(MARK, ' ')
    .replace(/[“”„"`*]/g, ' ');
  return rewrite(clean, CONTRACTIONS)
    .replace(/[ \t]+/g, ' ')
    .trim();
}

const FIRST_PERSON = /\b(?:I|[Mm]e|[Mm]ine|[Mm]y|[Mm]yself)\b/g;

/** What one says of oneself with one's name in it. */
export function inThirdPerson(text: string, speaker: string): string {
  return text.replace(FIRST_PERSON, () => speaker);
}

/** One clause with its telling phrases as marks and one wording for each of the commonest. */
export function marked(clause: string): string {
  return rewrite(clause, ALL);
}

function rewrite(text: string, rewritings: readonly Rewriting[]): string {
  return rewritings.reduce((rewritten, [pattern, to]) => rewritten.replace(pattern, to), text);
}
