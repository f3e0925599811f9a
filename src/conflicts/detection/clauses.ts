import { inThirdPerson, plain } from './phrases';
import { isFinite } from './verbs';

const MAX_TEXT = 4000;
const MAX_CLAUSES = 12;
const MAX_CLAUSE = 400;

const SENTENCE_END =
  /(?<=[.!?])(?<!\b(?:Dr|Mr|Mrs|Ms|St|Prof|Inc|Ltd|No|vs|e\.g|i\.e|approx)\.)\s+(?=[\p{Lu}\p{N}"'([-])|[\r\n]+|;\s+|\s[—–]\s/u;
const SPEAKER = /^(\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?):\s+/u;
const BULLET = /^\s*(?:[-*•>]|#{1,6}|\d{1,2}[.)])\s+/;
// Behind no white space, so that a long run of it is looked at once.
const CONTRAST = /(?:,|(?<![,\s]))\s+(?:but|while|whereas|although|though)\s+/i;
const JOINED = /(?:,|(?<![,\s]))\s+and\s+(?=(?:(?:now|then|also|has|have)\s+)?([a-z]+)\b)/g;
const PRONOUN = /^(?:it|he|she|they|this|that)\b(?=\s)/i;

/** The clauses of a text, each with its subject written out where it was left out or is a pronoun. */
export function clausesOf(content: string): string[] {
  const clauses: string[] = [];
  let subject: string | null = null;
  for (const sentence of sentencesOf(content)) {
    for (const part of sentence.split(CONTRAST).flatMap(splitAtVerbs)) {
      const clause = completed(part, subject);
      clauses.push(clause);
      subject = subjectOf(clause) ?? subject;
    }
    if (clauses.length >= MAX_CLAUSES) break;
  }
  return clauses.slice(0, MAX_CLAUSES);
}

function sentencesOf(content: string): string[] {
  return withSpeakerNamed(plain(content.slice(0, MAX_TEXT)))
    .split(SENTENCE_END)
    .map((sentence) => sentence.replace(BULLET, '').trim())
    .filter((sentence) => sentence.length > 0)
    .map((sentence) => sentence.slice(0, MAX_CLAUSE).toWellFormed());
}

/** "Anna: I moved" is said of Anna; without a name, what is said in the first person is said of the user. */
function withSpeakerNamed(text: string): string {
  const speaker = SPEAKER.exec(text);
  if (speaker === null || !isSpeech(text.slice(speaker[0].length))) return inThirdPerson(text, 'user');
  return inThirdPerson(text.slice(speaker[0].length), speaker[1] ?? 'user');
}

/** Not just the value of a label: "Timezone: Europe/Berlin". */
function isSpeech(text: string): boolean {
  return /[.!?]\s/.test(text) || text.split(/\s+/, 40).some(isFinite);
}

/** "She left A and works at B" is two clauses, "she likes A and B" is one. */
function splitAtVerbs(sentence: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of sentence.matchAll(JOINED)) {
    if (!isFinite(match[1] ?? '')) continue;
    parts.push(sentence.slice(from, match.index));
    from = match.index + match[0].length;
  }
  parts.push(sentence.slice(from));
  return parts.filter((part) => part.trim().length > 0);
}

function completed(part: string, subject: string | null): string {
  if (subject === null) return part;
  if (PRONOUN.test(part)) return part.replace(PRONOUN, subject);
  const first = /^(?:now |then |also )?(\p{L}+)/u.exec(part)?.[1];
  return first !== undefined && /^\p{Ll}/u.test(part) && isFinite(first) ? `${subject} ${part}` : part;
}

/** What stands before the verb, when that is short. */
function subjectOf(clause: string): string | null {
  const words = clause.split(/\s+/);
  const verb = words.findIndex((word, at) => at > 0 && isFinite(word));
  return verb > 0 && verb <= 6 && !PRONOUN.test(clause) ? words.slice(0, verb).join(' ') : null;
}
