import type { ModelFolder } from './model-folder';

/** Output of a model: `width` numbers for each token, or for each text. */
export interface ModelOutput {
  values: Float32Array;
  width: number;
}

/** Pools one vector of length 1 for each text. `lengths`: tokens of each; the output is padded to the longest of them. */
export function pool(
  { values, width }: ModelOutput,
  lengths: readonly number[],
  pooling: Exclude<ModelFolder['pooling'], 'own'>,
): Float32Array[] {
  const longest = Math.max(...lengths);
  return lengths.map((length, text) => {
    const tokens = pooling === 'cls' ? 1 : length;
    const sum = new Float32Array(width);
    for (let token = 0; token < tokens; token++) {
      const start = (text * longest + token) * width;
      values.subarray(start, start + width).forEach((value, at) => (sum[at] = (sum[at] ?? 0) + value));
    }
    return normalized(sum);
  });
}

/** A copy of length 1; one of zeros stays as it is. */
export function normalized(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector.slice() : vector.map((each) => each / length);
}
