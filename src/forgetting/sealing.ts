import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Env } from '../config/env';
import { ServiceKey } from '../config/service-secret';

const PURPOSE = 'agent-memory-service/forget-selector/v1';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what a run looks for, so that the database never holds the name of whom to forget. */
export class Sealing {
  private readonly key: ServiceKey;

  constructor(env: Pick<Env, 'SERVICE_SECRET_KEY' | 'DATA_DIR'>) {
    this.key = new ServiceKey(env, PURPOSE);
  }

  async seal(value: unknown): Promise<Buffer> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, await this.key.load(), nonce);
    const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** Throws for bytes that another key sealed. */
  async open(sealed: Uint8Array): Promise<unknown> {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, await this.key.load(), nonce);
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return JSON.parse(Buffer.concat([body, decipher.final()]).toString('utf8'));
  }
}
