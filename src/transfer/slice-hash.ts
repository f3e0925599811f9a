import { createHash } from 'node:crypto';

/** What the audit records of a slice of an import have of its lines: SHA-256, in hex. */
export function sliceHash(json: string): string {
  return createHash('sha256').update(json).digest('hex');
}
