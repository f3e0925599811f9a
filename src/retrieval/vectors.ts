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

/** The greatest absolute value of a code. */
const TOP = 127;

/**
 * A vector in one byte a component, scaled so that the largest is 127 or -127: only its direction is kept, to
 * within about half a percent. All zeros stay zeros. Throws RangeError for components that are not finite.
 */
export function quantize(vector: Float32Array | readonly number[]): Int8Array {
  const largest = largestOf(vector);
  const codes = new Int8Array(vector.length);
  if (largest === 0) return codes;
  for (let i = 0; i < codes.length; i++) {
    // Divided first: the scale of a very small vector would be infinite.
    const code = (vector[i]! / largest) * TOP;
    // Storing it drops the fraction, so this rounds, both signs alike.
    codes[i] = code + (code < 0 ? -0.5 : 0.5);
  }
  return codes;
}

function largestOf(vector: Float32Array | readonly number[]): number {
  let largest = 0;
  for (const component of vector) {
    const size = component < 0 ? -component : component;
    if (!(size < Infinity)) throw new RangeError(`A vector holds ${component}`);
    if (size > largest) largest = size;
  }
  return largest;
}

/** The length of a vector of codes, or of any vector. */
export function norm(vector: Int8Array | Float32Array | Float64Array): number {
  let sum = 0;
  for (const component of vector) sum += component * component;
  return Math.sqrt(sum);
}

/** Cosine of the angle between two vectors of one length, -1 to 1; 0 where one of them is all zeros. */
export function cosine(a: Int8Array | Float32Array, b: Int8Array | Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  const norms = norm(a) * norm(b);
  return norms === 0 ? 0 : Math.max(-1, Math.min(1, sum / norms));
}
