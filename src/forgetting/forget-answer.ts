import type { Findings, FoundMemory } from './findings';
import type { ForgetResponse, FoundMemoryRow } from './forget.dto';
import type { ForgetReceipt } from './receipt.dto';
import { type FindingsCursor, pageOfFindings } from './forget-request';
import { type Receipt, shownRemaining } from './forget-run';

/** Memories of each list of a dry run that one answer has. */
const PAGE = 100;

export function dryRunAnswer(found: Findings, cursor: FindingsCursor): ForgetResponse {
  const certain = pageOfFindings(found.certain, cursor.certain, PAGE);
  const unsure = pageOfFindings(found.unsure, cursor.unsure, PAGE);
  const { counts, spellings } = found;
  return {
    dry_run: true,
    certain: certain.items.map(toRow),
    unsure: unsure.items.map(toRow),
    count_by_kind: counts,
    count_unsure: found.unsure.length,
    spellings: [...spellings],
    next_cursor: certain.hasMore || unsure.hasMore ? `${certain.last}.${unsure.last}` : null,
    receipt: null,
  };
}

export function runAnswer(receipt: Receipt): ForgetResponse {
  const nothing = { certain: null, unsure: null, count_by_kind: null, count_unsure: null, spellings: null };
  return { dry_run: false, ...nothing, next_cursor: null, receipt: toReceipt(receipt) };
}

export function toReceipt(receipt: Receipt): ForgetReceipt {
  return {
    receipt_id: receipt.receiptId,
    state: receipt.state,
    at: receipt.at?.toISOString() ?? null,
    by: receipt.by,
    agent_ids: [...receipt.agentIds],
    counts: receipt.counts,
    remaining: shownRemaining(receipt.remaining),
    digests: [...receipt.digests],
    audit_head: receipt.auditHead,
    key_id: receipt.keyId,
    signature: receipt.signature,
  };
}

function toRow({ agentId, memory }: FoundMemory): FoundMemoryRow {
  const { id, title, status, createdAt } = memory;
  return { agent_id: agentId, id, title, status, created_at: createdAt.toISOString() };
}
