import { certaintyOf, type BearingMemory } from './bearing';

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
  /** Best first. */
  sources: BearingMemory[];
  /** `extractive`, or the name of the model. */
  generatedBy: string;
}

export const EXTRACTIVE = 'extractive';

const NOTHING = 'Nothing that is remembered bears on this question.';

/** Passages of the memories that bear on a question (see `bearing`), quoted with their ids and days. */
export function extractiveAnswer(bearing: readonly BearingMemory[]): Answer {
  const sources = bearing.slice(0, MAX_SOURCES);
  if (sources.length === 0) return { text: NOTHING, sources, generatedBy: EXTRACTIVE };
  const quotes = sources.map(({ memory, matchedTerms }) => {
    const day = memory.createdAt.toISOString().slice(0, 10);
    return `- ${day}: "${quoteOf(memory.content, matchedTerms)}" [${memory.id}]`;
  });
  return { text: `${openingOf(sources)}\n${quotes.join('\n')}`, sources, generatedBy: EXTRACTIVE };
}

function openingOf(sources: readonly BearingMemory[]): string {
  const [subject, verb] = sources.length === 1 ? ['One memory', 'bears'] : ['These memories', 'bear'];
  return `${subject} ${certaintyOf(sources) === 'high' ? verb : 'may bear'} on this:`;
}
