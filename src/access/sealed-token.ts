import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** An OpenID Connect token that somebody logged in with, and how records name its holder. */
export interface HeldToken {
  by: string;
  token: string;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The largest size of an unpacked token: headers are smaller. */
const MAX_BYTES = 65_536;

/** Encrypts a token, so that a stolen cookie cannot be sent to other services as the token. Returns base64url. */
export function sealToken({ by, token }: HeldToken, key: KeyObject): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(key), nonce);
  // Browsers keep about 4,000 characters of a cookie.
  const packed = deflateRawSync(JSON.stringify([by, token]));
  const text = Buffer.concat([cipher.update(packed), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
}

/** Null when it was sealed with another key, or changed. */
export function openToken(sealed: string, key: KeyObject): HeldToken | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, cipherKey(key), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const packed = Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]);
    const text = inflateRawSync(packed, { maxOutputLength: MAX_BYTES }).toString('utf8');
    const [by, token] = JSON.parse(text) as [string, string];
    return { by, token };
  } catch {
    return null;
  }
}

/** A key of its own, since the other one signs. */
function cipherKey(key: KeyObject): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', 'token of a login', KEY_BYTES));
}
