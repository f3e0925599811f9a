import type { HistoryEvent, Memory } from '../../memory';
import { instantIn, textIn, typeIn } from '../metadata';

/** A change in the history of a memory. */
export interface LaterChange {
  at: Date;
  event: HistoryEvent;
  /** The values before an edit or a restoration, by field name of the API. */
  former: Record<string, unknown> | null;
}

export interface LaterChanges {
  /**
   * By id: the changes at or after the instant, oldest first. Open changes are included: if the backend lost one, its
   * former values equal the document.
   */
  later(namespace: string, ids: readonly string[], at: Date): Promise<Map<string, LaterChange[]>>;
}

/** Whether the memory existed at the instant. */
export function existedAt(memory: Memory, at: Date): boolean {
  return memory.createdAt <= at;
}

/** Whether the memory was edited, restored or expired after the instant. */
export function hasChangedSince(memory: Memory, at: Date): boolean {
  return memory.updatedAt > at || (memory.expiredAt !== null && memory.expiredAt >= at);
}

/**
 * The memory at an instant when it existed; null if it was not live. The first later edit of a field holds its value at
 * the instant; the first later expiry or restoration says whether it was live. Expiry at the instant itself comes after
 * it, restoration before it.
 */
export function asThen(memory: Memory, later: readonly LaterChange[], at: Date): Memory | null {
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
