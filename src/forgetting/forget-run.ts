import { notFound } from '../common/domain-error';
import type { Selector } from './selector';

/** What a run deletes, as receipts count it. */
export const FORGOTTEN_KINDS = [
  'memories',
  'former_versions',
  'chunks',
  'files',
  'conflict_rows',
  'responses',
  'queries',
] as const;
export type ForgottenKind = (typeof FORGOTTEN_KINDS)[number];
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
  auditHead: string | null;
  signature: string | null;
}

export const receiptNotFound = notFound('receipt_not_found', 'Receipt');
