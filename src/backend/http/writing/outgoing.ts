import type { Memory } from '../../memory';
import { toDocument, toMemory } from '../document';
import type { OutgoingDocument, RemoteDocument } from '../protocol/backend-api';

/** What `toDocument` says of a memory; whatever else there is beside a text is of others. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'title',
  'title_derived',
  'memory_type',
  'agent_id',
  'actor_id',
  'session_id',
  'source',
  'source_ref',
  'confidence',
  'status',
  'provenance',
  'tags',
  'created_at',
  'updated_at',
  'expired_at',
  'expired_by',
]);

/** The document of a memory that is changed; what others noted in the one before stays in it. */
export function rewritten(before: RemoteDocument | null, memory: Memory): OutgoingDocument {
  const document = toDocument(memory);
  const others = Object.entries(before?.metadata ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !OWN_FIELDS.has(entry[0]),
  );
  return { ...document, metadata: { ...Object.fromEntries(others), ...document.metadata } };
}

/** The document as it was, to be put back; what was no text in it is written as this service writes it. */
export function asItWas(before: RemoteDocument): OutgoingDocument {
  const { id, text } = before;
  const own = toDocument(toMemory(before)).metadata;
  const metadata = Object.entries(before.metadata).flatMap(([field, value]) => {
    const written = typeof value === 'string' ? value : own[field];
    return written === undefined ? [] : [[field, written] as const];
  });
  // Of one that does not say when it was made, the server would tell a new time.
  const age = Object.entries(own).filter(([field]) => field === 'created_at');
  return { id, text, metadata: Object.fromEntries([...age, ...metadata]) };
}
