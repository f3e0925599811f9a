import { createHash } from 'node:crypto';

/** The text form of a UUID in lower case (RFC 9562), as a part of other patterns. */
export const UUID_PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

export const UUID = new RegExp(`^${UUID_PATTERN}$`);
export const UUID_ANY_CASE = new RegExp(`^${UUID_PATTERN}$`, 'i');

/** A version 7 UUID (RFC 9562) of the time `at`, whose other bits follow from the parts: equal parts, equal id. */
export function derivedId(at: Date, ...parts: readonly (string | number)[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = 0x70 | (bytes.readUInt8(6) & 0x0f);
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
