import type { Feature } from './feature-names';
import { type Clause, hasCue } from './read-clause';

/** Words of a value: "Berlin", "at 9:30", "1 March 2027", "a grey 2016 Skoda estate". */
const MOST_IN_VALUE = 5;
const LEAST_IN_FRAME = 2;
/** Of what these say, a subject has one value at a time. */
const ONE = new Set(
  'lives live living resides based born married engaged named called favorite favourite best default main primary deadline due timezone zone birthday age listens costs cost is are at works leads prefers uses prefer wohnt wohne heißt verheiratet ist'.split(
    ' ',
  ),
);
/** Of what these say, a subject has as many as it likes. */
const MANY = new Set(
  'likes like loves love enjoys enjoy hates plays play has have had owns own speaks speak knows know visited visits reads read watches watched wants want bought buys plans asked eats ate drinks collects studies studied cooked went met added ignore todo goal notes decided task backlog supports hat mag spielt spricht'.split(
    ' ',
  ),
);
const DEFINITE = new Set('the my his her their die das der mein meine unser unsere'.split(' '));
const INDEFINITE = new Set('a an ein eine einen'.split(' '));
const ARTICLE_OR_TITLE = /^(?:a|an|the|dr|mr|mrs|ms|prof)$/;
/** Behind these stands where something is, when, what it costs, or with whom somebody is. */
const OF_ONE =
  /(?:^| )(?:(?:lives?|living|based|born|located|stored|kept|held|hosted|deployed|served|works?|meets?|starts?|begins?|opens?|closes?|listens?|runs?|parked|due|set|married|engaged|reports?|scheduled|booked|planned) (?:in|at|on|to|for|by|as)|costs?|called|named|weighs|wohnt in|arbeitet bei|heißt|kostet)$/;
const COPULA = /^(?:is|are|ist|sind|:|=)$/;
const COPULA_AT_END = / (?:is|are|ist|sind)(?: (?:in|on|at|for|from|am|um))?$/;
const PREPOSITION = /^(?:in|on|at|for|from|with|by|to|near|as|of|until|since|under|over|behind|about)$/;
/** "pg-amber: " may be followed by anything about it. */
const LABEL = /^(?:\p{L}+ ){1,4}[:=]$/u;
const NO_SUBJECT = new Set('there it this that he she they es das'.split(' '));
const DIGIT = /\d/;

/** Two texts in the same words but for one run of them in each. */
interface Frame {
  before: readonly string[];
  after: readonly string[];
  values: readonly (readonly string[])[];
}

/** Whether two clauses are in the same words but for one run of them, and how many values such a statement has. */
export function frameFeatures(one: Clause, other: Clause): Partial<Record<Feature, number>> {
  const frame = frameOf(one.tokens, other.tokens);
  if (frame === null) return {};
  const said = saidOf(frame);
  if (said === null) return {};
  const isMany = said.some((word) => MANY.has(word));
  const isOne = !isMany && said.some((word) => ONE.has(word));
  return {
    'same but for one value': 1,
    'one value at a time': isOne ? 1 : 0,
    'many values at a time': isMany ? 1 : 0,
  };
}

/** Whether both name a value of which there is one: "My phone is …", "The CEO is …", "Anna lives in …". */
export function nameOtherValues(one: Clause, other: Clause): boolean {
  const frame = frameOf(one.tokens, other.tokens);
  if (frame === null || hasCue(one, 'list') || frame.before.some((word) => MANY.has(word))) return false;
  const { before, values } = frame;
  if (!areAlike(values)) return false;
  const said = withoutArticle(before);
  const line = said.join(' ');
  if (LABEL.test(line) || OF_ONE.test(line)) return true;
  return COPULA_AT_END.test(line) && isAboutThing(said) && !sayMore(values);
}

function withoutArticle(before: readonly string[]): readonly string[] {
  let end = before.length;
  while (end > 0 && ARTICLE_OR_TITLE.test(before[end - 1] ?? '')) end--;
  return before.slice(0, end);
}

/** "The office is" and "Anna's office is", but not "Anna is", of whom much can be said. */
function isAboutThing(said: readonly string[]): boolean {
  const subject = said.slice(
    0,
    said.findIndex((word) => COPULA.test(word)),
  );
  if (subject.length < 2 || NO_SUBJECT.has(subject[0] ?? '')) return false;
  return subject.some((word) => DEFINITE.has(word) || word.endsWith("'s"));
}

/** No place beside a time, no name beside "a small village", and no "70 euros for adults" beside those for students. */
function areAlike([one = [], other = []]: Frame['values']): boolean {
  const hasArticle = (words: readonly string[]): boolean => INDEFINITE.has(words[0] ?? '');
  const connectives = (words: readonly string[]): string =>
    words.filter((word) => COPULA.test(word) || PREPOSITION.test(word)).join();
  const isPlain = connectives(one) === '' || ![...one, ...other].some((word) => DIGIT.test(word));
  return hasArticle(one) === hasArticle(other) && connectives(one) === connectives(other) && isPlain;
}

/** "written in Markdown" is more than a value. */
function sayMore(values: Frame['values']): boolean {
  return values.some((words) => words.some((word) => PREPOSITION.test(word)));
}

/** Whether the same words say what a subject has one value of: "The CEO is John Smith", "The CEO is Mary Jones". */
export function haveOneFrame(one: Clause, other: Clause): boolean {
  if (!isSameWord(one.tokens[0], other.tokens[0])) return false;
  return frameFeatures(one, other)['one value at a time'] === 1;
}

/** The words that say of what the values are; null if that is too little. Behind a number stands what it counts. */
function saidOf({ before, after, values }: Frame): readonly string[] | null {
  if (before.length >= LEAST_IN_FRAME) return before;
  const areNumbers = values.every((words) => words.length === 1 && DIGIT.test(words[0] ?? ''));
  return before.length > 0 && after.length > 0 && areNumbers ? [...before, ...after] : null;
}

function frameOf(one: readonly string[], other: readonly string[]): Frame | null {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && isSameWord(one[start], other[start])) start++;
  let end = 0;
  while (end < most - start && isSameWord(one.at(-1 - end), other.at(-1 - end))) end++;
  const values = [one, other].map((words) => words.slice(start, words.length - end));
  if (!values.every(({ length }) => length > 0 && length <= MOST_IN_VALUE)) return null;
  return { before: one.slice(0, start), after: one.slice(one.length - end), values };
}

/** "I live" and "the user lives" say the same. */
function isSameWord(one = '', other = ''): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.length === short.length + 1 && long.endsWith('s') && long.startsWith(short);
}
