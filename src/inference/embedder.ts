/** The server, or the model in this process, does not answer or has no capacity: the same call may succeed later. */
export class EmbedderUnavailable extends Error {}

/** The texts were refused as they are, such as one that is longer than the model reads. */
export class TextsRefused extends Error {}

/** Turns texts into vectors. */
export abstract class Embedder {
  /** The name of the configured model; null where there is none, and `embed` must not be called. */
  abstract readonly model: string | null;

  /**
   * One vector a text, in order, of equal dimensions, not necessarily of length one. `model` is the configured
   * one, or a former one whose vectors are still in use. Throws `EmbedderUnavailable` or `TextsRefused`; gives
   * up by itself after a time-out, and earlier when the signal is aborted.
   */
  abstract embed(texts: readonly string[], model: string, signal?: AbortSignal): Promise<Float32Array[]>;
}

/** Fewer could tell almost nothing apart: a vector of fewer is a mistake, such as a score. */
const LEAST_DIMENSIONS = 8;

/** Why a vector is no embedding, to be put after "a vector"; null where it is one. */
export function vectorFlaw(vector: Float32Array): string | null {
  if (vector.length < LEAST_DIMENSIONS) return `of fewer than ${LEAST_DIMENSIONS} numbers`;
  if (!vector.every(Number.isFinite)) return 'of numbers that are not finite';
  return vector.every((each) => each === 0) ? 'of zeros' : null;
}

/** Where no model is configured: recall goes by words alone. */
export class NoEmbedder extends Embedder {
  readonly model = null;

  async embed(): Promise<Float32Array[]> {
    throw new EmbedderUnavailable('No embedding model is configured');
  }
}
