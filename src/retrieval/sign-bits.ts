/** Words are counted in blocks of four. */
const BLOCK = 4;
const WORD_BITS = 32;

/** 32-bit words that the signs of so many components take; what is left of the last block stays 0. */
export function signWords(dimensions: number): number {
  return Math.ceil(dimensions / (WORD_BITS * BLOCK)) * BLOCK;
}

/** Sets a bit for each component that is not negative, from the word `at` on; the words must be 0 before. */
export function writeSigns(vector: Int8Array | Float32Array, words: Int32Array, at: number): void {
  for (let i = 0; i < vector.length; i++) {
    if (vector[i]! >= 0) words[at + (i >>> 5)]! |= 1 << (i & 31);
  }
}

/**
 * The Hamming distance of two sign vectors: `query` and the row of words from `at` on. Counts four words at a time in a
 * carry-save adder (Harley and Seal; see Warren, "Hacker's Delight", 5-1).
 */
export function signDistance(words: Int32Array, at: number, query: Int32Array): number {
  let distance = 0;
  for (let i = 0; i < query.length; i += BLOCK) {
    const a = words[at + i]! ^ query[i]!;
    const b = words[at + i + 1]! ^ query[i + 1]!;
    const c = words[at + i + 2]! ^ query[i + 2]!;
    const d = words[at + i + 3]! ^ query[i + 3]!;
    const ab = a ^ b;
    const abc = ab ^ c;
    // The bits of `ones` count once, those of both carries twice.
    const ones = inNibbles(abc ^ d);
    const twos = inNibbles((a & b) | (ab & c)) + inNibbles(abc & d);
    distance += sumOfBytes(inBytes(ones) + (inBytes(twos) << 1));
  }
  return distance;
}

/** The number of bits in each group of four. */
function inNibbles(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  return (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
}

function inBytes(nibbles: number): number {
  return (nibbles & 0x0f0f0f0f) + ((nibbles >>> 4) & 0x0f0f0f0f);
}

function sumOfBytes(bytes: number): number {
  const halves = (bytes & 0x00ff00ff) + ((bytes >>> 8) & 0x00ff00ff);
  return (halves + (halves >>> 16)) & 0xffff;
}
