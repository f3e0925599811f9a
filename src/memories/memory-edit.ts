import type { MemoryEdit } from '../backend/memory';
import type { EditMemoryRequest } from './memory-life.dto';

export const EDITABLE = ['title', 'content', 'type', 'confidence', 'tags', 'source', 'source_ref'] as const;

/** The edit that the fields of a request describe; those left out or null stay as they are. */
export function toEdit(request: Pick<EditMemoryRequest, (typeof EDITABLE)[number]>): MemoryEdit {
  return {
    title: request.title ?? null,
    content: request.content ?? null,
    type: request.type ?? null,
    confidence: request.confidence ?? null,
    tags: request.tags ?? null,
    source: request.source ?? null,
    sourceRef: request.source_ref ?? null,
  };
}
