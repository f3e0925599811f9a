import type { ScoredMemory } from '../backend/memory-backend';
import { bearing, quoteOf } from './passages';

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
