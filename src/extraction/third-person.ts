import { IRREGULAR_PASTS } from './irregular-pasts';
import type { Speaker } from './conversation';
import { holdsQuotation } from './sentence';

/** The same in every person, as irregular pasts are. */
const UNCHANGED: ReadonlySet<string> = new Set([
  ...IRREGULAR_PASTS,
  ...(
    "can can't cannot could couldn't will won't would wouldn't shall should shouldn't may might must mustn't ought " +
    "had hadn't did didn't was wasn't is isn't has hasn't does doesn't used quit"
  ).split(' '),
]);

/** Past and present alike. */
const EITHER: ReadonlySet<string> = new Set(
  'put set cut hit let cost shut hurt beat bet read spread split reset cast burst upset'.split(' '),
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
function thirdPerson(verb: string, sentence: string): string {
  const known = Object.hasOwn(IRREGULAR, verb) ? IRREGULAR[verb] : undefined;
  if (known !== undefined) return known;
  if (UNCHANGED.has(verb) || (EITHER.has(verb) && PAST_TIME.test(sentence))) return verb;
  if (verb.endsWith('ed') && !ENDS_IN_ED.has(verb)) return verb;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

/** Whether a word may stand between a subject and its verb. */
function isAdverb(word: string): boolean {
  return ADVERB.test(word) && !VERB_IN_LY.has(word.toLowerCase());
}

/** `I` and its kin, but not in `I/O`, `i.e.` or a name. */
const FIRST_PERSON =
  /(?<![\p{L}\p{N}/._@'-])(?!I\.)(I|me|my|mine|myself|Me|My|Mine|Myself)(?:'(m|ve|d|ll))?(?![\p{L}\p{N}/_@'-]|\.\p{L})/u;
const OF_SELF = /\b(?:I|me|my|mine|myself)\b/;
/** The subject comes after its verb. */
const TURNED_ROUND = /\b(?:do|am|was|have|had|did|can|could|should|would|will|nor) I\b/i;
const SECOND_VERB =
  /\b(and|but) ((?:\w+ly |also |never |always |often |only |still )?)(don't|am|have|prefer|hate|want|speak|own|eat|drink|work(?= (?:at|for|as|in|from|on|with)\b)|live(?= (?:in|with|near)\b)|use(?= (?:an?|the|\p{Lu})))(?![\p{L}'])/gu;

const AFTER_NAME: Readonly<Record<string, string>> = {
  me: 'them',
  my: 'their',
  mine: 'theirs',
  myself: 'themselves',
};
const OF_THEY: Readonly<Record<string, string>> = { m: "'re", ve: "'ve", d: "'d", ll: "'ll" };
const OF_NAME: Readonly<Record<string, string>> = { m: 'is', ve: 'has', d: 'would', ll: 'will' };
const AGREE_WITH_THEY: Readonly<Record<string, string>> = { am: 'are', was: 'were', "wasn't": "weren't" };

/**
 * What somebody says, as a statement that names them: `I prefer tabs` becomes `The user prefers tabs.` Where that
 * cannot be done safely the words are kept, and the speaker is named. `we` and `our` stay.
 */
export function inThirdPerson(text: string, speaker: Speaker): string {
  if (!FIRST_PERSON.test(text)) return sentence(text);
  if (holdsQuotation(text, OF_SELF) || TURNED_ROUND.test(text)) {
    return sentence(`${speaker.name} said: ${text}`);
  }
  return sentence(rewrite(text, speaker.name));
}

function rewrite(text: string, name: string): string {
  let done = '';
  let rest = text;
  for (let isNamed = false; ; isNamed = true) {
    const match = FIRST_PERSON.exec(rest);
    if (match === null) return done + rest;
    const [whole, word = '', contraction] = match;
    done += rest.slice(0, match.index);
    rest = rest.slice(match.index + whole.length);
    const said = word === 'I' ? asSubject(name, contraction, rest, isNamed) : asObject(name, word, isNamed);
    done += said.who;
    rest = said.rest ?? rest;
  }
}

function asObject(name: string, word: string, isNamed: boolean): { who: string; rest?: string } {
  const key = word.toLowerCase();
  if (isNamed) return { who: AFTER_NAME[key] ?? word };
  return { who: key === 'my' || key === 'mine' ? `${name}'s` : name };
}

function asSubject(
  name: string,
  contraction: string | undefined,
  rest: string,
  isNamed: boolean,
): { who: string; rest: string } {
  if (isNamed) {
    if (contraction !== undefined) return { who: `they${OF_THEY[contraction] ?? ''}`, rest };
    return {
      who: 'they',
      rest: rest.replace(/^ (am|was|wasn't)\b/, (_, verb: string) => ` ${AGREE_WITH_THEY[verb] ?? verb}`),
    };
  }
  if (contraction !== undefined) {
    const isHad = contraction === 'd' && /^ (?:better|been|already|just|never)\b/.test(rest);
    return { who: `${name} ${isHad ? 'had' : (OF_NAME[contraction] ?? '')}`, rest };
  }
  return { who: name, rest: agreeing(rest) };
}

/** Changes the words after a subject in the first person for one in the third: its verb, and one joined to it. */
function agreeing(rest: string): string {
  const words = rest.split(' ');
  let at = 1;
  while (isAdverb(words[at] ?? '') || isAdverb(`${words[at]} ${words[at + 1]}`)) {
    at += isAdverb(words[at] ?? '') ? 1 : 2;
  }
  const word = words[at] ?? '';
  const [verb = ''] = /^[a-z']+/.exec(word) ?? [];
  if (verb === '') return rest;
  words[at] = thirdPerson(verb, rest) + word.slice(verb.length);
  return words
    .join(' ')
    .replace(
      SECOND_VERB,
      (_, joint: string, adverb: string, other: string) => `${joint} ${adverb}${thirdPerson(other, rest)}`,
    );
}

/** Names such as `pnpm` stay small at the start. */
function sentence(text: string): string {
  const whole = text.startsWith('the ') ? `The ${text.slice(4)}` : text;
  return /[.!?\u2026:"')\]`]$/.test(whole) ? whole : `${whole.replace(/[,;-]$/, '')}.`;
}
