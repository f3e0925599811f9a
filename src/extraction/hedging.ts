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
