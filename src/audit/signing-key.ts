import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import type { Env } from '../config/env';
import { ServiceKey } from '../config/service-secret';

/** PKCS #8 of an Ed25519 key up to its 32 bytes (https://www.rfc-editor.org/rfc/rfc8410#section-7). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
/** The same of a public key (SPKI). */
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_ID_DIGITS = 16;

interface LoadedKey {
  privateKey: KeyObject;
  keyId: string;
  /** 32 bytes, in hex. */
  publicKey: string;
}

/**
 * The Ed25519 key of this service. Its seed is derived from SERVICE_SECRET_KEY, or from the secret of the data
 * directory, so that all replicas have the same one.
 */
export class SigningKey {
  private readonly seed: ServiceKey;
  private loaded: LoadedKey | null = null;

  constructor(env: Pick<Env, 'SERVICE_SECRET_KEY' | 'DATA_DIR'>) {
    this.seed = new ServiceKey(env, 'agent-memory-service/signing-key/v1');
  }

  /** Throws as `deriveServiceKey` does. */
  async load(): Promise<Pick<LoadedKey, 'keyId' | 'publicKey'>> {
    return this.key();
  }

  /** The signature of a text, in hex. Throws as `load` does. */
  async sign(text: string): Promise<{ keyId: string; signature: string }> {
    const { privateKey, keyId } = await this.key();
    return { keyId, signature: sign(null, Buffer.from(text), privateKey).toString('hex') };
  }

  private async key(): Promise<LoadedKey> {
    this.loaded ??= toKey((await this.seed.load()).export());
    return this.loaded;
  }
}

/** Whether a signature in hex is that of a text, by a public key of 32 bytes in hex. */
export function isSignature(text: string, signature: string, publicKey: string): boolean {
  try {
    const spki = Buffer.concat([PUBLIC_PREFIX, Buffer.from(publicKey, 'hex')]);
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'));
  } catch {
    return false;
  }
}

/** The id by which exports and heads name a public key. `publicKey`: in hex. */
export function keyIdOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('hex').slice(0, KEY_ID_DIGITS);
}

function toKey(seed: Buffer): LoadedKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PRIVATE_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = spki.subarray(PUBLIC_PREFIX.length).toString('hex');
  return { privateKey, publicKey, keyId: keyIdOf(publicKey) };
}
