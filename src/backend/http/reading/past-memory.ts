import type { HistoryEntry, Memory } from '../../memory';
import { EDITED_FIELDS, type NamedField } from '../../memory-columns';
import { instantIn, textIn, valueIn } from '../../document-metadata';

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
  const then = EDITED_FIELDS.flatMap((field) => {
    if (!Object.hasOwn(former, field.column)) return [];
    const value = formerValue(field, former[field.column]);
    // Only the former value of a field that may be null can be null.
    return value === null && !field.isNullable ? [] : [[field.name, value] as const];
  });
  return {
    ...memory,
    ...Object.fromEntries(then),
    updatedAt: instantIn(former.updated_at) ?? memory.updatedAt,
  };
}

/** A former value as the history has it. Null for one that the field cannot hold. */
function formerValue({ value }: NamedField, former: unknown): unknown {
  const { kind } = value;
  if (kind === 'number') return typeof former === 'number' ? former : null;
  if (kind === 'flag') return typeof former === 'boolean' ? former : null;
  if (kind === 'tags') return Array.isArray(former) ? former.flatMap((tag) => textIn(tag) ?? []) : null;
  if (kind === 'choice' || kind === 'time' || kind === 'metadata') return valueIn(value, former);
  return textIn(former);
}
