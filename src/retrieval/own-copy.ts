/** V8 copies shorter substrings anyway (SlicedString::kMinLength). */
const LEAST_SLICED = 13;

/**
 * A word cut out of a text keeps the whole text alive in V8 while it lives itself.
 */
export function ownCopy(word: string): string {
  return word.length < LEAST_SLICED ? word : Buffer.from(word, 'utf16le').toString('utf16le');
}
