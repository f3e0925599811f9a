import type { HistoryEntry, Memory } from '../../memory';
import { instantIn, textIn, typeIn } from '../metadata';

/** A change in the history of a memory; the former values of a restoration count too. */
export type LaterChange = Pick<HistoryEntry, 'at' | 'event' | 'former'>;

/** Whether a memory that existed at the instant was edited, restored or expired after it. */
export function hasChangedSince(memory: Memory, at: Date): boolean {
  if (memory.createdAt > at) return false;
  return memory.updatedAt > at || (memory.expiredAt !== null && memory.expiredAt >= at);
}

/**
 * The memory at an instant; null if it did not exist or was not active. The first later edit of a field holds its value
 * then, the first later expiry or restoration the status; at the very instant, expiry is after and restoration before.
 */
export function asThen(memory: Memory, later: readonly LaterChange[], at: Date): Memory | null {
  if (memory.createdAt > at) return null;
  const turn = later.find(
    (change) =>
      (change.event === 'expired' && change.at >= at) || (change.event === 'restored' && change.at > at),
  );
  const live = turn ? turn.event === 'expired' : memory.status === 'active';
  if (!live) return null;
  const former = memory.updatedAt > at ? formerAt(later, at) : {};
  return { ...withFormer(memory, former), status: 'active', expiredAt: null, expiredBy: null };
}

function formerAt(later: readonly LaterChange[], at: Date): Record<string, unknown> {
  const former: Record<string, unknown> = {};
  for (const change of later) {
    if (change.at <= at || change.former === null) continue;
    for (const [field, value] of Object.entries(change.former)) {
      if (!Object.hasOwn(former, field)) former[field] = value;
    }
  }
  return former;
}

function withFormer(memory: Memory, former: Record<string, unknown>): Memory {
  const { confidence, tags } = former;
  return {
    ...memory,
    title: textIn(former.title) ?? memory.title,
    content: textIn(former.content) ?? memory.content,
    type: typeIn(former.type) ?? memory.type,
    confidence: typeof confidence === 'number' ? confidence : memory.confidence,
    tags: Array.isArray(tags) ? tags.flatMap((tag) => textIn(tag) ?? []) : memory.tags,
    source: textIn(former.source) ?? memory.source,
    // The former value can be null.
    sourceRef: Object.hasOwn(former, 'source_ref') ? textIn(former.source_ref) : memory.sourceRef,
    updatedAt: instantIn(former.updated_at) ?? memory.updatedAt,
  };
}
