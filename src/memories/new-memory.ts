import { deriveTitle, type NewMemory, type WriteTime } from '../backend/memory';
import {
  DEFAULT_CONFIDENCE,
  DEFAULT_PROVENANCE,
  DEFAULT_SOURCE,
  DEFAULT_TYPE,
} from '../backend/memory-limits';
import type { RememberRequest } from './remember.dto';

/** Who stores, and when. */
export interface Writer {
  /** Kept with the memory as its actor. */
  by: string;
  sessionId: string;
  at: WriteTime;
}

/** The memory that a request describes, with every default of the interface filled in. */
export function newMemory(request: Omit<RememberRequest, 'upsert'>, writer: Writer, id: string): NewMemory {
  const title = request.title ?? null;
  return {
    id,
    sessionId: writer.sessionId,
    title: title ?? deriveTitle(request.content),
    titleDerived: title === null,
    content: request.content,
    type: request.type ?? DEFAULT_TYPE,
    confidence: request.confidence ?? DEFAULT_CONFIDENCE,
    tags: request.tags ?? [],
    source: request.source ?? DEFAULT_SOURCE,
    sourceRef: request.source_ref ?? null,
    thread: request.thread ?? null,
    provenance: request.provenance ?? DEFAULT_PROVENANCE,
    actorId: writer.by,
    createdAt: writer.at,
  };
}
