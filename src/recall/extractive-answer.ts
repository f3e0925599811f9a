import type { ScoredMemory } from '../backend/memory-search';

/** An answer names no more than this many memories. */
export const MAX_SOURCES = 8;

/** Longer passages are cut down to the sentences that bear on the question. */
const MAX_QUOTE = 400;

/** The least score of a relevant best memory. On a development set no question loses its evidence; at 0.1 two in 100 do. */
const LEAST_BEST = 0.05;

/** The least score of a further source, as a share of the best score. */
const LEAST_SHARE = 0.2;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The memories that bear on a question, of those found for it, best first; none where nothing does. */
export function bearing(found: readonly ScoredMemory[]): ScoredMemory[] {
  const best = found[0]?.score ?? 0;
  if (best < LEAST_BEST) return [];
  return found.filter(({ score }) => score >= best * LEAST_SHARE).slice(0, MAX_SOURCES);
}

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
  sources: ScoredMemory[];
  /** `extractive`, or the name of the model. */
  generatedBy: string;
}

export const EXTRACTIVE = 'extractive';

const NOTHING = 'Nothing that is remembered bears on this question.';

export function noAnswer(generatedBy: string): Answer {
  return { text: NOTHING, sources: [], generatedBy };
}

/** The passages that bear on the question, quoted with the ids of their memories and their days. */
export function extractiveAnswer(found: readonly ScoredMemory[]): Answer {
  const sources = bearing(found);
  if (sources.length === 0) return noAnswer(EXTRACTIVE);
  const quotes = sources.map(({ memory, matchedTerms }) => {
    const day = memory.createdAt.toISOString().slice(0, 10);
    return `- ${day}: "${quoteOf(memory.content, matchedTerms)}" [${memory.id}]`;
  });
  const opening = quotes.length === 1 ? 'One memory bears on this:' : 'These memories bear on this:';
  return { text: `${opening}\n${quotes.join('\n')}`, sources, generatedBy: EXTRACTIVE };
}
