const DEFAULT_DIMENSIONS = 384;
/** Each word falls on so many dimensions, so that two that share one by chance still differ. */
const SPREAD = 4;

/**
 * A vector of length one from the words of a text, by signed feature hashing (Weinberger et al. 2009): texts
 * that share words are near each other. The model's name is part of every hash, so that two models have
 * nothing in common. A name such as `hash-128` sets the dimensions.
 */
export function hashedEmbedding(text: string, model: string): Float32Array {
  const vector = new Float32Array(Number(/^hash-(\d+)/.exec(model)?.[1] ?? DEFAULT_DIMENSIONS));
  for (const word of wordsOf(text)) addWord(vector, `${model}\n${word}`);
  const length = Math.hypot(...vector);
  // The words may cancel each other out, however unlikely; zeros are no embedding.
  if (length === 0) return vector.fill(1 / Math.sqrt(vector.length));
  return vector.map((each) => each / length);
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [text];
  return words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}

function addWord(vector: Float32Array, word: string): void {
  for (let copy = 0; copy < SPREAD; copy++) {
    const hash = fnv1a(`${copy}${word}`);
    const place = (hash >>> 1) % vector.length;
    vector[place] = (vector[place] ?? 0) + (hash & 1 ? 1 : -1);
  }
}

/** FNV-1a of 32 bits over UTF-16 units, with the finalizer of MurmurHash3, since its low bits are weak. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
