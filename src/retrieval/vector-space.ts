/** The model whose vectors are compared; vectors of two spaces never are. */
export interface VectorSpace {
  id: number;
  dimensions: number;
  /** Cosine similarity of texts that have nothing to do with each other: its mean, and its standard deviation. */
  mean: number;
  deviation: number;
}

export interface QueryVector {
  /** The `VectorSpace.id` that it belongs to. */
  spaceId: number;
  /** Of any length above zero. */
  values: Float32Array;
}
