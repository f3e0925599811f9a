import { hidesText } from './hidden-characters';
import { PLANTED_REASONS, PLANTED_RULES, type PlantedReason, type PlantedRule } from './planted-rules';

/** Sentences that are judged together: an attack says what to do, and in the next one to keep it secret. */
const TOGETHER = 3;
/** UTF-16 units; what has no end of a sentence is cut, so that one sentence does not hold a page. */
const LONGEST = 600;
/** Longer than most of what a rule looks for, so that no cut hides it. */
const OVERLAP = 200;

const SENTENCE_END = /(?<=[.!?;])\s|\n+/;

/** Marks of turns in the formats of models. */
const CHAT_TOKEN =
  /<\|(?:im_start|im_end|system|user|assistant|start_header_id|eot_id|endoftext|begin_of_text)\|>|\[\/?inst\]|<<\/?sys>>|<\/?start_of_turn>/;
const FORGED_HEAD =
  /(?:^|[\n.!?])\s{0,9}(?:#{1,4} ?)?(?:\[?(?:system|admin|developer)(?: (?:message|prompt|override|note|instruction))?\]?) ?: ?(?:you (?:must|are|will|have|should)|ignore|disregard|override|all (?:earlier|previous|prior)|from now on|the following|new (?:rule|instruction))/;
const END_OF_PROMPT =
  /\[(?:end of|begin|start of|new|updated) (?:the )?(?:system )?(?:prompt|instructions)\]|\[(?:system[-_ ]?)?(?:memory[-_ ]?persist|persist[-_ ]?instruction|remember[-_ ]?always)\]|\b(?:system|admin|developer) override:/;
/** Closes what the reader put the text into, and opens something that speaks. */
const BREAKOUT =
  /<\/(?:conversation|context|memory|memories|notes|data|document|untrusted|user_input|tool_result|results?)>\s{0,20}<(?:instructions?|system|assistant|important|rules)>/;
const SPEAKING_ELEMENT =
  /<(?:system|instructions?|important|assistant|hidden|secret|rules)>[^<]{0,300}\b(?:you|your|always|never|must|ignore|answer|forward|send|do not)\b/;
const TURN = /\n(human|assistant|system|user): /g;

export interface PlantedJudgement {
  isPlanted: boolean;
  /** In a fixed order, each once. */
  reasons: PlantedReason[];
}

/** Whether a text looks like one that somebody planted in a memory. */
export function judgePlanted(text: string): PlantedJudgement {
  const found = new Set<PlantedReason>();
  if (hidesText(text)) found.add('hidden_characters');
  const plain = plainForm(text);
  if (forgesTurn(plain)) found.add('forged_turn');
  const sentences = plain.split(SENTENCE_END).flatMap((sentence) => cut(sentence.trim()));
  const possible = possibleRules(sentences.join(' '));
  for (const passage of possible.length === 0 ? [] : passages(sentences))
    for (const { reason } of possible.filter((rule) => applies(rule, passage))) found.add(reason);
  const reasons = PLANTED_REASONS.filter((reason) => found.has(reason));
  return { isPlanted: reasons.length > 0, reasons };
}

function applies({ all, unless, without }: PlantedRule, passage: string): boolean {
  const said = without === undefined ? passage : passage.replace(without, ' ');
  return all.every((pattern) => pattern.test(said)) && unless?.test(passage) !== true;
}

/** The text as a model reads it, without hidden characters and odd forms of letters. */
function plainForm(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[^\S\n]+/g, ' ');
}

function forgesTurn(text: string): boolean {
  if (CHAT_TOKEN.test(text) || FORGED_HEAD.test(text) || END_OF_PROMPT.test(text)) return true;
  if (BREAKOUT.test(text) || SPEAKING_ELEMENT.test(text)) return true;
  if (/^\s*[\w .-]{1,40}: /.test(text)) return false;
  const speakers = new Set([...text.matchAll(TURN)].map(([, speaker]) => speaker));
  return (speakers.has('human') || speakers.has('user')) && speakers.has('assistant');
}

/** The rules that may apply to a part of the text. For most texts there are none, so their parts are not searched. */
function possibleRules(text: string): PlantedRule[] {
  const known = new Map<RegExp, boolean>();
  const isThere = (pattern: RegExp): boolean => {
    const isFound = known.get(pattern) ?? pattern.test(text);
    known.set(pattern, isFound);
    return isFound;
  };
  // What ends at the end of a passage is not at the end of the text.
  return PLANTED_RULES.filter(({ all }) =>
    all.every((pattern) => pattern.source.includes('$') || isThere(pattern)),
  );
}

function* passages(sentences: readonly string[]): Generator<string> {
  const last = Math.max(sentences.length - TOGETHER, 0);
  for (let at = 0; at <= last; at++) yield sentences.slice(at, at + TOGETHER).join(' ');
}

function cut(sentence: string): string[] {
  if (sentence === '') return [];
  if (sentence.length <= LONGEST) return [sentence];
  const parts: string[] = [];
  for (let at = 0; at < sentence.length; at += LONGEST - OVERLAP)
    parts.push(sentence.slice(at, at + LONGEST));
  return parts;
}
