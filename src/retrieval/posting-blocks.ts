export const GROWTH = 1.25;
/** Longer lists have an array of their own: few lists hold most entries, and moving them would leave large holes. */
export const LONGEST_BLOCK = 1024;
/** The shared array consists of chunks, because copying a large array would block the event loop. */
export const CHUNK_BITS = 18;
export const CHUNK = 2 ** CHUNK_BITS;
export const BLOCK_SIZES = blockSizes();
/** By length of a list: which of the sizes its block has. */
export const SIZE_OF_LENGTH = Uint8Array.from({ length: LONGEST_BLOCK + 1 }, (_, length) =>
  BLOCK_SIZES.findIndex((size) => size >= length),
);

function blockSizes(): number[] {
  const sizes = [2];
  for (let last = 2; last < LONGEST_BLOCK; sizes.push(last)) {
    last = Math.min(LONGEST_BLOCK, Math.ceil(last * GROWTH) + 1);
  }
  return sizes;
}
