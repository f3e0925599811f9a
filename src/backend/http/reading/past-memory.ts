import type { HistoryEvent, Memory } from '../../memory';
import { instantIn, textIn, typeIn } from '../metadata';

/** A change that a memory went through, as its history tells it. */
export interface LaterChange {
  at: Date;
  event: HistoryEvent;
  /** The values before an edit or a restoration, by field name as in the interface. */
  former: Record<string, unknown> | null;
}

/** The histories of memories, as far as the past is worked out from them. */
export interface LaterChanges {
  /**
   * By id: the changes at or after the instant, oldest first. One that the backend may not have taken can be among
   * them: its former values are then what the document still says. Those without any may be absent.
   */
  later(namespace: string, ids: readonly string[], at: Date): Promise<Map<string, LaterChange[]>>;
}

/** Whether the memory was there at the instant, and so may have been live. */
export function existedAt(memory: Memory, at: Date): boolean {
  return memory.createdAt <= at;
}

/**
 * Whether changes after the instant have a say in what the memory was then. Edits and restorations move `updatedAt`
 * beyond their own time, and an expiry that no restoration followed stands in the stamp.
 */
export function hasChangedSince(memory: Memory, at: Date): boolean {
  return memory.updatedAt > at || (memory.expiredAt !== null && memory.expiredAt >= at);
}

/**
 * The memory as it was at an instant at which it existed; null when it was not live. Fields come from the values that
 * later edits replaced: of several edits of a field, the earliest after the instant knows its value then. Whether it
 * had expired is told by the first expiry or restoration after the instant, else by what it is now; one that expired
 * at the very instant was still live, one restored at it was live again.
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
    // The former value may well be none.
    sourceRef: Object.hasOwn(former, 'source_ref') ? textIn(former.source_ref) : memory.sourceRef,
    updatedAt: instantIn(former.updated_at) ?? memory.updatedAt,
  };
}
