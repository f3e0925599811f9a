import { createHash } from 'node:crypto';

/**
 * A UUID in the layout of version 7 (RFC 9562) whose time is `at` and whose other bits follow from the parts: who
 * asks again for the same gets the same.
 */
export function derivedId(at: Date, ...parts: readonly (string | number)[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = 0x70 | (bytes.readUInt8(6) & 0x0f);
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
