import { uuidv7 } from 'uuidv7';
import { contentKey } from '../../src/backend/fingerprints';
import { deriveTitle } from '../../src/backend/memory';

/** As `remember` stores it. */
export function newMemory({ agentId, sessionId }: { agentId: string; sessionId: string }, content: string) {
  return {
    id: uuidv7(),
    session_id: sessionId,
    title: deriveTitle(content),
    title_derived: true,
    content,
    content_key: contentKey(content),
    type: 'fact',
    confidence: 0.8,
    tags: [],
    source: 'agent',
    source_ref: null,
    provenance: 'explicit_statement',
    actor_id: agentId,
    created_at: new Date(),
  };
}
