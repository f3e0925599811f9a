import { withoutTrailing } from '../common/text';

/** Cuts a sentence into the statements that it joins: `I'm married to Jamie and work at Google` holds two. English. */

/** A condition, a reason or what others said belongs to the statement that it is about. */
const ONE_STATEMENT =
  /^(?:if|when|whenever|while|before|after|since|because|although|though|unless|once|as soon as|every time|each time|suppose|imagine|in case)\b|"|\b(?:said|says|told|thinks?|noticed|realized|realised|learned|learnt|whether|in case|as if|would have)\b|\bthat (?:I|we|he|she|it|they|the)\b/i;
/** Past these a part would lose the condition under which it holds. */
const CONDITIONAL = /\b(?:if|unless|because|so that|when|whenever|until)\b/i;

const ADVERB =
  "(?:\\w{2,12}ly |also |now |still |always |never |often |only |just |don't |doesn't |do not |does not |can't |cannot |can )?";
const VERBS_OF_I =
  'work|live|have|use|own|eat|drink|study|teach|speak|play|run|manage|lead|maintain|review|write|build|drive|prefer|like|love|hate|enjoy|want|need|hope|plan|started|moved|quit|joined|became|bought|sold|left|got|am|was|had|volunteer|train|collect|miss';
const VERBS_OF_OTHERS =
  'works|lives|has|uses|owns|eats|drinks|studies|teaches|speaks|plays|runs|manages|leads|maintains|writes|builds|drives|prefers|likes|loves|hates|enjoys|wants|needs|is|was|had|got|moved|started|joined|resets|listens|expires|costs|requires|supports|stores|returns|handles|closes|opens|starts|ends';
const PLAIN_VERBS =
  'is|are|was|were|has|have|had|will|can|does|do|did|works?|lives?|loves?|hates?|likes?|runs?|uses?|owns?|needs?|wants?|handles?|studies|teaches|arrived|arrives|starts?|plays?|speaks?|wrote|writes|turned|moved';
const NEGATED = "(?:isn't|aren't|wasn't|can't|cannot|doesn't|don't|won't)";

const CLAUSE = [
  "(?:I|we|he|she|it|they)(?:'(?:m|s|re|ve|ll|d))? (?!to\\b)\\S",
  `(?:my|our|his|her|their|the) (?:[\\p{L}\\p{N}'-]{1,30} ){1,3}?(?:${PLAIN_VERBS}|${NEGATED})\\b`,
  `\\p{Lu}[\\p{L}\\p{N}'-]{1,30} (?:${PLAIN_VERBS}|${NEGATED})\\b`,
].join('|');
const CLAUSE_JOINT = new RegExp(
  `(?:,? (?:and|but|while|whereas|so)(?: now)?|;|,| -|:) (?=(?:${CLAUSE}))`,
  'gu',
);
const FRESH_CLAUSE = /^(?:I|we|he|she|it|they|my|our|his|her|their|the|this|there|\p{Lu})/iu;

const ANY_VERB = new RegExp(
  `\\b(?:${PLAIN_VERBS}|${VERBS_OF_OTHERS}|${NEGATED}|\\p{Ll}{2,20}ed)\\b|'(?:s|re|m) `,
  'u',
);

