import { createHash } from 'node:crypto';
import {
  deriveTitle,
  type HistoryEvent,
  type Memory,
  type MemoryEdit,
  type NewMemory,
  type Act,
} from '../../memory';
import { toMemory } from '../document';
import type { RemoteDocument } from '../protocol/backend-api';

/** A memory as the backend has it now. */
export interface CurrentMemory {
  memory: Memory;
  document: RemoteDocument;
}

/** What is to become of a memory, and what its history is to say of that. */
export interface MemoryChange {
  id: string;
  /** Null: there is none yet. */
  before: RemoteDocument | null;
  /** Null: it is deleted. */
  after: Memory | null;
  event: HistoryEvent;
  at: Date;
  sessionId: string | null;
  by: string;
  former: Record<string, unknown> | null;
  sweepId: string | null;
  /** Of a deletion: what the content is known by, in hex. */
  fingerprint: string | null;
}

const NOTHING_MORE = { former: null, sweepId: null, fingerprint: null };

export function creationOf(memory: NewMemory): MemoryChange {
  const stored = { status: 'active', expiredAt: null, expiredBy: null, updatedAt: memory.createdAt } as const;
  const { id, createdAt: at, sessionId, actorId: by } = memory;
  const after = { ...memory, ...stored };
  return { id, before: null, after, event: 'created', at, sessionId, by, ...NOTHING_MORE };
}

export function editOf({ memory, document }: CurrentMemory, edit: MemoryEdit, act: Act): MemoryChange {
  const derived = edit.content !== null && memory.titleDerived ? deriveTitle(edit.content) : null;
  const after: Memory = {
    ...memory,
    title: edit.title ?? derived ?? memory.title,
    titleDerived: memory.titleDerived && edit.title === null,
    content: edit.content ?? memory.content,
    type: edit.type ?? memory.type,
    confidence: edit.confidence ?? memory.confidence,
    tags: edit.tags ?? memory.tags,
    source: edit.source ?? memory.source,
    sourceRef: edit.sourceRef ?? memory.sourceRef,
    updatedAt: movedOn(memory, act.at),
  };
  const former = formerOf(memory, edit);
  return { id: memory.id, before: document, after, event: 'edited', ...act, ...NOTHING_MORE, former };
}

/** `by`: the reason or the rule. */
export function expiryOf(
  { memory, document }: CurrentMemory,
  { at, sessionId, by }: Act,
  sweepId: string | null,
): MemoryChange {
  const after: Memory = { ...memory, status: 'expired', expiredAt: at, expiredBy: by };
  return {
    ...NOTHING_MORE,
    id: memory.id,
    before: document,
    after,
    event: 'expired',
    at,
    sessionId,
    by,
    sweepId,
  };
}

export function restorationOf({ memory, document }: CurrentMemory, act: Act): MemoryChange {
  const updatedAt = movedOn(memory, act.at);
  const after: Memory = { ...memory, status: 'active', expiredAt: null, expiredBy: null, updatedAt };
  // For listings of the past, not for the history.
  const former = { updated_at: memory.updatedAt.toISOString() };
  return { id: memory.id, before: document, after, event: 'restored', ...act, ...NOTHING_MORE, former };
}

export function deletionOf({ memory, document }: CurrentMemory, fingerprint: string, act: Act): MemoryChange {
  return {
    id: memory.id,
    before: document,
    after: null,
    event: 'deleted',
    ...act,
    ...NOTHING_MORE,
    fingerprint,
  };
}

/** By which a document is known as what a change made: SHA-256, in hex, of what it says, however it is written. */
export function digestOf(memory: Memory): string {
  const fields = Object.entries(memory).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/** Whether there is what a change makes; `digest` null: nothing. */
export function isMade(digest: string | null, document: RemoteDocument | undefined): boolean {
  if (digest === null || document === undefined) return digest === null && document === undefined;
  return digestOf(toMemory(document)) === digest;
}

/** It always moves, also when two changes fall into one millisecond or a clock stands behind. */
function movedOn({ updatedAt }: Memory, at: Date): Date {
  return new Date(Math.max(at.getTime(), updatedAt.getTime() + 1));
}

/** The values before an edit of the fields that it changes, by their names in the interface. */
function formerOf(memory: Memory, edit: MemoryEdit): Record<string, unknown> {
  const { title, content, type, confidence, tags, source, sourceRef } = memory;
  const given = (field: keyof MemoryEdit): boolean => edit[field] !== null;
  const hasTitle = given('title') || (given('content') && memory.titleDerived);
  return {
    ...(hasTitle && { title }),
    ...(given('content') && { content }),
    ...(given('type') && { type }),
    ...(given('confidence') && { confidence }),
    ...(given('tags') && { tags }),
    ...(given('source') && { source }),
    ...(given('sourceRef') && { source_ref: sourceRef }),
    updated_at: memory.updatedAt.toISOString(),
  };
}
