import { basename, isAbsolute } from 'node:path';
import { NO_PREFIXES, type Prefixes } from './known-models';

/** The server, or the model in this process, does not answer or has no capacity: the same call may succeed later. */
export class EmbedderUnavailable extends Error {}

/** A call passed its time-out. `finished`: the vectors that were ready, by the position of their text. */
export class EmbedderTimeout extends EmbedderUnavailable {
  constructor(
    message: string,
    readonly finished: ReadonlyMap<number, Float32Array> = new Map(),
  ) {
    super(message);
  }
}

/** The model rejects the texts, for example one that is too long: the same call would fail again. */
export class TextsRefused extends Error {}

/** Turns texts into vectors. */
export abstract class Embedder {
  /** The name of the configured model; null for none: then `embed` must not be called. */
  abstract readonly model: string | null;

  /** The texts that a model wants in front of queries and memories. */
  abstract prefixesOf(model: string): Prefixes;

  /**
   * One vector per text, in order, of equal dimensions, not necessarily normalized. `model` is the configured model, or
   * an earlier one whose vectors are still in use. Throws `EmbedderUnavailable` (`EmbedderTimeout` after a time-out) or
   * `TextsRefused`.
   */
  abstract embed(texts: readonly string[], model: string, signal?: AbortSignal): Promise<Float32Array[]>;
}

/** The name of a model as answers show it: without the folders that it is in. */
export function shownModel(name: string): string {
  return isAbsolute(name) ? basename(name) : name;
}

/** A shorter vector is a mistake, such as a score. */
const LEAST_DIMENSIONS = 8;

/** Why a vector is no embedding, as words after "a vector"; null if it is one. */
export function vectorFlaw(vector: Float32Array): string | null {
  if (vector.length < LEAST_DIMENSIONS) return `of fewer than ${LEAST_DIMENSIONS} numbers`;
  if (!vector.every(Number.isFinite)) return 'of numbers that are not finite';
  return vector.every((each) => each === 0) ? 'of zeros' : null;
}

/** Without a configured model, recall uses words only. */
export class NoEmbedder extends Embedder {
  readonly model = null;

  prefixesOf(): Prefixes {
    return NO_PREFIXES;
  }

  async embed(): Promise<Float32Array[]> {
    throw new EmbedderUnavailable('No embedding model is configured');
  }
}
