import { isSessionSummary, SUMMARY_SOURCE, SUMMARY_TAG } from '../common/session-summary';
import type { IndexDocument } from './change-feed';
import type { Tokenizer } from './tokens';

/** The service writes them itself, so they say nothing about a memory. */
const USUAL_SOURCES: ReadonlySet<string> = new Set([
  'agent',
  'user',
  'upload',
  'conversation',
  SUMMARY_SOURCE,
]);
const USUAL_TAGS: ReadonlySet<string> = new Set(['conversation-extract', SUMMARY_TAG]);

/** The term of the field of labels; no term of a text contains a space. */
export function labelTerm(term: string): string {
  return `label ${term}`;
}

type Labelled = Pick<IndexDocument, 'tags' | 'key' | 'source' | 'sourceRef'>;

/**
 * The terms of a document's tags, key, source and reference, each once, without those that it says itself (`said`): a
 * document holds a word in its text or as a label. None for the summary of a session.
 */
export function labelTerms(document: Labelled, tokenizer: Tokenizer, said: ReadonlySet<string>): string[] {
  if (isSessionSummary(document)) return [];
  const terms = labelsOf(document).flatMap((label) => {
    const { terms, forms } = tokenizer.tokenize(label);
    return [...terms, ...forms];
  });
  return [...new Set(terms)].filter((term) => !said.has(term)).map(labelTerm);
}

/** Whether a document has labels to search, which most have not. */
export function hasLabels(document: Labelled): boolean {
  return labelsOf(document).length > 0;
}

function labelsOf({ tags, key, source, sourceRef }: Labelled): string[] {
  const labels = tags.filter((tag) => !USUAL_TAGS.has(tag));
  if (key !== null) labels.push(key);
  if (!USUAL_SOURCES.has(source)) labels.push(source);
  if (sourceRef !== null) labels.push(sourceRef);
  return labels;
}
