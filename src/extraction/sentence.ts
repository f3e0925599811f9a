import type { MemoryType } from '../backend/memory';

/** A sentence of a message, on one line. */
export interface Sentence {
  text: string;
  /** What the writer called it, as in `Decision: ...` or under a heading `Decisions:`; null when nothing. */
  label: Label | null;
}

export interface Label {
  type: MemoryType;
  /** Such as `Decision`. */
  name: string;
}

/** Longer ones are lists, logs or data rather than statements. */
const MAX_LENGTH = 600;
/** More than a sentence, in UTF-16 units. */
const WINDOW = 2 * MAX_LENGTH;

const CODE_BLOCK = /(?:```|~~~)[^]*?(?:```|~~~|$)/g;
const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/;
/** Quotations, tables, rules, markup, stack traces, and lines that pose as another message of the conversation. */
const NOT_OWN_WORDS =
  /^\s*(?:>|\||<|\[\/?INST|[-=*_]{3,}\s*$|at \S+ ?\(|(?:system|assistant|user|human|developer|tool|ai)\s*:)/i;
const LIST_MARK = /^\s*(?:[-*+\u2022]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;
const HEADING_MARK = /^\s*#{1,6}\s+/;
const EMPHASIS = /(\*\*|__)(?=\S)(.{1,200}?)(?<=\S)\1/g;
const PICTURES = /[\p{Extended_Pictographic}\ufe0f\u200d]+/gu;
/** `i` for `I`, where it cannot be the name of something. */
const SMALL_I =
  /(^|[,;(.!?] ?|\b(?:and|but|or|because|when|if|that|so|as|since|what|which|where|though|while) )i(?=[' ])/g;
const NO_APOSTROPHE = /\b(do|does|did|is|are|was|were|have|has|had|would|could|should|ca|wo)nt\b/gi;
/** A sentence that begins small, which the segmenter does not take for one. */
const SMALL_START = /(?<=\p{L}{3}[.!?]) (?=\p{Ll})/u;
/** The segmenter ends a sentence behind these. */
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|incl|resp|vs|approx|dr|mr|mrs|ms|prof|inc|ltd|jr|sr|fig|cf|dept)\.\s*$/i;

const LABEL = /^(?:the )?([a-z]+(?: [a-z]+)?)(?: \([^)]{1,20}\))? ?:(?!\S)/i;
/** What writers call a memory of each type. */
const NAMES: Readonly<Partial<Record<MemoryType, string>>> = {
  decision: 'decision, decided',
  commitment: 'todo, to do, action item, commitment, follow up',
  goal: 'goal, objective, plan, next step',
  instruction: 'rule, guideline, instruction, convention',
  preference: 'preference',
  error: 'bug, known issue, known bug, error',
  learning: 'lesson, lesson learned, lessons learned, learning, takeaway',
  event: 'event, deadline',
  fact: 'fact',
  context: 'context, background',
  observation: 'observation',
};
const LABELS = new Map(
  Object.entries(NAMES).flatMap(([type, names]) =>
    names.split(', ').map((name) => [name, type as MemoryType] as const),
  ),
);

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences that a message's writer says in words of their own: without code, quotations and markup. */
export function sentencesOf(content: string): Sentence[] {
  const sentences: Sentence[] = [];
  let heading: Label | null = null;
  for (const line of wholeLines(content.replace(CODE_BLOCK, '\n'))) {
    if (line === '') continue;
    const isItem = LIST_MARK.test(line);
    const text = plain(line);
    if (text === '') continue;
    const { label, rest } = labelled(text);
    heading = isItem ? heading : rest === '' ? label : null;
    sentences.push(...cut(rest).map((each) => ({ text: each, label: label ?? heading })));
  }
  return sentences;
}

/** Lines, those that were broken for their length put together again. */
function wholeLines(content: string): string[] {
  const lines: string[][] = [];
  let length = 0;
  let end = '';
  for (const line of content.split(LINE_BREAK)) {
    if (NOT_OWN_WORDS.test(line)) continue;
    const goesOn = length >= 50 && /[\p{L}\p{N},]$/u.test(end.slice(-2)) && /^\p{Ll}/u.test(line);
    end = goesOn ? line : line.trimEnd();
    length = goesOn ? length + 1 + end.length : end.length;
    if (goesOn) lines.at(-1)?.push(end);
    else lines.push([end]);
  }
  return lines.map((parts) => parts.join(' '));
}

function plain(line: string): string {
  return line
    .replace(LIST_MARK, '')
    .replace(HEADING_MARK, '')
    .replace(EMPHASIS, '$2')
    .replace(PICTURES, ' ')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(NO_APOSTROPHE, "$1n't")
    .replace(/\bim(?= [a-z])/g, "I'm")
    .replace(/\bive(?= [a-z])/g, "I've")
    .replace(/\bpls\b/gi, 'please')
    .replace(SMALL_I, '$1I');
}

function labelled(text: string): { label: Label | null; rest: string } {
  const [whole = '', given = ''] = LABEL.exec(text) ?? [];
  const plural = given.toLowerCase();
  const name = LABELS.has(plural) ? plural : plural.replace(/s$/, '');
  const type = LABELS.get(name);
  if (type === undefined) return { label: null, rest: text };
  return {
    label: { type, name: name.charAt(0).toUpperCase() + name.slice(1) },
    rest: text.slice(whole.length).trimStart(),
  };
}

/**
 * The sentences of a text as the segmenter cuts it. It takes quadratic time where many abbreviations follow each
 * other, so it gets a window at a time: the last sentence of each is cut again with what follows it.
 */
function* segmentsOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const window = text.slice(from, from + WINDOW).toWellFormed();
    const segments = Array.from(segmenter.segment(window), ({ segment }) => segment);
    if (segments.length > 1 && from + WINDOW < text.length) segments.pop();
    for (const segment of segments) {
      from += segment.length;
      yield segment;
    }
  }
}

function cut(text: string): string[] {
  const sentences: string[][] = [];
  let isOpen = false;
  for (const segment of segmentsOf(text)) {
    for (const part of segment.split(SMALL_START)) {
      if (isOpen) sentences.at(-1)?.push(part.trim());
      else sentences.push([part.trim()]);
      isOpen = ABBREVIATION.test(part);
    }
  }
  return sentences.map((parts) => parts.join(' ')).filter((each) => each !== '' && each.length <= MAX_LENGTH);
}

/** Whether what a text has between two quotation marks (`"`) that follow each other matches a pattern. */
export function holdsQuotation(text: string, pattern: RegExp): boolean {
  return text
    .split('"')
    .slice(1, -1)
    .some((part) => pattern.test(part));
}

/** A text with nothing left between the quotation marks (`"`) around what matches a pattern. */
export function withoutQuotations(text: string, pattern: RegExp): string {
  const parts = text.split('"');
  for (let i = 1; i < parts.length - 1; i++) {
    if (!pattern.test(parts[i] ?? '')) continue;
    parts[i] = '';
    // The mark that closes this quotation opens no other one.
    i++;
  }
  return parts.join('"');
}
