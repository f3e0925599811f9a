/** Forms of verbs, as far as it takes to put what somebody says of themselves into the third person. */

/** The same in every person: modal verbs and the past. */
const UNCHANGED: ReadonlySet<string> = new Set(
  (
    "can can't cannot could couldn't will won't would wouldn't shall should shouldn't may might must mustn't ought " +
    "had hadn't did didn't was wasn't is isn't has hasn't does doesn't used " +
    'became began bent bit blew bought broke brought built burnt came caught chose clung crept dealt drank drew drove ' +
    'dug ate fell felt fled flew forgot forgave fought found froze gave got went grew heard held hid hung kept knew ' +
    'laid led leant learnt left lent lit lost made meant met paid ran rode rang rose said sang sat saw sent shook shone ' +
    'shot sank slept slid sold spent spoke spoilt stole stood struck stuck swam swore swung taught thought threw told ' +
    'took tore understood woke won wore wrote withdrew'
  ).split(' '),
);

/** Past and present alike. */
const EITHER: ReadonlySet<string> = new Set(
  'put set cut hit let cost quit shut hurt beat bet read spread split reset cast burst upset'.split(' '),
);
const PAST_TIME =
  /\b(?:yesterday|last|ago|already|earlier|recently|in (?:19|20)\d\d|this morning|back then)\b/i;

/** Verbs, not pasts, that end like one. */
const ENDS_IN_ED: ReadonlySet<string> = new Set(
  'need feed speed embed proceed succeed exceed bleed seed heed weed breed shed wed'.split(' '),
);

const IRREGULAR: Readonly<Record<string, string>> = {
  am: 'is',
  are: 'is',
  were: 'was',
  have: 'has',
  "haven't": "hasn't",
  do: 'does',
  "don't": "doesn't",
  "aren't": "isn't",
  "weren't": "wasn't",
  gotta: 'has to',
  wanna: 'wants to',
};

/** Between a subject and its verb. */
const ADVERB =
  /^(?:\w+ly|always|never|also|still|just|only|often|sometimes|already|now|then|once|even|both|ever|seldom|quite|rather|kind of|sort of|no longer|almost|all|too)$/i;
const VERB_IN_LY: ReadonlySet<string> = new Set(
  'apply rely reply supply fly multiply imply comply ally bully tally rally'.split(' '),
);

/** A verb in the third person singular that was in the first, in a sentence that may tell its time. */
export function thirdPerson(verb: string, sentence: string): string {
  const known = Object.hasOwn(IRREGULAR, verb) ? IRREGULAR[verb] : undefined;
  if (known !== undefined) return known;
  if (UNCHANGED.has(verb) || (EITHER.has(verb) && PAST_TIME.test(sentence))) return verb;
  if (verb.endsWith('ed') && !ENDS_IN_ED.has(verb)) return verb;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

/** Whether a word may stand between a subject and its verb. */
export function isAdverb(word: string): boolean {
  return ADVERB.test(word) && !VERB_IN_LY.has(word.toLowerCase());
}
