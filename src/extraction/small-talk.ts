/** Sentences, and beginnings of sentences, in which nothing is stated. */

const GREETING =
  "(?:hi|hello|hey|yeah|wow|thanks|ok|okay|well|no|yes|sorry)(?: [A-Za-z]+)?|good (?:morning|afternoon|evening|night)|thanks(?: a lot| so much| again)?|thank you(?: so much| very much| again)?|thx|ok(?:ay)?|sure|yes|yeah|yep|yup|no|nope|nah|well|so|also|oh|ah|um+|uh+|hmm+|great|cool|nice|perfect|awesome|excellent|right|alright|fine|got it|sounds good|sorry|btw|by the way|actually|honestly|anyway|besides|additionally|moreover|in addition|to be honest|tbh|look|listen|lol|haha|please note|fyi|for what it's worth|fwiw|as (?:i|we) (?:said|mentioned)(?: before| earlier)?|like i said|one more thing|overall|basically|in short|luckily|unfortunately|first|second|third|finally|lastly|correction";
/** With a comma or the like behind it, or `and`, `but`, `so` without one. */
const OPENING = new RegExp(
  `^(?:(?:${GREETING})\\s*(?:[,!.:\\u2013-]|\\.\\.\\.)\\s+|(?:and|but|so|plus|oh|ok|okay|yeah|yep|well|then|also|btw|fyi|actually|honestly|anyway)\\s+(?=\\S+ ))`,
  'i',
);

const QUESTION_END = /\?["')\]]*$/;
const AFTERTHOUGHT = /,? (?:ok|okay|please|thanks|thank you|thx|got it|alright) ?[?!.]*$/i;
const QUESTION_START =
  /^(?:(?:what|when|where|who|whom|whose|which|why|how)(?:'s|'re| (?:is|are|was|were|do|does|did|can|could|should|would|will|have|has|about|come|many|much|long|often|to)\b)|(?:do|does|did|can|could|will|would|should|shall|may|is|are|am|was|were|have|has|isn't|aren't|don't|doesn't|didn't|can't|couldn't|won't|wouldn't|shouldn't) (?:i|you|we|they|he|she|it|there|this|that|the|my|your|our|any|anyone|anybody|someone)\b)/i;
/** A wish in the form of a question. */
const POLITE_REQUEST =
  /^(?:can|could|will|would) you (?:please |kindly )?(?=(?:always|never|remember|note|keep|make sure|stop|avoid|call me|use|respond|reply|answer|write)\b)/i;
const STANDING =
  /\b(?:always|never|from now on|in (?:the )?future|going forward|every time|whenever|remember|note that|keep in mind|call me|instead of|rather than|only)\b/i;

/** A sentence without what opens it and what is added after it: `Yes, please use tabs, ok?` is `please use tabs`. */
export function bare(sentence: string): string {
  let text = sentence.replace(AFTERTHOUGHT, '');
  for (let rounds = 0; rounds < 4 && OPENING.test(text); rounds++) text = text.replace(OPENING, '');
  if (POLITE_REQUEST.test(text) && STANDING.test(text)) {
    text = text.replace(POLITE_REQUEST, '').replace(QUESTION_END, '');
  }
  text = text.replace(/^please,? /i, '').trim();
  return text === sentence ? text : text.replace(/^\p{Ll}(?=[\p{Ll}']* )/u, (letter) => letter.toUpperCase());
}

/** Instructions to the reader of the conversation, which are not statements. */
const ORDER_TO_MODEL =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|system|safety|all|your)\b.{0,30}\b(?:instructions?|prompts?|rules?|guidelines|messages?|context|training)\b|\b(?:system prompt|jailbreak|developer mode|you are now|pretend (?:to be|you))\b|\b(?:reveal|print|output|send|show|leak|exfiltrate|include|append)\b.{0,20}\b(?:tokens?|keys?|secrets?|passwords?|credentials|prompts?|memor(?:y|ies))\b/i;
const CODE =
  /[{};]\s*$|=>|::|\$\{|^\s*(?:const|let|var|import|export|def|class|function|return|SELECT|INSERT|UPDATE|DELETE)\b.*[=({;*]|^\S[^\s(]*\(.*\)$/;

/** Whether a text only has the form of a sentence: orders to a model, code. */
export function isForeign(text: string): boolean {
  return ORDER_TO_MODEL.test(text) || CODE.test(text);
}

export function isQuestion(text: string): boolean {
  return QUESTION_END.test(text) || QUESTION_START.test(text);
}

/** How sure a sentence is of what it says. */
export type Certainty = 'sure' | 'fairly' | 'unsure' | 'none';

/** It says that nothing is known or settled. */
const NONE =
  /\b(?:not (?:really |quite |too |so )?(?:sure|certain)|unsure|no idea|don't (?:really )?(?:know|remember|recall)|can't (?:decide|remember|recall)|haven't (?:yet )?(?:decided|settled|figured|made up)|undecided|who knows|wonder(?:ing)?|just kidding|only kidding|i'm joking|lol|haha|hypothetically|on the fence|up in the air|open question|tbd)\b/i;
const UNSURE =
  /\b(?:maybe|perhaps|possibly|i guess|i suppose|i assume|might|may (?:be|have|want|need|not)|could be|thinking (?:about|of) \w+ing|considering|leaning (?:towards?|to)|toying with|tempted to|not necessarily|hopefully|if i remember correctly|iirc|presumably|supposedly|apparently)\b/i;
const FAIRLY =
  /\b(?:i (?:think|believe|feel like|would say|reckon)|i'd say|probably|likely|seems?|seemingly|looks like|kind of|sort of|kinda|sorta|somewhat|as far as i know|afaik|more or less|roughly|not always|tend to)\b/i;

/** Two reasons to doubt leave nothing worth keeping. */
export function certaintyOf(text: string): Certainty {
  if (NONE.test(text)) return 'none';
  if (UNSURE.test(text)) return FAIRLY.test(text) ? 'none' : 'unsure';
  return FAIRLY.test(text) ? 'fairly' : 'sure';
}
