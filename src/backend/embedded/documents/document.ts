import { createHash } from 'node:crypto';
import { UUID } from '../../../common/uuid';

/** A document as a client of the backend server gave it, verbatim. */
export interface NewDocument {
  /** 1 to 256 bytes. */
  id: string;
  text: string;
  metadata: Readonly<Record<string, unknown>>;
}

export interface StoredDocument extends NewDocument {
  /** When it was first stored. */
  createdAt: Date;
}

/** A range of a listing by sequence number: after one document, and up to another one if there is an end. */
export interface SequenceRange {
  after: number;
  until: number | null;
}

/** The version of a UUID stands here; those derived are of version 8 (RFC 9562), which is free for such uses. */
const VERSION_AT = 14;

/**
 * The id of the memory that a document stands for: its own where that is a UUID in lower case, else one derived from
 * it. A UUID of version 8 counts as any other text, so that no id can be made up to be the derived one of another.
 */
export function memoryIdOf(documentId: string): string {
  if (UUID.test(documentId) && documentId[VERSION_AT] !== '8') return documentId;
  const bytes = createHash('sha256').update(documentId).digest().subarray(0, 16);
  bytes[6] = 0x80 | (bytes.readUInt8(6) & 0x0f);
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
