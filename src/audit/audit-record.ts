import { createHash } from 'node:crypto';
import type { AuditEntry } from './audit-entry';
import { canonicalJson } from './canonical-json';

/** An entry in its place. */
export interface AuditRecord extends AuditEntry {
  /** 1 for the first record of a chain, without gaps. */
  seq: number;
  /** Of the database's clock. */
  at: Date;
  /** False if the entry was changed, or made by a process with another secret, before it got its place. */
  proven: boolean;
  /** SHA-256, in hex, of the record and of the hash before it. */
  hash: string;
}

/** The hash before the first record. */
export const GENESIS = '0'.repeat(64);

/** A place in a chain, signed. */
export interface SignedPlace {
  seq: number;
  /** Of the record at that place; `GENESIS` for 0. */
  hash: string;
  at: Date;
  keyId: string;
  /** Ed25519, in hex, of `placeText`. */
  signature: string;
}

/** How a place is used: as the end of a chain, or as the last record that was pruned. */
export type PlaceUse = 'head' | 'anchor';

/** The SHA-256, in hex, of the canonical JSON of the fields in this order. */
export function recordHash(record: Omit<AuditRecord, 'hash'>, previousHash: string): string {
  const { chain, seq, id, at, actor, operation, sessionId, targets, count, digest, proven } = record;
  const fields = [chain, seq, id, at, actor, operation, sessionId, targets, count, digest, proven];
  return createHash('sha256')
    .update(canonicalJson([...fields, previousHash]))
    .digest('hex');
}

/** The text that a signature covers. */
export function placeText(
  use: PlaceUse,
  chain: string,
  { seq, hash, at }: Pick<SignedPlace, 'seq' | 'hash' | 'at'>,
): string {
  return canonicalJson([`agent-memory/audit-${use}/v1`, chain, seq, hash, at]);
}
