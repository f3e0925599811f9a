/** Texts that make backtracking patterns, quadratic scans and tokenisers slow, each of any length. */

export interface PathologicalText {
  /** What the text consists of, for the name of a test. */
  name: string;
  /** Exactly `length` UTF-16 code units; well-formed, and not blank. */
  text: (length: number) => string;
}

/** `unit` over and over, between `start` and `end`. */
function repeated(unit: string, start = 'a', end = '!'): PathologicalText {
  return {
    name: [start, unit, '…', end].map((part) => JSON.stringify(part)).join(' '),
    text: (length) => filled(unit, start, end, length),
  };
}

function filled(unit: string, start: string, end: string, length: number): string {
  const room = Math.max(0, length - start.length - end.length);
  // A surrogate pair that is cut in half is replaced by one code unit, so that the length stays exact.
  const middle = unit.repeat(Math.ceil(room / unit.length)).slice(0, room);
  return `${start}${middle}${end}`.toWellFormed().slice(0, length);
}

/** Opening brackets up to the middle, closing ones from there. */
function nested(open: string, close: string): PathologicalText {
  const half = (length: number) => Math.ceil(length / 2);
  return {
    name: `nested ${open} ${close}`,
    text: (length) =>
      `${open.repeat(half(length)).slice(0, half(length))}${close.repeat(half(length))}`.slice(0, length),
  };
}

const split = (...lists: string[]): string[] => lists.flatMap((list) => list.split('|'));

/** Before a long run of spaces: the words that the rules for secrets and statements look for. */
const LEADS = split(
  'pin for|pin|password for|password is|set the password|log in as|credentials for|seed phrase|api key',
  'I prefer|We decided to replace|not|remember:|from',
);

/** Words that begin a pattern, over and over, so that it is tried at every one of them. */
const STARTS = split(
  'sk-|xai-|eyJ|eyJaaaaaaaa-|eyJaaaaaaaa.|-----BEGIN PRIVATE KEY-----|PuTTY-User-Key-File-|http://a:',
  'a://b| -u a:|password |password is |password for |set password |log in as |pin for |pin ',
  'seed phrase |api key |key |secret_token=|not |I |I am |"I |we decided |prefer |replaced |replaced a ',
  'was |changed |moved to |over |if |would |ignore previous |is not very |the |and is |but |e.g. |Dr. ',
  '5 days |in 5 days |from 1 to 2 |last week |January 1 |12:30 |2020-01-01 |1.000,00 |$1 |one hundred ',
);

/** Single characters: white space, letters, marks, punctuation, and letters that grow when they are normalised. */
const CHARACTERS = ' \t\n\r\u00a0\u200baA1,.=-_*#/\\`~"([{\u0301\u0430\u{1f600}\ufdfa\u0130\ufffd\u0001';

/** Longer units: words, numbers, encoded data, punctuation, quotes, markup, and other scripts. */
const UNITS = split(
  "\n |aA|a b |a |A |Abc |ab-|ab.|ab_|ab/|a'|a@|a@b.",
  '1a|1 |0,|1.|4-|1:|1/|0123456789abcdef|QUJDREVGRw9+/|, |. |; |: |a: | \u2014 ',
  '"\'|"a" |\u201ca\u201d\u2018b\u2019|()|(a) |[a](b|\n- a|<a |${',
  'e\u0301|\u6f22\u5b57|\u0e20\u0e32\u0e29\u0e32|\u0633\u0644\u0627\u0645|\ud55c\uad6d\uc5b4',
  '\u{1f468}\u200d\u{1f469}\u200d|\uff21\uff42',
);

export const PATHOLOGICAL_TEXTS: readonly PathologicalText[] = [
  ...[...CHARACTERS, ...UNITS, '|a', `${'lengthy'.repeat(30)} `].map((unit) => repeated(unit)),
  repeated(' ', 'a', ''),
  ...['a', '!', '?'].map((character) => repeated(character, 'a', 'a')),
  nested('(', ')'),
  nested('[', ']'),
  nested('{"a":', '}'),
  nested('"(', ')"'),
  ...LEADS.flatMap((lead) => [
    repeated(' ', `${lead} `, 'x'),
    repeated('a', `${lead} `, '!'),
    repeated('a b ', `${lead} `, '\n'),
  ]),
  ...STARTS.map((start) => repeated(start, '', '\n.')),
];
