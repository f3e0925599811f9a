import type { VectorSpace } from '../../../retrieval/vectors';

/** A model that memories are embedded with, as the database knows it. */
export interface EmbeddingModel extends VectorSpace {
  name: string;
  /** Put before every memory's text. */
  textPrefix: string;
}
