/** For specs and benchmarks: what vectors of texts on a number of subjects look like. */
export interface ClusterShape {
  dimensions: number;
  clusters: number;
  /** How far vectors scatter around the centre of their cluster; 1 is as far as the centres are apart. */
  noise: number;
  /** How far from zero all of them are together, in the same measure. */
  offset: number;
}

/** Makes vectors, each of a cluster drawn at random; the same ones for the same seed, a whole number above 0. */
export function clusteredVectors(shape: ClusterShape, seed: number): () => Float32Array {
  const { dimensions, clusters, noise, offset } = shape;
  const random = randomWords(seed);
  const some = (): Float32Array => new Float32Array(dimensions).map(() => normal(random()));
  const middle = some();
  const centres = Array.from({ length: clusters }, some);
  return () => {
    const centre = centres[random() % clusters]!;
    return centre.map((each, i) => each + offset * middle[i]! + noise * normal(random()));
  };
}

/** Xorshift (Marsaglia, "Xorshift RNGs", 2003): 32 bits at a time. Millions are needed. */
function randomWords(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Nearly of the standard normal distribution: the sum of four bytes, whose variance is (256 ** 2 - 1) / 3. */
function normal(word: number): number {
  const sum = (word & 0xff) + ((word >>> 8) & 0xff) + ((word >>> 16) & 0xff) + (word >>> 24);
  return (sum - 510) / 147.8;
}

/** The places of the `limit` vectors nearest to one, less half of the mean direction, by comparing them all. */
export function nearestByContrast(
  vectors: readonly Float32Array[],
  query: Float32Array,
  limit: number,
): number[] {
  const lengths = vectors.map((vector) => Math.hypot(...vector));
  const mean = query.map((_, i) => {
    return vectors.reduce((sum, vector, at) => sum + vector[i]! / lengths[at]!, 0) / vectors.length;
  });
  const length = Math.hypot(...query);
  const contrast = query.map((each, i) => each / length - mean[i]! / 2);
  const similarities = vectors.map((vector) => plainCosine(vector, contrast));
  const places = vectors.map((_, place) => place);
  return places.sort((a, b) => similarities[b]! - similarities[a]!).slice(0, limit);
}

/** Written apart from the one that is tested by it. */
export function plainCosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let product = 0;
  let squaresOfA = 0;
  let squaresOfB = 0;
  for (let i = 0; i < a.length; i++) {
    product += a[i]! * b[i]!;
    squaresOfA += a[i]! * a[i]!;
    squaresOfB += b[i]! * b[i]!;
  }
  return product / Math.sqrt(squaresOfA * squaresOfB);
}
