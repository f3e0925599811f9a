import { createHash } from 'node:crypto';
import type { HistoryEntry, HistoryEvent, Memory, NewMemory, Act, Dated } from '../../memory';
import { changedFields, edited, type MemoryEdit } from '../../memory-edit';
import { FIELD_LIST, type NamedField } from '../../memory-columns';
import { contentKey, type Fingerprints } from '../../fingerprints';
import { toMemory, type RemoteDocument } from '../../document';
import { bytesOf, type StoredUse } from '../../../quotas/quota';

export interface CurrentMemory {
  memory: Memory;
  document: RemoteDocument;
}

/** A change of a memory, with its history entry. */
export interface MemoryChange extends HistoryEntry {
  id: string;
  /** Null: a new memory. */
  before: RemoteDocument | null;
  /** Null: the memory is deleted. */
  after: Memory | null;
  sweepId: string | null;
  /** Hash of deleted content, in hex. */
  fingerprint: string | null;
}

export type DatedAct = Dated<Act, 'at'>;

const NOTHING_MORE = { former: null, sweepId: null, fingerprint: null };

export function creationOf(memory: Dated<NewMemory, 'createdAt'>): MemoryChange {
  const stored = { status: 'active', expiredAt: null, expiredBy: null, updatedAt: memory.createdAt } as const;
  const { id, createdAt: at, sessionId, actorId: by } = memory;
  const after = { ...memory, ...stored };
  return { id, before: null, after, event: 'created', at, sessionId, by, ...NOTHING_MORE };
}

/** A memory that comes from another namespace. `at`: when. */
export function arrivalOf(memory: Memory, newId: string, at: Date): MemoryChange {
  const { createdAt, sessionId, actorId: by } = memory;
  const after: Memory = { ...memory, id: newId, provenance: 'imported', updatedAt: at };
  return { id: newId, before: null, after, event: 'created', at: createdAt, sessionId, by, ...NOTHING_MORE };
}

export function editOf({ memory, document }: CurrentMemory, edit: MemoryEdit, act: DatedAct): MemoryChange {
  const after: Memory = { ...edited(memory, edit), updatedAt: movedOn(memory, act.at) };
  return changeOf({ memory, document }, 'edited', after, act, { former: formerOf(memory, edit) });
}

/** `act.by` is the reason or the rule. */
export function expiryOf(current: CurrentMemory, act: DatedAct, sweepId: string | null): MemoryChange {
  const after: Memory = { ...current.memory, status: 'expired', expiredAt: act.at, expiredBy: act.by };
  return changeOf(current, 'expired', after, act, { sweepId });
}

/** `forGood`: it has no time of its own to expire any more, if that has passed, so that it does not expire at once. */
export function restorationOf(current: CurrentMemory, act: DatedAct, forGood: boolean): MemoryChange {
  const { memory } = current;
  const updatedAt = movedOn(memory, act.at);
  const isOver = forGood && memory.expiresAt !== null && memory.expiresAt <= act.at;
  const after: Memory = {
    ...memory,
    status: 'active',
    expiredAt: null,
    expiredBy: null,
    updatedAt,
    expiresAt: isOver ? null : memory.expiresAt,
  };
  // For listings of the past, not for the history.
  const former = {
    updated_at: memory.updatedAt.toISOString(),
    ...(isOver && { expires_at: memory.expiresAt?.toISOString() }),
  };
  return changeOf(current, 'restored', after, act, { former });
}

export async function deletionsOf(
  fingerprints: Fingerprints,
  targets: readonly CurrentMemory[],
  act: DatedAct,
): Promise<MemoryChange[]> {
  const hashes = await fingerprints.of(targets.map(({ memory }) => contentKey(memory.content)));
  return targets.map((target, at) =>
    changeOf(target, 'deleted', null, act, { fingerprint: hashes[at] ?? '' }),
  );
}

function changeOf(
  { memory, document }: CurrentMemory,
  event: HistoryEvent,
  after: Memory | null,
  act: DatedAct,
  details: Partial<MemoryChange>,
): MemoryChange {
  return { id: memory.id, before: document, after, event, ...act, ...NOTHING_MORE, ...details };
}

/** How many memories and bytes the changes add. */
export function growthBy(changes: readonly MemoryChange[]): StoredUse {
  return {
    memories: changes.filter(({ before }) => before === null).length,
    bytes: changes.reduce(
      (sum, { before, after }) => sum + sizeOf(after) - sizeOf(before && toMemory(before)),
      0,
    ),
  };
}

function sizeOf(memory: Memory | null): number {
  return memory === null ? 0 : bytesOf(memory);
}

/** Digests of earlier versions lack these fields, so a digest has none that has its default. */
const ADDED_LATER = FIELD_LIST.filter(({ isAddedLater }) => isAddedLater);

/** SHA-256, in hex, of the fields of a memory, by which a document is compared with a change. */
export function digestOf(memory: Memory): string {
  const defaults = ADDED_LATER.filter((field) => isDefault(field, memory)).map(({ name }) => name);
  const fields = Object.entries(memory)
    .filter(([name]) => !(defaults as string[]).includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

function isDefault({ name, default: value }: NamedField, memory: Memory): boolean {
  return JSON.stringify(memory[name]) === JSON.stringify(value);
}

/** Whether the document shows the change; a null digest stands for a deletion. */
export function isMade(digest: string | null, document: RemoteDocument | undefined): boolean {
  if (digest === null || document === undefined) return digest === null && document === undefined;
  return digestOf(toMemory(document)) === digest;
}

/** Always later than before, even within one millisecond or if the clock is behind. */
function movedOn({ updatedAt }: Memory, at: Date): Date {
  return new Date(Math.max(at.getTime(), updatedAt.getTime() + 1));
}

/** The old values of the edited fields, by their names in the API. */
function formerOf(memory: Memory, edit: MemoryEdit): Record<string, unknown> {
  const former: Record<string, unknown> = {};
  if (edit.content !== null && memory.titleDerived) former.title = memory.title;
  for (const { name, column } of changedFields(edit)) former[column] = memory[name];
  return { ...former, updated_at: memory.updatedAt.toISOString() };
}
