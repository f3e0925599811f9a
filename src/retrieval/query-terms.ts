import type { Language } from '../common/languages';
import { OTHER_WORDS } from '../common/relations';
import { isCompoundWith, partsOf } from './compounds';
import type { DocumentTable } from './document-table';
import { labelTerm } from './labels';
import { termMeant } from './misspellings';
import { intersectionOf, peakIn, unionOf } from './posting-sets';
import type { PostingList, Postings } from './postings';
import { termWeight } from './score-formulas';
import { similarTerms } from './similar-words';
import type { Tokenizer } from './tokens';

/** Most postings that one search reads without a pause: about 20 ms. */
const MOST_POSTINGS = 4_000_000;

/** What a word counts for a document that has it in a label only, as a share of what it counts in a text. */
const LABEL_SHARE = 0.3;

/** The same for a word that the query spells with a typing error. */
const MISSPELT_SHARE = 0.7;

/** The same for a compound with the word, and for both parts of a compound of the query; and for one of the parts. */
const COMPOUND_SHARE = 0.5;
const PART_SHARE = 0.3;

/** The same for another word for a relation. */
const RELATION_SHARE = 0.7;

/** The same for a word of similar meaning, and for one that is less similar. */
const NEAR_SHARE = 0.5;
const SIMILAR_SHARE = 0.3;

/** Most documents of near or of less similar words that are put together for one word (docs/adr/0080). */
const MOST_SIMILAR = 500;

/** Most postings of compounds, or of parts, that are put together for one word: well under a millisecond. */
const MOST_IN_COMPOUNDS = 10_000;

/** Unknown words of a query that may be misspelt; each takes as long as a search. */
const MOST_MISSPELT = 3;

/** A label of more than this share of many documents distinguishes nothing, and is not worth reading. */
const MOST_LABELLED = 1 / 4;
const MANY = 1_000;

/** Documents that match a term. A document is in one list of a term at most. */
export interface TermList {
  list: PostingList;
  /** Of a match, up to the weight of the term. */
  weight: number;
  /** No document holds the term more often. */
  peak: number;
}

export interface QueryTerm {
  term: string;
  /** What the term counts in the query. */
  weight: number;
  /** Empty where no document matches. */
  lists: readonly TermList[];
}

interface Parts {
  table: DocumentTable;
  postings: Postings;
  language: Language;
  tokenizer: Tokenizer;
}

/** The distinct terms of a query, weighted over all live documents, whatever the filter. */
export function queryTerms(parts: Parts, text: string): readonly QueryTerm[] {
  const { postings, table, tokenizer } = parts;
  const { terms, forms } = tokenizer.tokenize(text);
  // A form that no document has would only lower every score; its words are terms of their own.
  const known = forms.filter((form) => postings.find(form)?.hasAny((ordinal) => table.state[ordinal] !== 0));
  const distinct = [...new Set([...terms, ...known])].map((term) => ({ term, list: postings.find(term) }));
  const whole = rarest(distinct, MOST_POSTINGS).map(({ term, list }) => weighed(parts, term, list));
  const weighedTerms = withOtherWords(parts, text, whole);
  return weighedTerms.every(isKnown) ? weighedTerms : corrected(parts, text, weighedTerms);
}

function withOtherWords(parts: Parts, text: string, terms: readonly QueryTerm[]): readonly QueryTerm[] {
  if (parts.language === 'german') return withCompounds(parts, text, terms);
  return parts.language === 'english' ? withSimilar(parts, withRelations(parts, terms)) : terms;
}

/**
 * The terms with lists for documents that have a word of similar meaning: `automobile` for `car`. Words for relations have
 * only those for the same one: a mother is no father.
 */
function withSimilar(parts: Parts, terms: readonly QueryTerm[]): readonly QueryTerm[] {
  const related = relatedTerms(parts.tokenizer);
  const asked = new Set(terms.map(({ term }) => term));
  const listsOf = (others: readonly string[]): PostingList[] =>
    others.flatMap((term) => (asked.has(term) ? [] : (parts.postings.find(term) ?? [])));
  return terms.map((each) => {
    const similar = related.has(each.term) ? null : similarTerms(each.term);
    if (similar === null) return each;
    const withNear = withUnion(parts, each, listsOf(similar.near), NEAR_SHARE, MOST_SIMILAR);
    return withUnion(parts, withNear, listsOf(similar.others), SIMILAR_SHARE, MOST_SIMILAR);
  });
}

/** The terms with lists for documents that have another word for a relation: `father` for `dad`. */
function withRelations(parts: Parts, terms: readonly QueryTerm[]): readonly QueryTerm[] {
  const related = relatedTerms(parts.tokenizer);
  return terms.map((each) => {
    const others = related.get(each.term) ?? [];
    const lists = others.flatMap((term) => parts.postings.find(term) ?? []);
    return lists.length === 0 ? each : withUnion(parts, each, lists, RELATION_SHARE);
  });
}

let englishRelations: ReadonlyMap<string, readonly string[]> | null = null;

/** By term of English: those of the other words for its relation. */
function relatedTerms(tokenizer: Tokenizer): ReadonlyMap<string, readonly string[]> {
  if (englishRelations !== null) return englishRelations;
  const related = new Map<string, string[]>();
  for (const [word, others] of OTHER_WORDS) {
    const term = tokenizer.termOf(word);
    const terms = [...(related.get(term) ?? []), ...others.map((other) => tokenizer.termOf(other))];
    related.set(
      term,
      [...new Set(terms)].filter((other) => other !== term),
    );
  }
  return (englishRelations = related);
}

