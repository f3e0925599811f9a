import { deriveTitle, type NewMemory } from '../backend/memory';
import { DEFAULT_CONFIDENCE } from './memory-limits';
import type { RememberRequest } from './remember.dto';

/** Who stores, and when. */
export interface Writer {
  agentId: string;
  sessionId: string;
  at: Date;
}

/** The memory that a request describes, with every default of the interface filled in. */
export function newMemory(request: RememberRequest, writer: Writer, id: string): NewMemory {
  const title = request.title ?? null;
  return {
    id,
    sessionId: writer.sessionId,
    title: title ?? deriveTitle(request.content),
    titleDerived: title === null,
    content: request.content,
    type: request.type ?? 'fact',
    confidence: request.confidence ?? DEFAULT_CONFIDENCE,
    tags: request.tags ?? [],
    source: request.source ?? 'agent',
    sourceRef: request.source_ref ?? null,
    provenance: request.provenance ?? 'explicit_statement',
    actorId: writer.agentId,
    createdAt: writer.at,
  };
}
