import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../common/domain-error';
import type { Access, Grant } from './grant';
import { WrongCredential } from './wrong-credential';

/** A key as it is kept: its secret is known by the digest only. */
export interface ApiKey {
  keyId: string;
  name: string;
  /** SHA-256 of the whole key. */
  digest: Uint8Array;
  agents: readonly string[];
  access: Access;
  /** The scopes that it is limited to; null for all memories. */
  scopes: readonly string[] | null;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  rateLimitPerMinute: number | null;
}

/** What a request with a key needs of the kept one. */
export type KeyToCheck = Omit<ApiKey, 'createdAt' | 'lastUsedAt'>;

export interface PresentedKey {
  keyId: string;
  digest: Uint8Array;
}

export const KEY_PREFIX = 'amk_';
/** The same length for every key, so that an id cannot run over into the secret, which may hold `_` too. */
const KEY = /^amk_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/;
export const KEY_ID = /^[0-9a-f]{16}$/;
const SECRET_BYTES = 32;
const ID_BYTES = 8;
const NO_DIGEST = new Uint8Array(SECRET_BYTES);

/** A new id, and the key with a secret of 32 random bytes. */
export function newKey(): { keyId: string; key: string } {
  const keyId = randomBytes(ID_BYTES).toString('hex');
  return { keyId, key: `${KEY_PREFIX}${keyId}_${randomBytes(SECRET_BYTES).toString('base64url')}` };
}

export function keyDigest(key: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(key).digest());
}

/** Null when the text is malformed. */
export function presentedKey(text: string): PresentedKey | null {
  const keyId = KEY.exec(text)?.[1];
  return keyId === undefined ? null : { keyId, digest: keyDigest(text) };
}

/** Whether a stored key is the presented one, in a time that does not depend on the digests. */
export function isSameKey(presented: PresentedKey, stored: KeyToCheck | null): stored is KeyToCheck {
  const isEqual = timingSafeEqual(presented.digest, stored?.digest ?? NO_DIGEST);
  return isEqual && stored !== null;
}

export function hasKeyExpired({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() <= now.getTime();
}

export function grantOfKey({ keyId, name, agents, access, scopes }: KeyToCheck): Grant {
  return { agents, access, scopes, by: `key:${name}`, keyId };
}

/** The same for every cause, so that the response does not help to guess. */
export function invalidApiKey(): DomainError {
  return new WrongCredential('InvalidApiKey');
}

export function keyNotFound(keyId: string): DomainError {
  return new DomainError('KeyNotFound', `Key '${keyId}' not found`, { key_id: keyId });
}
