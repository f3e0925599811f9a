/** Of the readable part. */
const MAX_READABLE = 100;
/** Hexadecimal digits of the digest: 64 bits, so that of a million texts two have one id with odds of 1 to 37 million. */
const DIGITS = 16;

/**
 * A valid agent id for any text, such as an address: its letters and digits, and the beginning of its SHA-256, by which
 * texts that look alike get different ids. The Python client makes the same ids. It takes `crypto.subtle`, which browsers
 * have on secure pages only. Rejects with a TypeError for an empty text, and for one with half of a surrogate pair.
 */
export async function agentIdFor(text: string): Promise<string> {
  if (text === '' || hasLoneSurrogate(text))
    throw new TypeError('Give a text that is not empty, as well-formed Unicode');
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const digits = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const words = text.match(/[A-Za-z0-9_]+/g) ?? [];
  const readable = words.join('-').slice(0, MAX_READABLE);
  return readable === '' ? digits.slice(0, DIGITS) : `${readable}-${digits.slice(0, DIGITS)}`;
}

function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}
