import { NUMBER_WORDS } from '../common/number-words';
import type { Message } from './conversation';

const DENIAL =
  /(?<!\p{L})(?:not|no|never|none|without|nobody|nothing|neither|nor|cannot|stop|avoid|except|unable|hates?|dislikes?|refuses?|nicht|kein\p{L}*|nie|niemals|ohne)(?!\p{L})|n['\u2019]t\b/iu;
const CLAUSE_END = /[.!?;,\n]+|\b(?:and|but|und|aber)\b/iu;
const SENTENCE_END = /[.!?\n]+/u;
const NUMBER = /\d+(?:[.,:]\d+)*/g;
/** A capital within a sentence. */
const NAME = /(?<=[\p{Ll}\p{N},] )\p{Lu}[\p{L}\p{N}'-]+/gu;
const WORD = /[\p{L}\p{N}]{3,}/gu;
const COMMON: ReadonlySet<string> = new Set(
  'the user users and for with that this not never without der die das nutzer und mit nicht'.split(' '),
);
/** As many first letters make two words one, so that `prefers` is `prefer`. */
const STEM = 5;

/**
 * Whether the messages say what a model made of them: its numbers and names stand there, and the clause that it is most like
 * denies as much. Without a word in common, as between languages, a denial is not compared.
 */
export function standsIn(content: string, messages: readonly Message[]): boolean {
  const said = messages.map((message) => `${message.role}: ${message.content}`).join('\n');
  const text = said.toLowerCase();
  const numbers = new Set(text.match(NUMBER) ?? []);
  for (const word of text.match(WORD) ?? []) {
    const at = NUMBER_WORDS.indexOf(word);
    if (at >= 0) numbers.add(String(at));
  }
  if ((content.match(NUMBER) ?? []).some((each) => !numbers.has(each))) return false;
  const names = (content.match(NAME) ?? []).map((name) => name.toLowerCase().replace(/'s$/, ''));
  return names.every((name) => text.includes(name)) && deniesAsMuch(content, messages);
}

function deniesAsMuch(content: string, messages: readonly Message[]): boolean {
  const wanted = stemsOf(content);
  const denies = DENIAL.test(content);
  let best = 0;
  let agrees = true;
  for (const sentence of messages.flatMap((message) => message.content.split(SENTENCE_END))) {
    for (const clause of sentence.split(CLAUSE_END)) {
      const common = [...stemsOf(clause)].filter((stem) => wanted.has(stem)).length;
      if (common === 0 || common < best) continue;
      const same = DENIAL.test(clause) === denies || DENIAL.test(sentence) === denies;
      agrees = same || (common === best && agrees);
      best = common;
    }
  }
  return agrees;
}

/** The first letters of its words, without the most common ones. */
export function stemsOf(text: string): Set<string> {
  const words = (text.toLowerCase().match(WORD) ?? []).filter((word) => !COMMON.has(word));
  return new Set(words.map((word) => word.slice(0, STEM)));
}
