/**
 * Okapi BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009), with
 * the inverse document frequency of Lucene, which is never negative.
 */

/** How fast repeats of a term stop counting; the usual 1.2. */
export const K1 = 1.2;

/** How much long documents are held back. The usual 0.75 is for articles; memories are short and even. */
export const B = 0.4;

/** The weight of a term that `holding` of `documents` documents hold. */
export function termWeight(documents: number, holding: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}

/** What to add to a frequency below: `saturation(f) = f / (f + damping)`, from 0 to below 1. */
export function damping(length: number, averageLength: number): number {
  return K1 * (1 - B + (B * length) / averageLength);
}

/**
 * The score of a document, 0 to below 1: its BM25 sum as a share of the query's whole weight (the sum of its
 * terms' weights, which is what endless repeats of every term would score; the constant factor k1 + 1 falls
 * out), times one plus the share of that weight whose terms it holds at all, halved.
 */
export function coveredScore(sum: number, covered: number, whole: number): number {
  return ((sum / whole) * (1 + covered / whole)) / 2;
}
