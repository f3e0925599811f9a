import { beginningOf } from '../backend/valid-time';
import { answerCertainty, type AnswerMemory } from './answer-memory';
import { certaintyOf, type Certainty } from './bearing';

/** An answer names no more than this many memories. */
export const MAX_SOURCES = 8;

/** Longer passages are cut down to the sentences that bear on the question. */
const MAX_QUOTE = 400;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * What to quote of a memory: all of a short one, else its sentences in their order, from the one with most terms of
 * the question on, as far as they fit. `terms`: beginnings of words, such as stems.
 */
export function quoteOf(content: string, terms: readonly string[]): string {
  const text = content.replace(/\s+/g, ' ').trim();
  if (text.length <= MAX_QUOTE) return text;
  const parts = [...sentences.segment(text)].map(({ segment }) => segment.trim());
  const hits = parts.map((part) => terms.filter((term) => part.toLowerCase().includes(term)).length);
  const from = hits.indexOf(Math.max(...hits));
  const quote = takeFrom(parts, from);
  return `${from > 0 ? '… ' : ''}${quote}${text.endsWith(quote) ? '' : ' …'}`;
}

function takeFrom(parts: readonly string[], from: number): string {
  let quote = cut(parts[from] ?? '');
  for (const part of parts.slice(from + 1)) {
    if (quote.length + 1 + part.length > MAX_QUOTE) break;
    quote += ` ${part}`;
  }
  return quote;
}

/** Not within a pair of surrogates. */
function cut(sentence: string): string {
  return sentence.length <= MAX_QUOTE
    ? sentence
    : [...sentence.slice(0, MAX_QUOTE)].join('').replace(/[\uD800-\uDBFF]$/, '');
}

export interface Answer {
  text: string;
  /** What holds first, best first; each one followed by what it replaced. */
  sources: AnswerMemory[];
  certainty: Certainty;
  /** `extractive`, or the name of the model. */
  generatedBy: string;
}

export const EXTRACTIVE = 'extractive';

const NOTHING = 'Nothing that is remembered bears on this question.';

/** Passages of the memories of an answer, quoted with their ids and days. `most`: memories that are quoted. */
export function extractiveAnswer(memories: readonly AnswerMemory[], most = MAX_SOURCES): Answer {
  const sources = memories.slice(0, most);
  const certainty = answerCertainty(sources);
  const text = sources.length === 0 ? NOTHING : [openingOf(sources), ...linesOf(sources)].join('\n');
  return { text, sources, certainty, generatedBy: EXTRACTIVE };
}

function openingOf(sources: readonly AnswerMemory[]): string {
  const current = sources.filter(isCurrent);
  if (current.length === 0) return 'Nothing that is remembered holds now. This held before:';
  const [subject, verb] = sources.length === 1 ? ['One memory', 'bears'] : ['These memories', 'bear'];
  return `${subject} ${certaintyOf(current) === 'high' ? verb : 'may bear'} on this:`;
}

/** Memories that contradict each other stand in one line, at the place of the first. */
function linesOf(sources: readonly AnswerMemory[]): string[] {
  const isAlone = !sources.some(isCurrent);
  const named = new Set<AnswerMemory>();
  return sources.flatMap((source) => {
    if (named.has(source)) return [];
    const against = sources.filter((each) => source.contradicts.includes(each.memory.id) && !named.has(each));
    for (const each of against) named.add(each);
    if (against.length === 0) return [`- ${lineOf(source, isAlone)}`];
    return [
      `- contradictory, and nothing says which one holds: ${[source, ...against].map(quoted).join(' against ')}`,
    ];
  });
}

function lineOf(source: AnswerMemory, isAlone: boolean): string {
  const { holding } = source;
  if (holding.kind === 'current') return quoted(source);
  const quote = passageOf(source);
  if (holding.until === null) return `before: ${quote}`;
  const until = `until ${dayOf(holding.until)}`;
  return isAlone ? `${until}: ${quote}` : `before: ${quote}, ${until}`;
}

function quoted(source: AnswerMemory): string {
  return `${dayOf(beginningOf(source.memory))}: ${passageOf(source)}`;
}

function passageOf({ memory, matchedTerms }: AnswerMemory): string {
  return `"${quoteOf(memory.content, matchedTerms)}" [${memory.id}]`;
}

export function isCurrent({ holding }: AnswerMemory): boolean {
  return holding.kind === 'current';
}

/** In UTC. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
