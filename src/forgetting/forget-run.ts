import { canonicalJson } from '../audit/canonical-json';
import { notFound } from '../common/domain-error';
import type { Selector } from './selector';

/** What a run deletes, as receipts count it. */
export type ForgottenKind =
  'memories' | 'former_versions' | 'chunks' | 'files' | 'conflict_rows' | 'responses' | 'queries';
export type Counts = Record<ForgottenKind, number>;

export const NO_COUNTS: Readonly<Counts> = {
  memories: 0,
  former_versions: 0,
  chunks: 0,
  files: 0,
  conflict_rows: 0,
  responses: 0,
  queries: 0,
};

/** What could not be deleted, in words. */
export interface Remaining {
  agent_id: string;
  what: string;
  /** The run is not done, and is tried again. */
  isFailure: boolean;
}

/** A run that is not done. */
export interface OpenRun {
  receiptId: string;
  agentIds: readonly string[];
  by: string;
  sessionId: string | null;
  selector: Selector;
}

/** Proof of what was forgotten, without any of it. */
export interface Receipt {
  receiptId: string;
  state: 'running' | 'done';
  agentIds: readonly string[];
  by: string;
  startedAt: Date;
  /** When it was done; null while it runs. */
  at: Date | null;
  counts: Counts;
  remaining: readonly Remaining[];
  /** Keyed hashes of the deleted texts, in hex. */
  digests: readonly string[];
  /** Null while it runs, and where the chain could not be sealed. */
  auditHead: AuditHead | null;
  /** Of the signature; both null while it runs. */
  keyId: string | null;
  /** Ed25519, in hex, of `receiptText`. */
  signature: string | null;
}

/** The end of an audit chain that holds the record of the run. */
export interface AuditHead {
  /** The namespace of the one agent of the run; empty for the chain of management. */
  chain: string;
  seq: number;
  hash: string;
}

export interface Signature {
  at: Date;
  auditHead: AuditHead | null;
  keyId: string;
  signature: string;
}

/** The signed text: canonical JSON of the receipt as the interface shows it, without its state and signature. */
export function receiptText(receipt: Omit<Receipt, 'state' | 'signature' | 'startedAt'>): string {
  const { receiptId, agentIds, by, at, counts, remaining, digests, auditHead, keyId } = receipt;
  return canonicalJson({
    receipt_id: receiptId,
    at,
    by,
    agent_ids: agentIds,
    counts,
    remaining: shownRemaining(remaining),
    digests,
    audit_head: auditHead,
    key_id: keyId,
  });
}

export function shownRemaining(remaining: readonly Remaining[]): Omit<Remaining, 'isFailure'>[] {
  return remaining.map(({ agent_id, what }) => ({ agent_id, what }));
}

export const receiptNotFound = notFound('receipt_not_found', 'Receipt');
