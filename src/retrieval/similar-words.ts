import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Terms of English words that mean something alike. */
export interface SimilarTerms {
  near: readonly string[];
  others: readonly string[];
}

/** By term: near ones and others, between spaces. `npm run bench -- similar-words` writes it. */
const TABLE = path.join(__dirname, 'similar-terms.json');

let table: ReadonlyMap<string, readonly [near: string, others: string]> | null = null;

/** Those of a term of English; null where it has none. The table is read at the first call, in 30 ms, and takes 3.5 MB. */
export function similarTerms(term: string): SimilarTerms | null {
  table ??= readTable();
  const lists = table.get(term);
  return lists === undefined ? null : { near: termsOf(lists[0]), others: termsOf(lists[1]) };
}

function readTable(): ReadonlyMap<string, readonly [string, string]> {
  return new Map(Object.entries(JSON.parse(readFileSync(TABLE, 'utf8')) as Record<string, [string, string]>));
}

function termsOf(list: string): readonly string[] {
  return list === '' ? [] : list.split(' ');
}
