/** BLCKSZ in PostgreSQL's build configuration. */
export const PAGE_BYTES = 8_192;

/** FNV_PRIME, N_SUMS and checksumBaseOffsets in PostgreSQL's `storage/checksum_impl.h`. */
const PRIME = 16_777_619;
const SUMS = 32;
const OFFSETS = new Int32Array([
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c, 0xf8d4474f,
  0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc,
  0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6,
  0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
]);

const PAGE_WORDS = PAGE_BYTES / 4;
/** In words: `pd_checksum` is the lower half of the third one of a page, `pd_upper` the upper half of the fourth. */
const CHECKSUM_WORD = 2;
const UPPER_WORD = 3;
const CHECKSUM_MASK = 0xffff;

/**
 * Whether the page that begins at `start` (in 32-bit words) has the checksum of its content and block number, or is new
 * and empty, as PostgreSQL's PageIsVerified decides. The words are in the byte order of the engine, which is little-endian.
 */
export function isPageValid(words: Int32Array, start: number, block: number): boolean {
  const upper = (words[start + UPPER_WORD] ?? 0) >>> 16;
  if (upper === 0) return isEmpty(words, start);
  const stored = words[start + CHECKSUM_WORD] ?? 0;
  words[start + CHECKSUM_WORD] = stored & ~CHECKSUM_MASK;
  const found = checksumOf(words, start, block);
  words[start + CHECKSUM_WORD] = stored;
  return found === (stored & CHECKSUM_MASK);
}

function isEmpty(words: Int32Array, start: number): boolean {
  for (let at = start; at < start + PAGE_WORDS; at++) if (words[at] !== 0) return false;
  return true;
}

/** Four sums at a time: each depends on its last value, and a processor computes several of them at once. */
function checksumOf(words: Int32Array, start: number, block: number): number {
  let result = 0;
  for (let column = 0; column < SUMS; column += 4) {
    let a = OFFSETS[column] as number;
    let b = OFFSETS[column + 1] as number;
    let c = OFFSETS[column + 2] as number;
    let d = OFFSETS[column + 3] as number;
    for (let at = start + column; at < start + PAGE_WORDS; at += SUMS) {
      a = mix(a, words[at] as number);
      b = mix(b, words[at + 1] as number);
      c = mix(c, words[at + 2] as number);
      d = mix(d, words[at + 3] as number);
    }
    result ^= finish(a) ^ finish(b) ^ finish(c) ^ finish(d);
  }
  return (((result ^ block) >>> 0) % 65_535) + 1;
}

function mix(sum: number, word: number): number {
  const mixed = sum ^ word;
  return Math.imul(mixed, PRIME) ^ (mixed >>> 17);
}

/** Two rounds of zeros, so that the last words reach all bits. */
function finish(sum: number): number {
  return mix(mix(sum, 0), 0);
}
