import { deriveTitle, type Act, type NewMemory } from '../backend/memory';
import {
  DEFAULT_CONFIDENCE,
  DEFAULT_PROVENANCE,
  DEFAULT_SOURCE,
  DEFAULT_TRUST,
  DEFAULT_TYPE,
} from '../backend/memory-limits';
import { parseInstant } from '../common/utc-dates';
import type { RememberRequest } from './remember.dto';

/** The memory that a request describes, with every default of the interface filled in. */
export function newMemory(
  request: Omit<RememberRequest, 'upsert' | 'supersedes'>,
  writer: Act,
  id: string,
): NewMemory {
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
    scope: request.scope ?? null,
    ...aboutOf(request),
    expiresAt: toTime(request.expires_at),
    metadata: request.metadata ?? {},
    provenance: request.provenance ?? DEFAULT_PROVENANCE,
    trust: DEFAULT_TRUST,
    trustReasons: [],
    actorId: writer.by,
    createdAt: writer.at,
  };
}

/** What a memory is about, and when that holds. */
function aboutOf({ valid_from, valid_to, names, key, past }: Partial<RememberRequest>) {
  return {
    validFrom: toTime(valid_from),
    validTo: toTime(valid_to),
    names: names ?? [],
    key: key ?? null,
    past: past ?? null,
    supersededBy: null,
  };
}

/** The time that a field of a request names. */
export function toTime(text: string | null | undefined): Date | null {
  return text === null || text === undefined ? null : parseInstant(text, 'start');
}
