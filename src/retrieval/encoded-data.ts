import { cutLongRuns } from './long-runs';

/**
 * A longer run of letters, digits and the signs of base64 is no language but data, such as an image or a key, and
 * not a path or an identifier either. Its first so many characters are indexed.
 */
const LONGEST_RUN = 256;

/** By ASCII code: whether it is a letter, a digit or one of `+/=_-`. */
const SIGNS = Array.from({ length: 128 }, (_, code) => /[A-Za-z0-9+/=_-]/.test(String.fromCharCode(code)));

/** The text with its runs of encoded data cut, so that each gives an index a bounded number of terms. */
export function withoutEncodedData(text: string): string {
  return cutLongRuns(text, LONGEST_RUN, isSign);
}

function isSign(text: string, at: number): boolean {
  return SIGNS[text.charCodeAt(at)] === true;
}
