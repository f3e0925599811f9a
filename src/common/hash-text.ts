import { randomInt } from 'node:crypto';

/** Drawn for each process, so that no client can construct texts that all fall on one slot. */
const SEED = randomInt(2 ** 32);

/** 32 bits: FNV-1a over UTF-16 units, with its upper bits mixed into the lower ones, which hash tables go by. */
export function hashText(text: string): number {
  let hash = SEED ^ 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x9e3779b1);
  return (hash ^ (hash >>> 13)) >>> 0;
}