/** The terms with lists for documents that hold a word of the query in a compound, or parts of a compound of the query. */
function withCompounds(parts: Parts, text: string, terms: readonly QueryTerm[]): readonly QueryTerm[] {
  const spellings = parts.tokenizer.spellings(text);
  return terms.map((each) => {
    const word = spellings.get(each.term);
    if (word === undefined) return each;
    const compounds = compoundsWith(parts, each.term);
    const [pairs, singles] = listsOfParts(parts, word);
    const withPairs = withUnion(parts, each, [...compounds, ...pairs], COMPOUND_SHARE);
    return withUnion(parts, withPairs, singles, PART_SHARE);
  });
}

function compoundsWith({ postings, tokenizer }: Parts, term: string): PostingList[] {
  const compounds = postings.termsAround(term).filter((each) => isCompoundWith(term, each, tokenizer));
  // In an order that does not depend on that of the documents.
  return compounds
    .sort()
    .map((each) => postings.find(each))
    .filter((list) => list !== null);
}

/** The documents with both parts of a compound, and those with one of them. */
function listsOfParts({ postings, table, tokenizer }: Parts, word: string): [PostingList[], PostingList[]] {
  const isKnown = (term: string): boolean => holding(postings.find(term), table) > 0;
  const lists = partsOf(word, tokenizer, isKnown).map((each) => each.map((part) => postings.find(part)));
  const known = lists.filter((pair): pair is [PostingList, PostingList] => !pair.includes(null));
  return [known.map(([head, tail]) => intersectionOf(tail, head)), known.flat()];
}

/** Adds a list of the documents that are in none of the term's own lists. */
function withUnion(
  { table }: Parts,
  { term, weight, lists }: QueryTerm,
  more: readonly PostingList[],
  share: number,
  most = MOST_IN_COMPOUNDS,
): QueryTerm {
  if (more.length === 0) return { term, weight, lists };
  const counted = more.map((each) => ({ each, list: { length: holding(each, table, most) } }));
  const taken = rarest(
    counted.filter(({ list }) => list.length <= most),
    most,
  );
  const union = unionOf(
    taken.map(({ each }) => each),
    lists.map(({ list }) => list),
  );
  const held = holding(union, table);
  if (held === 0) return { term, weight, lists };
  const rarity = Math.min(weight, termWeight(table.live, held));
  return { term, weight, lists: [...lists, { list: union, weight: share * rarity, peak: peakIn(union) }] };
}

function isKnown({ lists }: QueryTerm): boolean {
  return lists.length > 0;
}

/** The terms with lists for those of the first unknown words that are known but for a typing error. */
function corrected(parts: Parts, text: string, terms: readonly QueryTerm[]): readonly QueryTerm[] {
  const { postings, table, tokenizer } = parts;
  const spellings = tokenizer.spellings(text);
  const unknown = terms.filter((term) => !isKnown(term) && spellings.has(term.term)).slice(0, MOST_MISSPELT);
  return terms.map((unspelt) => {
    if (!unknown.includes(unspelt)) return unspelt;
    const near = tokenizer.nearTerms(spellings.get(unspelt.term) ?? '');
    const meant = termMeant(near, (term) => holding(postings.find(term), table));
    if (meant === null || terms.some(({ term }) => term === meant)) return unspelt;
    const { weight, lists } = weighed(parts, meant, postings.find(meant));
    const shares = lists.map((each) => ({ ...each, weight: each.weight * MISSPELT_SHARE }));
    return { term: unspelt.term, weight, lists: shares };
  });
}

function weighed({ table, postings }: Parts, term: string, list: PostingList | null): QueryTerm {
  const weight = termWeight(table.live, holding(list, table));
  const lists = list === null ? [] : [{ list, weight, peak: postings.peakOf(term) }];
  const labels = postings.find(labelTerm(term));
  if (labels !== null && !isCommon(labels, table)) {
    const rarity = Math.min(weight, termWeight(table.live, holding(labels, table)));
    lists.push({ list: labels, weight: LABEL_SHARE * rarity, peak: 1 });
  }
  return { term, weight, lists };
}

function isCommon(labels: PostingList, { live }: DocumentTable): boolean {
  return labels.length > MANY && labels.length > live * MOST_LABELLED;
}

/**
 * The rarest terms, in the order of the query, with at most `most` postings together, and at least one. The terms left
 * out weigh least, because most documents hold them.
 */
export function rarest<Term extends { list: Pick<PostingList, 'length'> | null }>(
  terms: readonly Term[],
  most: number,
): readonly Term[] {
  const lengthOf = ({ list }: Term): number => list?.length ?? 0;
  if (terms.reduce((sum, term) => sum + lengthOf(term), 0) <= most) return terms;
  const byLength = terms.toSorted((a, b) => lengthOf(a) - lengthOf(b));
  let sum = 0;
  const kept = new Set(byLength.filter((term, at) => (sum += lengthOf(term)) <= most || at === 0));
  return terms.filter((term) => kept.has(term));
}

/** Live documents of a list; above `most`, some number above it. */
function holding(list: PostingList | null, table: DocumentTable, most = Infinity): number {
  if (list === null) return 0;
  return table.dead === 0 ? list.length : list.countLive(table.state, most);
}
