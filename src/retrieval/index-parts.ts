import type { DocumentTable } from './document-table';
import type { Postings } from './postings';
import type { Tokenizer } from './tokens';
import type { VectorSpace } from './vector-space';
import type { VectorTable } from './vector-table';

/** What an index consists of, as a search reads it. */
export interface IndexParts {
  table: DocumentTable;
  postings: Postings;
  tokenizer: Tokenizer;
  /** Null without embeddings, as is `vectors`. */
  space: VectorSpace | null;
  vectors: VectorTable | null;
}
