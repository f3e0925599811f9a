import { createHash } from 'node:crypto';

/** The SHA-256, in hex, of the lines of a slice, which its audit records hold. */
export function sliceHash(json: string): string {
  return createHash('sha256').update(json).digest('hex');
}
