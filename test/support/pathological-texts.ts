/** Texts that make backtracking patterns, quadratic scans and tokenisers slow, each of any length. */

export interface PathologicalText {
  /** What the text consists of, for the name of a test. */
  name: string;
  /** Exactly `length` UTF-16 code units; well-formed, and not blank. */
  text: (length: number) => string;
}

/** `unit` over and over, between `start` and `end`. */
function repeated(name: string, unit: string, start = 'a', end = '!'): PathologicalText {
  return { name, text: (length) => filled(unit, start, end, length) };
}

function filled(unit: string, start: string, end: string, length: number): string {
  const room = Math.max(0, length - start.length - end.length);
  // A surrogate pair that is cut in half is replaced by one code unit, so that the length stays exact.
  const middle = unit.repeat(Math.ceil(room / unit.length)).slice(0, room);
  return `${start}${middle}${end}`.toWellFormed().slice(0, length);
}

/** Opening brackets up to the middle, closing ones from there. */
function nested(name: string, open: string, close: string): PathologicalText {
  const half = (length: number) => Math.ceil(length / 2);
  return {
    name,
    text: (length) =>
      `${open.repeat(half(length)).slice(0, half(length))}${close.repeat(half(length))}`.slice(0, length),
  };
}

/** Before a long run of spaces: the words that the rules for secrets and statements look for. */
const LEADS = [
  'pin for',
  'pin',
  'password for',
  'password is',
  'set the password',
  'log in as',
  'credentials for',
  'seed phrase',
  'api key',
  'I prefer',
  'We decided to replace',
  'not',
  'remember:',
  'from',
];

/** Words that begin a pattern, over and over, so that it is tried at every one of them. */
const STARTS = [
  'sk-',
  'xai-',
  'eyJ',
  'eyJaaaaaaaa-',
  'eyJaaaaaaaa.',
  '-----BEGIN PRIVATE KEY-----',
  'PuTTY-User-Key-File-',
  'http://a:',
  'a://b',
  ' -u a:',
  'password ',
  'password is ',
  'password for ',
  'set password ',
  'log in as ',
  'pin for ',
  'pin ',
  'seed phrase ',
  'api key ',
  'key ',
  'secret_token=',
  'not ',
  'I ',
  'I am ',
  '"I ',
  'we decided ',
  'prefer ',
  'replaced ',
  'replaced a ',
  'was ',
  'changed ',
  'moved to ',
  'over ',
  'if ',
  'would ',
  'ignore previous ',
  'is not very ',
  'the ',
  'and is ',
  'but ',
  'e.g. ',
  'Dr. ',
  '5 days ',
  'in 5 days ',
  'from 1 to 2 ',
  'last week ',
  'January 1 ',
  '12:30 ',
  '2020-01-01 ',
  '1.000,00 ',
  '$1 ',
  'one hundred ',
];

export const PATHOLOGICAL_TEXTS: readonly PathologicalText[] = [
  repeated('spaces', ' '),
  repeated('spaces that end the text', ' ', 'a', ''),
  repeated('tabs', '\t'),
  repeated('line breaks', '\n'),
  repeated('line breaks and spaces', '\n '),
  repeated('carriage returns', '\r'),
  repeated('no-break spaces', '\u00a0'),
  repeated('zero-width spaces', '\u200b'),
  repeated('one letter', 'a', 'a', 'a'),
  repeated('one letter, then a mark', 'a'),
  repeated('one capital', 'A'),
  repeated('a small letter and a capital', 'aA'),
  repeated('two letters in turn', 'a b '),
  repeated('a letter and a space', 'a '),
  repeated('a capital and a space', 'A '),
  repeated('capitalised words', 'Abc '),
  repeated('long words', `${'lengthy'.repeat(30)} `),
  repeated('one word without an end, hyphenated', 'ab-'),
  repeated('one word with full stops', 'ab.'),
  repeated('one word with underscores', 'ab_'),
  repeated('one word with slashes', 'ab/'),
  repeated('one word with apostrophes', "a'"),
  repeated('one word with at signs', 'a@'),
  repeated('mail addresses without an end', 'a@b.'),
  repeated('one digit', '1'),
  repeated('digits and letters', '1a'),
  repeated('digits and spaces', '1 '),
  repeated('digits and commas', '0,'),
  repeated('digits and full stops', '1.'),
  repeated('digits and hyphens', '4-'),
  repeated('digits and colons', '1:'),
  repeated('digits and slashes', '1/'),
  repeated('hexadecimal digits', '0123456789abcdef'),
  repeated('base64', 'QUJDREVGRw9+/'),
  repeated('commas', ','),
  repeated('commas and spaces', ', '),
  repeated('full stops', '.'),
  repeated('full stops and spaces', '. '),
  repeated('exclamation marks', '!', 'a', 'a'),
  repeated('question marks', '?', 'a', 'a'),
  repeated('semicolons', '; '),
  repeated('colons', ': '),
  repeated('labels', 'a: '),
  repeated('equals signs', '='),
  repeated('hyphens', '-'),
  repeated('dashes between spaces', ' \u2014 '),
  repeated('underscores', '_'),
  repeated('asterisks', '*'),
  repeated('hash signs', '#'),
  repeated('slashes', '/'),
  repeated('backslashes', '\\'),
  repeated('backticks', '`'),
  repeated('tildes', '~'),
  repeated('pipes', '|a'),
  repeated('double quotes', '"'),
  repeated('quotes in turn', `"'`),
  repeated('quoted letters', '"a" '),
  repeated('typographic quotes', '\u201ca\u201d\u2018b\u2019'),
  repeated('opening brackets', '('),
  repeated('opening square brackets', '['),
  repeated('opening braces', '{'),
  repeated('empty brackets', '()'),
  repeated('bracketed letters', '(a) '),
  repeated('links of Markdown', '[a](b'),
  repeated('list items', '\n- a'),
  repeated('tags', '<a '),
  repeated('template placeholders', '${'),
  nested('nested brackets', '(', ')'),
  nested('nested square brackets', '[', ']'),
  nested('nested braces', '{"a":', '}'),
  nested('nested quotes', '"(', ')"'),
  repeated('combining marks', '\u0301'),
  repeated('letters with combining marks', 'e\u0301'),
  repeated('letters of another script', '\u0430'),
  repeated('Han characters', '\u6f22\u5b57'),
  repeated('Thai letters', '\u0e20\u0e32\u0e29\u0e32'),
  repeated('Arabic letters', '\u0633\u0644\u0627\u0645'),
  repeated('Hangul', '\ud55c\uad6d\uc5b4'),
  repeated('emoji', '\u{1f600}'),
  repeated('joined emoji', '\u{1f468}\u200d\u{1f469}\u200d'),
  repeated('full-width letters', '\uff21\uff42'),
  repeated('ligatures that expand', '\ufdfa'),
  repeated('letters that grow in lower case', '\u0130'),
  repeated('replacement characters', '\ufffd'),
  repeated('control characters', '\u0001'),
  ...LEADS.map((lead) => repeated(`spaces after "${lead}"`, ' ', `${lead} `, 'x')),
  ...LEADS.map((lead) => repeated(`letters after "${lead}"`, 'a', `${lead} `, '!')),
  ...LEADS.map((lead) => repeated(`words after "${lead}"`, 'a b ', `${lead} `, '\n')),
  ...STARTS.map((start) => repeated(`"${start}" over and over`, start, '', '\n.')),
];
