/** Fewer could tell almost nothing apart: a vector of fewer is a mistake, such as a score. */
const LEAST_DIMENSIONS = 8;

/** Why a vector is no embedding, to be put after "a vector"; null where it is one. */
export function vectorFlaw(vector: Float32Array): string | null {
  if (vector.length < LEAST_DIMENSIONS) return `of fewer than ${LEAST_DIMENSIONS} numbers`;
  if (!vector.every(Number.isFinite)) return 'of numbers that are not finite';
  return vector.every((each) => each === 0) ? 'of zeros' : null;
}
