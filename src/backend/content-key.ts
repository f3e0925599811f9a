import { createHash } from 'node:crypto';
import { normalizeContent } from './memory';

/**
 * 64 bits of the SHA-256 of a memory's normalised content, as a signed decimal (PostgreSQL's bigint). Equal
 * for duplicates; two different texts may share it, so compare the texts of what it finds as well.
 */
export function contentKey(content: string): string {
  return createHash('sha256').update(normalizeContent(content)).digest().readBigInt64BE(0).toString();
}

/** The 8 bytes of a content key. */
export function contentKeyBytes(key: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(key));
  return bytes;
}
