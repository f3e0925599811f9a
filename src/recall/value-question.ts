import { NUMBER_WORDS, TIME_WORDS } from '../common/number-words';

/** Words between the beginning of a question and the word that asks: `By what date`, `Bis wann`, `À quelle heure`. */
const BEFORE = [
  'by|at|on|in|for|to|of|from|since|until',
  'um|bis|seit|ab|auf|an|von|zu|für',
  'à|de|en|pour|depuis',
  'a|para|desde|hasta',
].join('|');

/** In English, German, French and Spanish. */
const ASKING = [
  'what|when|where|which|who|how (?:many|much|long|often|old|far|big|large|high)',
  'wann|wo|wer|welche[mnrs]?|wie ?viele?|wie (?:lange|oft|alt|weit|hoch|groß)|was (?:ist|sind|war|waren|kostet)',
  'quand|où|qui|quel(?:le)?s?|combien',
  'cuándo|dónde|quién(?:es)?|qué|cuál(?:es)?|cuánt[oa]s?',
].join('|');

const VALUE_QUESTION = new RegExp(
  String.raw`(?:^|[.!?:,]\s{1,3})¿?(?:(?:${BEFORE}) )?(?:${ASKING})(?![\p{L}\p{M}\p{N}])`,
  'iu',
);

/** Whether a text asks for one value, such as an amount, a date or a name, and not whether, how or in which order. */
export function asksForValue(text: string): boolean {
  return VALUE_QUESTION.test(text);
}

const AUXILIARIES =
  'is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must';

/** An English question names a kind between its first word and the auxiliary: `Which award did Anna receive`. */
const KIND_QUESTION = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}])(?:what|which|how many)(?! (?:${AUXILIARIES}) )((?: [^\s?.,;]{1,40}){1,5}?) (?:${AUXILIARIES})(?![\p{L}\p{M}\p{N}])`,
  'iu',
);

/** The words for what the value is one of; none where a question names no kind, or is not in English. */
export function kindAskedFor(text: string): string {
  return KIND_QUESTION.exec(text)?.[1]?.trim() ?? '';
}

const NUMBER_QUESTION =
  /\bhow (?:many|much|old|big|long|large|high|far|often|tall|fast)\b|(?:^|[.!?:,]\s{1,3}|\b(?:since|until|by) )when\b|\b(?:what|which) (?:time|day|date|month|year|weekday|morning|evening)\b|\b(?:what|which)(?:'s| is| are)?(?: [^\s?]{1,40}){0,4} (?:number|version|port|price|cost|limit|size|age)\b/i;

/** Words for numbers and times that are not in the lists of them. */
const AMOUNTS =
  'once twice daily weekly monthly yearly every each noon midnight morning afternoon evening night today tomorrow day week weekend month year';
const AMOUNT_WORDS: ReadonlySet<string> = new Set([...NUMBER_WORDS, ...TIME_WORDS, ...AMOUNTS.split(' ')]);
const WORD = /\p{L}+/gu;

/** Whether an English text asks for a number or a time, such as `How often`, `Which Node version` or `When`. */
export function asksForNumber(text: string): boolean {
  return NUMBER_QUESTION.test(text);
}

/** Whether a text gives a number or a time, in digits or in English or German words. */
export function givesNumber(text: string): boolean {
  if (/\d/.test(text)) return true;
  const words = text.toLowerCase().match(WORD) ?? [];
  return words.some((word) => AMOUNT_WORDS.has(word) || AMOUNT_WORDS.has(word.replace(/s$/, '')));
}
