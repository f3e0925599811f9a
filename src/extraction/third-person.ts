import { isAdverb, thirdPerson } from './english-verbs';
import { holdsQuotation } from './quotations';
import type { Speaker } from './speaker';

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
 * cannot be done safely the words are kept, and who said them is told. `we` and `our` stay.
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

/** What follows a subject in the first person, for one in the third: its verb, and one that is joined to it. */
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