const OWN_SUBJECT = /^(I|We)(?='| )/i;
const OTHER_SUBJECT = new RegExp(
  `^((?:(?:My|Our|The|This|His|Her|Their) (?:[\\p{L}\\p{N}'-]{1,30} ){1,4}?|(?!Always|Never|Don't|Do|Please|Only)(?:\\p{Lu}[\\p{L}\\p{N}'-]{1,30} ){1,2}|(?:He|She|It|They) |(?:He|She|It)(?='s)))(?:'s |${VERBS_OF_OTHERS}|${PLAIN_VERBS}|${NEGATED})`,
  'u',
);
const JOINT_OF_I = new RegExp(`,? (?:and|but) (?=${ADVERB}(?:${VERBS_OF_I})\\b)`, 'iu');
const JOINT_OF_OTHERS = new RegExp(`,? (?:and|but) (?=${ADVERB}(?:${VERBS_OF_OTHERS})\\b)`, 'iu');
const ORDER_JOINT = /,? and (?=(?:never|always|don't|do not)\b)/i;
const DENIAL = /\b(?:not|never|no longer|cannot)\b|n't\b/i;
/** Statements of one subject that are cut from each other. */
const MOST_VERBS = 6;
const TO_JOINT =
  /^(.{3,80}?\b(?:decided|agreed|plan|planning|want|promised|voted|hope)) to (.{3,200}?),? and to (.{3,})$/i;

const NAME = "\\p{Lu}[\\p{L}\\p{M}'-]{1,30}(?: \\p{Lu}[\\p{L}\\p{M}'-]{1,30}){0,2}";
const INTRODUCED = new RegExp(`^(?:This is|It's|It is) (${NAME})( here| speaking)?[.!]*$`, 'u');
const NAME_AND = new RegExp(`^(I'm|I am|My name is|This is) (${NAME}), (?=(?:an?|the) )`, 'u');
const FROM = new RegExp(
  `^((?:I'm|I am) (?:an? [^,]{2,60}?|${NAME}))(,? (?:from|based in|living in) \\p{Lu}[^,]{1,60})$`,
  'u',
);
const COMPLEMENTS = /^(I'm|I am) (?=[^,]{1,40}(?:,| and ))/;
const COMPLEMENT =
  /^(?:an? \S+|\d{1,3}$|\d{1,3} years old|born |based |from |single|married|divorced|vegan|vegetarian|retired|left-handed|right-handed|deaf|blind|colou?r-?blind|diabetic|dyslexic|allergic |pregnant|self-employed|unemployed)/i;

/** The statements in a sentence, each with its subject; the sentence itself where it is one. */
export function partsOf(sentence: string): string[] {
  if (ONE_STATEMENT.test(sentence) || sentence.endsWith('?')) return [sentence];
  return clauses(sentence)
    .flatMap((clause) => ofOneSubject(clause))
    .flatMap(ofOneComplement)
    .map(capitalized);
}

function clauses(sentence: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const joint of sentence.matchAll(CLAUSE_JOINT)) {
    const before = sentence.slice(from, joint.index);
    if (!isWhole(before) || CONDITIONAL.test(before)) continue;
    parts.push(before);
    from = joint.index + joint[0].length;
  }
  return [...parts, sentence.slice(from)];
}

/** Whether it has a subject of its own and a verb. */
function isWhole(text: string): boolean {
  if (/^(?:I'm|I am|I|we|they)\b/i.test(text)) return text.split(' ').length >= 2;
  return FRESH_CLAUSE.test(text) && ANY_VERB.test(text);
}

/** Several verbs of one subject. */
function ofOneSubject(clause: string, most = MOST_VERBS): string[] {
  if (most === 1) return [clause];
  const to = TO_JOINT.exec(clause);
  if (to !== null) return [`${to[1]} to ${to[2]}`, ...ofOneSubject(`${to[1]} to ${to[3]}`, most - 1)];
  const { subject, pattern } = subjectAndJoint(clause);
  const joint = pattern.exec(clause);
  if (joint === null) return [clause];
  const before = clause.slice(0, joint.index);
  const after = clause.slice(joint.index + joint[0].length);
  // "I don't smoke and drink" denies both, or only the first.
  const isUnclear = subject !== '' && DENIAL.test(before) && !DENIAL.test(after) && !joint[0].includes('but');
  if (isUnclear || CONDITIONAL.test(before)) return [clause];
  return [before, ...ofOneSubject(`${subject} ${after}`.trim(), most - 1)];
}

/** Orders have no subject. */
function subjectAndJoint(clause: string): { subject: string; pattern: RegExp } {
  const own = OWN_SUBJECT.exec(clause)?.[1];
  if (own !== undefined) return { subject: own, pattern: JOINT_OF_I };
  const other = OTHER_SUBJECT.exec(clause)?.[1]?.trim();
  return other === undefined
    ? { subject: '', pattern: ORDER_JOINT }
    : { subject: other, pattern: JOINT_OF_OTHERS };
}

/** `I'm Daniel, a carpenter from Cork` says three things. */
function ofOneComplement(clause: string): string[] {
  const [, name, isHere] = INTRODUCED.exec(clause) ?? [];
  if (name !== undefined && (isHere !== undefined || clause.startsWith('This')))
    return [`My name is ${name}`];
  const named = NAME_AND.exec(clause);
  if (named !== null) {
    return [`${named[1]} ${named[2]}`, ...withOrigin(`I'm ${clause.slice(named[0].length)}`)];
  }
  const listed = COMPLEMENTS.exec(clause);
  if (listed !== null) {
    const items = withoutTrailing(clause.slice(listed[0].length), '.!').split(/,? and |, /);
    if (items.slice(1).every((item) => COMPLEMENT.test(item)))
      return items.flatMap((item) => withOrigin(`${listed[1]} ${item}`));
  }
  return withOrigin(clause);
}

function withOrigin(clause: string): string[] {
  const bare = withoutTrailing(clause, '.!');
  const [, before, origin = ''] = FROM.exec(bare) ?? [];
  return before === undefined ? [clause] : [before, `I'm ${origin.replace(/^,? /, '')}`];
}

function capitalized(part: string): string {
  const text = part.trim();
  return /^(?:i|we|he|she|it|they|my|our|his|her|their|the|never|always|don't|do)\b/.test(text)
    ? text.charAt(0).toUpperCase() + text.slice(1)
    : text;
}
